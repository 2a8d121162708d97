import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Project } from '../../src/core/model/study/project';
import { annotateInExplorer } from '../harness/explorer.mjs';
import { Desk, FieldChooserPage } from './desk';
import { screenshots } from './looks';
import { expect, test } from './workbench';

const step1 = 'New study, step 1 of 3: choose a dataset';
const step2 = 'New study, step 2 of 3: check how sample.jsonl is read';
const step3 = 'New study, step 3 of 3: choose the annotation mode';

const projectIn = (folder: string, name: string): Project =>
  JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Project;

const picture = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: path.join(screenshots, `${name}.png`) });

/** Runs a command by its title, as a person does. */
async function runCommand(page: Page, title: string): Promise<void> {
  const { input, active } = new FieldChooserPage(page);
  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').waitFor();
  await page.keyboard.press('F1');
  await expect(input).toBeVisible();
  await input.fill(`>Tiebreak: ${title}`);
  await expect(active).toContainText(title);
  await page.keyboard.press('Enter');
}

test('a study is made by three answers that Enter takes, each can be gone back from, and nothing is written before the last', async ({
  openWindow,
  study,
}) => {
  test.slow();
  const page = await openWindow();
  const chooser = new FieldChooserPage(page);
  const desk = new Desk(page);

  await test.step('Enter three times opens the annotation editor', async () => {
    await runCommand(page, 'New Study');
    await chooser.shows(step1);
    await expect(chooser.active).toContainText('sample.jsonl');
    await picture(page, 'new-study-1');
    await chooser.enter(step2);
    await expect(chooser.active).toContainText('choose the annotation mode');
    await picture(page, 'new-study-2');
    await chooser.enter(step3);
    await expect(chooser.active).toContainText('By the number of responses');
    await expect(chooser.input).toHaveAttribute('placeholder', /Responses per item: 2 to 6\. .* sample\.tiebreak/);
    await picture(page, 'new-study-3');
    expect(fs.readdirSync(study.path)).toEqual(['sample.jsonl']);
    await page.keyboard.press('Enter');
    await desk.at(1);
    expect(projectIn(study.path, 'sample.tiebreak').task.mode).toBe('auto');
    // The icon of JSON would be braces.
    for (const place of ['.tab', '.explorer-folders-view']) {
      const name = page.locator(`${place} .monaco-icon-label`).filter({ hasText: /^sample\.tiebreak$/ });
      const icon = (): Promise<string> =>
        name.evaluate((label) => decodeURIComponent(getComputedStyle(label, '::before').backgroundImage));
      await expect.poll(icon).toMatch(/media\/project\/(?:dark|light)\.svg/);
    }
  });

  await test.step('Escape goes back a step; another study of the dataset takes another name, and the mode that is chosen', async () => {
    await runCommand(page, 'New Study');
    await chooser.shows(step1);
    await chooser.enter(step2);
    await chooser.enter(step3);
    await page.keyboard.press('Escape');
    await chooser.shows(step2);
    await page.keyboard.press('Escape');
    await chooser.shows(step1);
    await page.keyboard.press('Escape');
    await expect(chooser.input).toBeHidden();
    expect(fs.readdirSync(study.path).sort()).toEqual([
      '.gitattributes',
      'sample.jsonl',
      'sample.tiebreak',
      'sample.tiebreak.d',
    ]);

    await annotateInExplorer(page, 'sample.jsonl', 'New Study…');
    // The dataset is chosen: two questions are left.
    const [check, mode] = [step2, step3].map((title) =>
      title.replace('2 of 3', '1 of 2').replace('3 of 3', '2 of 2'),
    ) as [string, string];
    await chooser.shows(check);
    await page.keyboard.type('prompt');
    await chooser.enter(/which field contains “Prompt”\?$/);
    await page.keyboard.type('metadata.topic');
    await chooser.enter(check);
    await chooser.enter(mode);
    await page.keyboard.press('Escape');
    await chooser.shows(check);
    // What was corrected stays corrected.
    await expect(chooser.rows.filter({ hasText: /Prompt: .?everyday technology/ })).toBeVisible();
    await chooser.enter(mode);
    await expect(chooser.rows.filter({ hasText: 'Compare pairs' })).toBeVisible();
    await page.keyboard.type('rate');
    await expect(chooser.active).toContainText('Rate each response on each aspect');
    await page.keyboard.press('Enter');
    await expect.poll(() => fs.existsSync(path.join(study.path, 'sample-2.tiebreak'))).toBe(true);
    const made = projectIn(study.path, 'sample-2.tiebreak');
    expect(made.dataset.mapping).toEqual({ prompt: 'metadata.topic' });
    expect(made.task).toMatchObject({
      mode: 'rate',
      questions: [{ text: 'How good is each response?' }],
    });
  });
});

test.describe('the sample study', () => {
  test('teaches one thing on each of its first five items, with the keys as they are bound, and lists keys after that', async ({
    openWindow,
    study,
  }) => {
    test.slow();
    const page = await openWindow();
    const desk = new Desk(page);
    await runCommand(page, 'Open the Sample Study');
    await desk.at(1);
    const tip = desk.root.locator('.tip');
    await expect(tip).toHaveText(/^1 of 5 · Rank\. Type the rank .* Press Enter to save/);
    await picture(page, 'sample-tip');
    const texts: string[] = [];
    for (let number = 2; number <= 5; number++) {
      await desk.press('Shift+J');
      await desk.at(number);
      await expect(tip).toHaveText(new RegExp(`^${number} of 5 · `));
      texts.push((await tip.textContent()) ?? '');
    }
    expect(texts.map((text) => /(Acceptability|Undo|Critique|Ties)\./.exec(text)?.[1])).toEqual([
      'Acceptability',
      'Undo',
      'Critique',
      'Ties',
    ]);
    // No name of a command is left in braces.
    expect(texts.join(' ')).not.toMatch(/\{\w+\}/);
    expect(texts[1]).toContain('press Ctrl+Z');
    await desk.press('Shift+J');
    await desk.at(6);
    await expect(tip).toHaveCount(0);
    await expect(desk.root.locator('.key-hint')).toBeVisible();
    expect(projectIn(path.join(study.path, 'tiebreak-sample'), 'sample.tiebreak').task.tips).toBeDefined();
  });
});
