import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf, rangePathTo, chunkName, type ListRange } from '../../../src/core/dataset/sources/listRanges';

const leaves = (range: ListRange): ListRange[] =>
  range.to - range.from === 1 ? [range] : partsOf(range).flatMap(leaves);

describe('the parts of a list', () => {
  it.each([
    [0, []],
    [1, [[0, 1]]],
    [
      250,
      [
        [0, 100],
        [100, 200],
        [200, 250],
      ],
    ],
    [
      10_101,
      [
        [0, 10_000],
        [10_000, 10_101],
      ],
    ],
  ])('of %d places are %j', (count, parts) => {
    expect(partsOf({ from: 0, to: count }).map(({ from, to }) => [from, to])).toEqual(parts);
  });

  it('of a million are a hundred of ten thousand', () => {
    const parts = partsOf({ from: 0, to: 1_000_000 });
    expect(parts).toHaveLength(100);
    expect(parts[99]).toEqual({ from: 990_000, to: 1_000_000 });
  });

  it('are never more than a hundred, and hold every place once, in order', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30_000 }), (count) => {
        const all = leaves({ from: 0, to: count });
        expect(partsOf({ from: 0, to: count }).length).toBeLessThanOrEqual(100);
        expect(all.map(({ from }) => from)).toEqual(Array.from({ length: count }, (_, i) => i));
      }),
      { numRuns: 20 },
    );
  });

  it('lead from the whole list to any place of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.nat(), (count, any) => {
        const place = any % count;
        const path = rangePathTo(place, { from: 0, to: count });
        expect(path.at(-1)).toEqual({ from: place, to: place + 1 });
        path.reduce(
          (within: ListRange, part) => {
            expect(partsOf(within)).toContainEqual(part);
            return part;
          },
          { from: 0, to: count },
        );
        expect(rangePathTo(count, { from: 0, to: count })).toEqual([]);
      }),
    );
  });
});

it('a stretch keeps its name while the list grows or shrinks behind it, and no two in a list share one', () => {
  const last = (count: number): string => chunkName(partsOf({ from: 0, to: count }).at(-1) ?? { from: 0, to: 0 });
  expect(last(12_345)).toBe(last(12_346));
  expect(last(250)).toBe(last(299));
  const names = (range: ListRange): string[] =>
    partsOf(range).flatMap((part) => [chunkName(part), ...(part.to - part.from === 1 ? [] : names(part))]);
  const all = names({ from: 0, to: 20_150 });
  expect(new Set(all).size).toBe(all.length);
});
