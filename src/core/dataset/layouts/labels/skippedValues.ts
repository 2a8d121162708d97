import { plainName } from '../../fields/fieldWords';
import { isSameCode, skipMeaning, type UnreadLabel } from './labelCodes';

/** In a mapping's `values`, all values that nothing else says the meaning of: `*=skip`. */
export const allOtherValues = '*';

/**
 * Words that stand where a judgement should and are none, as scripts write them for an answer that they could not read:
 * `garbage` (WeOpenML/PandaLM, data/gpt-3.5-turbo-testset-v1.json).
 */
const noJudgements: ReadonlySet<string> = new Set(
  (
    'garbage error err failed failure fail exception timeout invalid unparsed unparsable unparseable parseerror parsingerror ' +
    'nan na none null nil undefined missing empty blank unknown unsure notsure unclear undecided noanswer noresponse ' +
    'refused refusal skip skipped flagged removed todo pending notapplicable'
  ).split(' '),
);

/** Whether a value looks like none that judges: only proposed to be left out, as a person has to say so. */
export const looksLikeNone = (value: UnreadLabel['value']): boolean =>
  typeof value === 'string' &&
  (value.endsWith('…') || noJudgements.has(plainName(value)) || /^[\s\-–—?_.*#!/\\]+$/.test(value));

/** Values of a label that were left out, as a person said so. */
export interface SkippedValues {
  readonly path: string;
  readonly values: readonly UnreadLabel['value'][];
}

/**
 * Takes from what nobody can tell the values that a person said to leave out: `garbage=skip`, or all others by
 * `*=skip`.
 * @param said the meanings of values, as a mapping has them
 */
export function withoutSkipped(
  unread: UnreadLabel,
  said: string | undefined,
): { readonly unread?: UnreadLabel; readonly skipped?: SkippedValues } {
  const codes = skippedCodes(said);
  if (codes.length === 0) return { unread };
  const { value, more = [], ...rest } = unread;
  const isSkipped = (each: UnreadLabel['value']): boolean =>
    codes.some((code) => code === allOtherValues || isSameCode(code, each));
  const all = [value, ...more];
  const skipped = all.filter((each) => isSkipped(each));
  const [first, ...others] = all.filter((each) => !isSkipped(each));
  return {
    ...(first !== undefined && { unread: { ...rest, value: first, ...(others.length > 0 && { more: others }) } }),
    ...(skipped.length > 0 && { skipped: { path: unread.path, values: skipped } }),
  };
}

/** The codes that a mapping's `values` says to leave out. */
const skippedCodes = (said: string | undefined): readonly string[] =>
  said === undefined || !said.includes('=')
    ? []
    : said
        .split(',')
        .map((each) => each.split('=').map((part) => part.trim()))
        .flatMap(([code = '', meaning = '']) => (meaning.toLowerCase() === skipMeaning ? [code] : []));

/** The values of several records as one; undefined where nothing was left out. */
export const joinedSkipped = (all: readonly (SkippedValues | undefined)[]): SkippedValues | undefined => {
  const [first, ...others] = all.filter((each) => each !== undefined);
  return first && { path: first.path, values: [first, ...others].flatMap(({ values }) => values) };
};
