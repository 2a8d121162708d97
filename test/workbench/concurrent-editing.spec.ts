import { Desk } from './desk';
import { tiersByLetter } from './studyFolder';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

test("two editors on one study in one window show each other's judgements", async ({ openDesk, study }) => {
  const left = await openDesk({ width: 1600 });
  await left.press('Control+\\');
  const right = new Desk(left.page, 1);
  await right.at(1);
  await right.rank(3, 2, 1);
  await left.shows(3, 2, 1);
  await expect(left.status).toHaveText('Draft, not saved');
  await right.press('Enter');
  await right.at(2);
  await expect(left.status).toHaveText(/^Saved /);
  await expect(left.progress).toHaveAttribute('value', '1');

  await left.card('A').click();
  await expect(left.page.locator('.editor-group-container').first()).toHaveClass(/\bactive\b/);
  await left.at(1);
  await left.press('Shift+J');
  await left.at(2);
  await left.rank(1, 2, 3, 3);
  await left.press('Enter');
  await left.at(3);
  await expect(right.status).toHaveText(/^Saved /);
  await expect(right.progress).toHaveAttribute('value', '2');
  expect(study.annotations().map(tiersByLetter)).toEqual([
    ['C', 'B', 'A'],
    ['A', 'B', 'CD'],
  ]);
});

test("two windows on one study show each other's judgements and lose none", async ({ openDesk, openWindow, study }) => {
  const here = await openDesk();
  const there = new Desk(await openWindow({ openFile: study.project }));
  await there.at(1);
  await here.rank(1, 2, 3);
  await here.press('Enter');
  await here.at(2);
  await expect(there.status).toHaveText(/^Saved /);
  await there.shows(1, 2, 3);
  await expect(there.progress).toHaveAttribute('value', '1');

  // Both judge the second item, and save at the same time.
  await there.press('Shift+J');
  await there.at(2);
  await Promise.all([here.rank(1, 2, 3, 4), there.rank(4, 3, 2, 1)]);
  await Promise.all([here.press('Enter'), there.press('Enter')]);
  await Promise.all([here.at(3), there.at(3)]);
  await expect.poll(() => study.annotations().length).toBe(3);
  const lines = study.annotations();
  expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
  expect(lines.slice(1).map(tiersByLetter).map(String).sort()).toEqual(['A,B,C,D', 'D,C,B,A']);

  // Both go by the same one of the two.
  const [last] = lines.slice(1).sort((a, b) => (a.id < b.id ? 1 : -1));
  const places = tiersByLetter(last!)![0] === 'A' ? [1, 2, 3, 4] : [4, 3, 2, 1];
  for (const desk of [here, there]) {
    await desk.press('Shift+K');
    await desk.at(2);
    await expect(desk.status).toHaveText(/^Saved /);
    await desk.shows(...places);
    await expect(desk.progress).toHaveAttribute('value', '2');
  }
});
