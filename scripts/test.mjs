// Runs the tests and adds them up: `npm test`, or `node scripts/test.mjs unit|integration|workbench …` for some of them.
// Needs nothing but Node and the npm registry: the workbench is installed at its first use (test/harness).

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { failedInHost, failedInVitest, failedInWorkbench, told } from './failedTests.mjs';

/** @typedef {import('./failedTests.mjs').Failed} Failed */

const root = path.dirname(import.meta.dirname);

/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Count `flaky`: those of the passed that needed another try */

/** What stands on a terminal as it changes would be thousands of lines in a log. */
const isTerminal = Boolean(process.stdout.isTTY);

/**
 * `command` is a script and its arguments; it leaves its results in `results`, of which `count` makes numbers and `failed` the tests that someone has to look into.
 * @type {Record<string, { what: string, command: string[], results: string, count: (results: any) => Count, failed: (results: any) => Failed[], isWritten?: () => boolean }>}
 */
const suites = {
  unit: {
    what: 'core and command line',
    command: ['node_modules/vitest/vitest.mjs', 'run', isTerminal ? '--reporter=default' : '--reporter=dot', '--reporter=json', '--outputFile.json=out/unit/results.json'],
    results: 'out/unit/results.json',
    count: (results) => ({ passed: results.numPassedTests, failed: results.numFailedTests, skipped: results.numPendingTests + results.numTodoTests }),
    failed: (results) => failedInVitest(results, root),
  },
  integration: {
    what: 'in the extension host',
    command: ['test/integration/run.mjs'],
    results: 'out/integration/results.json',
    count: ({ passed, failed, skipped }) => ({ passed, failed, skipped }),
    failed: failedInHost,
  },
  workbench: {
    what: 'end to end in the workbench',
    command: ['node_modules/@playwright/test/cli.js', 'test'],
    results: 'out/workbench/results.json',
    count: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, flaky: stats.flaky }),
    failed: failedInWorkbench,
    isWritten: () => existsSync(path.join(root, 'playwright.config.ts')),
  },
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in suites));
if (unknown !== undefined) {
  console.error(`There are no "${unknown}" tests.\nusage: node scripts/test.mjs [${Object.keys(suites).join('|')} …]`);
  process.exit(2);
}

if ((await run(['scripts/build.mjs'])) !== 0) {
  console.error('The build failed, so nothing was tested.');
  process.exit(1);
}
/** @type {Count} */
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
for (const name of names.length > 0 ? names : Object.keys(suites)) {
  const count = await test(name);
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += count[key];
}
// At the end, for whoever reads no more of a log than that.
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** @param {string} name @returns {Promise<Count>} */
async function test(name) {
  const { what, command, results, count, failed, isWritten } = suites[name];
  if (isWritten?.() === false) {
    console.log(`\n── ${name}: ${what}: none is written yet`);
    return { passed: 0, failed: 0, skipped: 0 };
  }
  console.log(`\n── ${name}: ${what}`);
  const file = path.join(root, results);
  // Those of an earlier run would count for a run that broke before it had any.
  await fs.rm(file, { force: true });
  const began = Date.now();
  const code = await run(command);
  const ran = existsSync(file) ? JSON.parse(await fs.readFile(file, 'utf8')) : undefined;
  const counted = ran ? count(ran) : { passed: 0, failed: 0, skipped: 0 };
  if (ran) failures.push(...failed(ran).map((each) => `── ${name}: ${told(each)}`));
  const trouble = counted.failed > 0 ? undefined : code !== 0 ? `ended with ${code}` : counted.passed === 0 ? 'ran no test' : undefined;
  console.log(`── ${name}: ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped${counted.flaky ? ` (${counted.flaky} passed at another try only)` : ''} in ${((Date.now() - began) / 1000).toFixed(0)} s${trouble ? `; ${trouble}, which counts as a failure` : ''}`);
  return trouble ? { ...counted, failed: 1 } : counted;
}

/** @param {string[]} command @returns {Promise<number | string>} */
function run(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
}
