import { expect, it } from 'vitest';
import type { DeskRunStep } from '../../../src/core/model/desk/deskRun';
import { closedStepsWith, nextPlace } from '../../../webview/annotate/run/runSearch';

const call = (turn: number, row: number): DeskRunStep => ({
  kind: 'run',
  role: 'assistant',
  tool: 'bash',
  line: 'ls',
  turn,
  observation: turn + 1,
  row,
  nth: String(row + 1),
});
const turns = (...texts: readonly string[]): { role: string; text: string; left: number }[] =>
  texts.map((text) => ({ role: 'assistant', text, left: 0 }));
const content = {
  runs: { runs: [{ steps: [call(0, 0), call(2, 1), call(4, 2)] }, null, { steps: [call(0, 0), call(2, 1)] }] },
  responses: [
    turns('Look', 'a.txt', 'Read', 'Error', 'Write', 'ok'),
    turns('an error'),
    turns('no', 'ERROR', 'x', 'y'),
  ],
};

it('finds closed steps by their words and output, whatever the case, and not the open one', () => {
  expect(closedStepsWith(content, { selected: 0 }, 'error')).toEqual([
    { index: 0, step: 1 },
    { index: 2, step: 0 },
  ]);
  expect(closedStepsWith(content, { selected: 0, run: { step: 1, nth: '', row: 1 } }, 'error')).toEqual([
    { index: 2, step: 0 },
  ]);
  expect(closedStepsWith(content, { selected: 0 }, 'write')).toEqual([]);
  expect(closedStepsWith(content, { selected: 0 }, '')).toEqual([]);
});

it('counts the words of a turn with several calls once', () => {
  const runs = { runs: [{ steps: [call(0, 0), { ...call(0, 1), observation: 3 }, call(4, 2)] }] };
  expect(closedStepsWith({ ...content, runs }, { selected: 0 }, 'look')).toEqual([{ index: 0, step: 0 }]);
});

it('goes from one place to the next, and on from the other end', () => {
  const places = [
    { index: 0, step: 1 },
    { index: 0, step: 5 },
    { index: 2, step: 0 },
  ];
  expect(nextPlace(places, { index: 0, step: 1 }, 1)).toEqual({ index: 0, step: 5 });
  expect(nextPlace(places, { index: 2, step: 9 }, 1)).toEqual({ index: 0, step: 1 });
  expect(nextPlace(places, { index: 0, step: 3 }, -1)).toEqual({ index: 0, step: 1 });
  expect(nextPlace(places, { index: 0, step: 0 }, -1)).toEqual({ index: 2, step: 0 });
  expect(nextPlace([], { index: 0, step: 0 }, 1)).toBeUndefined();
});
