import type { Annotation } from '../../model/annotation/annotation';
import { turnsOf, type Item, type Message, type Response } from '../../model/item/item';
import { contentOfTurn, promptOf } from '../../model/item/run';
import { worthOf, type Criterion } from '../../model/rubric/criterion';
import { possibleWorth, weightedWorth } from '../../rubric/score';
import type { DropReason, Note } from '../dropReasons';
import type { ExportOptions, FileContext, Judged, RowNotifier } from '../format';
import { candidatesOf } from './ballots';
import { labelsOf } from './labels';
import { listsOf } from './lists';
import { mean, rounded } from './margins';
import { aspectOf, assertAttributes, ratedIn } from './ratings';
import { answerOf } from './stepPairs';
import { verdictsIn } from './verdicts';

/** What rewards are made of, with what is said of rows that have such. */
const noteOf = {
  rating: 'reward-of-rating',
  order: 'reward-of-order',
  label: 'reward-of-label',
  rubric: 'reward-of-rubric',
} as const satisfies Record<string, Note>;
export type RewardSource = keyof typeof noteOf;

export interface Rewarded {
  readonly response: Response;
  /** What follows the prompt of the group. */
  readonly turns: readonly Message[];
  readonly reward: number;
}

/** Responses to one prompt with their rewards, by one annotator or by all of them together. */
export interface RewardGroup {
  /** With what all of its runs were told at their beginning in its prompt. */
  readonly item: Item;
  readonly context?: string | undefined;
  readonly annotations: readonly Annotation[];
  readonly source: RewardSource;
  /** Two at least, of which two differ; in the order of the item. */
  readonly rewarded: readonly Rewarded[];
}

type Rewards = ReadonlyMap<string, number>;

/**
 * The rewards of an item's responses: a group for each annotator, or one of all of them (`aggregate`). The first of
 * these that says anything of two responses at least:
 * - ratings on the aspect that the options call `reward` (`attributes`), or that has this name; then no other counts;
 * - an order (ranking, comparisons): its places from 1 for the best to 0 for the last, the same for those that are tied;
 * - ratings on the aspect "overall";
 * - labels: 1 for good and 0 for bad, of several annotators the share of those who call it good;
 * - verdicts by criteria: the share of the points that could be had (`rubric/score`), by the criteria that all of the
 *   responses have a verdict on; below 0 where faults weigh more.
 * Ratings go from 0 to 1 where the study knows their scale, and are as they are where it does not. Where a criterion is
 * asked for (`criterion`), only orders and labels by that count. A group of one response, or of rewards that are all the
 * same, teaches nothing and is left out.
 */
export function* rewardGroupsIn(
  judged: Judged,
  options: ExportOptions,
  notify: RowNotifier,
  file: FileContext,
): Generator<RewardGroup> {
  assertAttributes(['reward'], { title: options.format.name }, file, options);
  const units =
    options.aggregate === undefined ? judged.annotations.map((annotation) => [annotation]) : [judged.annotations];
  for (const annotations of units) {
    const group = groupOf({ ...judged, annotations }, options, notify, file);
    if (typeof group === 'string') {
      notify.drop(group, annotations.length);
      continue;
    }
    notify.note(noteOf[group.source], group.rewarded.length);
    yield group;
  }
}

function groupOf(
  judged: Judged,
  options: ExportOptions,
  notify: RowNotifier,
  file: FileContext,
): RewardGroup | DropReason {
  const { item, context, annotations } = judged;
  const found = rewardsOf(judged, options, notify, file);
  if (typeof found === 'string') return found;
  const asked = new Map<string, Item>();
  const rewarded = candidatesOf(item, annotations).flatMap((response): Rewarded[] => {
    const reward = found.rewards.get(response.id);
    if (reward === undefined) return [];
    const own = answerOf(item, response).item;
    asked.set(JSON.stringify(own.prompt.map(contentOfTurn)), own);
    const turns = turnsOf(response).slice(own.prompt.length - promptOf(item, response).length);
    return [{ response, turns, reward: rounded(reward) }];
  });
  if (rewarded.length < 2) return 'one-rewarded';
  if (new Set(rewarded.map(({ reward }) => reward)).size === 1) return 'same-reward';
  const [whole = item, ...others] = asked.values();
  return others.length > 0 ? 'runs-told-apart' : { item: whole, context, annotations, source: found.source, rewarded };
}

function rewardsOf(
  judged: Judged,
  options: ExportOptions,
  notify: RowNotifier,
  { aspects = [] }: FileContext,
): { readonly source: RewardSource; readonly rewards: Rewards } | DropReason {
  const named = aspectOf(
    'reward',
    aspects.map(({ name }) => name),
    options,
  );
  if (named !== undefined) {
    const rewards = ratingsOn(named, judged, options, aspects);
    return rewards.size === 0 ? 'no-ratings' : { source: 'rating', rewards };
  }
  // What one source lacks another may have, so that only the first reason is told, and only where none has anything.
  let reason: DropReason | undefined;
  const quiet: RowNotifier = {
    ...notify,
    note: () => undefined,
    drop: (why, times = 1) => {
      if (times > 0 && !nothingOfOne.has(why)) reason ??= why;
    },
  };
  const overall = aspects.find(({ name }) => name.toLowerCase() === 'overall')?.name;
  const isOverall = options.criterion === undefined;
  const sources: readonly (readonly [RewardSource, () => Rewards])[] = [
    ['order', () => placesOf(judged, options, quiet)],
    ...(isOverall && overall !== undefined
      ? [['rating', () => ratingsOn(overall, judged, options, aspects)] as const]
      : []),
    ['label', () => labelled(judged, options, quiet)],
    ...(isOverall ? [['rubric', () => scoresOf(judged, quiet)] as const] : []),
  ];
  let few = false;
  for (const [source, find] of sources) {
    const rewards = find();
    if (rewards.size > 1) return { source, rewards };
    few ||= rewards.size === 1;
  }
  return reason ?? (few ? 'one-rewarded' : 'no-reward');
}

/** Reasons that only say that there is nothing of one kind. */
const nothingOfOne: ReadonlySet<DropReason> = new Set<DropReason>(['no-preference', 'no-label', 'nothing-of-it']);

/** Places in the order, from 1 to 0; of an order of ratings none, as these are rewards by themselves. */
function placesOf(judged: Judged, options: ExportOptions, notify: RowNotifier): Rewards {
  if (options.aggregate !== undefined && !judged.consensus?.tiers?.length) {
    // Annotators who compare have no order in common; others have not been asked for one.
    if (judged.annotations.some(({ judgement: { ranking, comparisons } }) => ranking ?? comparisons))
      notify.drop('no-order');
    return new Map();
  }
  const told = new Set<Note>();
  const [list] = listsOf(judged, options, { ...notify, note: (note) => void told.add(note) });
  if (!list || told.has('scores-of-ratings')) return new Map();
  const last = Math.max(...list.listed.map(({ rank }) => rank));
  return new Map(list.listed.map(({ response, rank }) => [response.id, last === 1 ? 1 : (last - rank) / (last - 1)]));
}

function ratingsOn(
  aspect: string,
  judged: Judged,
  options: ExportOptions,
  aspects: NonNullable<FileContext['aspects']>,
): Rewards {
  const scale = aspects.find(({ name }) => name === aspect)?.scale;
  const scaled = (value: number): number =>
    scale && scale.max > scale.min ? (value - scale.min) / (scale.max - scale.min) : value;
  const silent = { drop: () => undefined, note: () => undefined, good: () => undefined, criterion: () => undefined };
  return new Map(
    [...ratedIn(judged, options, silent)].flat().flatMap(({ response, values }) => {
      const value = values.get(aspect);
      return value === undefined || value === null ? [] : [[response.id, scaled(value)] as const];
    }),
  );
}

function labelled(judged: Judged, options: ExportOptions, notify: RowNotifier): Rewards {
  return new Map([...labelsOf(judged, options, notify)].map(({ response, share }) => [response.id, share]));
}

/** What criteria come to, of each annotator by those on which all of the responses have a verdict; of several the mean. */
function scoresOf(judged: Judged, notify: RowNotifier): Rewards {
  const byAnnotation = new Map<Annotation, Map<Response, Map<Criterion, number>>>();
  const criteria = new Map<string, Criterion>();
  for (const { annotation, response, criterion, value } of verdictsIn(judged, undefined, notify)) {
    const known = criteria.get(criterion.id) ?? criterion;
    criteria.set(criterion.id, known);
    const worth = worthOf(known, value);
    const responses = byAnnotation.get(annotation) ?? new Map<Response, Map<Criterion, number>>();
    byAnnotation.set(annotation, responses);
    const worths = responses.get(response) ?? new Map<Criterion, number>();
    responses.set(response, worths);
    if (worth !== undefined) worths.set(known, worth);
  }
  const scores = new Map<string, number[]>();
  for (const responses of byAnnotation.values()) {
    const shared = [...criteria.values()].filter((each) => [...responses.values()].every((worths) => worths.has(each)));
    const possible = possibleWorth(shared);
    if (possible === 0) continue;
    for (const [{ id }, worths] of responses) {
      const worth = weightedWorth(shared, (at) => worths.get(shared[at] as Criterion) ?? Number.NaN);
      scores.set(id, [...(scores.get(id) ?? []), worth / possible]);
    }
  }
  return new Map(
    [...scores].flatMap(([id, all]) => {
      const score = mean(all);
      return score === undefined ? [] : [[id, score] as const];
    }),
  );
}
