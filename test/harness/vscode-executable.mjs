#!/usr/bin/env node
// Stands in for the VS Code executable where desktop VS Code cannot be downloaded: takes the arguments that
// @vscode/test-electron gives it, runs the tests in the workbench of this folder, and ends with their exit code.
import path from 'node:path';
import { developExtensions } from './development.mjs';
import { launchBrowser, newWorkbenchPage, startServer } from './workbench.mjs';

const args = process.argv.slice(2);
const extensions = values('--extensionDevelopmentPath');
const [tests] = values('--extensionTestsPath');
const folder = args.find((arg) => !arg.startsWith('-'));

if (extensions.length === 0 || !tests) {
  console.error('usage: vscode-executable.mjs --extensionDevelopmentPath=FOLDER --extensionTestsPath=FILE [FOLDER]');
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

// The workbench logs a great deal. The tests put this before their own lines (test/integration/index.ts).
const mark = '\u0002';
const startLimit = 600_000;
/** @type {string[]} */
const otherLines = [];
let testLines = 0;

process.exit(await run().catch((error) => (console.error(error.message), 1)));

async function run() {
  const server = await startServer({ env: { TIEBREAK_TEST_LINE_MARK: mark } });
  const browser = await launchBrowser();
  try {
    return await new Promise((resolve, reject) => {
      browser.on('disconnected', () => reject(new Error('The browser ended before the tests did.')));
      setTimeout(
        () => testLines > 0 || reject(new Error(`No test started within ${startLimit / 1000} s.\n${complaints()}`)),
        startLimit,
      ).unref();
      const prepare = async (page) => {
        page.on('crash', () => reject(new Error('The workbench page crashed before the tests ended.')));
        await page.exposeFunction('codeAutomationLog', (type, entries) => printTestLine(entries.join(' ')));
        await page.exposeFunction('codeAutomationExit', (exitCode) => {
          if (exitCode !== 0 && testLines === 0) console.error(complaints());
          resolve(exitCode);
        });
        await developExtensions(page, server.port, { extensions, tests });
      };
      newWorkbenchPage(browser, server, { folder, prepare }).catch(reject);
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** @param {string} line */
function printTestLine(line) {
  if (!line.startsWith(mark)) return void otherLines.push(line);
  testLines++;
  console.log(line.slice(mark.length));
}

/** What the workbench said, for a run that broke before its first test; the native modules we never build left out. */
function complaints() {
  const known = /bindings file|native-watchdog|open-vsx|^Canceled/;
  return otherLines.filter((line) => /error|cannot|failed/i.test(line) && !known.test(line)).join('\n');
}

/** @param {string} name */
function values(name) {
  const prefix = `${name}=`;
  return args.filter((arg) => arg.startsWith(prefix)).map((arg) => path.resolve(arg.slice(prefix.length)));
}
