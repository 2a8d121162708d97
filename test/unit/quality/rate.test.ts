import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateOf } from '../../../src/core/quality/rate';

describe("Wilson's interval", () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998, table I,
  // method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d in %d is the published one', (successes, n, low, high) => {
    const rate = rateOf(successes, n);
    expect(rate).toMatchObject({ rate: successes / n, n });
    expect(rate?.low).toBeCloseTo(low, 4);
    expect(rate?.high).toBeCloseTo(high, 4);
  });

  it('of nothing is none', () => expect(rateOf(0, 0)).toBeNull());

  it('holds the share, lies within 0 and 1, and is where the share is z standard errors away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const { rate, low, high } = rateOf(share * n, n)!;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(rate + 1e-12);
        expect(high).toBeGreaterThanOrEqual(rate - 1e-12);
        expect(high).toBeLessThanOrEqual(1);
        for (const end of [low, high].filter((each) => each > 0 && each < 1))
          expect(Math.abs(rate - end)).toBeCloseTo(1.959963984540054 * Math.sqrt((end * (1 - end)) / n), 6);
      }),
    );
  });
});
