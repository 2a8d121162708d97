import { expect, it } from 'vitest';
import { exportOptionsOf } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import { airlineRun } from '../made/airlineRuns';
import { judgedRuns } from '../made/judgedRuns';
import { temporaryFolder } from '../made/temporaryFolder';

/** What a format gets of three runs that are ranked, whose users begin so. */
async function tallyOf(format: string, said: readonly string[]) {
  const runs = said.map((words, trial) => {
    const run = airlineRun(1, trial, [], `Answer ${trial}.`) as { traj: { role: string; content: string }[] };
    return { ...run, traj: run.traj.map((turn) => (turn.role === 'user' ? { ...turn, content: words } : turn)) };
  });
  const study = await judgedRuns(temporaryFolder(), runs, ({ responses }) => ({
    ranking: { tiers: responses.map(({ id }) => [id]) },
  }));
  const { rows, tally } = await previewExport(study, exportOptionsOf({ format }), Infinity);
  await study.close();
  return { rows: rows.length, dropped: tally.dropped, notes: tally.notes };
}

it('TPO gets no runs that users began differently, of which TRL would cut the first words off', async () => {
  expect((await tallyOf('trl-tpo', ['Hello.', 'Hello.', 'Hello.'])).rows).toBe(1);
  const { rows, dropped } = await tallyOf('trl-tpo', ['Hello.', 'Hi!', 'Good day.']);
  expect(rows).toBe(0);
  expect(dropped['runs-told-apart']).toBe(1);
});

it('reward models get them, with a note that OpenRLHF cuts the first words off', async () => {
  expect((await tallyOf('trl-reward', ['Hello.', 'Hello.', 'Hello.'])).notes).not.toHaveProperty('begins-with-user');
  const { rows, notes } = await tallyOf('trl-reward', ['Hello.', 'Hi!', 'Good day.']);
  expect(rows).toBe(3);
  expect(notes['begins-with-user']).toBe(3);
});
