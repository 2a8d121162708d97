import { describe, expect, it } from 'vitest';
import { selectedComparison, tournamentOf } from '../../../../src/core/desk/modes/pair';
import { modesByName } from '../../../../src/core/desk/modes';
import { outcomes } from '../../../../src/core/model/annotation/judgementValues';
import type { JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { after, freshState } from '../../made/judgingStates';

const better: JudgementAction = { do: 'move', step: -1 };
const worse: JudgementAction = { do: 'move', step: 1 };
const enter = (state: ReturnType<typeof freshState>): ReturnType<typeof freshState> => ({
  ...state,
  ...modesByName.pair.goOn?.(state),
});

describe('two responses', () => {
  it.each(outcomes.map((outcome, i) => [i + 1, outcome] as const))('key %i says %s', (key, outcome) => {
    const { state, last } = after(freshState('pair', 2), key);
    expect(state.draft.comparisons).toEqual([{ a: 0, b: 1, outcome }]);
    expect(last.notice).toMatchObject({ kind: 'compared', outcome, left: 0, done: false });
  });

  it('the same key again makes it stronger, and after the strongest leaves the strength out again', () => {
    const strengths = [1, 2, 3, 4, 5].map(
      (times) => after(freshState('pair', 2), ...new Array<number>(times).fill(2)).state.draft.comparisons[0]?.strength,
    );
    expect(strengths).toEqual([undefined, 1, 2, 3, undefined]);
  });

  it('a tie has no strength, however often it is said', () => {
    expect(after(freshState('pair', 2), 3, 3, 3).state.draft.comparisons).toEqual([{ a: 0, b: 1, outcome: 'tie' }]);
  });

  it('seven steps lead from one end of the scale to the other, and none beyond', () => {
    const { state } = after(freshState('pair', 2), better, better, better, better);
    const seen = [state.draft.comparisons[0]];
    let now = state;
    for (let i = 0; i < 8; i++) {
      now = after(now, worse).state;
      seen.push(now.draft.comparisons[0]);
    }
    const steps = [['a', 3], ['a', 2], ['a', 1], ['tie'], ['b', 1], ['b', 2], ['b', 3], ['b', 3], ['b', 3]] as const;
    expect(seen).toEqual(
      steps.map(([outcome, strength]) => ({ a: 0, b: 1, outcome, ...(strength !== undefined && { strength }) })),
    );
  });

  it('a strength from elsewhere between two steps stays on the scale when it is changed', () => {
    const fresh = freshState('pair', 2);
    const state = {
      ...fresh,
      draft: { ...fresh.draft, comparisons: [{ a: 0, b: 1, outcome: 'a', strength: 1.4 } as const] },
    };
    expect(after(state, worse).state.draft.comparisons[0]).toEqual({ a: 0, b: 1, outcome: 'tie' });
    expect(after(state, better).state.draft.comparisons[0]).toEqual({ a: 0, b: 1, outcome: 'a', strength: 2 });
    expect(after(state, 1, 1).state.draft.comparisons[0]?.strength).toBe(3);
  });

  it('are three steps apart, and one key says no more, where a study asks for no strength', () => {
    const state = freshState('pair', 2, { strength: 'none' });
    expect(after(state, better, better).state.draft.comparisons).toEqual([{ a: 0, b: 1, outcome: 'a' }]);
    expect(after(state, better, worse).state.draft.comparisons).toEqual([{ a: 0, b: 1, outcome: 'tie' }]);
    expect(after(state, 2, 2).state.draft.comparisons).toEqual([{ a: 0, b: 1, outcome: 'b' }]);
  });

  it('are a scale of seven points, one key each, where a study asks for that', () => {
    const state = freshState('pair', 2, { strength: 'scale' });
    const said = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((key) => {
      const { outcome, strength } = after(state, key).state.draft.comparisons[0]!;
      return `${outcome}${strength ?? ''}`;
    });
    expect(said).toEqual(['a3', 'a2', 'a1', 'tie', 'b1', 'b2', 'b3', 'both-good', 'both-bad']);
    expect(after(state, 1, 1).state.draft.comparisons).toEqual([{ a: 0, b: 1, outcome: 'a', strength: 3 }]);
  });

  it('what was said is taken back, and taking back nothing is told', () => {
    const fresh = freshState('pair', 2);
    expect(after(fresh, 1, { do: 'clear' }).state).toEqual(fresh);
    expect(after(fresh, { do: 'clear' }).last.notice).toEqual({
      kind: 'compared',
      a: 0,
      b: 1,
      outcome: null,
      left: 1,
      done: false,
    });
  });

  it('are selected one after the other', () => {
    expect(after(freshState('pair', 2), { do: 'selectBy', by: 1 }).state.selected).toBe(1);
    expect(after(freshState('pair', 2), { do: 'selectBy', by: 1 }, { do: 'selectBy', by: -1 }).state.selected).toBe(0);
  });

  it('no key beyond the seventh says anything', () => {
    expect(after(freshState('pair', 2), 8).last).toMatchObject({ notice: { kind: 'no-such-place', count: 7 } });
  });
});

describe('several responses', () => {
  it('come two at a time, the next ones at Enter, until all are in order', () => {
    let state = freshState('pair', 4);
    for (let made = 1; ; made++) {
      expect(selectedComparison(state)).toBeDefined();
      const { state: said, last } = after(state, 1);
      expect(said.part).toBe(made - 1);
      const { left } = tournamentOf(said.draft);
      expect(last.notice).toMatchObject({ left, done: left === 0 });
      if (left === 0) break;
      expect(modesByName.pair.unfinished(said)).toEqual({ kind: 'confirm-comparisons-left', left });
      state = enter(said);
      expect(state.part).toBe(made);
      expect(made).toBeLessThan(5);
    }
    const done = after(state, 1).state;
    expect(modesByName.pair.goOn?.(done)).toBeUndefined();
    expect(modesByName.pair.unfinished(done)).toBeUndefined();
  });

  it('come at once where a study asks for no strength', () => {
    const { state } = after(freshState('pair', 3, { strength: 'none' }), 3);
    expect(state.part).toBe(1);
    expect(selectedComparison(state)).toEqual({ a: 0, b: 2 });
  });

  it('a comparison that was made is gone back to and changed where it stands', () => {
    const second = enter(after(freshState('pair', 3), 1).state);
    const { state } = after(after(second, 1).state, { do: 'selectBy', by: -1 });
    expect(state.part).toBe(0);
    const changed = after(state, 5).state;
    expect(changed.draft.comparisons.map(({ outcome }) => outcome)).toEqual(['both-bad', 'a']);
    expect(changed.part).toBe(0);
  });

  it('a comparison is pointed at by its number, and none beyond the next one', () => {
    const second = enter(after(freshState('pair', 4), 2).state);
    const { state } = after(second, { do: 'select', index: 0, part: 0 });
    expect(selectedComparison(state)).toMatchObject({ a: 0, b: 1, outcome: 'b' });
    expect(after(state, { do: 'select', index: 0, part: 99 }).state.part).toBe(1);
  });

  it('a comparison that is taken back is the next to be made', () => {
    const second = enter(after(freshState('pair', 4), 1).state);
    const { state } = after(after(second, 1).state, { do: 'select', index: 0, part: 0 }, { do: 'clear' });
    expect(state.draft.comparisons).toHaveLength(1);
    expect(state.part).toBe(1);
    expect(selectedComparison(state)).toEqual({ a: 0, b: 1 });
  });

  it('nothing is compared once all are in order and none is pointed at', () => {
    const done = after(freshState('pair', 2), 1).state;
    expect(after({ ...done, part: 1 }, 1).last).toEqual({ selected: 0, notice: { kind: 'nothing-to-compare' } });
  });
});
