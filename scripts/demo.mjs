// Does the main job unattended in a workbench (demoSteps.mjs). Leaves the study, the exported file and a picture of
// each step in demo/. usage: npm run demo

import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { cache, root } from '../test/harness/paths.mjs';
import { launchBrowser, newWorkbenchPage, startServer } from '../test/harness/workbench.mjs';
import { demoResult, demoSteps } from './demoSteps.mjs';

const folder = path.join(root, 'demo');
const annotator = 'Demo';
const patience = 60_000;

await fs.rm(folder, { recursive: true, force: true });
await fs.mkdir(folder, { recursive: true });
await fs.copyFile(path.join(root, 'media/sample/sample.jsonl'), path.join(folder, 'sample.jsonl'));

const vsix = path.join(cache, 'demo.vsix');
console.log('Packaging the extension…');
execFileSync(process.execPath, [path.join(root, 'scripts/package.mjs'), '--out', vsix], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});

console.log('Starting a workbench (the first time it is installed, which takes a minute)…');
const server = await startServer({ vsix, settings: { 'tiebreak.annotator': annotator } });
const browser = await launchBrowser();
/** @type {import('playwright-core').Page | undefined} */
let page;
try {
  const window = await newWorkbenchPage(browser, server, { folder, theme: 'dark', width: 1440, height: 900 });
  page = window;
  window.setDefaultTimeout(patience);
  /** @type {string[]} */
  const pictures = [];
  await demoSteps(window, async (name) => {
    const file = path.join(folder, `${name}.png`);
    await window.screenshot({ path: file });
    pictures.push(file);
  });
  const { rows, files } = await demoResult(folder, annotator);
  const shown = (file) => path.relative(process.cwd(), file);
  console.log(`\nThree items ranked (one with a tie), one critique, ${rows} rows exported.`);
  for (const [name, file] of Object.entries(files)) console.log(`  ${name.padEnd(10)} ${shown(file)}`);
  console.log(`  pictures   ${pictures.map(shown).join('\n             ')}`);
} catch (error) {
  await page?.screenshot({ path: path.join(folder, 'failed.png') }).catch(() => {});
  console.error(
    `The demo failed: ${error.message}\nWhat was on the screen: ${path.relative(process.cwd(), path.join(folder, 'failed.png'))}`,
  );
  process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
