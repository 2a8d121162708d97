import { existsSync, readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { annotateInExplorer } from '../test/harness/explorer.mjs';
import { webview } from '../test/harness/workbench.mjs';

/**
 * What is there behind `demoSteps`: three responses of which two are tied give 2 pairs, four in order 6, three in order
 * 3.
 */
const expected = { rankings: 3, ties: 1, critiques: 1, rows: 11 };

/**
 * Does the main job in a window whose folder holds the sample and no study yet: opens the sample through the Explorer,
 * ranks three items by keyboard, writes a critique and exports. The window ends with the export view in front of the
 * desk.
 * @param {import('playwright-core').Page} page
 * @param {(name: string) => Promise<unknown>} picture hears of each step once it is on the screen
 */
export async function demoSteps(page, picture) {
  const desk = webview(page);
  const picker = page.locator('.quick-input-widget');
  /** @param {string[]} keys */
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** @param {number} number */
  const onItem = async (number) => {
    await desk.locator('.where', { hasText: new RegExp(`^Item ${number} of `) }).waitFor();
    await desk.locator('.card:focus').waitFor();
  };
  /** @param {string} letter @param {number} place */
  const ranked = (letter, place) =>
    desk.locator(`.card[data-index="${letter.charCodeAt(0) - 65}"] .chosen`, { hasText: String(place) }).waitFor();

  await annotateInExplorer(page, 'sample.jsonl');
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
  await desk.locator('.dock textarea:focus').waitFor();
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
  const view = page
    .locator('iframe.webview.ready')
    .filter({ visible: true })
    .contentFrame()
    .frameLocator('#active-frame');
  await view.locator('.total', { hasText: `${expected.rows} rows from ${expected.rankings} annotations` }).waitFor();
  await view.locator('#trainer:focus').waitFor();
  await picture('5-preview');
  await press('Control+Enter');
  await view.locator('.told', { hasText: `${expected.rows} rows written` }).waitFor();
  await picture('6-exported');
}

/**
 * Reads back what `demoSteps` left, and throws where something is missing.
 * @param {string} folder that of the window
 * @param {string} annotator whose journal it is
 * @returns {Promise<{ rows: number, files: Record<'exported' | 'manifest' | 'study' | 'journal', string> }>}
 */
export async function demoResult(folder, annotator) {
  const study = path.join(folder, 'sample.tiebreak.d');
  const exported = path.join(study, 'exports', 'trl-dpo', 'train.jsonl');
  const annotations = path.join(study, 'annotations');
  const own = existsSync(annotations)
    ? readdirSync(annotations).find((name) => name.startsWith(`${annotator}%-`))
    : undefined;
  const files = {
    exported,
    manifest: path.join(path.dirname(exported), '.tiebreak-manifest.json'),
    study: path.join(folder, 'sample.tiebreak'),
    // A name with capital letters has a hash behind it.
    journal: path.join(annotations, own ?? `${annotator}.jsonl`),
  };
  const missing = Object.values(files).find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`${missing} is missing`);
  const rankings = (await lines(files.journal)).filter(({ judgement }) => judgement?.ranking);
  const ties = rankings.filter(({ judgement }) =>
    judgement.ranking.tiers.some((/** @type {string[]} */ tier) => tier.length > 1),
  );
  const critiques = rankings.flatMap(({ judgement }) => judgement.critiques ?? []);
  const rows = await lines(exported);
  const found = { rankings: rankings.length, ties: ties.length, critiques: critiques.length, rows: rows.length };
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  if (
    !rows.every(({ prompt, chosen, rejected }) =>
      [prompt, chosen, rejected].every((turns) => Array.isArray(turns) && turns.length > 0),
    )
  )
    throw new Error(`a row of ${exported} lacks prompt, chosen or rejected`);
  return { rows: rows.length, files };
}

/** @param {string} file @returns {Promise<any[]>} */
async function lines(file) {
  return (await fs.readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
