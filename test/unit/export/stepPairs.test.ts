import { afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportOptionsOf } from '../../../src/core/export/options';
import { commandFacts } from '../../../src/core/export/rows/rowFacts';
import { previewExport } from '../../../src/core/export/write';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import { placedRunSteps } from '../../../src/core/model/item/placedRunSteps';
import type { Recipe } from '../../../src/core/model/study/recipe';
import { airlineRun, spokenRun } from '../made/airlineRuns';
import { readBack } from '../made/formatRows';
import { judgedRuns } from '../made/judgedRuns';

const home = mkdtempSync(join(tmpdir(), 'tiebreak-test-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const find = (result: string) => ['find_flight', { to: 'LIS' }, result] as const;
const book = (flight: string) => ['book', { flight }, 'done'] as const;

/** The rows of a study in which the first of two runs was preferred, and why there are none. */
async function rowsOf(records: readonly object[], recipe: Recipe, more?: (item: Item) => Judgement) {
  const study = await judgedRuns(mkdtempSync(join(home, 'study-')), records, more);
  try {
    const { rows, tally } = await previewExport(study, exportOptionsOf(recipe), Infinity);
    return {
      rows: rows.map(({ json }) => JSON.parse(json) as Record<string, { role: string; content: string }[]>),
      dropped: tally.dropped,
      wholeRuns: commandFacts(tally.facts, tally.notes).wholeRuns,
    };
  } finally {
    await study.close();
  }
}

const roles = (turns: readonly { readonly role: string }[] = []): string => turns.map(({ role }) => role).join(' ');

describe('a pair of two runs', () => {
  const parting = [
    airlineRun(1, 0, [find('TP1 or TP2'), book('TP1')], 'Booked TP1.'),
    airlineRun(1, 1, [find('TP1 or TP2'), book('TP2')], 'Booked TP2.'),
  ];

  it('is the step at which the agent does something else, behind all that they share', async () => {
    const { rows } = await rowsOf(parting, { format: 'trl-dpo' });
    expect(rows).toHaveLength(1);
    const [{ prompt, chosen, rejected }] = rows as [Record<string, { role: string; content: string }[]>];
    expect(roles(prompt)).toBe('system user assistant tool');
    expect([roles(chosen), roles(rejected)]).toEqual(['assistant', 'assistant']);
    expect(JSON.stringify(chosen)).toContain('TP1');
    expect(JSON.stringify(rejected)).toContain('TP2');
    // Nothing of what a tool said is in what is trained on.
    expect(JSON.stringify([chosen, rejected])).not.toContain('done');
  });

  it('is of whole runs where somebody asks for these', async () => {
    const { rows, wholeRuns } = await rowsOf(parting, { format: 'trl-dpo', runs: 'whole' });
    expect(wholeRuns).toBe(1);
    expect(roles(rows[0]?.chosen)).toBe('assistant tool assistant tool assistant');
  });

  it('is no row of whole runs as its steps, so that trainers are not told to train on earlier turns', async () => {
    const { rows, wholeRuns } = await rowsOf(parting, { format: 'ms-swift-conversations' });
    expect([rows.length, wholeRuns]).toEqual([1, 0]);
  });

  it('is not written where a tool said something else: the agent did not choose that', async () => {
    const records = [
      airlineRun(1, 0, [find('TP1'), book('TP1')], 'Booked.'),
      airlineRun(1, 1, [find('TP2'), book('TP2')], 'Booked.'),
    ];
    const { rows, dropped } = await rowsOf(records, { format: 'trl-dpo' });
    expect(rows).toEqual([]);
    expect(dropped).toMatchObject({ 'runs-part-elsewhere': 1 });
  });

  it('is not written where a user said something else', async () => {
    const records = [
      spokenRun(1, 0, ['Which day?', 'Monday.', 'Booked for Monday.']),
      spokenRun(1, 1, ['Which day?', 'Tuesday.', 'Booked for Tuesday.']),
    ];
    expect((await rowsOf(records, { format: 'trl-dpo' })).dropped).toMatchObject({ 'runs-part-elsewhere': 1 });
  });

  it('is not written where one ends and the other goes on', async () => {
    const records = [spokenRun(1, 0, ['Which day?', 'Monday.', 'Booked for Monday.']), spokenRun(1, 1, ['Which day?'])];
    expect((await rowsOf(records, { format: 'trl-dpo' })).dropped).toMatchObject({ 'runs-never-part': 1 });
  });

  it('is written as text too, with the turns that they share in the prompt', async () => {
    const records = [
      spokenRun(1, 0, ['Which day?', 'Monday.', 'Booked for Monday.', 'Thanks.', 'Bye.']),
      spokenRun(1, 1, ['Which day?', 'Monday.', 'No flights on Monday.', 'Well.', 'Sorry.']),
    ];
    const { rows } = await rowsOf(records, { format: 'trl-dpo-text' });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.prompt).toContain('Monday.');
    expect(rows[0]).toMatchObject({ chosen: ' Booked for Monday.', rejected: ' No flights on Monday.' });
  });

  /** What is said where a step of the worse run is its first wrong one. */
  const wrongAt =
    (step: number) =>
    ({ responses: [, worse] }: Item): Judgement => {
      const key = (worse && placedRunSteps(worse)[step]?.key) ?? '';
      return {
        runSteps: [{ response: worse?.id ?? '', step: key, at: step, label: -1, firstError: true }],
      };
    };

  it('is left out with --runs first-error where they part at another step than the first wrong one', async () => {
    const recipe = { format: 'trl-dpo', runs: 'first-error' } as const;
    expect((await rowsOf(parting, recipe, wrongAt(2))).rows).toHaveLength(1);
    expect(await rowsOf(parting, recipe, wrongAt(3))).toMatchObject({ rows: [], dropped: { 'runs-err-elsewhere': 1 } });
    expect(await rowsOf(parting, recipe)).toMatchObject({ rows: [], dropped: { 'runs-without-error': 1 } });
  });

  it('is of whole runs for a model that scores them', async () => {
    const { rows } = await rowsOf(parting, { format: 'trl-reward' });
    expect(roles(rows[0]?.rejected)).toBe('assistant tool assistant tool assistant');
  });
});

it('a run that is called good begins with its agent: what it was told is of the prompt', async () => {
  const runs = [0, 1].map((trial) => spokenRun(1, trial, ['Which day?', `Monday ${trial}.`, 'Booked.']));
  const { rows } = await rowsOf(runs, { format: 'trl-kto' }, ({ responses }) => ({
    acceptable: Object.fromEntries(responses.map(({ id }) => [id, true])),
  }));
  expect(rows.map(({ prompt, completion }) => [roles(prompt), roles(completion)])).toEqual(
    Array(2).fill(['system user', 'assistant user assistant']),
  );
});

it.each(['trl-kto', 'best-of-n'])(
  'a run that a user ends is written in %s up to the last turn of its agent',
  async (format) => {
    const runs = [0, 1].map((trial) =>
      spokenRun(1, trial + 1, ['Which day?', 'Monday.', `Booked ${trial}.`, '###STOP###']),
    );
    const { rows } = await rowsOf(runs, { format }, ({ responses }) => ({
      acceptable: Object.fromEntries(responses.map(({ id }) => [id, true])),
    }));
    expect(rows.length).toBeGreaterThan(0);
    for (const { messages, completion } of rows) {
      expect((messages ?? completion)?.at(-1)?.role).toBe('assistant');
      expect(JSON.stringify(messages ?? completion)).not.toContain('STOP');
    }
  },
);

describe('a corrected call', () => {
  const runs = [
    airlineRun(1, 0, [find('TP1'), book('TP1')], 'Booked.'),
    airlineRun(1, 1, [find('TP1'), book('TP2')], 'Booked.'),
  ];
  const marked =
    (corrected?: string) =>
    ({ responses: [, worse] }: Item): Judgement => {
      const step = (worse && placedRunSteps(worse)[2]?.key) ?? '';
      const mark = { response: worse?.id ?? '', step, at: 2, tool: 'book', path: '/flight' };
      return { calls: [{ ...mark, verdict: 'wrong-value', ...(corrected !== undefined && { corrected }) }] };
    };

  it('is a pair of the right call over the wrong one, behind what the run did before', async () => {
    const { rows } = await rowsOf(runs, { format: 'call-pairs' }, marked('TP9'));
    expect(rows).toHaveLength(1);
    expect(roles(rows[0]?.prompt)).toBe('system user assistant tool');
    expect(rows[0]?.chosen).toMatchObject([{ role: 'assistant', tool_calls: [{ function: { name: 'book' } }] }]);
    expect(JSON.stringify(rows[0]?.chosen)).toContain('TP9');
    expect(JSON.stringify(rows[0]?.rejected)).toContain('TP2');
    const { layout, items } = await readBack(rows, false);
    expect(layout).toBe('preference-pairs');
    expect(items[0]?.item.responses.map(({ turns }) => turns?.[0]?.toolCalls?.[0]?.arguments)).toEqual([
      { flight: 'TP9' },
      { flight: 'TP2' },
    ]);
  });

  it('is a demonstration that ends with the right call', async () => {
    const { rows } = await rowsOf(runs, { format: 'demonstrations' }, marked('TP9'));
    expect(roles(rows[0]?.messages)).toBe('system user assistant tool assistant');
    expect(JSON.stringify(rows[0]?.messages?.at(-1))).toContain('TP9');
  });

  it('gives no row where nobody said what is right', async () => {
    expect(await rowsOf(runs, { format: 'call-pairs' }, marked())).toMatchObject({
      rows: [],
      dropped: { 'call-not-corrected': 1 },
    });
  });
});
