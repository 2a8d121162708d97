import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  crossesLine,
  drawLine,
  drop,
  hasLine,
  lineAfter,
  move,
  place,
  type Acceptable,
  type Places,
} from '../../../src/core/model/annotation/ranking';

interface Ranking {
  readonly places: Places;
  readonly acceptable: Acceptable;
}

const count = 6;
const index = fc.nat({ max: count - 1 });
const step = fc.constantFrom(-1 as const, 1 as const);

/** What the desk does to a ranking that has a line. */
const anyChange: fc.Arbitrary<(ranking: Ranking) => Ranking> = fc.oneof(
  fc.tuple(index, fc.option(fc.integer({ min: 1, max: count }), { nil: null })).map(
    ([at, value]) =>
      ({ places, acceptable }: Ranking) =>
        placed(places, place(places, at, value), acceptable, at),
  ),
  fc.tuple(index, index, fc.constantFrom('before' as const, 'after' as const, 'tie' as const)).map(
    ([at, target, position]) =>
      ({ places, acceptable }: Ranking) =>
        placed(places, drop(places, at, target, position), acceptable, at),
  ),
  fc.tuple(index, step).map(
    ([at, by]) =>
      ({ places, acceptable }: Ranking) =>
        crossesLine(places, acceptable, at, by)
          ? { places, acceptable: acceptable.map((each, other) => (other === at ? by === -1 : each)) }
          : placed(places, move(places, at, by), acceptable, at),
  ),
);
const placed = (before: Places, places: Places, acceptable: Acceptable, at: number): Ranking => ({
  places,
  acceptable: lineAfter(before, places, acceptable, at),
});

const anyPlaces = fc.array(fc.option(fc.integer({ min: 1, max: count }), { nil: null }), {
  minLength: count,
  maxLength: count,
});

describe('the acceptability line', () => {
  it('stays a line whatever is done to the ranking: every response with a place above it is acceptable, none below', () => {
    fc.assert(
      fc.property(anyPlaces, index, fc.array(anyChange, { maxLength: 20 }), (places, below, changes) => {
        let ranking: Ranking = { places, acceptable: drawLine(places, below) };
        expect(hasLine(ranking.places, ranking.acceptable)).toBe(true);
        for (const change of changes) {
          ranking = change(ranking);
          const values = ranking.places.map((value, at) => ({ value, acceptable: ranking.acceptable[at] }));
          expect(values.every(({ acceptable }) => typeof acceptable === 'boolean')).toBe(true);
          for (const above of values.filter(({ acceptable }) => acceptable)) {
            expect(above.value).not.toBeNull();
            for (const { value } of values.filter(({ acceptable, value: other }) => !acceptable && other !== null))
              expect(value).toBeGreaterThan(above.value ?? Infinity);
          }
        }
      }),
    );
  });

  it.each<[string, Places, number, boolean[]]>([
    ['below the second: the two best are acceptable', [2, 1, 3], 0, [true, true, false]],
    ['below a tie: all of the tie are', [1, 1, 2], 0, [true, true, false]],
    ['below the last: all that have a place are', [1, 2, null], 1, [true, true, false]],
    ['below one without a place: none is', [1, 2, null], 2, [false, false, false]],
  ])('is drawn %s', (_, places, at, expected) => {
    expect(drawLine(places, at)).toEqual(expected);
  });

  it.each<[string, Places, Acceptable, boolean]>([
    ['nothing was said of one', [1, 2], [true, null], false],
    ['one that is not acceptable stands above one that is', [1, 2], [false, true], false],
    ['one that is not acceptable is tied with one that is', [1, 1], [false, true], false],
    ['one that is acceptable has no place', [1, null], [true, true], false],
    ['none is acceptable', [null, null], [false, false], true],
    ['all are', [2, 1], [true, true], true],
  ])('is there or not where %s', (_, places, acceptable, expected) => {
    expect(hasLine(places, acceptable)).toBe(expected);
  });

  it('never says anything of what each response was said to be by itself', () => {
    expect(lineAfter([1, null, null], [1, 2, null], [true, null, null], 1)).toEqual([true, null, null]);
    expect(lineAfter([1, 2, 3], [1, 1, 2], [true, false, true], 1)).toEqual([true, false, true]);
  });

  it.each<[string, Places, Acceptable, number, -1 | 1, boolean]>([
    ['the last above it, down', [1, 2], [true, false], 0, 1, true],
    ['the first below it, up', [1, 2], [true, false], 1, -1, true],
    ['the best above it, up', [1, 2], [true, false], 0, -1, false],
    ['one with another between it and the line', [1, 2, 3], [true, true, false], 0, 1, false],
    ['one of a tie: it leaves the tie first', [1, 1, 2], [true, true, false], 0, 1, false],
    ['one without a place: it gets one first', [1, null], [true, false], 1, -1, false],
    ['one alone with all below the line, up', [1, 2], [false, false], 0, -1, true],
  ])('is crossed or not by %s', (_, places, acceptable, at, by, expected) => {
    expect(crossesLine(places, acceptable, at, by)).toBe(expected);
  });
});
