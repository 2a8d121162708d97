import fs from 'node:fs';
import type { Project } from '../../src/core/model/study/project';
import type { Desk } from './desk';
import { eachLook, overflow, violations } from './looks';
import { judgeBy, reasoned, steps, twelve } from './modeRecords';
import type { StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

test.use({ dataset: { records: [steps, twelve, reasoned] }, sharesWindow: true });

const question = 'How far is it?';
const task: Partial<Project['task']> = { mode: 'rank', contexts: [{ name: 'Winter', text: 'It is cold.' }] };

/** What the other specs of looks leave out, and how one gets there from the one before. */
const states: readonly { readonly name: string; readonly reach: (desk: Desk, study: StudyFolder) => Promise<void> }[] =
  [
    {
      name: 'fields, flags and confidence',
      reach: async (desk) => {
        await desk.press('1', '1', 'Shift+1', 'Alt+2', 'q');
        await expect(desk.clarification).toBeFocused();
        await desk.page.keyboard.type(question);
        await desk.leaveField();
        await desk.press('w');
        await expect(desk.answer).toBeFocused();
        await desk.page.keyboard.type('Far.');
        await desk.leaveField();
      },
    },
    {
      name: 'an error',
      reach: async (desk, study) => {
        fs.mkdirSync(study.journal, { recursive: true });
        await desk.press('Enter');
        await expect(desk.alert).toBeVisible();
      },
    },
    {
      name: 'step by step',
      reach: async (desk, study) => {
        fs.rmSync(study.journal, { recursive: true });
        await judgeBy(desk, 'Step by step');
        await desk.press('1', '3', 'x');
        await expect(desk.notice).toContainText('the first error is in step');
        await desk.press('k', 'a');
      },
    },
    {
      name: 'skipped',
      reach: async (desk) => {
        await desk.press('s');
        await expect(
          desk.page.locator('.quick-input-widget', { hasText: 'Skip this item' }).locator('input[type=text]'),
        ).toBeFocused();
        await desk.press('Enter');
        await expect(desk.where).toHaveText(/^Item 2 of/);
        await desk.at(2);
        await desk.press('Shift+K');
        await expect(desk.root.locator('.stale')).toContainText('Skipped');
        await desk.at(1);
      },
    },
    {
      name: 'buckets',
      reach: async (desk) => {
        await desk.press('Shift+J');
        await desk.at(2);
        for (let card = 0; card < 12; card++) await desk.press(String((card % 3) + 1));
        await expect(desk.notice).toContainText('All responses are in a bucket.');
      },
    },
    {
      name: 'ordering within a bucket, below a line',
      reach: async (desk) => {
        await desk.press('a', 'o', '2');
        await expect(desk.root.locator('.within')).not.toHaveCount(0);
      },
    },
    {
      name: 'find',
      reach: async (desk) => {
        await desk.press('Shift+J');
        await desk.at(3);
        await desk.press('Control+f');
        await expect(desk.root.locator('.find-bar input')).toBeFocused();
        await desk.page.keyboard.type('minutes');
        await expect(desk.root.locator('.find-bar .found')).toHaveText(/^1 of/);
      },
    },
    {
      name: 'reasoning folded, plain, with lengths',
      reach: async (desk) => {
        await desk.press('Escape');
        await desk.at(3);
        await desk.press('Shift+R', 'Shift+R', 'l', 't');
        await expect(desk.cards.locator('.length')).not.toHaveCount(0);
        await expect(desk.cards.locator('.text.plain')).not.toHaveCount(0);
      },
    },
  ];

test('every other state of the desk is accessible', async ({ openDesk, study }) => {
  test.slow();
  study.init(task);
  const found: string[] = [];
  const desk = await openDesk();
  for (const { name, reach } of states) {
    await test.step(name, async () => {
      await reach(desk, study);
      await eachLook(desk, async (look) => {
        found.push(...(await violations(desk)).map((text) => `${name}, ${look}: ${text}`));
        if (await overflow(desk)) found.push(`${name}, ${look}: runs out of its window`);
        await desk.page.screenshot({ path: test.info().outputPath(`${name}, ${look}.png`) });
      });
      await desk.readyAgain();
    });
  }
  await desk.press('t', 'l');
  expect(found).toEqual([]);
});
