import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bradleyTerry } from '../../../../src/core/quality/bradleyTerry';
import type { Ballot } from '../../../../src/core/quality/consensus/ballot';
import { consensusOf } from '../../../../src/core/quality/consensus/consensus';
import { pairVotes } from '../../../../src/core/quality/consensus/pairTable';
import { anyBallots, inOneString, named, orders, strictIn } from './ballots';

const candidates = named(4);
const σ = (x: number): number => 1 / (1 + Math.exp(-x));
const prior = (strengths: readonly number[]): number => strengths.reduce((sum, each) => sum - 0.05 * each * each, 0);

/** Gradient ascent by differences, each step as long as it may be while it leads up. */
function highest(value: (strengths: readonly number[]) => number): number[] {
  let at = candidates.map(() => 0);
  let length = 0.1;
  for (let step = 0; step < 4000; step++) {
    const slope = at.map(
      (_, i) =>
        (value(at.map((each, j) => each + (i === j ? 1e-5 : 0))) -
          value(at.map((each, j) => each - (i === j ? 1e-5 : 0)))) /
        2e-5,
    );
    if (Math.hypot(...slope) < 1e-6) break;
    let next = at;
    for (; length > 1e-9; length /= 2) {
      next = at.map((each, i) => each + length * slope[i]!);
      if (value(next) > value(at)) break;
    }
    at = next;
    length *= 1.9;
  }
  return at;
}

/** Wins, half of them for ties. */
const bradleyTerryValue =
  (ballots: readonly Ballot[]) =>
  (strengths: readonly number[]): number =>
    pairVotes(ballots, candidates).reduce((sum, { a, b, forA, forB, ties }) => {
      const difference = strengths[candidates.indexOf(a)]! - strengths[candidates.indexOf(b)]!;
      return sum + (forA + ties / 2) * Math.log(σ(difference)) + (forB + ties / 2) * Math.log(σ(-difference));
    }, prior(strengths));

function permutations<T>(values: readonly T[]): T[][] {
  return values.length === 0
    ? [[]]
    : values.flatMap((value, at) =>
        permutations(values.filter((_, other) => other !== at)).map((rest) => [value, ...rest]),
      );
}

/** Every order that the tiers allow, alike; choices until none of the ranked are left. */
const plackettLuceValue =
  (ballots: readonly Ballot[]) =>
  (strengths: readonly number[]): number => {
    const at = (id: string): number => strengths[candidates.indexOf(id)]!;
    const logSum = (ids: readonly string[]): number => Math.log(ids.reduce((sum, id) => sum + Math.exp(at(id)), 0));
    let value = prior(strengths);
    for (const { tiers = [], unranked = [] } of ballots) {
      for (const [depth, tier] of tiers.entries()) {
        const below = [...tiers.slice(depth + 1).flat(), ...unranked];
        const all = permutations(tier);
        for (const order of all)
          for (const [place, id] of order.entries())
            value += (at(id) - logSum([...order.slice(place), ...below])) / all.length;
      }
    }
    return value;
  };

const close = (scores: ReadonlyMap<string, number> | undefined, expected: readonly number[]): void => {
  for (const [id, score] of scores ?? []) expect(score).toBeCloseTo(expected[candidates.indexOf(id)]!, 4);
};

describe('Bradley-Terry of one item', () => {
  it('is where gradient ascent ends', () => {
    fc.assert(
      fc.property(anyBallots(candidates), (ballots) =>
        close(consensusOf('bradley-terry', candidates, ballots).scores, highest(bradleyTerryValue(ballots))),
      ),
      { numRuns: 30 },
    );
  });

  it('gives the strengths 0.640, 1.043, 0.660 and 2.270 of the usual example, where the prior is next to nothing', () => {
    const wins: [string, string, number][] = [
      ['a', 'b', 2],
      ['a', 'd', 1],
      ['b', 'a', 3],
      ['b', 'c', 5],
      ['c', 'b', 3],
      ['c', 'd', 1],
      ['d', 'a', 4],
      ['d', 'c', 3],
    ];
    const columns = wins.flatMap(([winner, loser]) => [candidates.indexOf(winner), candidates.indexOf(loser)]);
    const { logOdds } = bradleyTerry({
      features: 4,
      ends: Uint32Array.from(wins, (_, row) => 2 * row + 2),
      columns: Uint32Array.from(columns),
      values: Float64Array.from(columns, (_, at) => (at % 2 === 0 ? 1 : -1)),
      counts: Float64Array.from(wins, ([, , count]) => count),
      ridge: 1e-6,
    });
    expect([...logOdds].map((each) => Number(Math.exp(each).toFixed(2)))).toEqual([0.64, 1.04, 0.66, 2.27]);
    const ballots = wins.flatMap(([a, b, count]) =>
      Array.from({ length: count }, (_, at): Ballot => ({
        voter: `${a}${b}${at}`,
        comparisons: [{ a, b, outcome: 'a' }],
      })),
    );
    expect(inOneString(consensusOf('bradley-terry', candidates, ballots))).toBe('d>b>c>a');
  });

  it('converges where all are of one mind, to odds of 19 to 1 for three voters', () => {
    const { scores, preferences } = consensusOf('bradley-terry', ['a', 'b'], orders([3, 'ab']));
    const apart = scores!.get('a')! - scores!.get('b')!;
    expect(Math.exp(apart)).toBeCloseTo(19.28, 2);
    // Where the slope is 0: 3 σ(−d) = 0.1 · d / 2.
    expect(3 * σ(-apart)).toBeCloseTo(0.05 * apart, 6);
    expect(preferences).toEqual([{ chosen: 'a', rejected: 'b', share: 1, votes: 3 }]);
  });
});

describe('Plackett-Luce of one item', () => {
  it('is where gradient ascent ends, with every order of tiers of up to three counted alike', () => {
    const smallTiers = anyBallots(candidates).filter((ballots) =>
      ballots.every(({ tiers }) => tiers?.every(({ length }) => length < 4)),
    );
    fc.assert(
      fc.property(smallTiers, (ballots) =>
        close(consensusOf('plackett-luce', candidates, ballots).scores, highest(plackettLuceValue(ballots))),
      ),
      { numRuns: 30 },
    );
  });

  it('is the Bradley-Terry model on comparisons', () => {
    fc.assert(
      fc.property(anyBallots(candidates), (ballots) => {
        const compared = ballots.filter(({ tiers }) => !tiers);
        const [one, other] = [
          consensusOf('plackett-luce', candidates, compared),
          consensusOf('bradley-terry', candidates, compared),
        ];
        close(
          one.scores,
          candidates.map((id) => other.scores?.get(id) ?? 0),
        );
        expect(strictIn(one)).toEqual(strictIn(other));
      }),
    );
  });

  it('takes a tier of many as tied, and what is above all others as best', () => {
    const many = named(12);
    const consensus = consensusOf('plackett-luce', many, [
      { voter: 'ana', tiers: [['l'], many.slice(0, 9)], unranked: ['j', 'k'] },
    ]);
    expect(inOneString(consensus)).toBe('l>a=b=c=d=e=f=g=h=i>j=k');
  });

  it('converges on long rankings that all agree', () => {
    const many = Array.from({ length: 64 }, (_, at) => `r${at}`);
    const ballots = [0, 1, 2].map((at) => ({ voter: `v${at}`, tiers: many.map((id) => [id]) }));
    expect(consensusOf('plackett-luce', many, ballots).tiers).toEqual(many.map((id) => [id]));
    expect(consensusOf('bradley-terry', many, ballots).tiers).toEqual(many.map((id) => [id]));
  });
});
