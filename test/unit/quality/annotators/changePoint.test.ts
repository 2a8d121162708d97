import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changePoint } from '../../../../src/core/quality/annotators/changePoint';

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const ofEach = (...parts: readonly (readonly [count: number, value: number])[]): number[] =>
  parts.flatMap(([count, value]) => Array.from({ length: count }, () => value));
/** Values that go up and down around a mean. */
const around = (count: number, mean: number): number[] =>
  Array.from({ length: count }, (_, at) => mean + (at % 2 === 0 ? 0.1 : -0.1));

describe('a change of the mean', () => {
  it.each([
    [10, 10],
    [10, 30],
    [17, 23],
    [30, 10],
  ])('is found at the first value after it: %d before and %d after', (before, after) => {
    expect(changePoint(ofEach([before, 1], [after, 3]))).toEqual({ at: before, before: 1, after: 3, p: 0 });
    const found = changePoint([...around(before, 1), ...around(after, 3)]);
    expect(found).toMatchObject({ at: before });
    expect(found?.p).toBeLessThan(1e-4);
  });

  it('leaves at least ten values on each side', () => {
    expect(changePoint(ofEach([3, 9], [37, 1]))?.at).toBe(10);
    expect(changePoint(ofEach([37, 1], [3, 9]))?.at).toBe(30);
  });

  it('is none of fewer than 20 values, or where nothing varies', () => {
    expect(changePoint(ofEach([9, 1], [10, 3]))).toBeNull();
    expect(changePoint(ofEach([40, 2]))).toBeNull();
  });

  it('is where the means of both sides lie the furthest apart for their lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 20, maxLength: 60 }), (values) => {
        const found = changePoint(values);
        const deviationAt = (at: number): number => Math.abs(at * (meanOf(values.slice(0, at)) - meanOf(values)));
        if (!found) {
          expect(new Set(values).size).toBe(1);
          return;
        }
        expect(found.before).toBeCloseTo(meanOf(values.slice(0, found.at)), 12);
        expect(found.after).toBeCloseTo(meanOf(values.slice(found.at)), 12);
        for (let at = 10; at <= values.length - 10; at++)
          expect(deviationAt(found.at)).toBeGreaterThan(deviationAt(at) - 1e-9);
      }),
      { numRuns: 100 },
    );
  });

  it('has the chance of the supremum of a Brownian bridge', () => {
    // Ten zeros and ones in turn, then as many of which every fifth is 0: means 0.5 and 0.8, so the sum is 1.5 off, and
    // the variance around both means (10 · 0.25 + 10 · 0.16) / 18.
    const values = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1];
    const x = 1.5 / Math.sqrt((20 * (2.5 + 1.6)) / 18);
    let p = 0;
    for (let k = 1; k < 1000; k++) p -= 2 * (-1) ** k * Math.exp(-2 * (k * x) ** 2);
    expect(changePoint(values)).toMatchObject({ at: 10, before: 0.5, after: 0.8 });
    expect(changePoint(values)?.p).toBeCloseTo(p, 9);
  });
});
