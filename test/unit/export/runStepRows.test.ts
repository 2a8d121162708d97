import { afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportOptionsOf } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import { turnsOf } from '../../../src/core/model/item/item';
import { placedRunSteps } from '../../../src/core/model/item/placedRunSteps';
import type { Recipe } from '../../../src/core/model/study/recipe';
import { airlineRun } from '../made/airlineRuns';
import { judgedRuns } from '../made/judgedRuns';

const home = mkdtempSync(join(tmpdir(), 'tiebreak-test-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Said = readonly [label: -1 | 0 | 1 | null, firstError?: true];

const run = airlineRun(
  1,
  0,
  [
    ['find', { to: 'LIS' }, 'TP1'],
    ['book', { flight: 'TP1' }, 'done'],
  ],
  'Booked.',
);

/** The rows of a run of two calls and an answer, of whose steps these things are said; `user` of the turn before them. */
async function rowsOf(said: readonly Said[], recipe: Recipe = { format: 'trl-prm' }, user?: Said) {
  const study = await judgedRuns(mkdtempSync(join(home, 'study-')), [run, airlineRun(1, 1, [], 'No.')], (item) => {
    const [first] = item.responses;
    if (!first) throw new Error('no run');
    const steps = placedRunSteps(first);
    const ofAgent = steps.filter(({ turn }) => turnsOf(first)[turn]?.role === 'assistant');
    const mark = (step: (typeof steps)[number] | undefined, [label, firstError]: Said) => ({
      response: first.id,
      step: step?.key ?? 'gone',
      at: step ? steps.indexOf(step) : 9,
      label,
      ...(firstError && { firstError }),
    });
    return {
      runSteps: [
        ...said.map((each, at) => mark(ofAgent[at], each)),
        ...(user
          ? [
              mark(
                steps.find(({ turn }) => turnsOf(first)[turn]?.role === 'user'),
                user,
              ),
            ]
          : []),
      ],
    };
  });
  try {
    const { rows, tally } = await previewExport(study, exportOptionsOf(recipe), Infinity);
    return {
      ...tally,
      rows: rows.map(({ json }) => JSON.parse(json) as { prompt: string; completions: string[]; labels: boolean[] }),
    };
  } finally {
    await study.close();
  }
}

describe('steps of a run for a process reward model', () => {
  it('are the turns of the agent, each behind what it was told, as text', async () => {
    const { rows, dropped } = await rowsOf([[1], [1], [-1]]);
    expect(rows).toHaveLength(1);
    const [{ prompt, completions, labels }] = rows as [(typeof rows)[number]];
    expect(prompt).toBe('System: Policy.\n\nUser: Hello.\n');
    expect(completions).toHaveLength(3);
    expect(completions[0]).toMatch(/^Assistant: → `find`/);
    expect(completions[1]).toMatch(/^Tool: ← `find`\n\nTP1\n\nAssistant: → `book`/);
    expect(completions[2]).toMatch(/^Tool: .*Assistant: Booked\.$/s);
    expect(labels).toEqual([true, true, false]);
    expect(dropped['step-unjudged']).toBeUndefined();
  });

  it('end with the first wrong one, and what is said of later ones is counted', async () => {
    const { rows, dropped } = await rowsOf([[1], [-1], [1]]);
    expect(rows[0]?.labels).toEqual([true, false]);
    expect(dropped['after-error']).toBe(1);
  });

  it('are right before a first error, where nobody said more of them', async () => {
    const { rows } = await rowsOf([[null], [null], [null, true]]);
    expect(rows[0]?.labels).toEqual([true, true, false]);
    expect((await rowsOf([[null], [null], [-1]])).rows[0]?.labels).toEqual([false]);
  });

  it('have neutral ones apart, whose words stay where they were', async () => {
    const { rows, dropped } = await rowsOf([[1], [0], [1]]);
    expect(rows[0]?.labels).toEqual([true, true]);
    expect(rows[0]?.completions[1]).toMatch(/`book`.*Booked\.$/s);
    expect(dropped['step-neutral']).toBe(1);
    const wrong = await rowsOf([[1], [0], [1]], { format: 'trl-prm', neutral: 'wrong' });
    expect([wrong.rows[0]?.labels, wrong.notes['neutral-wrong']]).toEqual([[true, false, true], 1]);
  });

  it('are counted where nobody judged them, where they are gone, and where they are those of a user', async () => {
    expect((await rowsOf([[1], [null], [1]])).dropped['step-unjudged']).toBe(1);
    expect((await rowsOf([[1], [1], [1], [1]])).dropped['step-lost']).toBe(1);
    const { rows, dropped } = await rowsOf([[1]], { format: 'trl-prm' }, [-1]);
    expect([rows[0]?.labels, dropped['step-not-of-agent']]).toEqual([[true], 1]);
  });

  it('are written for Math-Shepherd too', async () => {
    const { rows } = await rowsOf([[1], [-1]], { format: 'math-shepherd' });
    expect(JSON.stringify(rows)).toMatch(/Step 1: Assistant: .*\+\\nStep 2: Tool: .* -"/);
  });
});
