import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { Desk, keyTimeout, pressUntil } from './desk';
import { lookAt, screenshots } from './looks';
import type { StudyFolder } from './studyFolder';
import { expect, newServer, test, type Server } from './workbench';

/** The folder of real files of runs, beside the repository or one folder higher. */
const realRuns = ['../../..', '../../../..']
  .map((up) => path.resolve(import.meta.dirname, up, 'shared/data/runs'))
  .find((folder) => fs.existsSync(folder));
const extensionId = 'tiebreak.tiebreak';
const fixtures = path.resolve(import.meta.dirname, '../fixtures/code');

interface Task {
  readonly id: string;
  readonly repo: string;
}

/** Tasks whose tests this computer can run: those of the repository in Python need a Python. */
const runnable = (): readonly Task[] =>
  fs
    .readFileSync(path.join(fixtures, 'tasks.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Task)
    .filter(({ id }) => !id.startsWith('ledger') || pythonFolder() !== undefined);

/** Where Python is; a command found on the path may only be a script that looks for one. */
function pythonFolder(): string | undefined {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.base_prefix)'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Lets tests read the tools of this computer that a sandbox has not, as the person would in the settings. */
async function allowTools(server: Server): Promise<void> {
  const found = [pythonFolder(), path.dirname(path.dirname(process.execPath)), path.resolve('node_modules/typescript')];
  const tools = found.filter((folder) => folder !== undefined && folder !== '/usr' && folder !== '/usr/local');
  // The setting is one of the machine that the server runs on.
  const file = path.join(server.userDataDir, 'Machine', 'settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ 'tiebreak.testTools': tools }));
  await server.configure({ 'tiebreak.testTools': tools });
}

/** Makes the study of the tasks, with the repositories beside it. */
function initTasks(study: StudyFolder, tasks: readonly Task[]): void {
  fs.writeFileSync(study.dataset, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  for (const name of ['ledger', 'intervals'])
    fs.copyFileSync(path.join(fixtures, `${name}.tar.gz`), path.join(study.path, `${name}.tar.gz`));
  study.init();
  const project = JSON.parse(fs.readFileSync(study.project, 'utf8')) as Record<string, unknown>;
  // The code is this project's own.
  const code = { source: '{repo_name}.tar.gz', test: { timeout: 15, withoutIsolation: true } };
  fs.writeFileSync(study.project, JSON.stringify({ ...project, code }));
}

const dialog = (page: Page) => page.locator('.monaco-dialog-box');
const results = (desk: Desk, letter: string) => desk.card(letter).locator('.test-results');

/** Agrees to the command, which is shown whole. */
async function agree({ page }: Desk, command: string): Promise<void> {
  await expect(dialog(page)).toContainText(command);
  await expect(dialog(page)).toContainText('removed after it');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
}

/** Runs the tests and waits for the results of both responses. */
async function runTests(desk: Desk, agreed: Set<string>): Promise<void> {
  await desk.page.keyboard.press('Alt+y');
  await expect
    .poll(async () => (await dialog(desk.page).isVisible()) || (await results(desk, 'A').isVisible()), {
      timeout: 30_000,
    })
    .toBe(true);
  if (await dialog(desk.page).isVisible()) {
    const command = /\n(.*(?:unittest|--test).*)\n/.exec(await dialog(desk.page).innerText())?.[1] ?? '';
    expect(agreed.has(command)).toBe(false);
    agreed.add(command);
    await agree(desk, command);
  }
  for (const letter of ['A', 'B']) await expect(results(desk, letter)).toBeVisible({ timeout: 60_000 });
}

/** Whether all tests that should pass do, none is worse or gone, and nothing makes one doubt them. */
const passes = async (desk: Desk, letter: string): Promise<boolean> =>
  (await results(desk, letter).locator('.summary .sign.passed').count()) > 0 &&
  (await results(desk, letter).locator('.worse, .caution').count()) === 0;

/** The better response first; those that tests cannot tell apart together. */
const [first, second, same] = [[['r1'], ['r2']], [['r2'], ['r1']], [['r1', 'r2']]];
const expected: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'ledger-until': second,
  'ledger-thousands': second,
  'ledger-notes': second,
  'ledger-zero': first,
  'ledger-split': second,
  'intervals-size': same,
  'intervals-round': first,
  'intervals-gaps': second,
  'intervals-single': first,
  'intervals-has': first,
};

test('an engineer judges pairs of patches by the results of their tests, with keys alone', async ({
  study,
  openWindow,
  server,
}) => {
  test.slow();
  const tasks = runnable();
  initTasks(study, tasks);
  await allowTools(server);
  const desk = new Desk(await openWindow({ openFile: study.project }));
  await desk.ready();
  const agreed = new Set<string>();
  const times: string[] = [];
  for (const [nth] of tasks.entries()) {
    await expect(desk.where).toHaveText(`Item ${nth + 1} of ${tasks.length}`);
    if (nth === 0) {
      // What one thinks before: A is better.
      await desk.page.keyboard.press('1');
      await desk.page.keyboard.press('2');
      await expect(desk.card('B').getByText('2', { exact: true }).first()).toBeVisible();
    }
    const begin = performance.now();
    await runTests(desk, agreed);
    times.push(((performance.now() - begin) / 1000).toFixed(1));
    if (nth === 0) await desk.page.screenshot({ path: path.join(screenshots, 'code-tests.png') });
    const [a, b] = [await passes(desk, 'A'), await passes(desk, 'B')];
    await desk.page.keyboard.press('ArrowLeft');
    const places = a === b ? ['1', '1'] : a ? ['1', '2'] : ['2', '1'];
    for (const key of [places[0], 'ArrowRight', places[1]]) await desk.page.keyboard.press(key ?? '');
    await desk.page.keyboard.press('Enter');
    await expect.poll(() => study.annotations().length).toBe(nth + 1);
  }
  // Asked once for each command.
  expect(agreed.size).toBe(new Set(tasks.map(({ id }) => id.split('-')[0])).size);
  console.log(`seconds from the key to both results: ${times.join(' ')}`);

  const lines = study.annotations();
  for (const { item, checks, judgement, shown } of lines) {
    expect(checks?.base?.ended).toBe('exit');
    expect(checks?.responses.map(({ response }) => response).sort()).toEqual([...shown].sort());
    expect(
      judgement.ranking?.tiers.map((tier) => tier.toSorted()),
      item,
    ).toEqual(expected[item]);
  }
  expect(lines[0]?.checks?.verdictBefore?.ranking?.tiers).toHaveLength(2);
  expect(lines[1]?.checks?.verdictBefore).toBeUndefined();
});

test('results of tests stay with an item through a reload, undo and going back, and list all tests', async ({
  study,
  openWindow,
  server,
}) => {
  test.slow();
  initTasks(
    study,
    runnable().filter(({ id }) => id === 'intervals-single'),
  );
  await allowTools(server);
  const trees = path.join(server.userDataDir, 'User', 'globalStorage', extensionId, 'trees');
  // What a window that was killed has left.
  fs.mkdirSync(path.join(trees, '0badc0de', 'a'), { recursive: true });
  const desk = new Desk(await openWindow({ openFile: study.project }));
  await desk.ready();
  await runTests(desk, new Set());
  const worse = (await passes(desk, 'A')) ? 'B' : 'A';
  await expect(results(desk, worse)).toContainText('2 no longer there');
  expect(fs.existsSync(path.join(trees, '0badc0de'))).toBe(false);
  expect(await lookAt(desk, 'code-tests')).toEqual([]);
  await desk.page.reload();
  await desk.readyAgain();
  await expect(results(desk, worse)).toContainText('that should pass do');

  await pressUntil(desk.page, 'Alt+Shift+Y', () =>
    expect(desk.page.locator('.tab', { hasText: 'Results of tests' })).toBeVisible({ timeout: keyTimeout }),
  );
  await expect(desk.page.locator('.monaco-editor .view-lines').last()).toContainText('passed');
  await desk.page.screenshot({ path: path.join(screenshots, 'code-test-results.png') });
  await pressUntil(desk.page, 'Escape', () => expect(desk.root).toBeVisible({ timeout: keyTimeout }));

  await desk.page.keyboard.press('1');
  await desk.page.keyboard.press('2');
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => study.annotations().length).toBe(1);
  await desk.page.keyboard.press('Control+z');
  await expect(desk.status).toHaveText(/draft/i);
  await expect(results(desk, worse)).toBeVisible();
});

test('what reports of SWE-bench say of real patches is shown after the verdict, and not before', async ({
  study,
  openWindow,
}) => {
  test.skip(realRuns === undefined, 'the real runs are not here');
  fs.cpSync(path.join(realRuns ?? '', 'swe-bench-runs'), path.join(study.path, 'runs'), { recursive: true });
  study.init({}, undefined, 'runs');
  const desk = new Desk(await openWindow({ openFile: study.project }));
  await desk.ready();
  await expect(desk.cards).toHaveCount(3);
  const said = desk.cards.filter({ hasText: /checks? passed|FAIL_TO_PASS|resolved/ });
  await expect(said).toHaveCount(0);
  for (const digit of '123') await desk.page.keyboard.press(digit);
  await expect(said).toHaveCount(0);
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => study.annotations().length).toBe(1);
  await pressUntil(desk.page, 'Shift+K', () => expect(said).toHaveCount(3, { timeout: keyTimeout }));
  await expect(desk.cards.filter({ hasText: '3 of 3 checks passed' })).toHaveCount(2);
});

test('in Restricted Mode patches are compared and judged, and nothing of them is run until the workspace is trusted', async ({
  study,
  openWindow,
}) => {
  test.slow();
  initTasks(
    study,
    runnable().filter(({ id }) => id === 'intervals-single'),
  );
  const server = await newServer({ asksTrust: true });
  try {
    await allowTools(server);
    const desk = new Desk(await openWindow({ server, openFile: study.project }));
    await desk.ready();
    const told = desk.page.locator('.notification-toast', { hasText: 'Trust the workspace first' });
    await desk.page.keyboard.press('Alt+y');
    await expect(told).toBeVisible();
    await desk.page.screenshot({ path: path.join(screenshots, 'code-tests-untrusted.png') });
    await expect(dialog(desk.page)).toBeHidden();
    await expect(results(desk, 'A')).toBeHidden();
    // Not even their files are written.
    const trees = path.join(server.userDataDir, 'User', 'globalStorage', extensionId, 'trees');
    expect(fs.existsSync(trees) ? fs.readdirSync(trees) : []).toEqual([]);

    await pressUntil(desk.page, 'Alt+p', () =>
      expect(desk.page.locator('.multiDiffEditor:visible')).toBeVisible({ timeout: keyTimeout }),
    );
    await desk.page.locator('.tab', { hasText: 'sample.tiebreak' }).click();
    await desk.readyAgain();
    for (const key of ['1', '2', 'Enter']) await desk.page.keyboard.press(key);
    await expect.poll(() => study.annotations().length).toBe(1);
    expect(study.annotations()[0]?.checks).toBeUndefined();

    await desk.page.keyboard.press('Control+z');
    await expect(desk.status).toHaveText(/draft/i);
    await told.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await desk.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await desk.page
      .locator('.monaco-modal-editor-block')
      .getByRole('button', { name: /^Close/ })
      .click();
    await desk.readyAgain();
    await runTests(desk, new Set());
  } finally {
    await server.stop();
  }
});
