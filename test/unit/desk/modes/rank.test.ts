import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyAction } from '../../../../src/core/desk/modes/applyAction';
import { rank } from '../../../../src/core/desk/modes/rank';
import { orderWithTier, tiersOf } from '../../../../src/core/model/annotation/ranking';
import { done, stateOn } from '../../made/judgingStates';

const texts = (count: number): string[] => Array.from({ length: count }, (_, i) => `text ${i}`);
const accept = { do: 'accept' } as const;
const order = { do: 'orderTier' } as const;

describe('ranking', () => {
  it('gives places one after the other, and selects what has none yet', () => {
    const state = done(stateOn(texts(3), 'rank'), 2, 1);
    expect([state.draft.places, state.selected]).toEqual([[2, 1, null], 2]);
    expect(applyAction(state, { do: 'number', value: 4 }).notice).toEqual({ kind: 'no-such-place', count: 3 });
    expect(done(state, 2, 0).draft.places).toEqual([2, 1, null]);
  });

  it('goes on with the one behind that has no place, and comes back to those before it', () => {
    const third = done(stateOn(texts(4), 'rank'), { do: 'select', index: 2 }, 3);
    expect(third.selected).toBe(3);
    expect(done(third, 2).selected).toBe(0);
    expect(done(third, 2, 1, 4).draft.places).toEqual([1, 4, 3, 2]);
  });

  it('takes a response over the line before it takes it past another', () => {
    const line = done(stateOn(texts(3), 'rank'), 1, 2, 3, { do: 'select', index: 1 }, accept);
    expect(line.draft.acceptable).toEqual([true, true, false]);
    const over = done(line, { do: 'move', step: 1 });
    expect([over.draft.places, over.draft.acceptable]).toEqual([
      [1, 2, 3],
      [true, false, false],
    ]);
    const past = done(over, { do: 'move', step: 1 });
    expect([past.draft.places, past.draft.acceptable]).toEqual([
      [1, 3, 2],
      [true, false, false],
    ]);
    expect(done(over, { do: 'move', step: -1 }).draft).toEqual(line.draft);
  });

  it('draws no line below a response without a place, and takes one away that is there', () => {
    const state = stateOn(texts(2), 'rank');
    expect(applyAction(state, accept)).toEqual({ notice: { kind: 'line-needs-place', index: 0 } });
    expect(done(state, 1, { do: 'select', index: 0 }, accept, accept).draft.acceptable).toEqual([null, null]);
  });

  it('says of all that they are not acceptable, leaves the keyboard with the responses, and takes that back', () => {
    const state = stateOn(texts(2), 'rank');
    expect(applyAction(state, { do: 'acceptNone' })).toEqual({
      draft: expect.anything() as object,
      notice: { kind: 'none-acceptable', on: true },
    });
    expect(done(stateOn(texts(4), 'rank'), { do: 'acceptNone' }, 2, 1, 3, 4).draft).toMatchObject({
      places: [2, 1, 3, 4],
      acceptable: [false, false, false, false],
    });
    expect(done(state, { do: 'acceptNone' }).draft.acceptable).toEqual([false, false]);
    expect(done(state, { do: 'acceptNone' }, { do: 'acceptNone' }).draft.acceptable).toEqual([null, null]);
  });
});

describe('a long list', () => {
  const long = stateOn(texts(12), 'rank');

  it('is sorted into nine buckets that several share, and told when that is done', () => {
    const sorted = done(long, 2, 1, 2, 1, 3, 3, 3, 3, 3, 3, 3);
    expect(applyAction(sorted, { do: 'number', value: 10 }).notice).toEqual({ kind: 'no-such-place', count: 9 });
    expect(applyAction(long, { do: 'number', value: 2 }).notice).toEqual({
      kind: 'in-bucket',
      index: 0,
      bucket: 2,
      left: 11,
    });
    expect(applyAction(sorted, { do: 'number', value: 3 }).notice).toEqual({ kind: 'all-in-buckets' });
  });

  it('takes numbers as places once buckets are put aside', () => {
    const places = done(long, { do: 'buckets' }, 12, 11);
    expect(places.draft.places.slice(0, 2)).toEqual([12, 11]);
    expect(rank.most(places)).toBe(12);
    expect(stateOn(texts(8), 'rank').buckets && rank.most(stateOn(texts(8), 'rank'))).toBe(8);
  });

  it('is ordered within a bucket: the ranking follows once each of it has a place, and the next tie is in hand', () => {
    const sorted = done(long, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3);
    const begun = done(sorted, { do: 'select', index: 0 }, order);
    expect([begun.draft.within?.members, begun.selected, rank.most(begun)]).toEqual([[0, 1, 2], 0, 3]);
    const half = done(begun, 3, 1);
    expect(half.draft.places).toEqual(sorted.draft.places);
    expect(orderWithTier(half.draft.places, half.draft.within).slice(0, 4)).toEqual([1, 0, 2, 3]);
    const whole = done(half, 2);
    expect([whole.draft.within, tiersOf(whole.draft.places), whole.selected]).toEqual([
      null,
      [[1], [2], [0], [3, 4, 5, 6, 7, 8], [9, 10, 11]],
      3,
    ]);
    expect(done(half, order).draft).toEqual(sorted.draft);
    expect(rank.unfinished(half)).toEqual({ kind: 'confirm-unordered' });
  });

  it('brings a number that falls on a response outside of the tie back to the tie', () => {
    const begun = done(long, 1, 1, { do: 'select', index: 0 }, order, { do: 'select', index: 5 });
    for (const action of [{ do: 'number', value: 1 }, { do: 'clear' }, { do: 'move', step: -1 }] as const) {
      const change = applyAction(begun, action);
      expect([change.draft, change.selected, change.notice]).toEqual([
        undefined,
        0,
        { kind: 'ordering', members: [0, 1] },
      ]);
    }
  });

  it('ends the order within a tie where something is dropped into the tie or out of it', () => {
    const begun = done(long, 1, 1, 1, { do: 'select', index: 0 }, order);
    const within = done(begun, 1, { do: 'drop', index: 1, target: 0, position: 'before' });
    expect(within.draft.within?.places).toEqual([2, 1, null]);
    const out = done(begun, { do: 'drop', index: 5, target: 1, position: 'after' });
    expect([out.draft.within, tiersOf(out.draft.places)]).toEqual([null, [[0, 1, 2], [5]]]);
  });
});

it('orders one tie and leaves how all others stand to each other and to it', () => {
  const tiers = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 9, maxLength: 12 });
  fc.assert(
    fc.property(
      tiers,
      fc.nat({ max: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 12 })),
      (buckets, selected, numbers) => {
        let state = done(stateOn(texts(buckets.length), 'rank'), ...buckets, { do: 'select', index: selected }, order);
        const members = state.draft.within?.members ?? [];
        for (const value of numbers) {
          if (!state.draft.within) break;
          state = done(state, { do: 'number', value: Math.min(value, members.length) });
        }
        const { places } = state.draft;
        for (const a of places.keys()) {
          for (const b of places.keys()) {
            if (buckets[a] === buckets[b]) continue;
            expect(Math.sign((places[a] ?? 0) - (places[b] ?? 0))).toBe(
              Math.sign((buckets[a] ?? 0) - (buckets[b] ?? 0)),
            );
          }
        }
      },
    ),
  );
});
