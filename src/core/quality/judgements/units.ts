import { seedOf } from '../../model/annotation/blindOrder';

/**
 * What a value is of, as one number: two responses, or a response, or something in it, and the setting in which it was
 * judged. All who valued the same in the same setting give it the same number, and numbers rise with the row of the item.
 */

/** More responses of one item, and more criteria of a study, than this are not told apart. */
const maxResponses = 1024;
/** More characters before a step than these are not told apart; steps of runs go by a hash of their key below it. */
const maxOffset = 2 ** 21;
/**
 * Settings of one item: it as it stands is the first (0), and each context and turn that it was judged under is another.
 * What is judged under more is left out, and counted.
 */
export const maxSettings = 256;

/** It as it stands: no context, and no single turn. */
export const plainSetting = 0;

/** The number of a response (or of an item's row) in a setting. */
export const valueUnit = (place: number, setting: number): number => place * maxSettings + setting;

/** The number of two responses in a setting, the first before the second. */
export const pairUnit = (first: number, second: number, setting = plainSetting): number =>
  valueUnit(first * maxResponses + Math.min(maxResponses - 1, second - first), setting);

export const verdictUnit = (place: number, criterion: number, setting: number): number =>
  valueUnit(place * maxResponses + (criterion % maxResponses), setting);

export const stepUnit = (place: number, start: number, setting: number): number =>
  valueUnit(place * maxOffset + Math.min(start, maxOffset - 1), setting);

/** The number of a step of a run, by its key. */
export const runStepUnit = (place: number, key: string, setting: number): number =>
  stepUnit(place, seedOf(key) % maxOffset, setting);

/** The number of the setting that a unit is in, among those of its item. */
export const settingOf = (unit: number): number => unit % maxSettings;

const withoutSetting = (unit: number): number => Math.floor(unit / maxSettings);

/** The two responses that a `pairUnit` stands for. */
export const pairOf = (unit: number): readonly [first: number, second: number] => {
  const pair = withoutSetting(unit);
  const first = Math.floor(pair / maxResponses);
  return [first, first + (pair % maxResponses)];
};

/** The place of the response that a unit of a kind of value is of; of preferences see `pairOf`. */
export function placeOf(unit: number, kind: string): number {
  const own = withoutSetting(unit);
  if (kind === 'verdicts') return Math.floor(own / maxResponses);
  return kind === 'steps' || kind === 'runSteps' || kind === 'runCategories' ? Math.floor(own / maxOffset) : own;
}

/** The number of the criterion that a unit of verdicts is of. */
export const criterionOf = (unit: number): number => withoutSetting(unit) % maxResponses;
