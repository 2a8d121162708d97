import type { NoiseReport } from '../../model/report/quality';
import type { Estimate } from '../estimate';
import {
  differIn,
  endSpreads,
  evenSpread,
  fittedSpread,
  likelySpread,
  lossOf,
  rightNow,
  rightOfMajority,
  widestSpread,
  type Spread,
  type VoteCount,
} from './difficulty';
import { noiseOfFlips } from './noise';

/** Majorities that are told. */
const sizes = [1, 2, 3, 4, 5, 7, 9];
/** From so many votes on a pair on, and so many such pairs, it can be told how hard pairs differ. */
const [minVotes, minPairs] = [4, 50];

export type MajorityFigures = Pick<NoiseReport, 'majority' | 'majorityBy' | 'heldOut' | 'now'>;

/** Strict votes on pairs, and how many items they are of. */
export interface Votes {
  readonly counts: readonly VoteCount[];
  readonly items: number;
}

/**
 * How often a majority is right, and what one vote more would buy. With votes on enough pairs by four or more the model
 * that tells held-out votes better is taken: one error rate for all, or one by pair. Else how hard pairs differ is a guess.
 * Either stands between the ends of all that the votes do not reject.
 */
export function majorityOfVotes({ counts, items }: Votes): MajorityFigures {
  const rich = counts.filter(({ more, less }) => more + less >= minVotes);
  const heldOut = pairsIn(rich) < minPairs ? null : heldOutLoss(counts);
  const majorityBy = heldOut === null ? 'guess' : heldOut.difficulty < heldOut.equal ? 'difficulty' : 'equal';
  const spread = {
    guess: likelySpread,
    equal: (differ: number) => evenSpread(noiseOfFlips(differ)),
    difficulty: () => fittedSpread(counts),
  }[majorityBy](differIn(counts));
  return { ...figuresOf(spread, endSpreads(counts, items), counts), majorityBy, heldOut };
}

/** Does as `majorityOfVotes` where only the error rate of a vote is known: between all alike and all or nothing. */
export function majorityOfNoise({ value, low, high }: Estimate, { counts }: Votes): MajorityFigures {
  const differ = (rate: number): number => 2 * rate * (1 - rate);
  const ends = [widestSpread(differ(high ?? value)), evenSpread(low ?? value)] as const;
  return { ...figuresOf(likelySpread(differ(value)), ends, counts), majorityBy: 'guess', heldOut: null };
}

const pairsIn = (counts: readonly VoteCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

/** What follows from the error rates of pairs, and from those at both ends. */
function figuresOf(
  spread: Spread,
  ends: readonly [worst: Spread, best: Spread],
  counts: readonly VoteCount[],
): Pick<MajorityFigures, 'majority' | 'now'> {
  const between = (
    of: (spread: Spread) => number,
  ): { readonly value: number; readonly low: number; readonly high: number } => {
    const value = of(spread);
    const others = ends.map(of);
    return { value, low: Math.min(value, ...others), high: Math.max(value, ...others) };
  };
  const votes = counts.reduce((sum, { more, less, count }) => sum + count * (more + less), 0);
  const now = between((each) => rightNow(each, counts)[0]);
  return {
    majority: sizes.map((annotators) => {
      const { value, ...range } = between((each) => rightOfMajority(each, annotators));
      return { annotators, right: value, ...range };
    }),
    now:
      votes === 0
        ? null
        : {
            annotators: votes / pairsIn(counts),
            right: now.value,
            withOneMore: Math.max(now.value, rightNow(spread, counts)[1]),
            low: now.low,
            high: now.high,
          },
  };
}

/** How well both models tell a vote from the others on its pair, each fitted to the other half of the pairs. */
function heldOutLoss(counts: readonly VoteCount[]): NonNullable<MajorityFigures['heldOut']> {
  const halves = [0, 1].map((half) =>
    counts.map((each) => ({ ...each, count: half === 0 ? Math.ceil(each.count / 2) : Math.floor(each.count / 2) })),
  );
  const sums = { votes: 0, equal: 0, difficulty: 0 };
  for (const [half, fitted] of halves.entries()) {
    const spreads = { equal: evenSpread(noiseOfFlips(differIn(fitted))), difficulty: fittedSpread(fitted) };
    for (const each of halves[1 - half] ?? []) {
      const votes = each.count * (each.more + each.less);
      if (votes === 0 || each.more + each.less < 2) continue;
      sums.votes += votes;
      sums.equal += votes * lossOf(spreads.equal, each);
      sums.difficulty += votes * lossOf(spreads.difficulty, each);
    }
  }
  return { votes: sums.votes, equal: sums.equal / sums.votes, difficulty: sums.difficulty / sums.votes };
}
