/** What one annotator prefers among the responses of one item, as it was judged. */
export interface Ballot {
  readonly voter: string;
  /** Tiers of response ids, best first; `unranked` lie below all of them, in no order. */
  readonly tiers?: readonly (readonly string[])[];
  readonly unranked?: readonly string[];
  /**
   * Or comparisons, which need not be transitive; they count where there are no tiers. 'none' for both-good, both-bad,
   * too-close, unsure: a vote that is neither. Of several on the same two the last one counts.
   */
  readonly comparisons?: readonly {
    readonly a: string;
    readonly b: string;
    readonly outcome: 'a' | 'b' | 'tie' | 'none';
  }[];
}

/** Votes on two responses. */
export interface PairVotes {
  readonly a: string;
  readonly b: string;
  readonly forA: number;
  readonly forB: number;
  readonly ties: number;
}

export interface Consensus {
  /**
   * The order, best first; absent for a rule that gives none (majority with a cycle). Two in one tier are tied.
   * Responses that nobody compared are in none.
   */
  readonly tiers?: readonly (readonly string[])[];
  /**
   * Strict preferences that the rule gives, with the share of (strict) votes for the winner: the soft label, 0..1.
   * `votes` are the strict ones on the two; where there are none (the preference follows from other pairs) the share is
   * 1/2. Dawid-Skene gives its posterior as the share.
   */
  readonly preferences: readonly {
    readonly chosen: string;
    readonly rejected: string;
    readonly share: number;
    readonly votes: number;
  }[];
  readonly ties: readonly (readonly [string, string])[];
  /** What the rule scores the responses, where it does (Borda points, log-strengths). */
  readonly scores?: ReadonlyMap<string, number>;
}

/** Options name them too: so they stand in the model. */
export { aggregateRules as consensusRules, type AggregateRule as ConsensusRule } from '../../model/study/recipe';

/**
 * A ballot by the places of the candidates: what it says of others is left out, and a response that it names twice
 * stands where it is named first.
 */
export interface PlacedBallot {
  readonly tiers: readonly (readonly number[])[];
  readonly unranked: readonly number[];
  /** `a` before `b`; by `a`, then `b`. */
  readonly comparisons: readonly PlacedComparison[];
}

export interface PlacedComparison {
  readonly a: number;
  readonly b: number;
  readonly outcome: 'a' | 'b' | 'tie' | 'none';
}

/**
 * Ballots by places, in an order that depends neither on theirs nor on who voted: so no sum over them does, not even in
 * its last bit.
 */
export function placedBallots(candidates: readonly string[], ballots: readonly Ballot[]): PlacedBallot[] {
  const places = new Map(candidates.map((candidate, at) => [candidate, at]));
  const keyed = ballots.map((ballot) => {
    const on = onPlaces(ballot, places);
    return { on, key: JSON.stringify([on.tiers, on.unranked, on.comparisons]) };
  });
  keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  return keyed.map(({ on }) => on);
}

function onPlaces(
  { tiers, unranked = [], comparisons = [] }: Ballot,
  places: ReadonlyMap<string, number>,
): PlacedBallot {
  if (!tiers) return { tiers: [], unranked: [], comparisons: compared(comparisons, places) };
  const seen = new Set<number>();
  const taken = (ids: readonly string[]): number[] => {
    const tier: number[] = [];
    for (const id of ids) {
      const at = places.get(id);
      if (at === undefined || seen.has(at)) continue;
      seen.add(at);
      tier.push(at);
    }
    return tier.sort((a, b) => a - b);
  };
  return { tiers: tiers.map(taken).filter(({ length }) => length > 0), unranked: taken(unranked), comparisons: [] };
}

const turned = { a: 'b', b: 'a', tie: 'tie', none: 'none' } as const;

function compared(
  comparisons: NonNullable<Ballot['comparisons']>,
  places: ReadonlyMap<string, number>,
): PlacedComparison[] {
  const byPair = new Map<number, PlacedComparison>();
  for (const { a: idA, b: idB, outcome } of comparisons) {
    const [a, b] = [places.get(idA), places.get(idB)];
    if (a === undefined || b === undefined || a === b) continue;
    byPair.set(
      Math.min(a, b) * places.size + Math.max(a, b),
      a < b ? { a, b, outcome } : { a: b, b: a, outcome: turned[outcome] },
    );
  }
  return [...byPair.entries()].sort(([one], [other]) => one - other).map(([, comparison]) => comparison);
}

/** What a ballot says of each two, `a` before `b`; of two that are both unranked, nothing. */
export function eachPair(
  { tiers, unranked, comparisons }: PlacedBallot,
  take: (a: number, b: number, outcome: 'a' | 'b' | 'tie' | 'none') => void,
): void {
  for (const { a, b, outcome } of comparisons) take(a, b, outcome);
  const strict = (better: number, worse: number): void =>
    better < worse ? take(better, worse, 'a') : take(worse, better, 'b');
  for (const [depth, tier] of tiers.entries()) {
    for (const [at, better] of tier.entries()) {
      for (const tied of tier.slice(at + 1)) take(better, tied, 'tie');
      for (let below = depth + 1; below < tiers.length; below++)
        for (const worse of tiers[below] ?? []) strict(better, worse);
      for (const worse of unranked) strict(better, worse);
    }
  }
}
