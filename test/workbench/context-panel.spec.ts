import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from './workbench';

const fixture = path.resolve(import.meta.dirname, '../fixtures/fine-grained-rlhf.json');

test.use({ dataset: { records: JSON.parse(fs.readFileSync(fixture, 'utf8')) as unknown[] }, sharesWindow: true });

test('evidence stands beside the conversation, folds, and a passage is ticked by its key', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk();
  const { passages } = desk;
  await expect(passages).toHaveCount(2);
  await expect(passages.nth(0)).toContainText('Crane');
  await expect(passages.nth(0)).toContainText('They leave in October.');

  // What is looked for is first found in the responses, although evidence stands in front of them.
  await desk.press('Control+f');
  await expect(desk.root.locator('.find-bar input')).toBeFocused();
  await desk.page.keyboard.type('in october');
  await expect(desk.root.locator('.find-bar .found')).toHaveText('2 of 2');
  await desk.press('Enter');
  await expect(desk.root.locator('.find-bar .found')).toHaveText('1 of 2');
  await desk.press('Escape');
  await desk.at(1);

  await desk.press('Alt+Shift+2');
  await expect(desk.notice).toHaveText('Passage 2 supports A.');
  await desk.press('i');
  await expect(passages).toHaveCount(0);
  await desk.press('i');
  await expect(passages).toHaveCount(2);
  await desk.press('j');
  await expect(desk.card('B')).toHaveClass(/selected/);
  await desk.press('Alt+Shift+2');
  await expect(desk.notice).toHaveText('Passage 2 supports B.');
  await expect(passages.nth(1)).toContainText('supports A');
  await desk.press('k');
  await desk.rank(1, 2, 3, 4);
  await desk.press('Enter');
  await expect(desk.where).toHaveText('Item 2 of 2');

  const { judgement, shown } = study.annotations()[0]!;
  const [, second] = (judgement.supports ?? []).map(({ passage }) => passage);
  expect(judgement.supports).toEqual(shown.slice(0, 2).map((response) => ({ response, passage: second })));
});
