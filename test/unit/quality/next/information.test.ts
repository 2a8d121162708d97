import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entropy,
  informationOnLabel,
  informationOnWeights,
  meanChance,
} from '../../../../src/core/quality/next/information';

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** An integral over a normal distribution, by steps. */
function overNormal(mean: number, variance: number, of: (x: number) => number): number {
  const [deviation, steps] = [Math.sqrt(variance), 4000];
  let [sum, weights] = [0, 0];
  for (let step = 0; step <= steps; step++) {
    const z = -8 + (16 * step) / steps;
    const weight = Math.exp((-z * z) / 2);
    sum += weight * of(mean + deviation * z);
    weights += weight;
  }
  return sum / weights;
}

describe('what one more judgment is expected to teach', () => {
  it('is a bit for an even chance and nothing for what is certain', () => {
    expect([entropy(0.5), entropy(0), entropy(1)]).toEqual([1, 0, 0]);
    expect(entropy(0.11)).toBeCloseTo(0.4999, 3);
  });

  it('on weights is the mutual information that an integral by steps gives, within a hundredth', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.01, max: 4, noNaN: true }),
        (m, v) => {
          const exact = entropy(overNormal(m, v, sigmoid)) - overNormal(m, v, (x) => entropy(sigmoid(x)));
          expect(Math.abs(meanChance(m, v) - overNormal(m, v, sigmoid))).toBeLessThan(0.015);
          expect(Math.abs(informationOnWeights(m, v) - exact)).toBeLessThan(0.035);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('on weights rises with what is not known of them, and is nothing where all is', () => {
    expect(informationOnWeights(0, 0)).toBe(0);
    expect(informationOnWeights(0, 2)).toBeGreaterThan(informationOnWeights(0, 0.5));
    // Close and known teaches less than far and unknown.
    expect(informationOnWeights(0, 0.05)).toBeLessThan(informationOnWeights(1, 2));
  });

  it('on a label is the mutual information of a noisy channel', () => {
    // Of an even chance: 1 - H(ε), the capacity of the binary symmetric channel (C. E. Shannon, 1948).
    expect(informationOnLabel(0.5, 0, 0.11)).toBeCloseTo(1 - entropy(0.11), 10);
    expect(informationOnLabel(0.5, 0, 0.499)).toBeCloseTo(0, 4);
  });

  it('on a label is as much after votes that cancel each other out as before, and falls as votes agree', () => {
    const after = (votes: number): number => informationOnLabel(0.5, votes, 0.15);
    expect(after(0)).toBeGreaterThan(after(1));
    expect(after(1)).toBeGreaterThan(after(2));
    expect(after(-2)).toBeCloseTo(after(2), 12);
    // A vote against what is likely leaves more to learn than one for it.
    expect(informationOnLabel(0.8, -1, 0.15)).toBeGreaterThan(informationOnLabel(0.8, 1, 0.15));
  });
});
