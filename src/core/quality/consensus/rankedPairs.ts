import { tiersOf, type Ordered, type Relation } from './order';
import type { PairTable } from './pairTable';

/**
 * Ranked pairs (T. N. Tideman, Independence of Clones as a Criterion for Voting Rules, Social Choice and Welfare 4, 1987): majorities are locked in from the largest margin down, but for those
 * that would make a cycle with what is locked already. Of equal margins the one with more votes for its winner comes first, then the one whose winner, then whose loser, comes first among the
 * candidates: so the same votes give the same order, at the price that the candidates' order decides there. Ties and votes for neither are no majorities.
 *
 * A response is preferred where a path of locked majorities leads from it to the other; two that were compared and have none are tied. There is an order where ties chain.
 */
export function rankedPairs(table: PairTable): Ordered {
  const { size } = table;
  const majorities: { readonly winner: number; readonly loser: number; readonly margin: number; readonly votes: number }[] = [];
  table.eachJudged((a, b) => {
    const margin = table.for(a, b) - table.for(b, a);
    const [winner, loser] = margin > 0 ? [a, b] : [b, a];
    if (margin !== 0) majorities.push({ winner, loser, margin: Math.abs(margin), votes: table.for(winner, loser) });
  });
  majorities.sort((one, other) => other.margin - one.margin || other.votes - one.votes || one.winner - other.winner || one.loser - other.loser);

  /** Which a path leads to: at row · size + column, from the row's to the column's. */
  const leads = new Uint8Array(size * size);
  for (const { winner, loser } of majorities) {
    if (leads[loser * size + winner] === 1) continue;
    for (let from = 0; from < size; from++) {
      if (from !== winner && leads[from * size + winner] !== 1) continue;
      // Then all that the loser leads to is reached already.
      if (leads[from * size + loser] === 1) continue;
      leads[from * size + loser] = 1;
      for (let to = 0; to < size; to++) if (leads[loser * size + to] === 1) leads[from * size + to] = 1;
    }
  }
  const relation: Relation = (a, b) => {
    if (leads[a * size + b] === 1) return 'above';
    if (leads[b * size + a] === 1) return 'below';
    return table.votes(a, b) > 0 ? 'tie' : undefined;
  };
  return { relation, get tiers() { return tiersOf(size, relation); } };
}
