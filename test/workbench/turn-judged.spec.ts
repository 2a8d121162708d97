import { violations } from './looks';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const turns = (name: string): object[] => [1, 2, 3].flatMap((n) => [{ role: 'user', content: `Question ${n}` }, { role: 'assistant', content: `${name} ${n}` }]);
test.use({ dataset: { records: [{ chosen: turns('left'), rejected: turns('right') }, { chosen: turns('over'), rejected: turns('under') }] } });

test('one turn is judged by itself, by keyboard: marked in every card, the others dimmed, and kept', async ({ openDesk, study }, info) => {
  const desk = await openDesk();
  const judged = desk.root.locator('.head .turn-judged');
  await expect(judged).toContainText('judging all 3 turns');
  await desk.press('Shift+T');
  await expect(judged).toContainText('judging turn 3 of 3');
  await expect(desk.notice).toHaveText('Turn 3 of 3 is judged by itself; the others are dimmed.');
  await desk.press('Shift+T', 'Shift+T');
  await expect(judged).toContainText('judging turn 2 of 3');
  for (const letter of ['A', 'B']) {
    await expect(desk.card(letter).locator('.turn.judged')).toHaveText(/Assistant judged\s*(left|right) 2/);
    await expect(desk.card(letter).locator('.turn.dimmed')).toHaveCount(4);
  }
  expect(await violations(desk)).toEqual([]);
  for (const width of [900, 1800]) {
    await desk.page.setViewportSize({ width, height: 1000 });
    await desk.page.screenshot({ path: info.outputPath(`turn-${width}.png`) });
  }
  await desk.rank(2, 1);
  await desk.press('Enter');
  await desk.at(2);
  await expect(judged).toContainText('judging all 3 turns');
  await expect(desk.root.locator('.turn.dimmed')).toHaveCount(0);
  expect(study.annotations()[0]).toMatchObject({ turn: 1, judgement: { ranking: { tiers: [[expect.any(String)], [expect.any(String)]] } } });
  await desk.press('p');
  await desk.at(1);
  await expect(judged).toContainText('judging turn 2 of 3');
});
