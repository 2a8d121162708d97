import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pairing, pairOf } from '../../../../src/core/dataset/grouping/runPairs';
import type { ParsedItem } from '../../../../src/core/dataset/items/parsedItem';
import type { Label } from '../../../../src/core/dataset/layouts/layout';
import { hasPassed } from '../../../../src/core/model/item/outcome';
import type { Response, VerifierResult } from '../../../../src/core/model/item/item';
import { exportFormatNamed } from '../../../../src/core/export';
import { writeExport } from '../../../../src/core/export/write';
import { createStudy } from '../../../../src/core/study/create';
import { openProject } from '../../../../src/core/study/projectFile';
import { scanStudy } from '../../../../src/core/study/scanStudy';
import { airlineRun } from '../../made/airlineRuns';
import { itemsOf, judge, opened } from '../../made/study';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const run = (id: string, ...verifiers: readonly VerifierResult[]): Response => ({ id, text: id, verifiers });
const passed = (id: string): Response => run(id, { name: 'resolved', passed: true });
const failed = (id: string): Response => run(id, { name: 'resolved', passed: false });

it.each([
  ['passed', [{ name: 'resolved', passed: true }], true],
  ['failed', [{ name: 'resolved', passed: false }], false],
  ['a reward of 1', [{ name: 'reward', score: 1 }], true],
  ['a reward of 1 in floating-point', [{ name: 'reward', score: 1 - 1e-9 }], true],
  ['a part of the reward', [{ name: 'reward', score: 0.5 }], false],
  ['less than no reward', [{ name: 'reward', score: -1 }], false],
  ['a score on another scale', [{ name: 'score', score: 7 }], undefined],
  ['a score of which nobody knows the direction', [{ name: 'x', score: 1, direction: 'unknown' }], undefined],
  ['no result', [], undefined],
  [
    'the first of several, which is of the whole run',
    [
      { name: 'reward', score: 0 },
      { name: 'a test', passed: true },
    ],
    false,
  ],
] as const)('takes %s for what it says of the run', (_, verifiers, expected) =>
  expect(hasPassed({ verifiers })).toBe(expected),
);

it('draws of a task only a pair that may meet', () => {
  const task = { id: 'task', responses: [passed('a'), failed('b'), run('c'), passed('d'), failed('e')] };
  for (let seed = 0; seed < 40; seed++) {
    const [one, other] = pairOf(task, { meet: 'differ', seed })!.map(hasPassed);
    expect(one).toBe(!other);
    const [first, second] = pairOf(task, { meet: 'same', seed })!.map(hasPassed);
    expect(first).toBeDefined();
    expect(second).toBe(first);
  }
  expect(pairOf({ id: 't', responses: [passed('a'), passed('b')] }, { meet: 'differ', seed: 1 })).toBeUndefined();
  expect(pairOf({ id: 't', responses: [passed('a'), run('b')] }, { meet: 'same', seed: 1 })).toBeUndefined();
  expect(pairOf({ id: 't', responses: [passed('a')] }, { meet: 'drawn', seed: 1 })).toBeUndefined();
});

it('draws every pair of a task about as often, whatever the order in the file', () => {
  const responses = ['a', 'b', 'c', 'd'].map((id) => run(id));
  const times = new Map<string, number>();
  for (let seed = 0; seed < 600; seed++) {
    const names = (all: readonly Response[]): string =>
      pairOf({ id: 'task', responses: all }, { meet: 'drawn', seed })!
        .map(({ id }) => id)
        .toSorted()
        .join('');
    const drawn = names(responses);
    expect(names(responses.toReversed())).toBe(drawn);
    times.set(drawn, (times.get(drawn) ?? 0) + 1);
  }
  expect(times.size).toBe(6);
  // 100 each are expected, with a standard deviation of 9.
  for (const count of times.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
});

it('makes an item of a pair of each task, and tells and counts the tasks without one', async () => {
  const attempt = (task: number, trial: number): object => airlineRun(task, trial, [], `Answer ${trial}.`);
  const file = temporaryFile(
    'airline.json',
    // Odd trials are solved: tasks 1 and 3 have runs of one outcome.
    JSON.stringify(
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 2],
        [2, 1],
        [2, 2],
        [3, 1],
      ].map(([a, b]) => attempt(a!, b!)),
    ),
  );
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  const project = await createStudy({ projectFile, datasets: [file], mode: 'pair', runPairs: 'differ' });
  expect(project.task).toMatchObject({ mode: 'pair', runPairs: 'differ', verifiers: 'after' });
  const study = await opened(projectFile);
  const { items } = await itemsOf(study);
  expect(items.map(({ responses }) => responses.map(hasPassed).toSorted())).toEqual([
    [false, true],
    [false, true],
  ]);
  const { problems } = await scanStudy(study.data, study.replay);
  expect(problems.filter(({ code }) => code === 'runs.noPair')).toHaveLength(1);
  expect(problems.find(({ code }) => code === 'runs.noPair')!.message).toMatch(
    /^Tasks without two runs whose outcomes differ, which were left out: 2 \(/,
  );
  // Rows are of the pair alone.
  const [failedRun, passedRun] = [...items[0]!.responses].sort((a, b) => Number(hasPassed(a)) - Number(hasPassed(b)));
  await judge(study, 0, { comparisons: [{ a: passedRun!.id, b: failedRun!.id, outcome: 'a' }] });
  const out = join(temporaryFolder(), 'pairs');
  const { files } = await writeExport(study, { format: exportFormatNamed('trl-dpo')! }, out);
  expect(readFileSync(files[0]!, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  await study.close();
  // All runs of a task stay one item where nothing is said.
  const document = await openProject(projectFile);
  const { runPairs: _, ...task } = document.data.task;
  await document.write({ ...document.data, task });
  const whole = await opened(projectFile);
  expect((await itemsOf(whole)).items.map(({ responses }) => responses.length)).toEqual([3, 2, 2, 1]);
  await whole.close();
});

it('leaves labels on runs that are not of the pair', () => {
  const label = (id: string): Label => ({ shown: [id], judgement: { acceptable: { [id]: true } } });
  const row = {
    item: { id: 'task', hash: 'h', prompt: [], responses: [passed('a'), failed('b'), passed('c')] },
    labels: ['a', 'b', 'c'].map(label),
    file: '/runs.json',
    line: 1,
    texts: undefined,
  };
  const [made] = pairing({ meet: 'differ', seed: 1 }).combine([row]) as [ParsedItem];
  const names = made.item.responses.map(({ id }) => id);
  expect(names).toHaveLength(2);
  expect(made.labels).toEqual(names.map(label));
  expect(made.item.hash).not.toBe('h');
});
