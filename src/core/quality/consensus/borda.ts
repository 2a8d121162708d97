import { byScores, type Ordered } from './order';
import type { PairTable } from './pairTable';

/**
 * Shares are quotients of whole numbers, and equal ones are equal to the last bit; this is far below the least
 * difference of others.
 */
const tolerance = 1e-9;

/**
 * Borda's count (J.-C. de Borda, Mémoire sur les élections au scrutin, 1781): a ballot gives a response one point for
 * each that it puts below, and half a point for each that it ties with it, so that those of a tier share the mean of
 * their places' points (D. Black, The Theory of Committees and Elections, 1958). The score is the mean of a ballot: of
 * n responses, from 0 to n − 1. On partial ballots a response has fewer to win points from, so its points are counted
 * by the comparisons that it was in: (n − 1) · points / comparisons, the same where all ballots are complete. Votes for
 * neither are no comparisons.
 */
export function borda(candidates: readonly string[], table: PairTable): Ordered {
  const judged = new Set<number>();
  const points = new Float64Array(table.size);
  const comparisons = new Float64Array(table.size);
  table.eachJudged((a, b) => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      judged.add(one);
      points[one] = (points[one] ?? 0) + table.for(one, other) + table.ties(one, other) / 2;
      comparisons[one] = (comparisons[one] ?? 0) + table.votes(one, other);
    }
  });
  return byScores(
    candidates,
    table,
    points.map((sum, at) => ((judged.size - 1) * sum) / Math.max(1, comparisons[at] ?? 0)),
    tolerance,
  );
}
