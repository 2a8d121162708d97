import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Page } from '@playwright/test';
import type { Project } from '../../src/core/model/study/project';
import { screenshots } from './looks';
import { expect, test } from './workbench';

/** The settings of a study, as a person sees them: the last view of the window. */
const formIn = (page: Page): FrameLocator =>
  page.locator('iframe.webview.ready').last().contentFrame().frameLocator('#active-frame');

test('a study is set up in a form beside the annotation editor, which follows, and its JSON stays in step', async ({
  openDesk,
  study,
}) => {
  test.slow();
  study.init();
  const desk = await openDesk({ width: 1500, height: 900 });
  const { page } = desk;
  page.on('pageerror', (e) => console.log('PAGEERROR', String(e).slice(0, 300)));
  const project = (): Project => JSON.parse(fs.readFileSync(study.project, 'utf8')) as Project;
  await desk.press('Control+Alt+,');
  const form = formIn(page);
  const question = form.getByRole('textbox', { name: 'Question for annotators' });
  await expect(question).toBeFocused();

  await test.step('a question that nobody has answered is changed in place, and the editor asks it', async () => {
    await question.fill('Which one is true?');
    await page.keyboard.press('Tab');
    await expect.poll(() => project().task.questions).toEqual([{ version: 1, text: 'Which one is true?' }]);
    await expect(desk.root).toContainText('Which one is true?');
  });

  await test.step('a choice holds at once', async () => {
    await form.getByLabel('Annotation mode').selectOption({ label: 'Choose the best' });
    await expect.poll(() => project().task.mode).toBe('best');
    await expect(desk.root).toContainText('Choose the best');
  });

  await test.step('aspects are added and named', async () => {
    await form.getByText('Aspects to rate').click();
    await form.getByRole('button', { name: 'Add an aspect' }).click();
    const name = form.locator('[id="task.aspects.4.name"]');
    await expect(name).toBeFocused();
    await name.fill('tone');
    await page.keyboard.press('Tab');
    await expect.poll(() => project().task.aspects?.at(-1)).toEqual({ name: 'tone', min: 1, max: 5 });
    await form.locator('[id="task.aspects.4.levels"]').fill('1: rude\n5: kind');
    await page.keyboard.press('Tab');
    await expect.poll(() => project().task.aspects?.at(-1)?.levels).toEqual({ '1': 'rude', '5': 'kind' });
    await form.getByRole('button', { name: 'Move tone up' }).click();
    await expect
      .poll(() => project().task.aspects?.map((each) => each.name))
      .toEqual(['helpfulness', 'correctness', 'clarity', 'tone', 'overall']);
  });

  await test.step('what cannot be is told at its field, and not written', async () => {
    await form.getByText('Texts to write').click();
    const least = form.getByLabel('Minimum characters of the rationale');
    await least.fill('many');
    await page.keyboard.press('Tab');
    await expect(least).toHaveAttribute('aria-invalid', 'true');
    expect(project().task.rationale).toBeUndefined();
    await least.fill('20');
    await page.keyboard.press('Tab');
    await expect.poll(() => project().task.rationale).toEqual({ minLength: 20 });
    await expect(least).not.toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('a change is undone and made again', async () => {
    await form.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => project().task.rationale).toBeUndefined();
    await form.getByRole('button', { name: /^Redo/ }).click();
    await expect.poll(() => project().task.rationale).toEqual({ minLength: 20 });
  });

  await test.step('types of passages and a filter are lines of a text', async () => {
    await form.getByText('Passages to mark').click();
    const spans = form.getByLabel('Types of marked passages');
    // Those that hold where the project says nothing stand there to be changed.
    await expect(spans).toHaveValue(/^wrong \[negative, span\]\n {2}wrong fact\n/u);
    await spans.fill('wrong [negative]\n  wrong fact: Not true.\ngood [positive]');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => project().task.spans)
      .toEqual([
        { name: 'wrong', polarity: 'negative', types: [{ name: 'wrong fact', description: 'Not true.' }] },
        { name: 'good', polarity: 'positive' },
      ]);
    await form.getByText('Who judges what').click();
    await form.getByLabel('Only items with this text').fill('why');
    await page.keyboard.press('Tab');
    await expect.poll(() => project().plan?.filter).toEqual({ text: 'why' });
    await form.getByLabel('Only items with this text').fill('');
    await page.keyboard.press('Tab');
    await expect.poll(() => project().plan).toBeUndefined();
    await page.screenshot({ path: path.join(screenshots, 'settings-plan.png') });
    await form.getByText('Who judges what').click();
  });

  await test.step('what is changed by hand stands in the form, and a file that is broken is told of', async () => {
    const text = fs.readFileSync(study.project, 'utf8');
    fs.writeFileSync(study.project, JSON.stringify({ ...project(), round: 7 }));
    await form.getByText('Who judges what').click();
    await expect(form.getByLabel('Round')).toHaveValue('7');
    fs.writeFileSync(study.project, '{ "version": ');
    await expect(form.getByRole('alert').first()).toContainText('sample.tiebreak');
    fs.writeFileSync(study.project, text);
    await expect(question).toBeVisible();
  });

  await test.step('it looks well in each width', async () => {
    for (const width of [900, 1300, 1800]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(400);
      await page.screenshot({ path: path.join(screenshots, `settings-${width}.png`) });
    }
  });
});

test('the mode of all items is set where the mode of one is', async ({ openDesk, study }) => {
  study.init();
  const desk = await openDesk();
  await desk.press('m');
  const picker = desk.page.locator('.quick-input-widget');
  await expect(picker).toContainText('For all items of this study');
  await expect(picker.locator('input[type=text]')).toBeFocused();
  await desk.page.keyboard.type('Good or bad');
  await desk.press('ArrowDown', 'Enter');
  await expect.poll(() => (JSON.parse(fs.readFileSync(study.project, 'utf8')) as Project).task.mode).toBe('thumbs');
  await expect(desk.button('Good or bad M')).toBeVisible();
});
