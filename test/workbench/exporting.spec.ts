import fs from 'node:fs';
import type { Desk } from './desk';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });
test.use({ dataset: { records: [0, 1, 2].map((n) => ({ id: `q${n}`, prompt: `Question ${n}?`, responses: [`First ${n}.`, `Second ${n}.`] })) } });

test('control items are asked about: left out, or exported like any into a folder of their own', async ({ openDesk, study }) => {
  study.init({}, { controls: { items: ['q1'], rate: 0.05 } });
  const desk = await openDesk({ item: 'any' });
  for (const number of [1, 2]) {
    await desk.goTo(number);
    await desk.at(number);
    await desk.rank(1, 2);
    await desk.press('Enter');
    await expect.poll(() => study.annotations().length).toBe(number);
    await desk.ready();
  }
  const rows = (folder: string): string => fs.readFileSync(study.exported(folder, 'train.jsonl'), 'utf8');
  await exportWith(desk, 'Leave them out');
  await expect.poll(() => fs.existsSync(study.exported('trl-dpo', '.tiebreak-manifest.json'))).toBe(true);
  expect(rows('trl-dpo').trim().split('\n')).toHaveLength(1);
  expect(rows('trl-dpo')).not.toContain('Question 1?');
  expect(JSON.parse(fs.readFileSync(study.exported('trl-dpo', '.tiebreak-manifest.json'), 'utf8'))).toMatchObject({ options: { controls: null }, dropped: { control: { count: 1 } } });
  await desk.ready();
  await exportWith(desk, 'Export them too');
  await expect.poll(() => fs.existsSync(study.exported('trl-dpo-with-controls', '.tiebreak-manifest.json'))).toBe(true);
  expect(rows('trl-dpo-with-controls').trim().split('\n')).toHaveLength(2);
  expect(rows('trl-dpo-with-controls')).toContain('Question 1?');
  expect(JSON.parse(fs.readFileSync(study.exported('trl-dpo-with-controls', '.tiebreak-manifest.json'), 'utf8'))).toMatchObject({ options: { controls: 'keep' }, dropped: {} });
  await desk.ready();
  // Whoever answers nothing exports nothing.
  await askFormat(desk);
  await desk.press('Escape');
  await desk.ready();
  expect(fs.readdirSync(study.exported('', '')).sort()).toEqual(['trl-dpo', 'trl-dpo-with-controls']);
});

/** Asks for the export, chooses the format, and waits for the question about control items. */
async function askFormat(desk: Desk): Promise<void> {
  const picker = desk.page.locator('.quick-input-widget');
  await desk.press('e');
  await expect(picker).toContainText('(1/2)');
  await desk.page.keyboard.type('trl-dpo');
  await expect(picker.locator('.monaco-list-row.focused')).toContainText('trl-dpo');
  await desk.press('Enter');
  await expect(picker).toContainText('1 judgements are of control items');
}

/** Exports by keyboard: with this answer to what is asked about control items, into the proposed folder. */
async function exportWith(desk: Desk, answer: string): Promise<void> {
  const picker = desk.page.locator('.quick-input-widget');
  await askFormat(desk);
  await desk.page.keyboard.type(answer);
  await expect(picker.locator('.monaco-list-row.focused')).toContainText(answer);
  await desk.press('Enter');
  await expect(picker).toContainText('(2/2)');
  await desk.press('Enter');
}
