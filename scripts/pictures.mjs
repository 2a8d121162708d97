// Makes the pictures of docs/annotate.md and docs/code.md. Of the annotation modes: opens a study of the sample in each mode
// in a workbench, judges its first item by keyboard, and writes media/modes/MODE.png. Of code: opens one of the sample tasks
// with a repository, and writes media/code. usage: npm run pictures

import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { cache, root } from '../test/harness/paths.mjs';
import { launchBrowser, newWorkbenchPage, startServer, webview } from '../test/harness/workbench.mjs';

const folder = path.join(root, 'demo/modes');
const pictures = path.join(root, 'media/modes');
/** Each mode, the keys that judge the item, and what is on the screen then. */
const modes = [
  { mode: 'rank', keys: ['2', '3', '1', 'k', 'k', 'a'], shown: '.places .chosen >> nth=2' },
  { mode: 'pair', keys: ['1', '1'], shown: '.card.selected' },
  { mode: 'best', keys: ['3'], shown: '.places .chosen' },
  { mode: 'best-worst', keys: ['3', '2'], shown: '.places .chosen >> nth=1' },
  { mode: 'rate', keys: ['4', '3', '5', '2'], shown: '.card.selected' },
  { mode: 'thumbs', keys: ['1', '2', '1'], shown: '.places .chosen >> nth=2' },
  { mode: 'steps', keys: ['3', '4', '1'], shown: '.card.selected' },
];

await fs.rm(folder, { recursive: true, force: true });
await fs.mkdir(folder, { recursive: true });
await fs.mkdir(pictures, { recursive: true });
await fs.copyFile(path.join(root, 'media/sample/sample.jsonl'), path.join(folder, 'sample.jsonl'));
for (const { mode } of modes) {
  const project = {
    version: 1,
    dataset: { sources: ['sample.jsonl'], layout: 'responses', mapping: {} },
    task: {
      mode,
      questions: [{ version: 1, text: 'Which response serves the person who asked better?' }],
      skipReasons: [],
    },
    round: 1,
    seed: 4,
  };
  await fs.writeFile(path.join(folder, `${mode}.tiebreak`), `${JSON.stringify(project, null, 2)}\n`);
}

const vsix = path.join(cache, 'pictures.vsix');
console.log('Packaging the extension…');
execFileSync(process.execPath, [path.join(root, 'scripts/package.mjs'), '--out', vsix], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});

const code = path.join(root, 'demo/code');
const task = await makeCodeStudy();
const server = await startServer({ vsix, settings: { 'tiebreak.annotator': 'Demo' } });
const browser = await launchBrowser();
try {
  const page = await newWorkbenchPage(browser, server, { folder, theme: 'dark', width: 1100, height: 680 });
  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').waitFor({ timeout: 60_000 });
  const explorer = page.locator('.explorer-folders-view');
  for (const { mode, keys, shown } of modes) {
    if (!(await explorer.isVisible())) await page.keyboard.press('Control+Shift+E');
    await page.getByRole('treeitem', { name: `${mode}.tiebreak`, exact: true }).dblclick();
    const desk = webview(page);
    await desk
      .locator('.card')
      .first()
      .waitFor({ timeout: 30_000 })
      .catch(async (error) => {
        await page.screenshot({ path: path.join(folder, 'failed.png') });
        throw error;
      });
    await page.keyboard.press('Control+B');
    await explorer.waitFor({ state: 'hidden' });
    await desk
      .locator('.card')
      .first()
      .click({ position: { x: 40, y: 3 } });
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(150); // a person's pace
    }
    await desk.locator(shown).first().waitFor();
    await page.waitForTimeout(500);
    await page
      .locator('.editor-instance:has(.webview), .part.editor')
      .first()
      .screenshot({
        path: path.join(pictures, `${mode}.png`),
      });
    console.log(path.join('media/modes', `${mode}.png`));
    await page.locator('.tabs-container .tab.active').click({ button: 'middle' });
    await page.locator('iframe.webview').waitFor({ state: 'detached' });
  }
  await page.close();
  await takeCode();
} finally {
  await browser.close();
  await server.stop();
}

/** Makes a study of the sample task whose tests tell most. */
async function makeCodeStudy() {
  const samples = path.join(root, 'test/fixtures/code');
  await fs.rm(code, { recursive: true, force: true });
  await fs.mkdir(code, { recursive: true });
  await fs.mkdir(path.join(root, 'media/code'), { recursive: true });
  await fs.copyFile(path.join(samples, 'intervals.tar.gz'), path.join(code, 'intervals.tar.gz'));
  const lines = (await fs.readFile(path.join(samples, 'tasks.jsonl'), 'utf8')).split('\n');
  await fs.writeFile(
    path.join(code, 'tasks.jsonl'),
    `${lines.find((line) => line.includes('"id":"intervals-single"'))}\n`,
  );
  const project = {
    version: 1,
    dataset: { sources: ['tasks.jsonl'], layout: 'responses', mapping: {} },
    task: { mode: 'rank', questions: [{ version: 1, text: 'Which change would you merge?' }], skipReasons: [] },
    code: { source: '{repo_name}.tar.gz', test: { timeout: 60, withoutIsolation: true } },
    round: 1,
    seed: 4,
  };
  const file = path.join(code, 'tasks.tiebreak');
  await fs.writeFile(file, `${JSON.stringify(project, null, 2)}\n`);
  return file;
}

/** Takes the pictures of results of tests and of a diff. */
async function takeCode() {
  const machine = path.join(server.userDataDir, 'Machine');
  await fs.mkdir(machine, { recursive: true });
  const tools = [path.dirname(path.dirname(process.execPath)), path.join(root, 'node_modules/typescript')];
  await fs.writeFile(
    path.join(machine, 'settings.json'),
    JSON.stringify({ 'tiebreak.testTools': tools.filter((each) => each !== '/usr' && each !== '/usr/local') }),
  );
  const page = await newWorkbenchPage(browser, server, {
    ...{ folder: code, openFile: task, theme: 'dark', width: 1100, height: 680 },
  });
  const desk = webview(page);
  await desk.locator('.card').first().waitFor({ timeout: 60_000 });
  await page.keyboard.press('Control+B');
  await page.locator('.explorer-folders-view').waitFor({ state: 'hidden' });
  const takePicture = async (/** @type {string} */ name) => {
    await page.waitForTimeout(1000);
    const file = path.join('media/code', `${name}.png`);
    await page
      .locator('.part.editor')
      .first()
      .screenshot({ path: path.join(root, file) });
    console.log(file);
  };
  await page.waitForTimeout(1000);
  await page.keyboard.press('Alt+y');
  await page.locator('.monaco-dialog-box').waitFor();
  await page.keyboard.press('Enter');
  await desk.locator('.test-results').nth(1).waitFor({ timeout: 120_000 });
  await takePicture('tests');
  await page.keyboard.press('Alt+p');
  await page.locator('.multiDiffEditor:visible').waitFor();
  await takePicture('diff');
}
