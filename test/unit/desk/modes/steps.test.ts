import { describe, expect, it } from 'vitest';
import { itemOf } from '../../../../src/core/desk/item/deskItem';
import { applyAction } from '../../../../src/core/desk/modes/applyAction';
import { steps, selectedSteps } from '../../../../src/core/desk/modes/steps';
import type { JudgingState } from '../../../../src/core/desk/modes/mode';
import { done, stateOn } from '../../made/judgingStates';

const solutions = ['one\ntwo\nthree', 'eins\nzwei'];
const labels = (state: JudgingState, index: number): (string | null)[] =>
  selectedSteps(state, index).map(({ label }) => label);
const state = stateOn(solutions, 'steps');

describe('judging steps', () => {
  it('labels one after the other, from one response on to the next', () => {
    const all = done(state, 1, 3, 4, 2);
    expect([labels(all, 0), labels(all, 1)]).toEqual([
      ['correct', 'unnecessary', 'neutral'],
      ['incorrect', null],
    ]);
    expect([all.selected, all.part]).toEqual([1, 1]);
    expect(applyAction(state, { do: 'number', value: 5 }).notice).toEqual({ kind: 'no-such-place', count: 4 });
  });

  it('takes a label back and stays where it is', () => {
    const back = done(state, 1, { do: 'selectBy', by: -1 }, 0);
    expect([labels(back, 0), back.part]).toEqual([[null, null, null], 0]);
  });

  it('finds the first error in one key and goes on to the next response', () => {
    const found = done(state, { do: 'selectBy', by: 1 }, { do: 'firstError' });
    expect([labels(found, 0), found.selected, found.part]).toEqual([['correct', 'incorrect', null], 1, 0]);
    expect(applyAction(state, { do: 'firstError' }).notice).toEqual({ kind: 'first-error', index: 0, step: 0 });
  });

  it('asks for no step behind an error, and for all where there is none', () => {
    expect(steps.unfinished(done(state, 1, 1))).toEqual({ kind: 'confirm-steps-left', responses: [0, 1] });
    expect(steps.unfinished(done(state, 1, { do: 'firstError' }, 1, 1))).toBeUndefined();
  });

  it('says apart from the steps whether what they come to is right', () => {
    expect(applyAction(state, { do: 'accept' }).notice).toEqual({ kind: 'steps-outcome', index: 0, right: true });
    const wrong = done(state, { do: 'accept' }, { do: 'accept' });
    expect([wrong.draft.acceptable, wrong.draft.steps]).toEqual([
      [false, null],
      [null, null],
    ]);
    expect(done(wrong, { do: 'accept' }).draft).toEqual(state.draft);
  });

  it('cuts at a place of the text, in UTF-16 units, whichever step is in hand', () => {
    const text = '🙂 one two\nthree';
    const cut = done(stateOn([text], 'steps', { part: 1 }), { do: 'cutStep', at: text.indexOf('two') });
    expect(selectedSteps(cut, 0).map(({ start, end }) => text.slice(start, end))).toEqual(['🙂 one', 'two', 'three']);
    expect(cut.part).toBe(0);
    expect(applyAction(cut, { do: 'cutStep', at: 999 })).toEqual({});
  });

  it('joins the next step, and the last one with nothing', () => {
    const joined = done(state, 4, { do: 'selectBy', by: -1 }, { do: 'joinStep' });
    expect(selectedSteps(joined, 0)).toEqual([
      { start: 0, end: 7, label: 'neutral' },
      { start: 8, end: 13, label: null },
    ]);
    expect(applyAction({ ...state, part: 2 }, { do: 'joinStep' })).toEqual({});
  });

  it('changes nothing of a response without steps', () => {
    const empty = stateOn(['', 'x'], 'steps');
    for (const action of [{ do: 'firstError' }, { do: 'cutStep' }, { do: 'joinStep' }, { do: 'clear' }] as const)
      expect(done(empty, action).draft).toEqual(empty.draft);
    expect(done(empty, 1).draft).toEqual(empty.draft);
  });
});

describe('what is shown of the steps', () => {
  const shown = (of: JudgingState): NonNullable<ReturnType<typeof itemOf>['steps']> => {
    const responses = of.draft.places.map((_, index) => ({ id: String(index), text: of.text(index) }));
    const item = { id: 'i', hash: 'h', prompt: [], responses };
    const { steps: part } = itemOf(
      0,
      {
        shown: { item, annotator: 'ana', seed: 1, responses },
        draft: of.draft,
        saved: of.draft,
        elapsed: 0,
      } as unknown as Parameters<typeof itemOf>[1],
      of,
      undefined,
    );
    return part!;
  };

  it('is a stretch around the one in hand, with how many there are and where each begins', () => {
    const lines = Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n');
    const { count, from, shown: chunk } = shown(stateOn([lines], 'steps', { part: 100 }));
    expect([count, from, chunk.length]).toEqual([200, 60, 81]);
    for (const [i, { start, text }] of chunk.entries())
      expect([text, lines.slice(start, start + text.length)]).toEqual([`line ${60 + i}`, `line ${60 + i}`]);
  });

  it('is the beginning of a long one, and how much of it is left', () => {
    const [step] = shown(stateOn(['x'.repeat(5000)], 'steps')).shown;
    expect([step?.text.length, step?.left]).toEqual([4000, 1000]);
  });
});
