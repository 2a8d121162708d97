import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drop, move, orderOf, place, placesOf, tiersOf, type Places } from '../../../src/core/model/annotation/ranking';

/** Any state of a ranking: places typed with gaps and ties, some not typed yet. */
const anyPlaces: fc.Arbitrary<Places> = fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }), {
  minLength: 1,
  maxLength: 7,
});
const anyTiers = fc.integer({ min: 1, max: 7 }).chain((count) =>
  fc
    .record({
      count: fc.constant(count),
      order: fc.shuffledSubarray([...Array(count).keys()]),
      cuts: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    })
    .map(({ order, cuts }) => {
      const tiers: number[][] = [];
      order.forEach((index, i) => (i > 0 && cuts[i] ? tiers.at(-1)?.push(index) : tiers.push([index])));
      return { count, tiers: tiers.map((tier) => tier.sort((a, b) => a - b)) };
    }),
);
const indexed = anyPlaces.chain((places) =>
  fc.record({
    places: fc.constant(places),
    index: fc.nat({ max: places.length - 1 }),
    target: fc.nat({ max: places.length - 1 }),
  }),
);
const others = (places: Places, index: number): number[][] => tiersOf(place(places, index, null));

describe('a ranking', () => {
  it('reads the same as places and as tiers', () => {
    fc.assert(
      fc.property(anyTiers, ({ tiers, count }) => {
        expect(tiersOf(placesOf(tiers, count))).toEqual(tiers);
      }),
    );
  });

  it('keeps its tiers when its places are closed up', () => {
    fc.assert(
      fc.property(anyPlaces, (places) => {
        expect(tiersOf(placesOf(tiersOf(places), places.length))).toEqual(tiersOf(places));
      }),
    );
  });

  it.each<[string, Places, number[][]]>([
    ['nothing placed', [null, null], []],
    ['a gap left for later', [1, null, 3], [[0], [2]]],
    ['a tie for first', [1, 2, 1], [[0, 2], [1]]],
    ['all tied', [4, 4, 4], [[0, 1, 2]]],
    ['the last is best', [3, 2, 1], [[2], [1], [0]]],
  ])('with %s has its tiers', (_, places, tiers) => {
    expect(tiersOf(places)).toEqual(tiers);
  });

  it('numbers places without gaps: two tied for first are followed by a second', () => {
    expect(placesOf([[2, 0], [1]], 4)).toEqual([1, 2, 1, null]);
  });

  it('gives and takes one place and leaves the others', () => {
    expect(place([1, null, 2], 1, 1)).toEqual([1, 1, 2]);
    expect(place([1, 1, 2], 0, null)).toEqual([null, 1, 2]);
  });

  it('is never changed in place', () => {
    fc.assert(
      fc.property(indexed, ({ places, index, target }) => {
        const frozen = Object.freeze([...places]);
        place(frozen, index, 1);
        move(frozen, index, 1);
        move(frozen, index, -1);
        drop(frozen, index, target, 'tie');
        expect(frozen).toEqual(places);
      }),
    );
  });

  it('lists every response once, the placed ones first', () => {
    fc.assert(
      fc.property(anyPlaces, (places) => {
        const order = orderOf(places);
        expect([...order].sort((a, b) => a - b)).toEqual([...places.keys()]);
        const placed = order.map((index) => places[index] ?? Infinity);
        expect(placed).toEqual([...placed].sort((a, b) => a - b));
      }),
    );
  });
});

describe('moving a response', () => {
  it('leaves how the others stand to each other', () => {
    fc.assert(
      fc.property(indexed, fc.constantFrom(-1 as const, 1 as const), ({ places, index }, step) => {
        expect(others(move(places, index, step), index)).toEqual(others(places, index));
      }),
    );
  });

  it('up and then down again brings a strict ranking back', () => {
    const strict = fc.integer({ min: 2, max: 7 }).chain((count) =>
      fc.record({
        order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
        at: fc.integer({ min: 1, max: count - 1 }),
      }),
    );
    fc.assert(
      fc.property(strict, ({ order, at }) => {
        const places = placesOf(
          order.map((index) => [index]),
          order.length,
        );
        const index = order[at] ?? 0;
        const up = move(places, index, -1);
        expect(up[index]).toBe(at);
        expect(move(up, index, 1)).toEqual(places);
        const other = order[at - 1] ?? 0;
        expect(move(move(places, other, 1), other, -1)).toEqual(places);
      }),
    );
  });

  it('up as often as there are responses makes it the best, alone; down, the last or out', () => {
    fc.assert(
      fc.property(indexed, ({ places, index }) => {
        let [up, down] = [places, places];
        for (let i = 0; i < 2 * places.length; i++) [up, down] = [move(up, index, -1), move(down, index, 1)];
        expect(tiersOf(up)[0]).toEqual([index]);
        expect(down[index] === null || tiersOf(down).at(-1)?.includes(index)).toBe(true);
      }),
    );
  });

  it.each<[string, Places, number, -1 | 1, Places]>([
    ['an unplaced one up: it becomes the last placed', [1, null, 2], 1, -1, [1, 3, 2]],
    ['the first of all up: it is placed first', [null, null], 1, -1, [null, 1]],
    ['an unplaced one down: nothing', [1, null], 1, 1, [1, null]],
    ['the best up: nothing', [1, 2], 0, -1, [1, 2]],
    ['the last down where others have no place: out of the ranking', [1, 2, null], 1, 1, [1, null, null]],
    ['the last down where all have one: nothing', [1, 2], 1, 1, [1, 2]],
    ['one of a tie up: out of the tie, above it', [1, 1, 3], 1, -1, [2, 1, 3]],
    ['one of a tie down: out of the tie, below it', [1, 1, 3], 0, 1, [2, 1, 3]],
    ['past a tie: past all of it', [3, 1, 1], 0, -1, [1, 2, 2]],
  ])('moves %s', (_, places, index, step, expected) => {
    expect(move(places, index, step)).toEqual(expected);
  });
});

describe('dropping a response', () => {
  it('on another leaves how the others stand, and puts it where it was dropped', () => {
    fc.assert(
      fc.property(
        indexed,
        fc.constantFrom('before' as const, 'after' as const, 'tie' as const),
        ({ places, index, target }, position) => {
          const dropped = drop(places, index, target, position);
          expect(others(dropped, index)).toEqual(others(places, index));
          if (index === target) expect(dropped).toEqual(places);
          else if (places[target] === null) expect(tiersOf(dropped).at(-1)).toEqual([index]);
          else {
            const [own, its] = [dropped[index] ?? 0, dropped[target] ?? 0];
            expect({ before: own < its, after: own > its, tie: own === its }[position]).toBe(true);
          }
        },
      ),
    );
  });

  it.each<[string, Places, number, number, 'before' | 'after' | 'tie', Places]>([
    ['before the best', [1, 2, 3], 2, 0, 'before', [2, 3, 1]],
    ['after the last', [1, 2, 3], 0, 2, 'after', [3, 1, 2]],
    ['into a tie', [1, 2, 3], 2, 0, 'tie', [1, 2, 1]],
    ['after a tie: after all of it', [null, 1, 1], 0, 1, 'after', [2, 1, 1]],
    ['on one without a place', [1, null, null], 2, 1, 'before', [1, null, 2]],
    ['on itself', [2, 5], 1, 1, 'tie', [2, 5]],
  ])('%s', (_, places, index, target, position, expected) => {
    expect(drop(places, index, target, position)).toEqual(expected);
  });
});
