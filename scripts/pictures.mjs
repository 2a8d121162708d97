// Makes the pictures of the annotation modes in docs/annotate.md: opens a study of the sample in each mode in a
// workbench, judges its first item by keyboard, and writes media/modes/MODE.png. usage: npm run pictures

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
} finally {
  await browser.close();
  await server.stop();
}
