import { describe, expect, it } from 'vitest';
import { random } from '../../../src/core/model/annotation/blindOrder';
import { estimateOf, ItemSums } from '../../../src/core/quality/estimate';
import { Choices, conditionalLogit } from '../../../src/core/quality/models/conditionalLogit';
import type { ModelPair } from '../../../src/core/quality/models/modelPairs';
import { plackettLuceWithTies } from '../../../src/core/quality/models/plackettLuce';
import { raoKupper } from '../../../src/core/quality/models/raoKupper';
import { centred, strengthPrior } from '../../../src/core/quality/models/strengths';

/** Intervals where one side always or nearly always wins: what is flat on one side is not known well. */

const seeds = Array.from({ length: 500 }, (_, seed) => seed + 1);
interface Found {
  readonly low: number | null;
  readonly high: number | null;
}

/** The share of seeds whose interval holds what was planted, each its own. */
function covered(of: (next: () => number) => readonly [truth: number, found: Found]): number {
  return (
    seeds.filter((seed) => {
      const [truth, { low, high }] = of(random(seed));
      return low !== null && high !== null && low <= truth && truth <= high;
    }).length / seeds.length
  );
}

const isNominal = (rate: number): void => {
  expect(rate).toBeGreaterThanOrEqual(0.92);
  expect(rate).toBeLessThanOrEqual(0.98);
};
const chance = (odds: number): number => 1 / (1 + Math.exp(-odds));
const only = (of: number, at: number): Float64Array => Float64Array.from({ length: of }, (_, each) => +(each === at));

/**
 * Preferences of pairs that differ in length, and `carrying` of them in a table too, which adds `effect`.
 * @param judges of each item, who say the same with chance `alike`
 */
function withTable(carrying: number, effect: number, judges: number, alike: number, next: () => number): Choices {
  const choices = new Choices(2);
  for (let item = 0; item < 120; item++) {
    const gap = 2 * next() - 1;
    const hasTable = item < carrying ? 1 : 0;
    const draw = (): boolean => next() < chance(0.5 * gap + effect * hasTable);
    const first = draw();
    for (let judge = 0; judge < judges; judge++) {
      const isFirst = judge === 0 || next() < alike ? first : draw();
      const one: [number, number][] = [
        [0, gap],
        [1, hasTable],
      ];
      choices.add(item, isFirst ? [one, []] : [[], one]);
    }
  }
  return choices;
}

describe('a table that wins in all of 16 items', () => {
  const choices = new Choices(1);
  for (let item = 0; item < 16; item++) choices.add(item, [[[0, 1]], []]);
  const fit = conditionalLogit(choices, 0.1);

  it('wins 98 % (84 to 100 %), of 16 items, and not 98 to 99 %', () => {
    const { low, high } = fit.interval(only(1, 0), 0);
    expect(chance(fit.weights[0]!)).toBeGreaterThan(0.97);
    // Where the likelihood and the prior together lie z² / 2 lower.
    const at = (weight: number): number => -16 * Math.log1p(Math.exp(-weight)) - 0.05 * weight ** 2;
    for (const end of [low, high]) expect(at(fit.weights[0]!) - at(end)).toBeCloseTo(1.92, 1);
    expect(chance(low)).toBeLessThan(0.86);
    expect(chance(low)).toBeGreaterThan(0.8);
    expect(chance(high)).toBeGreaterThan(0.999);
    expect(fit.carriers[0]).toBe(16);
  });

  it('counts the items that have it among all others', () => {
    const all = conditionalLogit(withTable(16, 6, 2, 1, random(3)), 0.1);
    expect([...all.carriers]).toEqual([120, 16]);
    expect(chance(all.interval(only(2, 1), 1).low)).toBeLessThan(0.88);
  });

  it('is known no better where three people say the same of each', () => {
    const thrice = new Choices(1);
    for (let item = 0; item < 16; item++) for (let judge = 0; judge < 3; judge++) thrice.add(item, [[[0, 1]], []]);
    const three = conditionalLogit(thrice, 0.1);
    expect(chance(three.interval(only(1, 0), 0).low)).toBeLessThan(0.88);
  });
});

describe('near separation, 92 to 98 of 100 intervals hold what was planted', () => {
  it.each([
    ['few items', 20, 1, 0],
    ['more items', 60, 1, 0],
    ['several judges who say the same', 30, 3, 1],
    ['several judges who mostly say the same', 40, 3, 0.7],
    ['several judges who judge by themselves', 30, 3, 0],
  ])('of a table that mostly wins: %s', (_, carrying, judges, alike) => {
    isNominal(
      covered((next) => {
        const effect = 1.5 + 2.5 * next();
        const { interval } = conditionalLogit(withTable(carrying, effect, judges, alike, next), 0.1);
        return [effect, interval(only(2, 1), 1)];
      }),
    );
  });

  /** Pairs of three models, of which the last one wins nearly always. */
  function pairsOf(strength: number, next: () => number): ModelPair[] {
    const strengths = [0.3, -0.3, strength];
    return Array.from({ length: 160 }, (_, row): ModelPair => {
      const [first, second] = row < 30 ? [2, row % 2] : [0, 1];
      const isFirst = next() < chance(strengths[first]! - strengths[second]!);
      return {
        row,
        annotation: row,
        a: 2 * row,
        b: 2 * row + 1,
        first,
        second,
        outcome: isFirst ? 1 : -1,
      };
    });
  }

  it('of the strength of a model (Bradley-Terry)', () => {
    isNominal(
      covered((next) => {
        const strength = 1.5 + 2.5 * next();
        const choices = new Choices(3);
        for (const { row, first, second, outcome } of pairsOf(strength, next)) {
          const [one, other] = outcome > 0 ? [first, second] : [second, first];
          choices.add(row, [[[one, 1]], [[other, 1]]]);
        }
        // Over the mean of the two that are known.
        return [strength, centred(conditionalLogit(choices, strengthPrior), [[0, 1, 2]], 3).of[2]!];
      }),
    );
  });

  it('of the strength of a model with ties (Rao-Kupper)', () => {
    isNominal(
      covered((next) => {
        const strength = 1.5 + 2 * next();
        const threshold = 1.5;
        const pairs = pairsOf(strength, next).map((pair): ModelPair => {
          const gap = [0.3, -0.3, strength][pair.first]! - [0.3, -0.3, strength][pair.second]!;
          const drawn = next();
          const [win, loss] = [1 / (1 + threshold * Math.exp(-gap)), 1 / (1 + threshold * Math.exp(gap))];
          return { ...pair, outcome: drawn < win ? 1 : drawn < win + loss ? -1 : 0 };
        });
        return [strength, centred(raoKupper(pairs, 3), [[0, 1, 2]], 3).of[2]!];
      }),
    );
  });

  it('of the worth of a model by rankings (Plackett-Luce)', () => {
    isNominal(
      covered((next) => {
        const worth = 1.5 + 2 * next();
        const worths = [0.3, -0.3, worth];
        const rankings = Array.from({ length: 100 }, (_, row) => {
          const left = row < 25 ? [0, 1, 2] : [0, 1];
          const tiers: number[][] = [];
          while (left.length > 0) {
            let drawn = next() * left.reduce((sum, model) => sum + Math.exp(worths[model]!), 0);
            const at = left.findIndex((model) => (drawn -= Math.exp(worths[model]!)) <= 0);
            tiers.push(left.splice(Math.max(0, at), 1));
          }
          return { row, tiers, unranked: [] };
        });
        return [worth, centred(plackettLuceWithTies(rankings, 3, strengthPrior), [[0, 1, 2]], 3).of[2]!];
      }),
    );
  });

  it.each([
    ['one trial an item', 60, 1, 0],
    ['three alike', 60, 3, 1],
    ['three by themselves', 60, 3, 0],
    ['many items', 400, 1, 0],
  ])('of a share that nearly all items say the same of: %s', (_, items, trials, alike) => {
    isNominal(
      covered((next) => {
        const share = 0.93 + 0.05 * next();
        const sums = new ItemSums(2);
        for (let item = 0; item < items; item++) {
          const first = next() < share ? 1 : 0;
          let part = first;
          for (let trial = 1; trial < trials; trial++) part += next() < alike ? first : next() < share ? 1 : 0;
          sums.item().set([part, trials]);
        }
        return [share, estimateOf(sums, ([part = 0, all = 0]) => part / all, [0, 1])!];
      }),
    );
  });
});
