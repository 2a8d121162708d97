import { tiersOf, type Ordered, type Relation } from './order';
import type { PairTable } from './pairTable';

/**
 * Ranked pairs (T. N. Tideman, Independence of Clones as a Criterion for Voting Rules, Social Choice and Welfare 4,
 * 1987): majorities are locked in from the largest margin down, but for those that would make a cycle with what is
 * locked already. Ties and votes for neither are no majorities.
 *
 * Majorities of equal margins may be locked in any order, and some order has to be chosen for a single winner; that of
 * the candidates would prefer responses by their place in the dataset (M. Brill and F. Fischer, The Price of Neutrality
 * for the Ranked Pairs Method, AAAI 2012). Here nobody needs a single winner, so equal margins stay ties: a majority is
 * locked only where none of these orders can make a cycle with it. `possible` holds what some order may lock, `certain`
 * what all orders do: a majority is out where what is certain leads back from its loser, is certain where nothing that
 * is possible does, and else stays undecided. Where all margins differ both are the same, and so is the outcome with
 * Tideman's.
 *
 * A response is preferred where a path of certain majorities leads from it to the other; two that were compared and
 * have none are tied. There is an order where ties chain. Other names or another order of the candidates give the same
 * under those names.
 */
export function rankedPairs(table: PairTable): Ordered {
  const { size } = table;
  const byMargin = new Map<number, Majority[]>();
  table.eachJudged((a, b) => {
    const margin = table.for(a, b) - table.for(b, a);
    if (margin === 0) return;
    const majority = margin > 0 ? { winner: a, loser: b } : { winner: b, loser: a };
    const equal = byMargin.get(Math.abs(margin));
    if (equal) equal.push(majority);
    else byMargin.set(Math.abs(margin), [majority]);
  });
  const [certain, possible] = [new Paths(size), new Paths(size)];
  for (const [, equal] of [...byMargin].sort(([one], [other]) => other - one)) {
    const open = equal.filter(({ winner, loser }) => !certain.lead(loser, winner));
    for (const { winner, loser } of open) possible.add(winner, loser);
    for (const { winner, loser } of open) if (!possible.lead(loser, winner)) certain.add(winner, loser);
  }
  const relation: Relation = (a, b) => {
    if (certain.lead(a, b)) return 'above';
    if (certain.lead(b, a)) return 'below';
    return table.votes(a, b) > 0 ? 'tie' : undefined;
  };
  return {
    relation,
    get tiers() {
      return tiersOf(size, relation);
    },
  };
}

interface Majority {
  readonly winner: number;
  readonly loser: number;
}

/** Which places lead to which, directly or through others. */
class Paths {
  /** At row · size + column, from the row's to the column's. */
  private readonly table: Uint8Array;

  constructor(private readonly size: number) {
    this.table = new Uint8Array(size * size);
  }

  lead(from: number, to: number): boolean {
    return this.table[from * this.size + to] === 1;
  }

  add(winner: number, loser: number): void {
    const { table, size } = this;
    if (this.lead(winner, loser)) return;
    for (let from = 0; from < size; from++) {
      if ((from !== winner && !this.lead(from, winner)) || this.lead(from, loser)) continue;
      table[from * size + loser] = 1;
      for (let to = 0; to < size; to++) if (this.lead(loser, to)) table[from * size + to] = 1;
    }
  }
}
