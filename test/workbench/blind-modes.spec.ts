import type { Project } from '../../src/core/model/study/project';
import type { Desk } from './desk';
import { everythingIn, type WebviewMessages } from './webviewMessages';
import { item, Leaks } from './leaks';
import type { StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

test.use({ dataset: { records: [1, 2].map(item) }, sharesWindow: true });

interface Mode {
  readonly task: Partial<Project['task']>;
  readonly keys: readonly string[];
  readonly saved: string;
}

/** Ways to judge, and keys that judge something in it. Ranking goes everywhere else too, in a test of its own. */
const modeCases: readonly Mode[] = [
  { task: { mode: 'pair' }, keys: ['1', '1'], saved: '"comparisons"' },
  { task: { mode: 'best' }, keys: ['2'], saved: '"ranking"' },
  {
    task: { mode: 'rate', aspects: [{ name: 'truth', min: 1, max: 5, levels: { 4: 'one slip' } }] },
    keys: ['4', '2'],
    saved: '"ratings"',
  },
  { task: { mode: 'thumbs' }, keys: ['1', '2'], saved: '"acceptable"' },
  { task: { mode: 'steps' }, keys: ['1', 'a', 'x'], saved: '"steps"' },
];

for (const mode of modeCases) {
  test(`no response is given away while one judges blind: ${mode.task.mode ?? ''}`, async ({
    openDesk,
    sharedWindow,
    study,
  }) => {
    study.init(mode.task);
    await judgeBlind(await openDesk(), sharedWindow.heard, study, mode);
  });
}

/** Judges the first item, and looks at its history; nothing tells which response is whose. */
async function judgeBlind(
  desk: Desk,
  heard: WebviewMessages,
  study: StudyFolder,
  { keys, saved }: Mode,
): Promise<void> {
  const leaks = new Leaks(desk, heard, study);
  // What is not heard would not be seen.
  expect(heard.messages.join('\n')).toContain('Nobody sat down.');
  expect(await everythingIn(await desk.frame())).toContain('Who sat down in story 1?');
  await leaks.look('fresh');
  await desk.press(...keys, 'l', 'Shift+1', 'Shift+R', 'Alt+Shift+1', 'Shift+V');
  await expect(desk.status).toHaveText('Draft, not saved');
  await leaks.look('judged');
  await expect(async () => {
    await desk.press('Enter');
    await expect(desk.where).toHaveText(/^Item 2 of/, { timeout: 2000 });
  }).toPass();
  await expect(desk.notice).toContainText('Saved.');
  await leaks.look('saved');

  const picker = desk.page.locator('.quick-input-widget');
  await expect(async () => {
    await desk.press('Shift+K');
    await expect(desk.where).toHaveText(/^Item 1 of/, { timeout: 2000 });
  }).toPass();
  // As it was: this is remembered.
  await desk.press('l');
  await expect(async () => {
    await desk.press('h');
    await expect(picker.locator('.monaco-list-row')).not.toHaveCount(0, { timeout: 3000 });
  }).toPass();
  await leaks.look('history', 'path');
  await picker.locator('.monaco-list-row').first().hover();
  await picker.locator('.monaco-list-row .codicon-json').first().click();
  await expect(desk.page.locator('.monaco-editor', { hasText: '"judgement"' })).toContainText(saved);
  await leaks.look('a version', 'path');
  expect(leaks.seen).toEqual([]);
  // It was judged as it was shown, and the journal has it by its ids.
  expect(JSON.stringify(study.annotations()[0]?.judgement)).toContain('resp-leak-');
}
