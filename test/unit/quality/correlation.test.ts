import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlationOf, tauB } from '../../../src/core/quality/correlation';

const both = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
  minLength: 2,
  maxLength: 20,
});

describe("Kendall's tau-b", () => {
  it('is the sum of products of signs over the roots of the sums of their squares', () => {
    fc.assert(
      fc.property(both, (values) => {
        const signs = values.flatMap(([x, y], i) =>
          values.slice(i + 1).map(([u, v]) => [Math.sign(x - u), Math.sign(y - v)] as const),
        );
        const count = (is: (x: number, y: number) => boolean): number => signs.filter(([x, y]) => is(x, y)).length;
        const found = tauB({
          concordant: count((x, y) => x * y > 0),
          discordant: count((x, y) => x * y < 0),
          tiedInFirst: count((x, y) => x === 0 && y !== 0),
          tiedInSecond: count((x, y) => x !== 0 && y === 0),
        });
        const [xy, xx, yy] = [0, 1, 2].map((which) =>
          signs.reduce((sum, [x, y]) => sum + [x * y, x * x, y * y][which]!, 0),
        ) as [number, number, number];
        if (xx * yy === 0) expect(found).toBeNull();
        else expect(found).toBeCloseTo(xy / Math.sqrt(xx * yy), 12);
      }),
    );
  });
});

describe('the correlation', () => {
  it('is that of the deviations from the means', () => {
    fc.assert(
      fc.property(both, (values) => {
        const sum = (of: (x: number, y: number) => number): number =>
          values.reduce((all, [x, y]) => all + of(x / 4, y / 4), 0);
        const n = values.length;
        const [meanX, meanY] = [sum((x) => x) / n, sum((_, y) => y) / n];
        const product = sum((x) => (x - meanX) ** 2) * sum((_, y) => (y - meanY) ** 2);
        const found = correlationOf({
          n,
          x: sum((x) => x),
          y: sum((_, y) => y),
          xx: sum((x) => x * x),
          yy: sum((_, y) => y * y),
          xy: sum((x, y) => x * y),
        });
        if (product < 1e-9) expect(found).toBeNull();
        else expect(found).toBeCloseTo(sum((x, y) => (x - meanX) * (y - meanY)) / Math.sqrt(product), 9);
      }),
    );
  });
});
