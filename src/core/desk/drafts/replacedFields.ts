import type { Judgement } from '../../model/annotation/annotation';
import type { Replaced } from '../../model/desk/deskState';
import type { Draft } from '../../model/annotation/draft';

/**
 * What of the judgement in force would be gone once the draft is saved, without the person having taken it back: what
 * the draft keeps for another way to judge, and what the desk does not show. A judgement is a ranking or comparisons,
 * so that each replaces the other.
 * @param now what would be saved (`judgementOf`)
 */
export function replacedFields(
  now: Judgement,
  { places, comparisons }: Draft,
  before: Judgement,
): Replaced | undefined {
  const criteria = [
    ...new Set((before.comparisons ?? []).flatMap(({ criterion }) => (criterion === undefined ? [] : [criterion]))),
  ];
  const kept = new Set(now.comparisons?.map(({ criterion }) => criterion));
  const gone = criteria.filter((criterion) => !kept.has(criterion));
  const isRankingGone =
    before.ranking !== undefined && now.ranking === undefined && places.some((place) => place !== null);
  const areComparisonsGone =
    before.comparisons?.some(({ criterion }) => criterion === undefined) === true &&
    !kept.has(undefined) &&
    comparisons.length > 0;
  if (!isRankingGone && !areComparisonsGone && gone.length === 0) return undefined;
  return { ranking: isRankingGone, comparisons: areComparisonsGone, criteria: gone };
}
