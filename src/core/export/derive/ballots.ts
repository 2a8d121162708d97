import type { Annotation } from '../../model/annotation/annotation';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { Item, Response } from '../../model/item/item';
import type { Ballot } from '../../quality/consensus/ballot';

const outcomes = { a: 'a', b: 'b', tie: 'tie' } as const;

/** What an annotation prefers, as a whole or by one criterion, as a vote. */
export function ballotOf(
  { annotator, shown, judgement: { ranking, comparisons = [] } }: Annotation,
  by?: string,
): Ballot {
  if (ranking) {
    if (by !== undefined) return { voter: annotator };
    const ranked = new Set(ranking.tiers.flat());
    return { voter: annotator, tiers: ranking.tiers, unranked: shown.filter((id) => !ranked.has(id)) };
  }
  return {
    voter: annotator,
    comparisons: comparisons
      .filter(({ criterion }) => criterion === by)
      .map(({ a, b, outcome }) => ({
        a,
        b,
        outcome: outcome === 'a' || outcome === 'b' || outcome === 'tie' ? outcomes[outcome] : 'none',
      })),
  };
}

/** Every response that annotators judged on an item: its own, and what each of them made of them. */
export function candidatesOf(item: Pick<Item, 'responses'>, annotations: readonly Annotation[]): readonly Response[] {
  const byId = new Map<string, Response>();
  for (const { judgement } of annotations)
    for (const response of judgedResponses(item, judgement)) byId.set(response.id, response);
  return [...byId.values()];
}
