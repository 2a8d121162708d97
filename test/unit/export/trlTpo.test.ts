import { expect, it } from 'vitest';
import { exportOptionsOf } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import { airlineRun } from '../made/airlineRuns';
import { judgedRuns } from '../made/judgedRuns';
import { temporaryFolder } from '../made/temporaryFolder';

/** What TPO gets of three runs that are ranked, whose users begin so. */
async function tallyOf(said: readonly string[]) {
  const runs = said.map((words, trial) => {
    const run = airlineRun(1, trial, [], `Answer ${trial}.`) as { traj: { role: string; content: string }[] };
    return { ...run, traj: run.traj.map((turn) => (turn.role === 'user' ? { ...turn, content: words } : turn)) };
  });
  const study = await judgedRuns(temporaryFolder(), runs, ({ responses }) => ({
    ranking: { tiers: responses.map(({ id }) => [id]) },
  }));
  const { rows, tally } = await previewExport(study, exportOptionsOf({ format: 'trl-tpo' }), Infinity);
  await study.close();
  return { rows: rows.length, dropped: tally.dropped };
}

it('TPO gets no runs that users began differently, of which TRL would cut the first words off', async () => {
  expect((await tallyOf(['Hello.', 'Hello.', 'Hello.'])).rows).toBe(1);
  const { rows, dropped } = await tallyOf(['Hello.', 'Hi!', 'Good day.']);
  expect(rows).toBe(0);
  expect(dropped['runs-told-apart']).toBe(1);
});
