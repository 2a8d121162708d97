import fs from 'node:fs';
import path from 'node:path';
import { Desk, reload } from './desk';
import { everythingIn, WebviewMessages } from './webviewMessages';
import { item, Leaks } from './leaks';
import { png } from './mediaFiles';
import { expect, test } from './workbench';

test.use({ dataset: { records: [1, 2, 3].map(item) } });

test('no response is given away while one judges blind, wherever one goes', async ({ openWindow, study }) => {
  const heard = new WebviewMessages();
  fs.mkdirSync(path.join(study.path, 'out'));
  fs.writeFileSync(path.join(study.path, 'out/gpt-leak_0.png'), png(40, 30, [60, 120, 220]));
  fs.mkdirSync(path.join(study.path, 'out/art-leak-7b'));
  fs.writeFileSync(path.join(study.path, 'out/art-leak-7b/dog.png'), png(40, 30, [120, 80, 20]));
  fs.writeFileSync(path.join(study.path, 'guidelines.md'), '# How to judge\n\nThe cat is best.\n');
  const openFile = study.init(
    { references: true, guidelines: 'guidelines.md', contexts: [{ name: 'Winter', text: 'It is cold.' }] },
    { order: 'thin', slices: ['topic'] },
  );
  const page = await openWindow({ openFile, prepare: (materialized) => heard.record(materialized) });
  const desk = new Desk(page);
  const picker = page.locator('.quick-input-widget');
  const leaks = new Leaks(desk, heard, study);
  const look = leaks.look.bind(leaks);
  await desk.at(1);
  // What is not heard would not be seen.
  expect(heard.messages.join('\n')).toContain('Nobody sat down.');
  expect(await everythingIn(await desk.frame())).toContain('Who sat down in story 1?');
  await look('fresh');

  await desk.press('2', '1', '2');
  await look('judged');
  await desk.press('c');
  await expect(desk.root.locator('textarea:focus, vscode-text-area:focus-within')).not.toHaveCount(0);
  await page.keyboard.type('mine');
  await desk.leaveField();
  await desk.press('Shift+R', 'l', 'y', 'Alt+Shift+1', 'Shift+1');
  await look('unfolded, with lengths, a passage and a flag');
  await desk.press('Control+f');
  await expect(desk.root.locator('.find-bar input')).toBeFocused();
  await page.keyboard.type('sat');
  await look('find');
  await desk.press('Escape');
  await desk.at(1);

  await test.step('what checks found, images, the reference, guidelines', async () => {
    const card = desk.root.locator('.card.selected');
    await desk.press('Shift+V');
    await expect(card.locator('.checks li')).toHaveCount(2);
    await expect(desk.cards.locator('.media img')).toHaveCount(1);
    await expect(desk.cards.locator('.media .fault')).toHaveText('Image 2 was not found');
    await expect(desk.cards.locator('.text .image img')).toHaveAttribute('alt', 'Image 1: a dog');
    await expect(desk.cards.locator('.text .image .elsewhere')).toContainText('Image 2: sky · on the web, not loaded');
    await expect(desk.root.locator('.beside header strong')).toHaveText('What … found');
    await expect(desk.root.locator('.references')).toContainText('The cat did.');
    await look('checks, images and the reference');
    await desk.press('Shift+G');
    await expect(desk.root.getByRole('heading', { name: 'How to judge' })).toBeVisible();
    await look('guidelines');
    await desk.press('Escape');
    await desk.at(1);
  });

  await test.step('differences', async () => {
    await desk.press('d');
    await chooseOther(desk);
    await expect(desk.root.locator('.difference').first()).toBeVisible();
    await look('difference');
    await desk.press('Shift+D');
    await expect(desk.root.locator('del').first()).toBeVisible();
    await look('difference in one text');
    await desk.press('Shift+D', 'Alt+d');
    await expect(page.locator('.monaco-diff-editor')).toBeVisible();
    await look('diff editor');
    // A pointer that rests already where it goes to tells nobody.
    await expect(async () => {
      await page.mouse.move(0, 400);
      await page.locator('.tab.active').hover();
      await expect(page.locator('.monaco-hover:visible, .workbench-hover:visible').first()).toBeVisible({
        timeout: 3000,
      });
    }).toPass();
    await look('tooltip of the diff editor');
    await desk.press('Control+w');
    await desk.at(1);
    await desk.press('d');
    await expect(desk.root.locator('.difference')).toHaveCount(0);
  });

  await test.step('code in an editor', async () => {
    await desk.press('Shift+Y');
    await expect(page.locator('.tab.active', { hasText: 'Untitled-1' })).toBeVisible();
    await look('code in an editor');
    await desk.press('Control+w');
    await page.getByRole('button', { name: /Don't Save/ }).click();
    await desk.at(1);
  });

  await test.step('a save that fails, and one that does not', async () => {
    fs.mkdirSync(study.journal, { recursive: true });
    await desk.press('Enter');
    if (!(await desk.alert.isVisible())) await desk.press('Enter');
    await expect(desk.alert).toContainText('there is a folder in its place');
    await look('an error', 'path');
    fs.rmSync(study.journal, { recursive: true });
    await desk.press('Enter');
    await expect(desk.where).toHaveText(/^Item 2 of/);
    await expect(desk.queuePosition).toContainText('houses');
    await look('saved', 'path');
    await desk.at(2);
    await desk.press('Control+z');
    await desk.at(1);
    await look('undone', 'path');
  });

  await test.step('pickers', async () => {
    await desk.press('h');
    await expect(picker).toContainText('History of this item');
    await expect(picker.locator('.monaco-list-row')).not.toHaveCount(0);
    await look('history', 'path');
    await picker.locator('.monaco-list-row').first().hover();
    await picker.locator('.monaco-list-row .codicon-json').first().click();
    await expect(page.locator('.monaco-editor', { hasText: '"judgement"' })).toBeVisible();
    await look('a version', 'path');
    await desk.press('Control+w');
    await desk.at(1);
    await desk.press('/');
    await expect(picker).toContainText('Search items');
    await expect(picker.locator('input[type="text"]')).toBeFocused();
    await page.keyboard.type('sat down');
    await expect(picker.locator('.monaco-list-row')).toHaveCount(3);
    await look('search', 'path');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('zephyr');
    await expect(picker).toContainText('0 found');
    await desk.press('Escape');
    await desk.at(1);
    await desk.press('g');
    await expect(picker).toContainText('Go to item');
    await look('go to', 'path');
    await desk.press('Escape');
    await desk.at(1);
  });

  await test.step('ways, orders, reasons to skip, and contexts', async () => {
    for (const [key, title] of [
      ['m', 'Switch annotation mode'],
      ['Shift+O', 'Order'],
      ['s', 'Skip this item'],
      ['Alt+j', 'under a context'],
    ] as const) {
      await desk.press(key);
      await expect(picker).toContainText(title);
      await expect(picker.locator('.monaco-list-row')).not.toHaveCount(0);
      await look(title, 'path');
      if (key !== 'Alt+j') await desk.press('Escape');
      if (key !== 'Alt+j') await desk.at(1);
    }
    await desk.pick('under a context', 'Winter');
    await expect(desk.under).toContainText('It is cold.');
    await desk.at(1);
    await desk.press('1');
    await look('under a context', 'path');
  });

  await test.step('the side bar, the status bar and their tooltips', async () => {
    await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').click();
    const rows = page.locator('.pane .monaco-list .monaco-list-row');
    await expect(rows.filter({ hasText: 'Who sat down' }).first()).toBeVisible();
    for (const target of [
      rows.filter({ hasText: 'Who sat down' }).first(),
      rows.filter({ hasText: 'Ana' }).first(),
      page.locator('.statusbar-item[id*="tiebreak"]').first(),
    ]) {
      await target.hover();
      await expect(page.locator('.monaco-hover:visible, .workbench-hover:visible').first()).toBeVisible();
      await look('side bar and tooltip', 'path');
      await page.mouse.move(0, 0);
    }
  });

  const before = heard.messages.length;
  await reload(page, path.basename(study.project));
  await desk.at(1);
  expect(heard.messages.slice(before).join('\n')).toContain('Nobody sat down.');
  await look('reloaded', 'path');
  expect(leaks.seen).toEqual([]);
});

/** Of three the other one is asked for; of two that are compared it is known. */
async function chooseOther({ page }: Desk): Promise<void> {
  const picker = page.locator('.quick-input-widget', { hasText: 'Show differences between' });
  const asked = picker.locator('input[type=text]:focus');
  const shown = new Desk(page).root.locator('.difference');
  await expect(async () => expect((await asked.count()) + (await shown.count())).toBeGreaterThan(0)).toPass();
  if (await asked.isVisible()) await page.keyboard.press('Enter');
}
