import { expect, it } from 'vitest';
import type { DeskRunStep } from '../../../src/core/model/desk/deskRun';
import { beginningOfMessage, openStep, rowsOfRun, type RunRow } from '../../../webview/annotate/run/runRows';

const step = (line: string, row: number, more: Partial<DeskRunStep> = {}): DeskRunStep => ({
  kind: 'run',
  role: 'assistant',
  turn: row,
  tool: 'bash',
  line,
  row,
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
  expect(openStep(steps, { step: 1, row: 1 }, true)).toBe(1);
  expect(openStep(steps, { step: 9, row: 4 }, false)).toBe(1);
  expect(openStep(steps, { step: 9, row: 5 }, false)).toBe(2);
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
