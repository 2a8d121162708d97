import { describe, expect, it } from 'vitest';
import { random } from '../../../src/core/model/annotation/blindOrder';
import { alphaByItem } from '../../../src/core/quality/agreement/itemAlpha';
import { cohenKappa } from '../../../src/core/quality/agreement/cohenKappa';
import { ItemSums } from '../../../src/core/quality/estimate';
import { Choices, conditionalLogit } from '../../../src/core/quality/models/conditionalLogit';
import { noiseFigure, overlapSums } from '../../../src/core/quality/noise/noiseReport';
import { noiseOfFlips } from '../../../src/core/quality/noise/noise';

const simulations = 500;

/** The share of simulated studies whose interval holds the truth; the nominal rate is 95 %. */
function covered(truth: number, interval: (next: () => number) => readonly [low: number, high: number]): number {
  let count = 0;
  for (let seed = 1; seed <= simulations; seed++) {
    const [low, high] = interval(random(seed));
    if (low <= truth && truth <= high) count++;
  }
  return count / simulations;
}

/** Labels 0 and 1 of `items` by three annotators who are wrong with chance ε. */
function labels(items: number, epsilon: number, next: () => number) {
  const found = { items: [] as number[], units: [] as number[], annotators: [] as number[], values: [] as number[] };
  for (let item = 0; item < items; item++) {
    const truth = next() < 0.5 ? 0 : 1;
    for (let annotator = 0; annotator < 3; annotator++) {
      found.items.push(item);
      found.units.push(item);
      found.annotators.push(annotator);
      found.values.push(next() < epsilon ? 1 - truth : truth);
    }
  }
  return found;
}

const epsilon = 0.2;
// Two labels differ with chance 2ε(1 − ε), and by chance with 1/2.
const alpha = 1 - (2 * epsilon * (1 - epsilon)) / 0.5;

describe('intervals of 95 % hold what was planted in 92 to 98 % of 500 simulated studies', () => {
  it.each([
    ['α, 60 items (drawn again)', 60],
    ['α, 600 items (by formula)', 600],
  ])('%s', (_, items) => {
    const rate = covered(alpha, (next) => {
      const found = alphaByItem(labels(items, epsilon, next), 'nominal').alpha!;
      return [found.low!, found.high!];
    });
    expect(rate).toBeGreaterThanOrEqual(0.92);
    expect(rate).toBeLessThanOrEqual(0.98);
  });

  it('Cohen’s κ of two annotators', () => {
    const rate = covered(alpha, (next) => {
      const { values } = labels(600, epsilon, next);
      const { kappa } = cohenKappa(
        2,
        Array.from({ length: 600 }, (_, item) => ({ item, first: values[item * 3]!, second: values[item * 3 + 1]! })),
      );
      return [kappa!.low!, kappa!.high!];
    });
    expect(rate).toBeGreaterThanOrEqual(0.92);
    expect(rate).toBeLessThanOrEqual(0.98);
  });

  it('ε of the overlap', () => {
    const rate = covered(epsilon, (next) => {
      const found = labels(600, epsilon, next);
      const valued = {
        ...found,
        items: Uint32Array.from(found.items),
        units: Float64Array.from(found.units),
        annotators: Uint32Array.from(found.annotators),
        values: Float64Array.from(found.values, (value) => (value === 1 ? 1 : -1)),
        annotations: Uint32Array.from(found.items),
        places: Uint32Array.from(found.items.keys()),
      };
      const { low, high } = noiseFigure(overlapSums(valued), noiseOfFlips)!.epsilon;
      return [low!, high!];
    });
    expect(rate).toBeGreaterThanOrEqual(0.92);
    expect(rate).toBeLessThanOrEqual(0.98);
  });

  it('what twice the length adds, where judgements of an item hang together', () => {
    const effect = 0.4;
    const rate = covered(effect, (next) => {
      const choices = new Choices(1);
      for (let item = 0; item < 300; item++) {
        const gap = 2 * next() - 1 + 2 * next() - 1;
        // What one says of an item another mostly says too: three judgements are worth little more than one.
        const first = next() < 1 / (1 + Math.exp(-effect * gap));
        for (let annotator = 0; annotator < 3; annotator++) {
          const isFirst = next() < 0.8 ? first : next() < 1 / (1 + Math.exp(-effect * gap));
          choices.add(item, [[[0, isFirst ? gap : 0]], [[0, isFirst ? 0 : gap]]]);
        }
      }
      const { weights, standardErrors } = conditionalLogit(choices, 1e-6);
      const reach = 1.96 * standardErrors[0]!;
      return [weights[0]! - reach, weights[0]! + reach];
    });
    expect(rate).toBeGreaterThanOrEqual(0.92);
    expect(rate).toBeLessThanOrEqual(0.98);
  });

  it('are none for fewer than ten items', () => {
    const sums = new ItemSums(2);
    for (let item = 0; item < 9; item++) sums.item().set([1, 2]);
    expect(noiseFigure(sums, (differ) => differ)?.epsilon).toMatchObject({ value: 0.5, low: null, high: null });
  });
});
