import { logOddsOf } from '../bradleyTerry';
import { byScores, type Ordered } from './order';
import type { PairTable } from './pairTable';

/**
 * Precision of the prior on each log-strength, a normal around 0: a deviation of 3.2. The likelihood alone has no
 * maximum where one response, or a group, wins every time (L. R. Ford, Solution of a Ranking Problem from Binary
 * Comparisons, American Mathematical Monthly 64, 1957); with it, three voters of one mind make odds of 19 to 1.
 */
export const strengthRidge = 0.1;
/** Log-strengths that differ by no more are equal: the search for the maximum leaves less. */
export const strengthTolerance = 1e-6;

/**
 * The Bradley-Terry model of one item: P(a beats b) = 1 / (1 + exp(s_b − s_a)), with the log-strengths s at the maximum
 * of the likelihood and the prior. A tie is half a win for each: in Davidson's model of ties (R. R. Davidson, On
 * Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments, JASA 65, 1970) wins and half
 * the ties are just what the strengths are estimated from. Votes for neither do not count.
 */
export function itemBradleyTerry(candidates: readonly string[], table: PairTable): Ordered {
  const columns: number[] = [];
  const counts: number[] = [];
  table.eachJudged((a, b) => {
    for (const [winner, loser] of [
      [a, b],
      [b, a],
    ] as const) {
      const wins = table.for(winner, loser) + table.ties(winner, loser) / 2;
      if (wins === 0) continue;
      columns.push(winner, loser);
      counts.push(wins);
    }
  });
  const logOdds = logOddsOf({
    features: table.size,
    ends: Uint32Array.from(counts, (_, row) => 2 * row + 2),
    columns: Uint32Array.from(columns),
    values: Float64Array.from(columns, (_, at) => (at % 2 === 0 ? 1 : -1)),
    counts: Float64Array.from(counts),
    ridge: strengthRidge,
  });
  return byScores(candidates, table, logOdds, strengthTolerance);
}
