import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { workbenchReady } from '../harness/workbench.mjs';
import { keyTimeout, pressUntil } from './desk';
import { screenshots } from './looks';
import { taskOf } from './runRecords';
import { initWithRepository } from './taskRepository';
import { expect, test } from './workbench';

const patch = [
  'diff --git a/src/clock.py b/src/clock.py',
  'index 1111111..2222222 100644',
  '--- a/src/clock.py',
  '+++ b/src/clock.py',
  '@@ -1,3 +1,3 @@',
  ' class Clock:',
  '     def hours(self):',
  '-        return self.seconds / 3600',
  '+        return self.seconds // 3600',
  'diff --git a/src/days.py b/src/days.py',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/src/days.py',
  '@@ -0,0 +1 @@',
  '+from clock import Clock',
  'diff --git a/README.md b/README.md',
  '--- a/README.md',
  '+++ b/README.md',
  '@@ -1,2 +1,2 @@',
  ' # Another clock',
  '-old',
  '+new',
  '',
].join('\n');
const task = taskOf('acme__clock-7', 'The clock says 13.5 hours. It should say 13.', [
  { steps: [{ say: 'Done.' }], patch },
  { steps: [{ say: 'Nothing to do.' }] },
]);

const repository = {
  'src/clock.py': 'class Clock:\n    def hours(self):\n        return self.seconds / 3600\n',
  'README.md': '# Clock\n\nTells the time.\n',
};

/** Presses a key that opens a folder in another window, which is here a page. */
async function windowBy(page: Page, key: string): Promise<{ readonly other: Page; readonly folder: string }> {
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press(key);
  const other = await opened;
  await workbenchReady(other);
  return { other, folder: new URL(other.url()).searchParams.get('folder') ?? '' };
}

/** Closes a window that another one opened, as `closeWorkbenchPage` closes one with its browser. */
async function closeWindow(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.close();
}

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.lstatSync(path.join(folder, name)).isFile())
    .sort();

test.use({ dataset: { records: task } });

test('the files that a response leaves are opened as a folder in another window', async ({
  openDesk,
  study,
  server,
}) => {
  initWithRepository(study, repository, { 'link.md': 'README.md' });
  const desk = await openDesk({ width: 1500, height: 950, theme: 'dark' });
  const { page } = desk;
  const withPatch = (await desk.card('A').locator('.run-patch').count()) > 0 ? 'A' : 'B';
  const without = withPatch === 'A' ? 'B' : 'A';
  await desk.card(withPatch).locator('header .letter').click();
  const { other, folder } = await windowBy(page, 'Alt+o');

  // Plain files with the patch applied, of one neutral name, in a place of the extension.
  const trees = path.join(server.userDataDir, 'User/globalStorage/tiebreak.tiebreak/trees');
  expect(path.basename(folder)).toBe(withPatch.toLowerCase());
  expect(path.relative(trees, folder)).toMatch(/^[0-9a-f]{8}\/[ab]$/);
  expect(filesIn(folder)).toEqual(['README.md', 'src/clock.py', 'src/days.py']);
  expect(fs.readFileSync(path.join(folder, 'src/clock.py'), 'utf8')).toContain('self.seconds // 3600');
  expect(fs.statSync(path.join(folder, 'src/clock.py')).mode & 0o222).toBe(0);

  // The other window shows them; the one of the desk has no folder more.
  const explorer = other.locator('.explorer-folders-view');
  await expect(explorer).toContainText('README.md');
  await explorer.getByText('src', { exact: true }).click();
  await expect(explorer).toContainText('clock.py');
  await explorer.getByText('days.py').dblclick();
  await expect(other.locator('.monaco-editor .view-lines').first()).toContainText('import Clock');
  for (const name of ['model-0', 'acme__clock', 'Nobody'])
    expect(await other.locator('.monaco-workbench').innerText()).not.toContain(name);
  await other.screenshot({ path: path.join(screenshots, 'code-tree-window.png') });
  await expect(page.locator('.explorer-folders-view')).not.toContainText('days.py');
  expect(new URL(page.url()).searchParams.get('folder')).toBe(study.path);

  // What is not there is told, with all of it in a list.
  const notification = page.locator('.notifications-toasts');
  await expect(notification).toContainText(
    `Left out of the files of ${withPatch}: link.md: not written, because it is a symbolic link; and 1 more`,
  );
  await page.screenshot({ path: path.join(screenshots, 'code-tree-left-out.png') });
  await notification.getByRole('button', { name: 'Show List' }).click();
  const list = page.locator('.monaco-editor .view-lines:visible').first();
  await expect(list).toContainText('link.md: not written, because it is a symbolic link');
  await expect(list).toContainText('README.md: hunk 1 (@@ -1,2 +1,2 @@) does not apply');
  await page.keyboard.press('Control+w');

  // The other window holds the files for itself: a lock of another process than that of the desk.
  const locks = (): string[] => fs.readdirSync(trees).filter((name) => name.endsWith('.lock'));
  const name = path.basename(path.dirname(folder));
  await expect.poll(() => locks().filter((lock) => lock.startsWith(name)).length).toBe(2);
  const pids = new Set(locks().map((lock) => lock.split('.')[1]));
  expect(pids.size).toBe(2);

  // Without a patch those of the base, written anew beside the first.
  await desk.card(without).locator('header .letter').click();
  await pressUntil(page, 'Escape', () => expect(desk.root).toBeVisible({ timeout: keyTimeout }));
  const base = await windowBy(page, 'Alt+o');
  expect(path.basename(base.folder)).toBe('base');
  expect(filesIn(base.folder)).toEqual(['README.md', 'src/clock.py']);
  await closeWindow(base.other);
});

test('files of a response are not there without a repository, and the desk says where to name it', async ({
  openDesk,
  study,
}) => {
  study.init();
  const desk = await openDesk({ width: 1500, height: 950 });
  const notification = desk.page.locator('.notifications-toasts');
  await pressUntil(desk.page, 'Alt+o', () =>
    expect(notification).toContainText('does not say where the repository of this task is', { timeout: keyTimeout }),
  );
  await notification.getByRole('button', { name: 'Open Study Settings' }).click();
  await expect(desk.page.locator('.tab', { hasText: 'Settings' })).toBeVisible();
});

test('a run is taken over: edited in another window, and saved with the judgment', async ({
  openDesk,
  study,
  server,
}) => {
  initWithRepository(study, repository);
  const desk = await openDesk({ width: 1500, height: 950, theme: 'dark' });
  const { page } = desk;
  const letter = (await desk.card('A').locator('.run-patch').count()) > 0 ? 'A' : 'B';
  await desk.card(letter).locator('header .letter').click();
  const { other, folder } = await windowBy(page, 'Alt+Shift+o');
  expect(path.basename(folder)).toBe(letter.toLowerCase());
  const clock = path.join(folder, 'src/clock.py');
  expect(fs.readFileSync(clock, 'utf8')).toContain('self.seconds // 3600');
  fs.writeFileSync(clock, fs.readFileSync(clock, 'utf8').replace('// 3600', '// 3600 % 24'));
  fs.rmSync(path.join(folder, 'src/days.py'));
  fs.writeFileSync(path.join(folder, 'src/test_clock.py'), 'import clock\n');
  fs.writeFileSync(path.join(folder, 'logo.png'), Buffer.from([0x89, 0x50, 0, 1]));
  await closeWindow(other);

  // The same key saves, once the person came back.
  await page.bringToFront();
  await desk.card(letter).locator('header .letter').click();
  const question = page.locator('.quick-input-widget');
  await pressUntil(page, 'Alt+Shift+o', () =>
    expect(question).toContainText('Save the takeover', { timeout: keyTimeout }),
  );
  await expect(question).toContainText('2 files differ');
  await expect(question).toContainText(`Take over ${letter}`);
  await page.screenshot({ path: path.join(screenshots, 'code-takeover-question.png') });
  await page.keyboard.press('Enter');
  await expect(question).toContainText('What do you say as the final answer?');
  await page.keyboard.type('Hours of a day now.');
  await page.keyboard.press('Enter');
  const taken = desk.card(letter).locator('.taken-over');
  await expect(taken).toContainText('Taken over at its end: 2 files');
  await expect(taken).toContainText('Hours of a day now.');
  await expect(page.locator('.notifications-toasts')).toContainText('logo.png');
  await taken.scrollIntoViewIfNeeded();
  await page.screenshot({ path: path.join(screenshots, 'code-takeover-card.png') });

  await desk.card(letter).locator('header .letter').click();
  await desk.press('1', '2', 'Enter');
  await expect.poll(() => study.annotations().length).toBe(1);
  const [saved] = study.annotations();
  const [takeover] = saved?.judgement.takeovers ?? [];
  expect(saved?.shown.indexOf(takeover?.response ?? '')).toBe(letter === 'A' ? 0 : 1);
  expect(takeover).toEqual({
    response: takeover?.response,
    patch: [
      'diff --git a/src/clock.py b/src/clock.py',
      '--- a/src/clock.py',
      '+++ b/src/clock.py',
      '@@ -1,3 +1,3 @@',
      ' class Clock:',
      '     def hours(self):',
      '-        return self.seconds / 3600',
      '+        return self.seconds // 3600 % 24',
      'diff --git a/src/test_clock.py b/src/test_clock.py',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/src/test_clock.py',
      '@@ -0,0 +1 @@',
      '+import clock',
      '',
    ].join('\n'),
    leftOut: ['logo.png'],
    text: 'Hours of a day now.',
  });
  const trees = path.join(server.userDataDir, 'User/globalStorage/tiebreak.tiebreak/trees');
  const record = path.join(trees, path.basename(path.dirname(folder)), 'takeover.json');
  expect(JSON.parse(fs.readFileSync(record, 'utf8'))).toMatchObject({ isSaved: true, changed: expect.any(Array) });
});

const wrote = (word: string): string => `cat > src/new.py <<'EOF'\n${word}\nEOF`;
const stepped = taskOf('acme__clock-8', 'Write a new file.', [
  {
    steps: [{ command: wrote('first') }, { command: wrote('second') }, { say: 'Done.' }],
    patch:
      'diff --git a/src/new.py b/src/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/src/new.py\n@@ -0,0 +1 @@\n+second\n',
  },
  { steps: [{ say: 'Nothing to do.' }] },
]);

test.describe('a run with steps', () => {
  test.use({ dataset: { records: stepped } });

  test('is taken over from the step in hand, with the files as they were after it', async ({ openDesk, study }) => {
    initWithRepository(study, repository);
    const desk = await openDesk({ width: 1500, height: 950, theme: 'light' });
    const { page } = desk;
    const letter = (await desk.card('A').locator('.run-patch').count()) > 0 ? 'A' : 'B';
    await desk.card(letter).locator('header .letter').click();
    const inHand = desk.card(letter).locator('[aria-current="step"]');
    await pressUntil(page, 'ArrowDown', () => expect(inHand).toHaveCount(1, { timeout: keyTimeout }));
    const { other, folder } = await windowBy(page, 'Alt+Shift+o');
    expect(fs.readFileSync(path.join(folder, 'src/new.py'), 'utf8')).toBe('first\n');
    fs.writeFileSync(path.join(folder, 'src/new.py'), 'by hand\n');
    await closeWindow(other);
    await page.bringToFront();
    await desk.card(letter).locator('header .letter').click();
    const question = page.locator('.quick-input-widget');
    await pressUntil(page, 'Alt+Shift+o', () =>
      expect(question).toContainText(`Take over ${letter} after step 1`, { timeout: keyTimeout }),
    );
    await page.keyboard.press('Enter');
    await expect(question).toContainText('What do you say as the final answer?');
    await page.keyboard.press('Enter');
    const taken = desk.card(letter).locator('.taken-over');
    await expect(taken).toContainText('Taken over from step 1: one file');
    await page.screenshot({ path: path.join(screenshots, 'code-takeover-step.png') });
    // Digits judge the step as long as one is in hand.
    await pressUntil(page, 'Escape', () => expect(inHand).toHaveCount(0, { timeout: keyTimeout }));
    await desk.card(letter).locator('header .letter').click();
    await desk.press('1', '2', 'Enter');
    await expect.poll(() => study.annotations().length).toBe(1);
    const [takeover] = study.annotations()[0]?.judgement.takeovers ?? [];
    expect(takeover?.at).toBe(0);
    expect(takeover?.step).toMatch(/./);
    expect(takeover?.patch).toContain('+by hand');
    expect(takeover?.patch).not.toContain('second');
    expect(takeover).not.toHaveProperty('text');
  });
});
