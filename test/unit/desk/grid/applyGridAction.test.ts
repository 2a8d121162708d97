import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsLeft } from '../../../../src/core/desk/grid/cells';
import { maxInCell } from '../../../../src/core/desk/grid/applyGridAction';
import type { JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { modeNames } from '../../../../src/core/model/annotation/mode';
import { criterionState } from '../../made/gridState';
import { after, done } from '../../made/judgingStates';
import { criterion } from '../../made/rubrics';

const grid: JudgementAction = { do: 'grid' };
const back: JudgementAction = { do: 'selectBy', by: -1 };
const notApplicable: JudgementAction = { do: 'notApplicable' };
const yes: JudgementAction = { do: 'answer', value: true };
const up: JudgementAction = { do: 'move', step: -1 };
const down: JudgementAction = { do: 'move', step: 1 };
const to = (id: string, column: number): JudgementAction => ({ do: 'cell', criterion: id, column });
const two = criterionState(['one', 'two'], 'rank', { winners: false });
const withWinners = criterionState(['one', 'two']);
const row = (...values: readonly unknown[]): unknown =>
  values.map((value) => (value === undefined ? null : { value, note: '' }));

describe('the grid of criteria', () => {
  it('is filled by one key a cell: the next response comes, and behind the last one the next criterion', () => {
    const { state, last } = after(two, grid, 1, 0, 10, notApplicable, 2);
    expect(state.draft.verdicts).toEqual({
      cites: row(true, false),
      depth: row(10, null),
      tone: row('flat', undefined),
    });
    expect([state.cell, state.selected]).toEqual([{ criterion: 'tone', column: 1 }, 1]);
    expect(last.notice).toEqual({ kind: 'verdict', index: 0, row: 2, of: 3, name: 'Is it tone?', value: 'flat' });
    expect(after(two, grid, to('depth', 1), 10).last.notice).toMatchObject({ value: 10, meaning: 'all there is' });
  });

  it('begins with the first cell in which nothing is said, and its last one stays in hand', () => {
    expect(done(two, grid, yes, grid, grid).cell).toEqual({ criterion: 'cites', column: 1 });
    expect(done(two, grid, to('tone', 1), 1).cell).toEqual({ criterion: 'tone', column: 1 });
  });

  it('takes no answer that the criterion does not have', () => {
    for (const [at, action, answers] of [
      ['cites', 2, { of: 'yes-no' }],
      ['depth', yes, { of: 'scale', min: 0, max: 10 }],
      ['depth', 11, { of: 'scale', min: 0, max: 10 }],
      ['tone', 3, { of: 'category', count: 2 }],
    ] as const) {
      const { state, last } = after(two, grid, to(at, 1), action);
      expect(state.draft).toEqual(two.draft);
      expect(last).toEqual({ notice: { kind: 'no-such-answer', answers } });
    }
  });

  it('waits for a second digit where the answers ask for it', () => {
    expect(['cites', 'depth', 'tone'].map((id) => maxInCell(done(two, grid, to(id, 0))))).toEqual([1, 10, 2]);
    expect(maxInCell(two)).toBeUndefined();
    expect(maxInCell(done(withWinners, grid, to('cites', 2)))).toBe(2);
  });

  it('counts levels from 1 where no digit says them', () => {
    const odd = criterionState(['one'], 'thumbs', {
      criteria: [criterion('mood', { kind: 'scale', min: -1, max: 1, levels: { '-1': 'bad', '0.5': 'nearly' } })],
    });
    expect(odd.list.shown.criteria[0]?.answers).toEqual([
      { value: -1, key: 1, text: 'bad' },
      { value: 0, key: 2 },
      { value: 0.5, key: 3, text: 'nearly' },
      { value: 1, key: 4 },
    ]);
    expect(done(odd, grid, 3).draft.verdicts).toEqual({ mood: row(0.5) });
    expect(done(odd, grid, up, up, up).draft.verdicts).toEqual({ mood: row(1) });
  });

  it('moves an answer by a step, and says of a fault that it does not apply once and no more', () => {
    expect(done(two, grid, up).draft.verdicts).toEqual({ cites: row(true, undefined) });
    expect(done(two, grid, to('depth', 0), down, up).draft.verdicts).toEqual({ depth: row(6, undefined) });
    expect(done(two, grid, to('tone', 0), down, down, up).draft.verdicts).toEqual({ tone: row('good', undefined) });
    expect(done(two, grid, notApplicable, back, notApplicable).draft).toEqual(two.draft);
  });

  it('keeps a note with its verdict whatever that becomes, and takes both back together', () => {
    const noted = done(two, grid, yes, back);
    const draft = { ...noted.draft, verdicts: { cites: [{ value: true, note: 'twice' }, null] } };
    expect(done({ ...noted, draft }, 0).draft.verdicts).toEqual({ cites: [{ value: false, note: 'twice' }, null] });
    expect(done({ ...noted, draft }, { do: 'clear' }).draft.verdicts).toEqual({});
  });

  it('names the best by each criterion: one goes on, another is tied with it, 0 says that all are alike', () => {
    const named = done(withWinners, grid, yes, yes, 2);
    expect([named.draft.winners, named.cell]).toEqual([{ cites: [1] }, { criterion: 'depth', column: 0 }]);
    expect(done(named, back, 1).draft.winners).toEqual({ cites: [0, 1] });
    expect(done(named, back, 2).draft.winners).toEqual({});
    expect(done(named, back, { do: 'clear' }, 0).draft.winners).toEqual({ cites: [0, 1] });
    expect(after(named, back, notApplicable).last).toEqual({
      notice: { kind: 'no-such-answer', answers: { of: 'winner', count: 2 } },
    });
    expect(cellsLeft(named)).toEqual({ left: 6, of: 9, first: { row: 1, column: 0 } });
  });

  it('is not asked of one response, nor where the study does not want it', () => {
    expect(cellsLeft(criterionState(['one'], 'thumbs')).of).toBe(3);
    expect(cellsLeft(two).of).toBe(6);
  });

  it('goes along with a response that is pointed at, and leaves placing by its buttons to the way', () => {
    expect(done(two, grid, { do: 'select', index: 1 }).cell).toEqual({ criterion: 'cites', column: 1 });
    expect(done(two, grid, { do: 'number', value: 1, index: 1 }).draft).toMatchObject({
      places: [null, 1],
      verdicts: {},
    });
    expect(done(two, grid, { do: 'accept' }, { do: 'mode', mode: 'pair' }).cell).toBeNull();
  });

  it('leaves the way as it found it: what is in hand there goes by the response that is selected', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...modeNames),
        fc.array(
          fc.constantFrom<JudgementAction>({ do: 'cellBy', rows: 1, columns: 1 }, yes, {
            do: 'cellBy',
            rows: 0,
            columns: -1,
          }),
          { maxLength: 8 },
        ),
        (mode, actions) => {
          const before = criterionState(['a\nb', 'c\nd', 'e\nf'], mode);
          const { verdicts: _verdicts, ...draft } = done(before, grid, ...actions, grid).draft;
          const { verdicts: _before, ...untouched } = before.draft;
          expect(draft).toEqual(untouched);
        },
      ),
    );
    const paired = done(criterionState(['a', 'b', 'c'], 'pair', { winners: false }), grid, to('cites', 2), grid);
    expect(paired.selected).toBeLessThan(2);
  });

  it('tells where there is nothing to judge by', () => {
    expect(after(criterionState(['a', 'b'], 'rank', { criteria: [] }), grid).last).toEqual({
      notice: { kind: 'no-criteria' },
    });
  });
});
