import { describe, expect, it } from 'vitest';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import { majorityRight, type VoteCount } from '../../../../src/core/quality/noise/difficulty';
import { majorityOfNoise, majorityOfVotes, type MajorityFigures } from '../../../../src/core/quality/noise/majority';

/** Pairs with so many votes each, whose error rates are drawn of some; and how many majorities are right. */
function votesOn(pairs: number, perPair: number, rates: readonly number[], seed: number) {
  const next = random(seed * 7919 + 3);
  for (let warm = 0; warm < 10; warm++) next();
  const table = new Map<number, number>();
  for (let pair = 0; pair < pairs; pair++) {
    const rate = rates[Math.floor(next() * rates.length)]!;
    let right = 0;
    for (let vote = 0; vote < perPair; vote++) if (next() >= rate) right++;
    const more = Math.max(right, perPair - right);
    table.set(more, (table.get(more) ?? 0) + 1);
  }
  return [...table].map(([more, count]): VoteCount => ({ more, less: perPair - more, count }));
}

const truthOf = (n: number, rates: readonly number[]): number =>
  rates.reduce((sum, rate) => sum + majorityRight(n, rate), 0) / rates.length;
const ofThree = ({ majority }: MajorityFigures) => majority.find(({ annotators }) => annotators === 3)!;

describe('how often a majority is right', () => {
  it.each([
    ['half of the pairs hard, the others easy', 300, 5, [0.02, 0.4], 'difficulty'],
    ['three kinds of pairs', 600, 5, [0.05, 0.1, 0.3], 'difficulty'],
    ['all pairs alike', 300, 5, [0.15], 'equal'],
  ])('is told by what the votes say of difficulty: %s', (_, pairs, perPair, rates, by) => {
    const seeds = 40;
    let [sum, hits, chosen] = [0, 0, 0];
    for (let seed = 0; seed < seeds; seed++) {
      const figures = majorityOfVotes({ counts: votesOn(pairs, perPair, rates, seed), items: pairs });
      const { right, low, high } = ofThree(figures);
      sum += right;
      const truth = truthOf(3, rates);
      if (low <= truth && truth <= high) hits++;
      if (figures.majorityBy === by) chosen++;
    }
    expect(Math.abs(sum / seeds - truthOf(3, rates))).toBeLessThan(0.015);
    expect(hits / seeds).toBeGreaterThanOrEqual(0.9);
    expect(chosen / seeds).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    ['half of the pairs a toss-up', 300, 5, [0.01, 0.5]],
    ['a quarter of the pairs a toss-up', 200, 6, [0.05, 0.05, 0.05, 0.5]],
    ['many pairs', 1500, 5, [0.02, 0.4]],
  ])(
    'lies within its interval also where few votes cannot tell how hard pairs differ: %s',
    (_, pairs, perPair, rates) => {
      const seeds = 40;
      const hits = [1, 3, 9].map(() => 0);
      for (let seed = 0; seed < seeds; seed++) {
        const { majority } = majorityOfVotes({ counts: votesOn(pairs, perPair, rates, seed), items: pairs });
        for (const [at, n] of [1, 3, 9].entries()) {
          const { low, high } = majority.find(({ annotators }) => annotators === n)!;
          if (low <= truthOf(n, rates) && truthOf(n, rates) <= high) hits[at] = (hits[at] ?? 0) + 1;
        }
      }
      // 40 studies: 92 % less two standard errors.
      for (const hit of hits) expect(hit / seeds).toBeGreaterThanOrEqual(0.83);
    },
  );

  it('is told less exactly where pairs of one item hang together', () => {
    const counts = votesOn(300, 5, [0.02, 0.4], 1);
    const widthOf = (items: number): number => {
      const { low, high } = ofThree(majorityOfVotes({ counts, items }));
      return high - low;
    };
    expect(widthOf(30)).toBeGreaterThan(1.5 * widthOf(300));
  });

  it('is a guess between both ends where no pair has four votes', () => {
    for (const rates of [[0.02, 0.4], [0.15]]) {
      for (let seed = 0; seed < 40; seed++) {
        const figures = majorityOfVotes({ counts: votesOn(300, 3, rates, seed), items: 300 });
        expect(figures).toMatchObject({ majorityBy: 'guess', heldOut: null });
        const { right, low, high } = ofThree(figures);
        expect(low).toBeLessThan(right);
        expect(right).toBeLessThan(high);
        expect(low - 0.02).toBeLessThan(truthOf(3, rates));
        expect(high + 0.02).toBeGreaterThan(truthOf(3, rates));
      }
    }
  });

  it('grows with each second vote, and is worth more with one more', () => {
    const { majority, now } = majorityOfVotes({ counts: votesOn(300, 5, [0.02, 0.4], 1), items: 300 });
    const odd = majority.filter(({ annotators }) => annotators % 2 === 1).map(({ right }) => right);
    expect(odd).toEqual(odd.toSorted((a, b) => a - b));
    expect(now!.withOneMore).toBeGreaterThanOrEqual(now!.right);
    expect(now!.annotators).toBe(5);
  });

  it('follows from control items alone', () => {
    const epsilon = { value: 0.1, low: 0.05, high: 0.15, items: 50 };
    const figures = majorityOfNoise(epsilon, { counts: [{ more: 1, less: 0, count: 20 }], items: 20 });
    const { right, low, high } = ofThree(figures);
    expect(high).toBeCloseTo(majorityRight(3, 0.05), 2);
    expect(low).toBeLessThan(right);
    expect(majorityOfVotes({ counts: [], items: 0 }).now).toBeNull();
  });
});
