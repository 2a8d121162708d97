import { describe, expect, it } from 'vitest';
import { MultiDigitInput } from '../../../../src/core/desk/multiDigitInput';
import { modesByName } from '../../../../src/core/desk/modes';
import type { JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import type { Aspect } from '../../../../src/core/model/annotation/aspect';
import { after, freshState } from '../../made/judgingStates';

const truth: Aspect = { name: 'truth', min: 1, max: 5 };
const depth: Aspect = { name: 'depth', min: 0, max: 10 };
const warmth: Aspect = { name: 'warmth', min: 0, max: 1, continuous: true };
const aspects = [truth, depth, warmth];
const state = freshState('rate', 2, { aspects });
const up: JudgementAction = { do: 'move', step: -1 };
const down: JudgementAction = { do: 'move', step: 1 };
const notApplicable: JudgementAction = { do: 'notApplicable' };

describe('a rating', () => {
  it('is one number, and the next aspect comes, and behind the last one the next response', () => {
    const { state: now, last } = after(state, 4, 10, 1, 2);
    expect(now.draft.ratings).toEqual({ truth: [4, 2], depth: [10, null], warmth: [1, null] });
    expect([now.selected, now.part]).toEqual([1, 1]);
    expect(last.notice).toEqual({ kind: 'rated', index: 1, aspect: 'truth', value: 2 });
  });

  it('is told with what its value means where the aspect describes it', () => {
    const described = freshState('rate', 2, { aspects: [{ ...truth, levels: { 4: 'one slip' } }] });
    expect(after(described, 4).last.notice).toMatchObject({ value: 4, meaning: 'one slip' });
    expect(after(described, 3).last.notice).not.toHaveProperty('meaning');
    expect(after(described, notApplicable).last.notice).not.toHaveProperty('meaning');
  });

  it('that is not on the scale is told and not taken', () => {
    const { state: now, last } = after(state, 6);
    expect(now).toEqual(state);
    expect(last.notice).toEqual({ kind: 'not-on-scale', min: 1, max: 5 });
    expect(after(state, { do: 'rate', index: 1, part: 1, value: 2.5 }).last).toEqual({
      notice: { kind: 'not-on-scale', min: 0, max: 10 },
    });
  });

  it('takes two digits where its scale goes to ten, and one where it goes to five', () => {
    const typed = (part: number, ...keys: readonly number[]): number[] => {
      const reader = new MultiDigitInput(() => undefined);
      const numbers = keys.flatMap((key) => reader.push(key, modesByName.rate.most({ ...state, part })));
      const waiting = reader.take();
      return waiting === undefined ? numbers : [...numbers, waiting];
    };
    expect(typed(0, 1, 0)).toEqual([1, 0]);
    expect(typed(1, 1, 0)).toEqual([10]);
    expect(typed(1, 1, 5)).toEqual([1, 5]);
    expect(typed(1, 0)).toEqual([0]);
  });

  it('moves by a step, up is more, from the middle and never off the scale', () => {
    expect(after(state, up).state.draft.ratings).toEqual({ truth: [3, null] });
    expect(after(state, up, up, up, up).state.draft.ratings).toEqual({ truth: [5, null] });
    expect(after({ ...state, part: 2 }, up, down, down).state.draft.ratings).toEqual({ warmth: [0.4, null] });
  });

  it('does not apply by one key, and another time is none', () => {
    const { state: now } = after(state, notApplicable);
    expect(now.draft.ratings).toEqual({ truth: ['n/a', null] });
    expect(now.part).toBe(1);
    expect(after(now, { do: 'selectBy', by: -1 }, notApplicable).state.draft.ratings).toEqual({});
  });

  it('is given to a cell that is pointed at, which is in hand then', () => {
    const { state: now } = after(state, { do: 'rate', index: 1, part: 1, value: 7 });
    expect(now.draft.ratings).toEqual({ depth: [null, 7] });
    expect([now.selected, now.part]).toEqual([1, 1]);
    expect(after(now, { do: 'select', index: 0, part: 99 }).state.part).toBe(2);
  });

  it('is taken back, and what nobody rated is no part of the draft', () => {
    expect(after(state, 4, { do: 'selectBy', by: -1 }, { do: 'clear' }).state.draft).toEqual(state.draft);
  });

  it('is asked for where it is missing, and the first one that is missing is in hand', () => {
    const { state: now } = after(state, 4, notApplicable);
    expect(modesByName.rate.unfinished(now)).toEqual({ kind: 'confirm-unrated', unrated: 4, of: 6 });
    expect(modesByName.rate.first(now)).toEqual({ selected: 0, part: 2 });
  });

  it('of the last cell leaves it in hand', () => {
    const { state: now } = after({ ...state, selected: 1, part: 2 }, 1);
    expect([now.selected, now.part]).toEqual([1, 2]);
  });
});
