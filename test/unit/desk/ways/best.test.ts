import { describe, expect, it } from 'vitest';
import { ways } from '../../../../src/core/desk/ways';
import { after, freshHand } from '../../made/hands';

describe('the best', () => {
  it('is chosen by the number of its letter, one at a time', () => {
    const { hand, last } = after(freshHand('best', 4), 2, 4);
    expect(hand.draft.places).toEqual([null, null, null, 1]);
    expect(hand.selected).toBe(3);
    expect(last.notice).toEqual({ kind: 'chosen', index: 3 });
  });

  it('is chosen where one stands by moving up, and taken back by moving down, by 0 and by clearing', () => {
    const hand = { ...freshHand('best', 3), selected: 1 };
    const chosen = after(hand, { do: 'move', step: -1 }).hand;
    expect(chosen.draft.places).toEqual([null, 1, null]);
    for (const action of [{ do: 'move', step: 1 }, { do: 'number', value: 0 }, { do: 'clear' }] as const)
      expect(after(chosen, action).hand.draft.places).toEqual([null, null, null]);
  });

  it('is none where there is no such letter', () => {
    const { hand, last } = after(freshHand('best', 3), 4);
    expect(hand.draft.places).toEqual([null, null, null]);
    expect(last.notice).toEqual({ kind: 'no-such-place', count: 3 });
  });

  it('has two digits behind the ninth', () => {
    expect(ways.best.most(freshHand('best', 12))).toBe(12);
    expect(after(freshHand('best', 12), 12).hand.draft.places.indexOf(1)).toBe(11);
  });

  it('is asked for before anything is saved without it', () => {
    expect(ways.best.unfinished(freshHand('best', 3))).toEqual({ kind: 'confirm-no-ranking' });
    expect(ways.best.unfinished(after(freshHand('best', 3), 1).hand)).toBeUndefined();
  });

  it('is in hand when one comes back to it', () => {
    expect(ways.best.first(after(freshHand('best', 3), 3).hand).selected).toBe(2);
  });
});
