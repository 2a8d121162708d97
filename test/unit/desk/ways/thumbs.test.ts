import { describe, expect, it } from 'vitest';
import { ways } from '../../../../src/core/desk/ways';
import { after, freshHand } from '../../made/hands';

describe('good and bad', () => {
  it('are one key a response, and on to the next that has none', () => {
    const { hand, last } = after(freshHand('thumbs', 3), 1, 2);
    expect(hand.draft.acceptable).toEqual([true, false, null]);
    expect(hand.selected).toBe(2);
    expect(last.notice).toEqual({ kind: 'thumb', index: 1, good: false });
  });

  it('go back to the one that was left out, and stay where none is left', () => {
    const left = after({ ...freshHand('thumbs', 3), selected: 1 }, 1, 1).hand;
    expect(left.selected).toBe(0);
    expect(after(left, 2).hand.selected).toBe(0);
  });

  it('are taken back by 0 and by clearing', () => {
    const hand = { ...after(freshHand('thumbs', 2), 1, 1).hand, selected: 0 };
    for (const action of [{ do: 'number', value: 0 }, { do: 'clear' }] as const)
      expect(after(hand, action).hand.draft.acceptable).toEqual([null, true]);
  });

  it('are up and down', () => {
    expect(after(freshHand('thumbs', 1), { do: 'move', step: -1 }).hand.draft.acceptable).toEqual([true]);
    expect(after(freshHand('thumbs', 1), { do: 'move', step: 1 }).hand.draft.acceptable).toEqual([false]);
  });

  it('are all there is', () => {
    const { hand, last } = after(freshHand('thumbs', 2), 3);
    expect(hand.draft.acceptable).toEqual([null, null]);
    expect(last.notice).toEqual({ kind: 'no-such-place', count: 2 });
  });

  it('are asked for where one has neither', () => {
    expect(ways.thumbs.unfinished(after(freshHand('thumbs', 3), 1).hand)).toEqual({
      kind: 'confirm-undecided',
      undecided: [1, 2],
    });
    expect(ways.thumbs.unfinished(after(freshHand('thumbs', 2), 1, 2).hand)).toBeUndefined();
  });
});
