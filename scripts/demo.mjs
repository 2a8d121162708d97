// Does the main job unattended in a workbench: opens the sample through the Explorer, ranks three items by keyboard, writes a
// critique and exports. Leaves the study, the exported file and a picture of each step in demo/.
// usage: npm run demo

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { cache, root } from '../test/harness/paths.mjs';
import { launchBrowser, newWorkbenchPage, startServer, webview } from '../test/harness/workbench.mjs';

const folder = path.join(root, 'demo');
const study = path.join(folder, 'sample.tiebreak.d');
const journal = path.join(study, 'annotations', 'Demo.jsonl');
const exported = path.join(study, 'exports', 'trl-dpo', 'train.jsonl');
const patience = 60_000;

await fs.rm(folder, { recursive: true, force: true });
await fs.mkdir(folder, { recursive: true });
await fs.copyFile(path.join(root, 'media/sample/sample.jsonl'), path.join(folder, 'sample.jsonl'));

const vsix = path.join(cache, 'demo.vsix');
console.log('Packaging the extension…');
execFileSync(process.execPath, [path.join(root, 'scripts/package.mjs'), '--out', vsix], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

console.log('Starting a workbench (the first time it is installed, which takes a minute)…');
const server = await startServer({ vsix, settings: { 'tiebreak.annotator': 'Demo' } });
const browser = await launchBrowser();
/** @type {import('playwright-core').Page | undefined} */
let page;
try {
  page = await newWorkbenchPage(browser, server, { folder, theme: 'dark', width: 1440, height: 900 });
  page.setDefaultTimeout(patience);
  await mainJob(page);
  await report();
} catch (error) {
  await page?.screenshot({ path: path.join(folder, 'failed.png') }).catch(() => {});
  console.error(`The demo failed: ${error.message}\nWhat was on the screen: ${path.relative(process.cwd(), path.join(folder, 'failed.png'))}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}

/** @param {import('playwright-core').Page} page */
async function mainJob(page) {
  const desk = webview(page);
  const picker = page.locator('.quick-input-widget');
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const picture = (name) => page.screenshot({ path: path.join(folder, `${name}.png`) });
  const onItem = async (number) => {
    await desk.locator('.where', { hasText: new RegExp(`^Item ${number} of `) }).waitFor();
    await desk.locator('.card:focus').waitFor();
  };
  const ranked = (letter, place) => desk.locator(`.card[data-index="${letter.charCodeAt(0) - 65}"] .chosen`, { hasText: String(place) }).waitFor();

  await openThroughExplorer(page);
  await picker.getByText('Annotate sample.jsonl').waitFor();
  await picker.locator('.monaco-list-row.focused').waitFor();
  await picture('0-recognised');
  await press('Enter');
  await onItem(1);
  await picture('1-open');

  // A tie: A and C share the second place. Then a critique of A.
  await press('2', '1', '2');
  await ranked('C', 2);
  await picture('2-rank');
  await press('k', 'c');
  await desk.locator('.card textarea:focus').waitFor();
  await page.keyboard.type('Says what wears a battery out, and what to do: set a limit of about 80%.');
  await picture('3-criticise');
  await press('Escape');
  await desk.locator('.card:focus').waitFor();
  await press('Enter');

  await onItem(2);
  await press('4', '3', '1', '2');
  await ranked('D', 2);
  await press('Enter');
  await onItem(3);
  await press('3', '1', '2');
  await ranked('C', 2);
  await press('Enter');
  await onItem(4);
  await picture('4-saved');

  await press('e');
  // The desk stays behind the view.
  const view = page.locator('iframe.webview.ready').filter({ visible: true }).contentFrame().frameLocator('#active-frame');
  await view.locator('.total', { hasText: '11 rows from 3 annotations' }).waitFor();
  await view.locator('#trainer:focus').waitFor();
  await picture('5-preview');
  await press('Control+Enter');
  await view.locator('.told', { hasText: '11 rows written' }).waitFor();
  await picture('6-exported');
}

/** By keyboard: the Explorer, the dataset's row, its context menu, "Annotate Preferences". @param {import('playwright-core').Page} page */
async function openThroughExplorer(page) {
  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').waitFor();
  await page.keyboard.press('Control+Shift+E');
  const list = page.locator('.explorer-folders-view .monaco-list');
  await page.waitForFunction(() => globalThis.document.activeElement?.matches('.explorer-folders-view .monaco-list'));
  await arrowTo(page, list.locator('.monaco-list-row', { has: page.getByText('sample.jsonl', { exact: true }) }));
  await page.keyboard.press('Shift+F10');
  await arrowTo(page, page.locator('.monaco-menu .action-item', { hasText: 'Annotate Preferences' }));
  await page.keyboard.press('Enter');
}

/** @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} target */
async function arrowTo(page, target) {
  await target.waitFor();
  for (let attempt = 0; attempt < 40; attempt++) {
    if (/\bfocused\b/.test((await target.getAttribute('class')) ?? '')) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('the arrow keys do not reach the dataset or its menu entry');
}

/** Reads back what is there now, and fails where something is missing. */
async function report() {
  const judgements = lines(await fs.readFile(journal, 'utf8'));
  const rows = lines(await fs.readFile(exported, 'utf8'));
  const rankings = judgements.filter(({ judgement }) => judgement?.ranking);
  const ties = rankings.filter(({ judgement }) => judgement.ranking.tiers.some((tier) => tier.length > 1));
  const critiques = rankings.flatMap(({ judgement }) => judgement.critiques ?? []);
  // Three responses of which two are tied give 2 pairs, four in order 6, three in order 3.
  const expected = { rankings: 3, ties: 1, critiques: 1, rows: 11 };
  const found = { rankings: rankings.length, ties: ties.length, critiques: critiques.length, rows: rows.length };
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  if (!rows.every(({ prompt, chosen, rejected }) => [prompt, chosen, rejected].every((turns) => Array.isArray(turns) && turns.length > 0))) throw new Error(`a row of ${exported} lacks prompt, chosen or rejected`);
  const pictures = (await fs.readdir(folder)).filter((name) => name.endsWith('.png')).sort();
  if (pictures.length !== 7) throw new Error(`expected 7 pictures, found ${pictures.join(', ')}`);
  const manifest = path.join(path.dirname(exported), '.tiebreak-manifest.json');
  if (!existsSync(manifest)) throw new Error(`${manifest} is missing`);

  const shown = (file) => path.relative(process.cwd(), file);
  console.log(`
Three items ranked (one with a tie), one critique, ${rows.length} rows exported.
  exported   ${shown(exported)}
  manifest   ${shown(manifest)}
  study      ${shown(path.join(folder, 'sample.tiebreak'))}
  journal    ${shown(journal)}
  pictures   ${pictures.map((name) => shown(path.join(folder, name))).join('\n             ')}`);
}

/** @param {string} text */
function lines(text) {
  return text.trim().split('\n').map((line) => JSON.parse(line));
}
