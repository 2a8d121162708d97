import type { NoiseReport } from '../../model/report/quality';
import { generator } from '../bootstrap';
import type { Estimate } from '../estimate';
import { z95 } from '../rate';
import {
  differIn,
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
const draws = 100;

export type MajorityFigures = Pick<NoiseReport, 'majority' | 'majorityBy' | 'heldOut' | 'now'>;

/** Strict votes on pairs, and how many items they are of. */
export interface Votes {
  readonly counts: readonly VoteCount[];
  readonly items: number;
}

/**
 * How often a majority is right, and what one vote more would buy. With votes on enough pairs by four or more the model
 * that tells held-out votes better is taken: one error rate for all, or one by pair. Else how hard pairs differ is a guess,
 * between both ends.
 */
export function majorityOfVotes(votes: Votes): MajorityFigures {
  const { counts, items } = votes;
  const rich = counts.filter(({ more, less }) => more + less >= minVotes);
  const heldOut = pairsIn(rich) < minPairs ? null : heldOutLoss(counts);
  if (heldOut === null) {
    const differ = differIn(counts);
    const reach = z95 * Math.sqrt((differ * (1 - differ)) / Math.max(1, items));
    return guessed(differ, [Math.max(0, differ - reach), Math.min(0.5, differ + reach)], counts);
  }
  const majorityBy = heldOut.difficulty < heldOut.equal ? 'difficulty' : 'equal';
  const spread = majorityBy === 'difficulty' ? fittedSpread(counts) : evenSpread(noiseOfFlips(differIn(counts)));
  const random = generator();
  const fits = Array.from({ length: draws }, (_, at) => {
    const some = drawn(counts, items, random);
    const even = evenSpread(noiseOfFlips(differIn(some)));
    if (majorityBy === 'equal') return even;
    // Votes do not tell all of a spread: what is believed beside them is drawn too, from both ends and between.
    return fittedSpread(some, [likelySpread, widestSpread, () => even][at % 3]?.(differIn(some)));
  });
  const figure = (of: (spread: Spread) => number): Range => {
    const [value, others] = [of(spread), fits.map(of)];
    const mean = others.reduce((sum, each) => sum + each, 0) / draws;
    const reach = z95 * Math.sqrt(others.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (draws - 1));
    return { value, low: inRange(value - reach), high: inRange(value + reach) };
  };
  return { ...figuresOf(figure, counts), majorityBy, heldOut };
}

/** The same where only the error rate of a vote is known, of control items or of repeats. */
export function majorityOfNoise({ value, low, high }: Estimate, { counts }: Votes): MajorityFigures {
  const differ = (rate: number): number => 2 * rate * (1 - rate);
  return guessed(differ(value), [differ(low ?? value), differ(high ?? value)], counts);
}

/** How hard pairs differ is not known: what assumes the least, between both ends. */
function guessed(
  differ: number,
  [least, most]: readonly [number, number],
  counts: readonly VoteCount[],
): MajorityFigures {
  const [spread, worst, best] = [likelySpread(differ), widestSpread(most), evenSpread(noiseOfFlips(least))];
  const figure = (of: (spread: Spread) => number): Range => ({ value: of(spread), low: of(worst), high: of(best) });
  return { ...figuresOf(figure, counts), majorityBy: 'guess', heldOut: null };
}

interface Range {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A majority is right at least by chance. */
const inRange = (right: number): number => Math.min(1, Math.max(0.5, right));
const pairsIn = (counts: readonly VoteCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

/** What follows from the error rates of pairs. @param figure a value, and between what it lies, by how it follows from a spread */
function figuresOf(
  figure: (of: (spread: Spread) => number) => Range,
  counts: readonly VoteCount[],
): Pick<MajorityFigures, 'majority' | 'now'> {
  const votes = counts.reduce((sum, { more, less, count }) => sum + count * (more + less), 0);
  const now = figure((spread) => rightNow(spread, counts)[0]);
  return {
    majority: sizes.map((annotators) => {
      const { value, ...range } = figure((spread) => rightOfMajority(spread, annotators));
      return { annotators, right: value, ...range };
    }),
    now:
      votes === 0
        ? null
        : {
            annotators: votes / pairsIn(counts),
            right: now.value,
            withOneMore: Math.max(now.value, figure((spread) => rightNow(spread, counts)[1]).value),
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

/** As many pairs as there are items, drawn again: pairs of one item hang together. */
function drawn(counts: readonly VoteCount[], items: number, random: () => number): VoteCount[] {
  const pairs = pairsIn(counts);
  const scale = pairs / Math.max(1, items);
  return counts.map((each) => ({ ...each, count: scale * poisson(each.count / scale, random) }));
}

/** A Poisson number, of a great mean by the normal that it goes to. */
function poisson(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, mean + Math.sqrt(mean) * normal);
  }
  let [count, product] = [0, random()];
  for (const limit = Math.exp(-mean); product > limit; product *= random()) count++;
  return count;
}
