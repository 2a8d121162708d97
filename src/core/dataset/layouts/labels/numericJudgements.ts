import type { Comparison, Judgement } from '../../../model/annotation/annotation';
import { aspectOf, gradeOf } from './grades';
import type { Label } from '../layout';

/** Shared by layouts whose sources write a judgement as numbers. */

/**
 * The comparison in a signed preference: below 0 for `a`, above 0 for `b`, 0 a tie. `most` is the scale's end; thirds
 * of it are the strengths 1 to 3, so that HelpSteer's -3..3 is taken over as it is.
 */
export function comparisonOf(a: string, b: string, preference: number, most: number): Comparison {
  if (preference === 0) return { a, b, outcome: 'tie' };
  return {
    a,
    b,
    outcome: preference < 0 ? 'a' : 'b',
    strength: Math.min(3, Math.max(1, Math.ceil((Math.abs(preference) / most) * 3))),
  };
}

/** A response on an aspect; null where it was not rated. */
export type Rating = NonNullable<Judgement['ratings']>[number];

/** A rating on the source's own scale; what is no number ("N/A", null) counts as not rated. */
export function ratingOf(response: string, aspect: string, value: unknown): Rating {
  return ratingIn(response, aspect, value) ?? { response, aspect, value: null };
}

/** A rating, its aspect with the scale where the value says it; undefined for what is no grade. */
export function ratingIn(response: string, aspect: string, value: unknown): Rating | undefined {
  const grade = gradeOf(value);
  return grade === undefined ? undefined : { response, aspect: aspectOf(aspect, value), value: grade };
}

/**
 * The label of the n-th (from 0) of several people whom the source does not name. The number holds within the item
 * only.
 */
export function numberedLabel(index: number, judgement: Judgement): Label {
  return { annotator: `annotator-${index + 1}`, judgement };
}

/**
 * Who judged where a dataset of these very fields was judged by a model that no record names: a judge of its own, so
 * that it is not taken for a person.
 */
export const unnamedModel = 'model';

/**
 * The ranking in the ranks of responses, least first. Those without a rank were not judged; below two there is no
 * ranking.
 */
export function rankingLabel(
  responses: readonly { readonly id: string; readonly rank: number | undefined }[],
): Label[] {
  const byRank = new Map<number, string[]>();
  for (const { id, rank } of responses) if (rank !== undefined) byRank.set(rank, [...(byRank.get(rank) ?? []), id]);
  const ranked = responses.filter(({ rank }) => rank !== undefined).map(({ id }) => id);
  if (ranked.length < 2) return [];
  const tiers = [...byRank].sort(([a], [b]) => a - b).map(([, ids]) => ids);
  return [{ ...(ranked.length < responses.length && { shown: ranked }), judgement: { ranking: { tiers } } }];
}
