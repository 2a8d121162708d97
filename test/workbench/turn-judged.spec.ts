import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { violations } from './looks';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
const turns = (name: string): object[] =>
  [1, 2, 3].flatMap((n) => [
    { role: 'user', content: `Question ${n}` },
    { role: 'assistant', content: `${name} ${n}` },
  ]);
test.use({
  dataset: {
    records: [
      { chosen: turns('left'), rejected: turns('right') },
      { chosen: turns('over'), rejected: turns('under') },
    ],
  },
});

test('the whole and turns are judged each by itself, by keyboard: marked in every card, the others dimmed, and all kept', async ({
  openDesk,
  study,
}, info) => {
  const desk = await openDesk();
  const judged = desk.root.locator('.head .turn-judged');
  const soFar = desk.root.getByRole('region', { name: 'Judged turns' }).locator('.mark');
  await expect(judged).toContainText('judging all 3 turns');
  await desk.rank(1, 2);
  await desk.press('Enter');
  await desk.at(2);
  await desk.press('Shift+K');
  await desk.at(1);
  await expect(soFar).toHaveCount(0);
  await desk.press('Shift+T');
  await expect(judged).toContainText('judging turn 3 of 3');
  await expect(desk.notice).toHaveText('Judging only turn 3 of 3. The other turns are dimmed.');
  await expect(desk.status).toHaveText('Not judged');
  await desk.press('Shift+T', 'Shift+T');
  await expect(judged).toContainText('judging turn 2 of 3');
  for (const letter of ['A', 'B']) {
    await expect(desk.card(letter).locator('.turn.judged')).toHaveText(/Assistant judged\s*(left|right) 2/);
    await expect(desk.card(letter).locator('.turn.dimmed')).toHaveCount(4);
  }
  await expect(soFar).toHaveText(['whole response']);
  await desk.ready();
  await desk.rank(2, 1);
  expect(await violations(desk)).toEqual([]);
  for (const width of [900, 1800]) {
    await desk.page.setViewportSize({ width, height: 1000 });
    await desk.page.screenshot({ path: info.outputPath(`turn-${width}.png`) });
  }
  await desk.press('Enter');
  await desk.at(2);
  await expect(judged).toContainText('judging all 3 turns');
  await expect(desk.root.locator('.turn.dimmed')).toHaveCount(0);
  expect(study.annotations()).toMatchObject([
    { judgement: { ranking: {} } },
    { turn: 1, judgement: { ranking: { tiers: [[expect.any(String)], [expect.any(String)]] } } },
  ]);
  expect(study.annotations()[0]).not.toHaveProperty('turn');
  // The whole stands, and so does the turn.
  await desk.press('Shift+K');
  await desk.at(1);
  await expect(judged).toContainText('judging all 3 turns');
  await desk.shows(1, 2);
  await expect(soFar).toHaveText(['whole response', 'turn 2']);
  await desk.press('Shift+T');
  await expect(judged).toContainText('judging turn 3 of 3');
  await expect(desk.status).toHaveText('Not judged');
  await desk.press('Shift+T', 'Shift+T');
  await desk.shows(2, 1);
  await expect(desk.status).toHaveText(/^Saved/);
  // Taking it back takes back nothing else.
  await desk.ready();
  await desk.press('Control+z');
  await expect(desk.status).toHaveText('Draft, not saved');
  await expect(soFar).toHaveText(['whole response']);
  await desk.press('Control+Shift+Z');
  await expect(desk.status).toHaveText(/^Saved/);
  expect(study.lines().map((line) => [line.type, line.turn])).toEqual([
    ['annotation', undefined],
    ['annotation', 1],
    ['retraction', 1],
    ['annotation', 1],
  ]);
  await expect(desk.progress).toHaveAccessibleName(/^1 of 2 items/);
  const told = execFileSync(
    process.execPath,
    [cli, 'export', study.project, '--format', 'trl-dpo', '--out', path.join(study.path, 'out')],
    { encoding: 'utf8' },
  );
  expect(told).toMatch(/1 row/);
  expect(told).toMatch(/dropped 1: one turn was judged, and the conversations of the two responses differ before it/);
});
