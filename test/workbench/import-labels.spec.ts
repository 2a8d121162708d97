import fs from 'node:fs';
import path from 'node:path';
import { FieldChooserPage, Desk } from './desk';
import { annotateInExplorer } from '../harness/explorer.mjs';
import { eachLook, screenshots } from './looks';
import { expect, test } from './workbench';

const count = 1234;
const pairs = [...Array(count).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}?`,
  chosen: `The good answer to ${n}`,
  rejected: `The bad answer to ${n}`,
}));

test.use({ dataset: { records: pairs } });

test('labels are offered where a study is made, taken over by keyboard, and the study’s view follows', async ({
  openWindow,
  study,
}) => {
  const page = await openWindow();
  await annotateInExplorer(page, 'sample.jsonl');
  await new FieldChooserPage(page).shows('Annotate sample.jsonl');
  await page.keyboard.press('Enter');
  const desk = new Desk(page);
  await desk.at(1);
  const asked = desk.question;
  await expect(asked).toContainText('1,234 labels found in sample.jsonl. Import them as judgments by “sample”?');
  await expect(asked.getByRole('button', { name: /^(Import|Not Now|Never for This Study)$/ })).toHaveCount(3);
  // It lies over nothing: least of all over what saves.
  await expect(page.locator('.notifications-toasts .notification-list-item')).toHaveCount(0);
  // The desk can be used meanwhile, and says nothing of the labels.
  await expect(desk.status).toHaveText('Not judged');
  fs.mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, 'labels-offered.png') });

  await asked.getByRole('button', { name: 'Import', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  const done = page.locator('.notifications-toasts .notification-list-item', { hasText: 'imported' });
  await expect(done).toContainText('1,234 labels imported as judgments by “sample”.');
  const journal = path.join(path.dirname(study.journal), 'sample.jsonl');
  expect(fs.readFileSync(journal, 'utf8').trim().split('\n')).toHaveLength(count);
  expect(study.annotations()).toEqual([]);

  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').click();
  const view = page.getByRole('treeitem', { name: /^sample 1,?234 judged/ });
  await expect(view).toBeVisible();
  await eachLook(desk, async (look) => {
    await page.screenshot({ path: path.join(screenshots, `labels-taken-${look}.png`) });
  });
  // Judged by others is not judged by who sits here.
  await expect(desk.status).toHaveText('Not judged');
});

test('labels that a command took over as a model’s are not offered as those of people any more', async ({
  openWindow,
  study,
}) => {
  study.init();
  const page = await openWindow({ openFile: study.project });
  const desk = new Desk(page);
  await desk.at(1);
  await expect(desk.question).toContainText('1,234 labels found');
  const { input, active } = new FieldChooserPage(page);
  await page.keyboard.press('F1');
  await expect(input).toBeVisible();
  await input.fill('>Tiebreak: Import Labels from the Dataset');
  await expect(active).toContainText('Import Labels from the Dataset');
  await page.keyboard.press('Enter');
  const title = page.locator('.quick-input-title');
  await expect(title).toContainText('Import the labels of sample.jsonl');
  await input.fill('my-judge-7b');
  await page.keyboard.press('Enter');
  await expect(title).toContainText('Who gave the labels imported as “my-judge-7b”?');
  await page.keyboard.press('ArrowDown');
  await expect(active).toContainText('A model');
  await page.keyboard.press('Enter');
  await expect(desk.question).toHaveCount(0);
  const journals = fs.readdirSync(path.dirname(study.journal));
  expect(journals).toEqual(['my-judge-7b.jsonl']);
  const [line = ''] = fs.readFileSync(path.join(path.dirname(study.journal), 'my-judge-7b.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(line)).toMatchObject({ origin: { kind: 'imported', by: 'my-judge-7b' } });
});
