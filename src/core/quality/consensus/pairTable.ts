import { eachPair, placedBallots, type Ballot, type PairVotes, type PlacedBallot } from './ballot';

/**
 * Votes on every two of some candidates, by their places. All counts are whole, so they are the same in whatever order
 * the ballots came.
 */
export class PairTable {
  private readonly wins: Uint32Array;
  private readonly tied: Uint32Array;
  private readonly neither: Uint32Array;

  constructor(
    readonly size: number,
    ballots: readonly PlacedBallot[],
  ) {
    [this.wins, this.tied, this.neither] = [
      new Uint32Array(size * size),
      new Uint32Array(size * size),
      new Uint32Array(size * size),
    ];
    for (const ballot of ballots) eachPair(ballot, (a, b, outcome) => this.add(a, b, outcome));
  }

  /** So many prefer `a` to `b`. */
  for(a: number, b: number): number {
    return this.wins[a * this.size + b] ?? 0;
  }

  ties(a: number, b: number): number {
    return this.tied[Math.min(a, b) * this.size + Math.max(a, b)] ?? 0;
  }

  /** Votes that are neither for one of the two nor a tie. */
  none(a: number, b: number): number {
    return this.neither[Math.min(a, b) * this.size + Math.max(a, b)] ?? 0;
  }

  /** Votes for one of the two. */
  strict(a: number, b: number): number {
    return this.for(a, b) + this.for(b, a);
  }

  /** Votes that say something of the two: for one of them, or a tie. */
  votes(a: number, b: number): number {
    return this.strict(a, b) + this.ties(a, b);
  }

  /** Each two with a vote that says something of them, `a` before `b`. */
  eachJudged(take: (a: number, b: number) => void): void {
    for (let a = 0; a < this.size; a++) for (let b = a + 1; b < this.size; b++) if (this.votes(a, b) > 0) take(a, b);
  }

  private add(a: number, b: number, outcome: 'a' | 'b' | 'tie' | 'none'): void {
    const counts = outcome === 'tie' ? this.tied : outcome === 'none' ? this.neither : this.wins;
    const at = outcome === 'b' ? b * this.size + a : a * this.size + b;
    counts[at] = (counts[at] ?? 0) + 1;
  }
}

/**
 * Votes on each two responses on which there are any (votes that are neither for one nor a tie, 'none', do not count),
 * in the candidates' order; without candidates, those that the ballots name, by their ids.
 */
export function pairVotes(
  ballots: readonly Ballot[],
  candidates: readonly string[] = namedIn(ballots),
): readonly PairVotes[] {
  const table = new PairTable(candidates.length, placedBallots(candidates, ballots));
  const pairs: PairVotes[] = [];
  table.eachJudged((a, b) =>
    pairs.push({
      a: candidates[a] ?? '',
      b: candidates[b] ?? '',
      forA: table.for(a, b),
      forB: table.for(b, a),
      ties: table.ties(a, b),
    }),
  );
  return pairs;
}

/** Every response that ballots name, sorted. */
export function namedIn(ballots: readonly Ballot[]): string[] {
  const ids = new Set(
    ballots.flatMap(({ tiers = [], unranked = [], comparisons = [] }) => [
      ...tiers.flat(),
      ...unranked,
      ...comparisons.flatMap(({ a, b }) => [a, b]),
    ]),
  );
  return [...ids].sort();
}
