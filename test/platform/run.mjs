// Runs the cases of `cases.mjs` with the built command (npm run build), two at a time, and tells of each: the lines of
// its journals, the hash of its rows, or why it did not run. The results go to out/platform/results.json.
// `node test/platform/run.mjs inode` runs those with "inode" in their names.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cases, Skipped } from './cases.mjs';
import { commandHere, root, rows, work } from './scenario.mjs';

const [wanted = ''] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'tiebreak-platform-'));
/** @type {{ name: string, error: string }[]} */
const failures = [];
const counts = { passed: 0, failed: 0, skipped: 0 };

try {
  const usual = await work(commandHere(), folderFor('usual'));
  if (usual.lines !== rows) throw new Error(`${usual.lines} lines were written for ${rows} labels`);
  tell('this machine', usual);
  const waiting = Object.entries(cases).filter(([name]) => name.includes(wanted));
  await Promise.all(
    [1, 2].map(async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await runCase(...next, usual);
    }),
  );
} finally {
  fs.rmSync(home, { recursive: true, force: true });
}
const output = path.join(root, 'out', 'platform');
fs.mkdirSync(output, { recursive: true });
fs.writeFileSync(path.join(output, 'results.json'), JSON.stringify({ ...counts, failures }));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

/**
 * @param {string} name @param {(folder: string) => Promise<import('./scenario.mjs').Outcome>} run
 * @param {import('./scenario.mjs').Outcome} usual
 */
async function runCase(name, run, usual) {
  try {
    const outcome = await run(folderFor(name));
    tell(name, outcome);
    if (outcome.lines !== usual.lines) throw new Error(`${outcome.lines} lines, and not ${usual.lines}`);
    if (outcome.hash !== usual.hash) throw new Error('the exported rows are not the same');
    counts.passed++;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Skipped) counts.skipped++;
    else {
      counts.failed++;
      failures.push({ name, error: message });
    }
    console.log(`${name.padEnd(55)} ${error instanceof Skipped ? 'skipped' : 'FAILED'}: ${message}`);
  }
}

/** @param {string} name @param {import('./scenario.mjs').Outcome} outcome */
function tell(name, { lines, hash }) {
  console.log(`${name.padEnd(55)} ${String(lines).padStart(5)} lines  ${hash.slice(0, 16)}`);
}

/** @param {string} name */
function folderFor(name) {
  const folder = path.join(home, name.replace(/\W+/g, '-'));
  fs.mkdirSync(folder);
  return folder;
}
