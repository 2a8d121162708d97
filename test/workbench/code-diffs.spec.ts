import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { keyTimeout, pressUntil, type Desk } from './desk';
import { screenshots } from './looks';
import { taskOf } from './runRecords';
import { initWithRepository } from './taskRepository';
import { expect, test } from './workbench';

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `    # line ${from + n}`);
const clock = ['class Clock:', ...numbered(2, 9), '        return self.seconds / 3600', ...numbered(11, 40), ''].join(
  '\n',
);
const clockPatch = (line: string): string[] => [
  'diff --git a/src/clock.py b/src/clock.py',
  'index 1111111..2222222 100644',
  '--- a/src/clock.py',
  '+++ b/src/clock.py',
  '@@ -9,3 +9,3 @@',
  ' ' + (numbered(9, 9)[0] ?? ''),
  '-        return self.seconds / 3600',
  `+        ${line}`,
  ' ' + (numbered(11, 11)[0] ?? ''),
];
const newFile = (name: string, ...lines: readonly string[]): string[] => [
  `diff --git a/${name} b/${name}`,
  'new file mode 100644',
  '--- /dev/null',
  `+++ b/${name}`,
  `@@ -0,0 +1,${lines.length} @@`,
  ...lines.map((line) => `+${line}`),
];
const patches = [
  [
    ...clockPatch('return self.seconds // 3600 % 24'),
    ...newFile('src/days.py', 'def days(seconds):', '    return seconds // 86400'),
    ...newFile('package-lock.json', '{"lockfileVersion": 3}'),
    '',
  ].join('\n'),
  // As on Windows, and with a hunk that is of another file.
  [
    ...clockPatch('return int(self.seconds / 3600)'),
    'diff --git a/README.md b/README.md',
    '--- a/README.md',
    '+++ b/README.md',
    '@@ -1,2 +1,2 @@',
    ' # Another clock',
    '-old',
    '+new',
    '',
  ].join('\r\n'),
];
const task = taskOf(
  'acme__clock-7',
  'The clock says 13.5 hours. It should say 13.',
  patches.map((patch, n) => ({ steps: [{ command: 'pytest', gives: `${n}` }, { say: `Done ${n}.` }], patch })),
);

const repository = { 'src/clock.py': clock, 'README.md': '# Clock\n\nTells the time.\n' };

/** The letter of the response whose patch has a text. */
async function letterWith(desk: Desk, text: string): Promise<string> {
  for (const letter of ['A', 'B'])
    if ((await desk.card(letter).locator('.run-patch').textContent())?.includes(text)) return letter;
  throw new Error(`no patch has ${text}`);
}

const editor = (page: Page): Locator => page.locator('.multiDiffEditor:visible');
const tab = (page: Page, title: string): Locator => page.locator('.tab', { hasText: title });

async function openDiff(desk: Desk, key: string, title: string): Promise<void> {
  await pressUntil(desk.page, key, () => expect(tab(desk.page, title)).toBeVisible({ timeout: keyTimeout }));
  await expect(editor(desk.page)).toBeVisible();
}

/** Nothing of a run, a model or a commit is on the screen. */
async function expectBlind(page: Page): Promise<void> {
  const shown = await page.locator('.part.editor').innerText();
  for (const name of ['model-0', 'model-1', 'acme__clock', 'Nobody', 'nobody@example.com', '2026'])
    expect(shown).not.toContain(name);
}

const thread = (page: Page): Locator => editor(page).locator('.review-widget:visible');

/** Goes to a line of the file that has the keyboard, on the right. */
async function goToLine(page: Page, line: number): Promise<void> {
  const question = page.locator('.quick-input-widget input');
  await pressUntil(page, 'Control+g', () => expect(question).toBeVisible({ timeout: keyTimeout }));
  await page.keyboard.type(String(line));
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
}

/** Writes a comment on a line of the file that has the keyboard. */
async function writeOnLine(page: Page, line: number, note: string): Promise<void> {
  await goToLine(page, line);
  await writeHere(page, note);
}

/** Writes a comment on the line that has the keyboard. */
async function writeHere(page: Page, note: string): Promise<void> {
  const field = thread(page).locator('.comment-form .monaco-editor.focused');
  await pressUntil(page, 'c', () => expect(field).toBeVisible({ timeout: keyTimeout }));
  await page.keyboard.type(note);
  await page.keyboard.press('Control+Enter');
}

/** Answers a question by what its row begins with. */
async function choose(page: Page, question: string, answer: string): Promise<void> {
  const input = page.locator('.quick-input-widget input');
  await expect(input).toHaveAttribute('placeholder', question);
  await page.keyboard.type(answer);
  await page.keyboard.press('Enter');
}

test.use({ dataset: { records: task } });

test('responses open as diffs of the files of a repository, with what does not apply', async ({ openDesk, study }) => {
  initWithRepository(study, repository);
  const desk = await openDesk({ width: 1500, height: 950, theme: 'dark' });
  const { page } = desk;
  const whole = await letterWith(desk, '% 24');
  const partly = whole === 'A' ? 'B' : 'A';

  await desk.card(whole).locator('header .letter').click();
  await openDiff(desk, 'Alt+p', `Base ↔ ${whole}`);
  await expect(editor(page)).toContainText('clock.py');
  await expect(editor(page)).toContainText('days.py');
  await expect(editor(page)).toContainText('self.seconds // 3600 % 24');
  // Lines that only the repository has.
  await expect(editor(page)).toContainText('# line 12');
  await expect(editor(page)).toContainText('Generated file, size in bytes: 23');
  await expect(editor(page)).not.toContainText('lockfileVersion');
  await expectBlind(page);
  const notification = page.locator('.notifications-toasts');
  await expect(notification).toContainText('One generated, binary or large file is shown by its size only.');
  await page.screenshot({ path: path.join(screenshots, 'code-diff-dark.png') });
  await notification.getByRole('button', { name: 'Show Contents' }).click();
  await expect(editor(page)).toContainText('lockfileVersion');
  await tab(page, 'sample.tiebreak').click();

  // The other one has CRLF line ends and a hunk of another file.
  await desk.card(partly).locator('header .letter').click();
  await openDiff(desk, 'Alt+p', `Base ↔ ${partly}`);
  await expect(editor(page)).toContainText('int(self.seconds / 3600)');
  await expect(editor(page)).toContainText('the patch has CRLF line ends');
  await expect(editor(page)).toContainText('hunk 1 (@@ -1,2 +1,2 @@) does not apply');
  await expect(notification).toContainText(`${partly}: README.md: hunk 1 (@@ -1,2 +1,2 @@) does not apply`);
  await page.screenshot({ path: path.join(screenshots, 'code-diff-faults.png') });
  await tab(page, 'sample.tiebreak').click();

  await desk.card(whole).locator('header .letter').click();
  await openDiff(desk, 'Alt+Shift+p', 'A ↔ B');
  await expect(editor(page)).toContainText('self.seconds // 3600 % 24');
  await expect(editor(page)).toContainText('int(self.seconds / 3600)');
  await expectBlind(page);
  await page.screenshot({ path: path.join(screenshots, 'code-diff-pair.png') });
});

test('comments are written on lines by the keyboard, saved, and there again', async ({ openDesk, study }) => {
  initWithRepository(study, repository);
  const desk = await openDesk({ width: 1500, height: 950, theme: 'dark' });
  const { page } = desk;
  const whole = await letterWith(desk, '% 24');
  await desk.card(whole).locator('header .letter').click();
  await openDiff(desk, 'Alt+p', `Base ↔ ${whole}`);
  await expect(editor(page)).toContainText('self.seconds // 3600 % 24');
  const note = 'Days are lost: 25 hours become 1.';
  await writeOnLine(page, 10, note);
  await choose(page, 'What is the comment about?', 'correctness');
  await choose(page, 'How bad is it?', 'major');
  await expect(thread(page)).toContainText(note);
  await expect(thread(page)).toContainText('You');
  await expect(thread(page)).toContainText('correctness, major');
  await expectBlind(page);
  await page.screenshot({ path: path.join(screenshots, 'code-comment.png') });

  await tab(page, 'sample.tiebreak').click();
  const listed = desk.card(whole).locator('.diff-comments');
  await expect(listed).toContainText('One comment on the code');
  await expect(listed).toContainText('src/clock.py:10');
  await expect(listed).toContainText('correctness, major');
  await expect(listed).toContainText(note);
  await listed.scrollIntoViewIfNeeded();
  await page.screenshot({ path: path.join(screenshots, 'code-comment-card.png') });
  // The panel of comments would take half of the window.
  await expect(page.locator('.part.panel')).toBeHidden();

  // Saved, and opened again.
  await desk.press('1', '2', 'Enter');
  await expect.poll(() => study.annotations().length).toBe(1);
  const response = study.annotations()[0]?.judgement.diffComments?.[0]?.response;
  expect(study.annotations()[0]?.judgement.diffComments).toEqual([
    { response, file: 'src/clock.py', side: 'patched', lines: [10, 10], type: 'correctness', severity: 2, note },
  ]);
  expect(study.annotations()[0]?.shown.indexOf(response ?? '')).toBe(whole === 'A' ? 0 : 1);
  await tab(page, `Base ↔ ${whole}`).click();
  // The item is not on the desk any more.
  await expect(editor(page)).toContainText('self.seconds // 3600 % 24');
  await expect(thread(page)).toHaveCount(0);
  await page.keyboard.press('Control+w');
  await pressUntil(page, 'Shift+k', () => expect(listed).toBeVisible({ timeout: keyTimeout }));
  await desk.card(whole).locator('header .letter').click();
  await openDiff(desk, 'Alt+p', `Base ↔ ${whole}`);
  await expect(thread(page)).toContainText('correctness, major');
  await expect(thread(page)).toContainText(note);

  // Of what was there before, on the left.
  await goToLine(page, 8);
  await page.keyboard.press('b');
  await expect(editor(page).locator('.editor.original .monaco-editor.focused')).toBeVisible();
  await writeHere(page, 'Why is this here?');
  await choose(page, 'What is the comment about?', 'style');
  await choose(page, 'How bad is it?', 'Not said');
  await expect(thread(page)).toHaveCount(2);
  const onBase = thread(page).filter({ hasText: 'Why is this here?' });
  await expect(onBase).toContainText('style');
  await expect(editor(page).locator('.editor.original .review-widget:visible')).toContainText('Why is this here?');
  await page.screenshot({ path: path.join(screenshots, 'code-comment-base.png') });
  await onBase.hover();
  await onBase.getByRole('button', { name: 'Delete Comment' }).click();
  await expect(thread(page)).toHaveCount(1);

  // Changed, and taken away, in place.
  await thread(page).hover();
  await thread(page).getByRole('button', { name: 'Edit Comment' }).click();
  await expect(thread(page).locator('.edit-container .monaco-editor.focused')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Days are lost.');
  await thread(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(thread(page)).not.toContainText('25 hours');
  await expect(thread(page)).toContainText('Days are lost.');
  await thread(page).hover();
  await thread(page).getByRole('button', { name: 'Delete Comment' }).click();
  await expect(thread(page)).toHaveCount(0);
  await tab(page, 'sample.tiebreak').click();
  await expect(listed).toHaveCount(0);
  await pressUntil(page, 'Control+z', () => expect(listed).toContainText('Days are lost.', { timeout: keyTimeout }));
});

test('responses open as diffs of what their patches show where there is no repository', async ({ openDesk, study }) => {
  study.init({ spans: [{ name: 'bug' }, { name: 'lacks tests', of: 'missing' }] });
  const desk = await openDesk({ width: 1500, height: 950, theme: 'light' });
  const whole = await letterWith(desk, '% 24');
  await desk.card(whole).locator('header .letter').click();
  await openDiff(desk, 'Alt+p', `Base ↔ ${whole}`);
  await expect(editor(desk.page)).toContainText('⋯ 8 lines that are not in the patch ⋯');
  await expect(editor(desk.page)).toContainText('days.py');
  await expectBlind(desk.page);
  await desk.page.screenshot({ path: path.join(screenshots, 'code-diff-without-repository.png') });

  // Lines of the document are not those of the file: the first one stands for eight of these.
  const { page } = desk;
  await writeOnLine(page, 3, 'Days are lost.');
  await expect(page.locator('.quick-input-list .monaco-list-row')).toHaveText([/^bug/, /^Not said/]);
  await choose(page, 'What is the comment about?', 'bug');
  await expect(page.locator('.quick-input-widget input')).toHaveAttribute('placeholder', 'How bad is it?');
  await page.keyboard.press('Escape');
  await expect(thread(page)).toContainText('Days are lost.');
  await expect(thread(page).locator('.comment-body')).toHaveCount(1);
  await page.screenshot({ path: path.join(screenshots, 'code-comment-without-repository.png') });
  await tab(page, 'sample.tiebreak').click();
  const listed = desk.card(whole).locator('.diff-comments');
  await expect(listed.locator('.where')).toHaveText('src/clock.py:10');
  await expect(listed.locator('.quality')).toHaveText('bug');
});
