import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirstExamples } from '../../../../src/core/quality/coverage/items/firstExamples';
import { NumberTable } from '../../../../src/core/model/report/numberTable';

describe('a table of numbers', () => {
  it('gives each number the place of its first coming, however many there are', () => {
    const anyKey = fc.oneof(
      fc.integer({ min: 0, max: 50 }),
      fc.maxSafeNat(),
      fc.integer({ min: 0, max: 3000 }).map((n) => n * 0x100000000),
    );
    fc.assert(
      fc.property(
        fc.array(anyKey, { maxLength: 4000, size: 'max' }),
        fc.array(anyKey, { maxLength: 20 }),
        (keys, others) => {
          const table = new NumberTable();
          const places = new Map<number, number>();
          for (const key of keys) {
            if (!places.has(key)) places.set(key, places.size);
            expect(table.add(key)).toBe(places.get(key));
          }
          expect(table.size).toBe(places.size);
          for (const [key, place] of places) expect([table.find(key), table.keyAt(place)]).toEqual([place, key]);
          for (const key of others) expect(table.find(key)).toBe(places.get(key) ?? -1);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('the first ones', () => {
  it('are the same in whatever order they come, and all are counted', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (names, most) => {
          const first = new FirstExamples<string>(most);
          for (const name of names) first.add(name, () => name);
          expect(first.all).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)).slice(0, most));
          expect(first.count).toBe(names.length);
        },
      ),
    );
  });
});
