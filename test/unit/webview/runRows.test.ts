import { expect, it } from 'vitest';
import type { DeskRunStep } from '../../../src/core/model/desk/deskRun';
import {
  beginningOfMessage,
  isDialogue,
  isOutput,
  openStep,
  rowsOfRun,
  type RunRow,
} from '../../../webview/annotate/run/runRows';

const step = (line: string, row: number, more: Partial<DeskRunStep> = {}): DeskRunStep => ({
  kind: 'run',
  role: 'assistant',
  turn: row,
  tool: 'bash',
  line,
  row,
  nth: String(row + 1),
  ...more,
});
const run = (...lines: readonly string[]): { steps: DeskRunStep[] } => ({
  steps: lines.map((line, row) => step(line, row)),
});
const none = new Set<number>();

/** `0 1 |2-4 shared| -- 5`; an open fold has a plus. */
const written = (rows: readonly RunRow[]): string =>
  rows
    .map((row) =>
      row.kind === 'step'
        ? String(row.step)
        : row.kind === 'parting'
          ? '--'
          : `[${row.from}+${row.count} ${row.why}${row.isOpen ? ' open' : ''}]`,
    )
    .join(' ');

it('folds what all runs begin with where that is more than three steps, and marks where they part', () => {
  const steps = run('a', 'b', 'c', 'd', 'e', 'f');
  expect(written(rowsOfRun(steps, 4, 5, none))).toBe('[0+4 shared] -- 4 5');
  expect(written(rowsOfRun(steps, 3, 5, none))).toBe('0 1 2 -- 3 4 5');
  expect(written(rowsOfRun(steps, 0, 5, none))).toBe('0 1 2 3 4 5');
  expect(written(rowsOfRun(steps, undefined, 5, none))).toBe('0 1 2 3 4 5');
});

it('marks the parting behind the last step of a run that ends where the others go on', () => {
  expect(written(rowsOfRun(run('a', 'b'), 2, 1, none))).toBe('0 1 --');
});

it('opens a fold for the step in hand and for the person, and keeps its row', () => {
  const steps = run('a', 'b', 'c', 'd', 'e', 'f');
  expect(written(rowsOfRun(steps, 4, 2, none))).toBe('[0+4 shared open] 0 1 2 3 -- 4 5');
  expect(written(rowsOfRun(steps, 4, 5, new Set([0])))).toBe('[0+4 shared open] 0 1 2 3 -- 4 5');
});

it('folds three or more steps that do the same, and not two, nor such as say it in another way', () => {
  expect(written(rowsOfRun(run('a', 'b', 'b', 'b', 'c', 'c', 'd'), undefined, 6, none))).toBe('0 [1+3 alike] 4 5 6');
  const others = { steps: [step('b', 0), step('b', 1, { tool: 'sh' }), step('b', 2, { kind: 'read' })] };
  expect(written(rowsOfRun(others, undefined, 2, none))).toBe('0 1 2');
});

it('does not fold over the line where runs part', () => {
  expect(written(rowsOfRun(run('a', 'b', 'b', 'b', 'b', 'b'), 3, 5, new Set()))).toBe(
    '0 1 2 -- [3+3 alike open] 3 4 5',
  );
});

it('folds what only repeats the time before a continuation', () => {
  const steps = { steps: [step('a', 0, { copied: true }), step('b', 1, { copied: true }), step('c', 2)] };
  expect(written(rowsOfRun(steps, undefined, 2, none))).toBe('[0+2 copied] 2');
});

it('opens in other runs what stands in the same row, or the last step before it', () => {
  const steps = { steps: [step('a', 0), step('b', 1), step('c', 5)] };
  expect(openStep(steps, undefined, false)).toBe(2);
  expect(openStep(steps, { step: 1, nth: '', row: 1 }, true)).toBe(1);
  expect(openStep(steps, { step: 9, nth: '', row: 4 }, false)).toBe(1);
  expect(openStep(steps, { step: 9, nth: '', row: 5 }, false)).toBe(2);
});

it('shows the beginning of a long message, whole words and few lines, and all of a short one', () => {
  expect(beginningOfMessage(' Hello.\nI can help. ')).toEqual({ text: 'Hello.\nI can help.', isCut: false });
  const lines = beginningOfMessage(Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n'));
  expect(lines).toMatchObject({ isCut: true });
  expect(lines.text.split('\n')).toHaveLength(8);
  const words = beginningOfMessage('word '.repeat(400));
  expect(words.text).toMatch(/^(word )+word$/);
  expect(words.text.length).toBeLessThanOrEqual(700);
});

it('makes one row of what hangs beside a run, and one of each part', () => {
  const beside = (line: string, part: number): DeskRunStep =>
    step(line, 1, { inner: { kind: part === 0 ? 'helper' : 'branch', part, at: 1 } });
  const steps = { steps: [step('a', 0), step('b', 1), beside('x', 0), beside('x', 0), beside('x', 1), step('c', 2)] };
  expect(written(rowsOfRun(steps, undefined, 5, none))).toBe('0 1 [2+2 helper] [4+1 branch] 5');
  expect(written(rowsOfRun(steps, undefined, 3, none))).toBe('0 1 [2+2 helper open] 2 3 [4+1 branch] 5');
});

it('folds as shared by all runs no more than comes before what hangs beside one', () => {
  const beside = step('x', 4, { inner: { kind: 'helper', part: 0, at: 4 } });
  const steps = { steps: [...run('a', 'b', 'c', 'd', 'e').steps, beside, step('f', 5), step('g', 6)] };
  expect(written(rowsOfRun(steps, 6, 7, none))).toBe('[0+5 shared] [5+1 helper] 6 -- 7');
});

it('opens the last step of the run itself, and beside the one in hand the one of the run in its row', () => {
  const beside = step('x', 1, { inner: { kind: 'branch', part: 0, at: 1 } });
  const steps = { steps: [...run('a', 'b').steps, beside] };
  expect(openStep(steps, undefined, true)).toBe(1);
  expect(openStep(steps, { step: 0, nth: '', row: 1 }, false)).toBe(1);
  expect(openStep(steps, { step: 2, nth: '', row: 1 }, true)).toBe(2);
});

it('tells what a terminal shows without a call from what is said and from calls', () => {
  const kinds = (['tool', 'assistant', 'user'] as const).flatMap((role) => [
    step('$', 0, { kind: 'say', role }),
    step('$', 0, { role }),
  ]);
  expect(kinds.map(isOutput)).toEqual([true, false, false, false, false, false]);
  expect(kinds.map(isDialogue)).toEqual([false, false, true, false, true, false]);
});
