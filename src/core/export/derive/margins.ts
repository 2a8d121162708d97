import type { Annotation } from '../../model/annotation/annotation';
import type { MarginSource } from '../../model/study/recipe';
import type { Pair } from './pairs';
import type { DropReason } from '../dropReasons';
import { votesOn } from './votes';

/**
 * The margin of a pair, greater than 0: by how much the reward of the chosen one is to exceed that of the rejected one
 * (the loss is -log σ(r_chosen - r_rejected - margin): Llama 2, arXiv 2307.09288, section 3.2.2; trl
 * `trainer/reward_trainer.py:750`).
 * - `rank-gap`: places between the two in the order, 1 for neighbours;
 * - `strength`: 1 (slightly better) to 3 (much better); of several annotators the mean, less where one saw it the other
 *   way round;
 * - `rank-or-strength`: the rank gap where there is an order, else the strength, else 1, the least of both: every pair
 *   has one, which is why formats that need a margin take it where nobody chose;
 * - `rating`: the rating of the chosen one less that of the rejected one: on the aspect "overall" where it was rated,
 *   else the mean of the aspects that both have; of several annotators the mean;
 * - `votes`: the share of the votes for the pair less the share against it, of all annotators whose judgements are
 *   exported.
 * Or why there is none.
 */
export function marginOf(
  pair: Pair,
  source: MarginSource,
  all: readonly Annotation[],
  criterion?: string,
): number | Extract<DropReason, 'no-margin' | 'against-margin'> {
  const margin = measured(pair, source, all, criterion);
  if (margin === undefined) return 'no-margin';
  return margin > 0 ? rounded(margin) : 'against-margin';
}

function measured(
  pair: Pair,
  source: MarginSource,
  all: readonly Annotation[],
  criterion: string | undefined,
): number | undefined {
  switch (source) {
    case 'rank-gap':
      return pair.gap;
    case 'strength':
      return meanStrength(pair, criterion);
    case 'rank-or-strength':
      return rankOrStrength(pair, criterion) ?? 1;
    case 'rating':
      return mean(pair.annotations.flatMap((annotation) => ratingDifference(annotation, pair)));
    case 'votes': {
      const { for: chosen, against, ties } = votesOn(all, pair.chosen.id, pair.rejected.id, criterion);
      return chosen + against + ties === 0 ? undefined : (chosen - against) / (chosen + against + ties);
    }
  }
}

/**
 * The rank gap where there is an order, else the strength, where the annotators' come to more than 0; undefined where
 * neither was said.
 */
export function rankOrStrength(pair: Pair, criterion?: string): number | undefined {
  const said = pair.gap ?? meanStrength(pair, criterion);
  return said !== undefined && rounded(said) > 0 ? said : undefined;
}

/**
 * How much better the chosen one was said to be, of several annotators the mean: less than 0 where the other one was;
 * undefined where nobody said.
 */
export const meanStrength = (pair: Pair, criterion: string | undefined): number | undefined =>
  pair.strength ?? mean(pair.annotations.flatMap((annotation) => strengthOf(annotation, pair, criterion)));

/** Signed: less than 0 where the other one is said to be better. */
function strengthOf(
  { judgement: { comparisons = [] } }: Annotation,
  { chosen, rejected }: Pair,
  by: string | undefined,
): number[] {
  return comparisons.flatMap(({ a, b, outcome, strength, criterion }) => {
    if (strength === undefined || criterion !== by || (outcome !== 'a' && outcome !== 'b')) return [];
    const winner = outcome === 'a' ? a : b;
    const loser = outcome === 'a' ? b : a;
    if (winner === chosen.id && loser === rejected.id) return [strength];
    return winner === rejected.id && loser === chosen.id ? [-strength] : [];
  });
}

function ratingDifference({ judgement: { ratings = [] } }: Annotation, { chosen, rejected }: Pair): number[] {
  const of = (id: string): Map<string, number> =>
    new Map(
      ratings.flatMap(({ response, aspect, value }) => (response === id && value !== null ? [[aspect, value]] : [])),
    );
  const [better, worse] = [of(chosen.id), of(rejected.id)];
  const overall = [...better.keys()].find((aspect) => aspect.toLowerCase() === 'overall' && worse.has(aspect));
  const aspects = overall === undefined ? [...better.keys()].filter((aspect) => worse.has(aspect)) : [overall];
  const difference = mean(aspects.map((aspect) => (better.get(aspect) ?? 0) - (worse.get(aspect) ?? 0)));
  return difference === undefined ? [] : [difference];
}

export const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/** To six digits: the same on every machine, and no 0.30000000000000004. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
