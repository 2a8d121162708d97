import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { writeExport } from '../../../../src/core/export/write';
import { validateExport } from '../../../../src/core/export/validate';
import { createStudy } from '../../../../src/core/study/create';
import { airlineRun } from '../../made/airlineRuns';
import { itemsOf, judge, opened } from '../../made/study';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const attempt = (task: number, trial: number): object =>
  airlineRun(task, trial, [['find', {}, 'found']], `Answer ${trial}.`);

it('makes a study whose tests are seen after judging, and rows of which none teaches what failed', async () => {
  const file = temporaryFile(
    'airline.json',
    JSON.stringify([attempt(0, 0), attempt(0, 1), attempt(1, 0), attempt(1, 1)]),
  );
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  const project = await createStudy({ projectFile, datasets: [file] });
  expect(project.task.verifiers).toBe('after');
  expect(project.task.questions[0]!.text).toBe('Which attempt does the task better? Rank them, best first.');
  expect(project.task.aspects!.map(({ name }) => name)).toEqual(['success', 'side effects', 'optimality', 'looping']);
  expect(project.task.flags![0]).toEqual({ name: 'grader is wrong' });
  const study = await opened(projectFile);
  const { items } = await itemsOf(study);
  for (const [n, item] of items.entries()) {
    const [failed, solved] = item.responses.map(({ id }) => id);
    const tiers = n === 0 ? [[failed!], [solved!]] : [[solved!], [failed!]];
    await judge(study, n, { ranking: { tiers } });
  }
  for (const name of ['best-of-n', 'trl-dpo']) {
    const { files, tally } = await writeExport(
      study,
      { format: exportFormatNamed(name)! },
      join(temporaryFolder(), name),
    );
    const rows = readFileSync(files[0]!, 'utf8').trimEnd().split('\n');
    expect(rows).toHaveLength(name === 'best-of-n' ? 1 : 2);
    if (name === 'best-of-n') {
      expect(rows[0]).toContain('Answer 1.');
      expect(tally.dropped).toEqual({ 'failed-run': 1 });
    }
    expect(rows.join('')).not.toContain('reward');
    expect((await validateExport(files[0]!, name)).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  await study.close();
});
