import { describe, expect, it } from 'vitest';
import { modesByName } from '../../../../src/core/desk/modes';
import { after, freshState } from '../../made/judgingStates';

describe('the best', () => {
  it('is chosen by the number of its letter, one at a time', () => {
    const { state, last } = after(freshState('best', 4), 2, 4);
    expect(state.draft.places).toEqual([null, null, null, 1]);
    expect(state.selected).toBe(3);
    expect(last.notice).toEqual({ kind: 'chosen', index: 3 });
  });

  it('is chosen where one stands by moving up, and taken back by moving down, by 0 and by clearing', () => {
    const state = { ...freshState('best', 3), selected: 1 };
    const chosen = after(state, { do: 'move', step: -1 }).state;
    expect(chosen.draft.places).toEqual([null, 1, null]);
    for (const action of [{ do: 'move', step: 1 }, { do: 'number', value: 0 }, { do: 'clear' }] as const)
      expect(after(chosen, action).state.draft.places).toEqual([null, null, null]);
  });

  it('is none where there is no such letter', () => {
    const { state, last } = after(freshState('best', 3), 4);
    expect(state.draft.places).toEqual([null, null, null]);
    expect(last.notice).toEqual({ kind: 'no-such-place', count: 3 });
  });

  it('has two digits behind the ninth', () => {
    expect(modesByName.best.most(freshState('best', 12))).toBe(12);
    expect(after(freshState('best', 12), 12).state.draft.places.indexOf(1)).toBe(11);
  });

  it('is asked for before anything is saved without it', () => {
    expect(modesByName.best.unfinished(freshState('best', 3))).toEqual({ kind: 'confirm-no-ranking' });
    expect(modesByName.best.unfinished(after(freshState('best', 3), 1).state)).toBeUndefined();
  });

  it('is in hand when one comes back to it', () => {
    expect(modesByName.best.first(after(freshState('best', 3), 3).state).selected).toBe(2);
  });
});
