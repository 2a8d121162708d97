// Runs the tests and adds them up: `npm test`, or `node scripts/test.mjs unit|platform|integration|workbench …` for some of
// them. Needs nothing but Node and the npm registry: the workbench is installed at its first use (test/harness).

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, failedInHost, failedInVitest, failedInWorkbench, together, told as toldOf } from './failedTests.mjs';

/** @typedef {import('./failedTests.mjs').Failed} Failed */

const root = path.dirname(import.meta.dirname);

/** @typedef {import('./failedTests.mjs').Count} Count */

/** More that fail are not chance. */
const mostAgain = 8;

/**
 * `command` is a script and its arguments; it leaves its results in `results`, of which `count` makes numbers and
 * `failed` the tests that someone has to look into. `again` runs those that failed once more in CI, one by one: what
 * fails only beside others on a busy machine is told, and holds no change back.
 * @type {Record<string, { what: string, command: string[], again?: string[], results: string, count: (results: any) =>
 *   Count, failed: (results: any) => Failed[], isWritten?: () => boolean }>}
 */
const suites = {
  unit: {
    what: 'core and command line',
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=out/unit/results.json',
    ],
    results: 'out/unit/results.json',
    count: (results) => ({
      passed: results.numPassedTests,
      failed: results.numFailedTests,
      skipped: results.numPendingTests + results.numTodoTests,
    }),
    failed: (results) => failedInVitest(results, root),
  },
  platform: {
    what: 'the built command on other file systems',
    command: ['test/platform/run.mjs'],
    results: 'out/platform/results.json',
    count: ({ passed, failed, skipped }) => ({ passed, failed, skipped }),
    failed: failedInHost,
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
    again: ['node_modules/@playwright/test/cli.js', 'test', '--last-failed', '--workers=1', '--retries=0'],
    results: 'out/workbench/results.json',
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      flaky: stats.flaky,
    }),
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
  const { what, command, again, results, count, failed, isWritten } = suites[name];
  if (isWritten?.() === false) {
    console.log(`\n── ${name}: ${what}: none is written yet`);
    return { passed: 0, failed: 0, skipped: 0 };
  }
  console.log(`\n── ${name}: ${what}`);
  const began = Date.now();
  let { code, ran } = await attempt(command, results);
  let counted = ran ? count(ran) : { passed: 0, failed: 0, skipped: 0 };
  let told = ran ? failed(ran) : [];
  if (again && process.env.CI && counted.failed > 0 && counted.failed <= mostAgain) {
    console.log(`\n── ${name}: ${counted.failed} failed; once more, by themselves`);
    ({ code, ran } = await attempt(again, results));
    if (ran) {
      counted = together(counted, count(ran));
      told = afterAll(told, failed(ran));
    }
  }
  failures.push(...told.map((each) => `── ${name}: ${toldOf(each)}`));
  const trouble =
    counted.failed > 0
      ? undefined
      : code !== 0
        ? `ended with ${code}`
        : counted.passed === 0
          ? 'ran no test'
          : undefined;
  console.log(
    `── ${name}: ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped${counted.flaky ? ` (${counted.flaky} passed at another try only)` : ''} in ${((Date.now() - began) / 1000).toFixed(0)} s${trouble ? `; ${trouble}, which counts as a failure` : ''}`,
  );
  return trouble ? { ...counted, failed: 1 } : counted;
}

/**
 * Runs tests, and reads what they left.
 * @param {string[]} command @param {string} results
 */
async function attempt(command, results) {
  const file = path.join(root, results);
  // Those of an earlier run would count for a run that broke before it had any.
  await fs.rm(file, { force: true });
  const code = await run(command);
  return { code, ran: existsSync(file) ? JSON.parse(await fs.readFile(file, 'utf8')) : undefined };
}

/** @param {string[]} command @returns {Promise<number | string>} */
function run(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
}
