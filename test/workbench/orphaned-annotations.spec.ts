import fs from 'node:fs';
import { showExplorer } from './desk';
import { expect, test } from './workbench';
import { sample } from './studyFolder';

test.use({ sharesWindow: true });

test('judgements of items that changed or went are told, listed, and lead to the item and to what was judged', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk();
  const { page } = desk;
  await desk.rank(1, 2, 3);
  await desk.press('Enter');
  await desk.at(2);
  await desk.rank(1, 2, 3, 4);
  await desk.press('Enter');
  await desk.at(3);
  const [first, , third] = sample;
  fs.writeFileSync(
    study.dataset,
    [third, { ...first, prompt: 'Quite another question?' }, ...sample.slice(3)]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  );
  await expect(desk.question).toContainText('sample.jsonl changed on disk and was reloaded');
  await expect(desk.question).toContainText(
    'Orphaned annotations: 1 because the item changed, 1 because the item is missing.',
  );
  await desk.question.getByRole('button', { name: 'Show List' }).click();

  const list = page
    .locator('.pane', { has: page.getByRole('heading', { name: 'Orphaned Annotations' }) })
    .locator('.monaco-list');
  const gone = list.getByRole('treeitem', { name: new RegExp(`^Item ${sample[1]?.id ?? ''}, missing, judged by Ana`) });
  const changed = list.getByRole('treeitem', {
    name: /^Item 2, changed, judged by Ana, .*: Quite another question\?$/,
  });
  await expect(gone).toBeVisible();
  await gone.click();
  const editor = page.locator('.editor-instance .monaco-editor');
  await expect(editor).toContainText('"judgement"');
  await expect(editor).toContainText('"tiers"');
  const opened = (await editor.textContent()) ?? '';
  expect(sample[1]?.responses.filter(({ id }) => opened.includes(`"${id}"`))).toEqual([]);
  await expect(page.getByRole('tab', { name: `${sample[1]?.id ?? ''} - Ana.json` })).toBeVisible();

  // With another editor in front, too; and by keyboard alone.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(changed).toHaveClass(/focused/);
  await page.keyboard.press('Enter');
  await desk.at(2);
  await expect(desk.status).toContainText(/^Judged .*, but the item has changed since then$/);
  await expect(desk.root.locator('.stale')).toContainText('This item changed since it was judged');
  await desk.rank(2, 1, 3);
  await desk.press('Enter');
  await expect(changed).toHaveCount(0);
  await expect(gone).toBeVisible();
  await desk.at(3);
  await desk.press('Control+z');
  await expect(changed).toBeVisible();
  const listed = opened + (await list.evaluate((element) => element.outerHTML));
  const names = sample
    .flatMap(({ responses }) => responses.flatMap(({ id, model }) => [id, model]))
    .filter((name) => name.length > 2);
  expect(names.filter((name) => listed.includes(name))).toEqual([]);
  await showExplorer(page);
});
