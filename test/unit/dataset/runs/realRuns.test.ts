import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../made/bundle';
import { readRuns } from '../../made/readRuns';

/** Beside the repository, or one folder higher for a work tree. */
const folder = ['..', '../..'].map((up) => join(root, up, 'shared/data/runs')).find((path) => existsSync(path)) ?? '';

/** Real files, with what their index and the files themselves say: tasks, runs, steps, calls, outcomes, patches. */
const files: readonly (readonly [file: string, harness: string, counts: readonly number[]])[] = [
  ['swe-agent/marshmallow-default.traj', 'swe-agent', [1, 1, 14, 14, 0, 1]],
  ['swe-agent/marshmallow-fc.traj', 'swe-agent', [1, 1, 11, 11, 0, 1]],
  ['swe-agent/pydicom-1458.traj', 'swe-agent', [1, 1, 12, 12, 0, 1]],
  ['swe-smith/pandas-dev__pandas.95280573.pr_53856.traj', 'swe-agent', [1, 1, 17, 17, 0, 1]],
  ['mini-swe-agent/github_issue.traj.json', 'mini-swe-agent', [1, 1, 10, 10, 0, 0]],
  ['mini-swe-agent/django__django-11815.gpt-5-mini.traj.json', 'mini-swe-agent', [1, 1, 34, 28, 0, 1]],
];

describe.skipIf(folder === '')('runs as harnesses write them', () => {
  it.each(files)('are read from %s', async (file, harness, counts) => {
    const { totals, told } = await readRuns(join(folder, file));
    expect(totals?.harnesses).toEqual([harness]);
    expect(totals && [totals.tasks, totals.runs, totals.steps, totals.calls, totals.outcomes, totals.patches]).toEqual(
      counts,
    );
    expect(told).toEqual([]);
  });
});
