import { describe, expect, it } from 'vitest';
import { modesByName } from '../../../../src/core/desk/modes';
import { after, freshState } from '../../made/judgingStates';

describe('good and bad', () => {
  it('are one key a response, and on to the next that has none', () => {
    const { state, last } = after(freshState('thumbs', 3), 1, 2);
    expect(state.draft.acceptable).toEqual([true, false, null]);
    expect(state.selected).toBe(2);
    expect(last.notice).toEqual({ kind: 'thumb', index: 1, good: false });
  });

  it('go back to the one that was left out, and stay where none is left', () => {
    const left = after({ ...freshState('thumbs', 3), selected: 1 }, 1, 1).state;
    expect(left.selected).toBe(0);
    expect(after(left, 2).state.selected).toBe(0);
  });

  it('are taken back by 0 and by clearing', () => {
    const state = { ...after(freshState('thumbs', 2), 1, 1).state, selected: 0 };
    for (const action of [{ do: 'number', value: 0 }, { do: 'clear' }] as const)
      expect(after(state, action).state.draft.acceptable).toEqual([null, true]);
  });

  it('are up and down', () => {
    expect(after(freshState('thumbs', 1), { do: 'move', step: -1 }).state.draft.acceptable).toEqual([true]);
    expect(after(freshState('thumbs', 1), { do: 'move', step: 1 }).state.draft.acceptable).toEqual([false]);
  });

  it('are all there is', () => {
    const { state, last } = after(freshState('thumbs', 2), 3);
    expect(state.draft.acceptable).toEqual([null, null]);
    expect(last.notice).toEqual({ kind: 'no-such-place', count: 2 });
  });

  it('are asked for where one has neither', () => {
    expect(modesByName.thumbs.unfinished(after(freshState('thumbs', 3), 1).state)).toEqual({
      kind: 'confirm-undecided',
      undecided: [1, 2],
    });
    expect(modesByName.thumbs.unfinished(after(freshState('thumbs', 2), 1, 2).state)).toBeUndefined();
  });
});
