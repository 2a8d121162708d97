import { describe, expect, it } from 'vitest';
import { modesByName } from '../../../../src/core/desk/modes';
import { bestWorstOf } from '../../../../src/core/model/annotation/bestWorst';
import { after, freshState } from '../../made/judgingStates';

const fresh = freshState('best-worst', 4);
const chosen = (state: ReturnType<typeof freshState>): unknown => bestWorstOf(state.draft.comparisons, 4);

describe('best and worst', () => {
  it('are two digits, and nothing is said about those in between', () => {
    const { state } = after(fresh, 3, 1);
    expect(state.draft.comparisons.map(({ a, b, outcome }) => `${a}>${b} ${outcome}`)).toEqual([
      '2>0 a',
      '2>1 a',
      '2>3 a',
      '1>0 a',
      '3>0 a',
    ]);
    expect(modesByName['best-worst'].unfinished(state)).toBeUndefined();
  });

  it('the digit of one that is chosen takes it back, and the next digit takes its place', () => {
    const { state } = after(fresh, 3, 1, 3);
    expect(chosen(state)).toEqual({ best: null, worst: 0 });
    expect(modesByName['best-worst'].unfinished(state)).toEqual({ kind: 'confirm-one-end', missing: 'best' });
    expect(chosen(after(state, 2).state)).toEqual({ best: 1, worst: 0 });
    expect(chosen(after(fresh, 3, 1, 2).state)).toEqual({ best: 2, worst: 1 });
  });

  it('are set up and down too, and never the same response', () => {
    const { state } = after(fresh, { do: 'move', step: -1, index: 1 }, { do: 'move', step: 1, index: 1 });
    expect(chosen(state)).toEqual({ best: null, worst: 1 });
    expect(after(state, { do: 'clear', index: 1 }).state.draft).toEqual(fresh.draft);
  });

  it('are decided once both are', () => {
    const isDecided = (...digits: number[]): boolean | undefined =>
      modesByName['best-worst'].isDecided?.(after(fresh, ...digits).state);
    expect([isDecided(), isDecided(1), isDecided(1, 2)]).toEqual([false, false, true]);
  });
});
