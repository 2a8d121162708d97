import type { Label } from '../../dataset/layouts/layout';
import type { ParsedItem } from '../../dataset/items/parsedItem';
import type { Judgement } from '../../model/annotation/annotation';
import type { Uncertainty } from '../../model/desk/queueReason';

/**
 * How uncertain an item is, and by what. Labels or scorers that contradict each other come first (query by committee:
 * H. S. Seung, M. Opper and H. Sompolinsky, COLT 1992); then items between whose best two responses a scorer sees least
 * (margin sampling: T. Scheffer, C. Decomain and S. Wrobel, Active Hidden Markov Models for Information Extraction, IDA
 * 2001). A margin of 2 is nothing to a scorer whose margins are 20, and much to one from 0 to 1: each is measured by
 * the scorer's own scale.
 */

/** What a scorer sees between the best two responses of an item. */
export interface Margin {
  /** Whose scale it is on: a verifier's, or an aspect's. */
  readonly scorer: string;
  readonly first: number;
  readonly second: number;
}

/** The signs in a record of how uncertain its item is. */
export interface UncertaintyEvidence {
  readonly disputed: Extract<Uncertainty, { kind: 'disputed' }> | undefined;
  readonly margins: readonly Margin[];
}

/** The scale of each scorer: the root of the mean of its squared margins. */
export type Scales = ReadonlyMap<string, number>;

/** The scores that one scorer gave to some responses. */
interface Scores {
  readonly scorer: string;
  /**
   * Scores of one group answer the same question, so that those who differ contradict each other: all verifiers, and
   * all who rated on one aspect.
   */
  readonly group: string;
  readonly values: Map<string, number>;
}

export function uncertaintyEvidenceOf({ item, labels }: Pick<ParsedItem, 'item' | 'labels'>): UncertaintyEvidence {
  const scores = [...labels.flatMap(ratingsIn), ...verifiersIn(item)];
  return { disputed: maxDisputed(labels, scores), margins: scores.flatMap(marginIn) };
}

/**
 * How uncertain, from 0: nothing is known. Where all agree it is the mean, over scorers, of how likely the second best
 * is the better one as the logistic of Bradley and Terry has it, doubled: 2 / (1 + exp(margin / scale)), up to 1 for no
 * margin at all. Where some contradict each other it is more than 1, and rises with the share of those who do, then
 * with the margins.
 */
export function valueOf(
  {
    disputed,
    margins,
  }: {
    readonly disputed: Pick<NonNullable<UncertaintyEvidence['disputed']>, 'agree' | 'against'> | undefined;
    readonly margins: readonly Margin[];
  },
  scales: Scales,
): number {
  const close =
    margins.length === 0 ? 0 : margins.reduce((sum, margin) => sum + closenessOf(margin, scales), 0) / margins.length;
  return disputed ? 1 + disputed.against / (disputed.agree + disputed.against) + close / 1000 : close;
}

/** Tells what makes the item of a record uncertain; undefined where nothing does. */
export function uncertaintyOf(
  record: Pick<ParsedItem, 'item' | 'labels'>,
  scales: Scales = new Map(),
): Uncertainty | undefined {
  const { disputed, margins } = uncertaintyEvidenceOf(record);
  const [closest] = margins.toSorted((one, other) => closenessOf(other, scales) - closenessOf(one, scales));
  return disputed ?? (closest && { kind: 'close', first: closest.first, second: closest.second });
}

/** A scorer whose scale nobody knows is on one of 1. */
function closenessOf({ scorer, first, second }: Margin, scales: Scales): number {
  const margin = first - second;
  return margin === 0 ? 1 : 2 / (1 + Math.exp(margin / (scales.get(scorer) ?? 1)));
}

function ratingsIn({ judgement: { ratings = [] } }: Label): Scores[] {
  const byAspect = new Map<string, Scores>();
  for (const { response, aspect, value } of ratings)
    if (value !== null) take(byAspect, `aspect ${aspect}`, `aspect ${aspect}`, response, value);
  return [...byAspect.values()];
}

function verifiersIn({ responses }: ParsedItem['item']): Scores[] {
  const byName = new Map<string, Scores>();
  for (const { id, verifiers = [] } of responses)
    for (const { name, score } of verifiers)
      if (score !== undefined) take(byName, `verifier ${name}`, 'verifiers', id, score);
  return [...byName.values()];
}

function take(all: Map<string, Scores>, scorer: string, group: string, response: string, value: number): void {
  const scores = all.get(scorer) ?? { scorer, group, values: new Map<string, number>() };
  all.set(scorer, scores);
  scores.values.set(response, value);
}

function marginIn({ scorer, values }: Scores): Margin[] {
  const [first, second] = [...values.values()].sort((a, b) => b - a);
  return first === undefined || second === undefined ? [] : [{ scorer, first, second }];
}

/** The two responses on which the largest share of those who speak of both is against the most. */
function maxDisputed(labels: readonly Label[], scores: readonly Scores[]): UncertaintyEvidence['disputed'] {
  if (labels.length < 2 && scores.length < 2) return undefined;
  /** By who is asked what of which two: how many say what. */
  const said = new Map<string, Map<string, number>>();
  const hear = (group: string, [pair, outcome]: readonly [string, string]): void => {
    const key = `${group} ${pair}`;
    const counts = said.get(key) ?? new Map<string, number>();
    said.set(key, counts.set(outcome, (counts.get(outcome) ?? 0) + 1));
  };
  for (const { judgement } of labels) for (const outcome of outcomesOf(judgement)) hear('labels', outcome);
  for (const { group, values } of scores) {
    const all = [...values];
    for (const [at, [a, forA]] of all.entries())
      for (const [b, forB] of all.slice(at + 1)) if (forA !== forB) hear(group, outcomeOf(a, b, forA > forB ? a : b));
  }
  let found: UncertaintyEvidence['disputed'];
  let most = 0;
  for (const [key, counts] of said) {
    if (counts.size < 2) continue;
    const all = [...counts.values()];
    const agree = Math.max(...all);
    const against = all.reduce((sum, count) => sum + count) - agree;
    if (against / (agree + against) <= most) continue;
    most = against / (agree + against);
    found = { kind: 'disputed', of: key.startsWith('labels ') ? 'labels' : 'scores', agree, against };
  }
  return found;
}

/** Lists the preferences of a judgement between two responses, each as the two ids, the better one first. */
function outcomesOf({ comparisons, ranking }: Judgement): (readonly [string, string])[] {
  const outcomes = (comparisons ?? []).map(({ a, b, outcome }) =>
    outcomeOf(a, b, outcome === 'a' ? a : outcome === 'b' ? b : outcome),
  );
  const tiers = ranking?.tiers ?? [];
  for (const [at, tier] of tiers.entries()) {
    for (const [index, id] of tier.entries()) {
      for (const other of tier.slice(index + 1)) outcomes.push(outcomeOf(id, other, 'tie'));
      for (const other of tiers.slice(at + 1).flat()) outcomes.push(outcomeOf(id, other, id));
    }
  }
  return outcomes;
}

const outcomeOf = (a: string, b: string, outcome: string): readonly [string, string] => [
  JSON.stringify(a < b ? [a, b] : [b, a]),
  outcome,
];
