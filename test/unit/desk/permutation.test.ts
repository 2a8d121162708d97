import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Permutation } from '../../../src/core/desk/queue/permutation';

describe('a permutation without a list', () => {
  it('holds every number once, and finds each again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (count, seed) => {
        const permutation = new Permutation(count, seed);
        const values = [...Array(count).keys()].map((place) => permutation.at(place));
        expect(values.toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
        values.forEach((value, place) => expect(permutation.placeOf(value)).toBe(place));
      }),
    );
  });

  it('leads back from any place among billions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2 ** 31, max: 2 ** 32 }),
        fc.nat(),
        fc.nat({ max: 2 ** 31 - 1 }),
        (count, seed, place) => {
          const permutation = new Permutation(count, seed);
          expect(permutation.at(place)).toBeLessThan(count);
          expect(permutation.placeOf(permutation.at(place))).toBe(place);
        },
      ),
    );
  });

  it('puts every item first about as often as any other, and keeps few neighbours together', () => {
    const firsts = Array.from({ length: 10 }, () => 0);
    for (let seed = 0; seed < 10_000; seed++) firsts[new Permutation(10, seed).at(0)]!++;
    for (const times of firsts) expect(Math.abs(times - 1000)).toBeLessThan(150);
    const permutation = new Permutation(10_000, 3);
    let together = 0;
    for (let place = 1; place < 10_000; place++)
      if (Math.abs(permutation.at(place) - permutation.at(place - 1)) === 1) together++;
    expect(together).toBeLessThan(12);
  });
});
