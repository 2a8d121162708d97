import type { Comparison } from '../../../model/annotation/annotation';

/**
 * The order that comparisons of three or more responses make, best first, where it is all that they say: each two were
 * compared once, as a whole and without a strength, and no two comparisons are at odds. Responses of which no two were
 * compared with each other, and that lost to all others, are in no tier: they were left unranked. Undefined where there
 * is no such order.
 */
export function tiersFromComparisons(comparisons: readonly Comparison[]): string[][] | undefined {
  const ids = [...new Set(comparisons.flatMap(({ a, b }) => [a, b]))];
  const outcomes = new Map<string, 'a' | 'b' | 'tie'>();
  for (const { a, b, outcome, strength, criterion } of comparisons) {
    if (
      (outcome !== 'a' && outcome !== 'b' && outcome !== 'tie') ||
      strength !== undefined ||
      criterion !== undefined ||
      a === b ||
      outcomes.has(pair(a, b))
    )
      return undefined;
    outcomes.set(pair(a, b), outcome);
    outcomes.set(pair(b, a), outcome === 'tie' ? 'tie' : outcome === 'a' ? 'b' : 'a');
  }
  if (ids.length < 3) return undefined;
  const unranked = new Set(ids.filter((id) => ids.some((other) => other !== id && !outcomes.has(pair(id, other)))));
  const wins = new Map(
    ids.map((id) => [id, unranked.has(id) ? -1 : ids.filter((other) => outcomes.get(pair(id, other)) === 'a').length]),
  );
  const isOrder = ids.every((one, i) =>
    ids.slice(i + 1).every((other) => {
      const [more, less] = [wins.get(one) ?? 0, wins.get(other) ?? 0];
      return (
        outcomes.get(pair(one, other)) === (more > less ? 'a' : more < less ? 'b' : more === -1 ? undefined : 'tie')
      );
    }),
  );
  if (!isOrder) return undefined;
  const byWins = new Map<number, string[]>();
  for (const id of ids) byWins.set(wins.get(id) ?? 0, [...(byWins.get(wins.get(id) ?? 0) ?? []), id]);
  return [...byWins]
    .filter(([count]) => count >= 0)
    .sort(([a], [b]) => b - a)
    .map(([, tier]) => tier);
}

const pair = (a: string, b: string): string => JSON.stringify([a, b]);
