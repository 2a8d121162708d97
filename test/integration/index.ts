import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

const first = 'contributions.test.js';

/**
 * Runs inside the extension host: VS Code calls it and takes its rejection for a failed run.
 * The bundled tests lie beside this file.
 */
export async function run(): Promise<void> {
  Mocha.reporters.Base.consoleLog = print;
  process.setSourceMapsEnabled(true);
  const color = process.env.FORCE_COLOR === '1';
  const mocha = new Mocha({ ui: 'tdd', reporter: 'spec', color, timeout: 300_000 });
  // The first one looks at what is there before anything is opened.
  const files = readdirSync(__dirname).filter((file) => file.endsWith('.test.js') && file !== first);
  for (const file of [first, ...files.sort()]) mocha.addFile(path.join(__dirname, file));
  const { passed, failed, skipped, failures } = await outcome(mocha);
  writeFileSync(path.join(__dirname, 'results.json'), `${JSON.stringify({ passed, failed, skipped, failures })}\n`);
  if (failed > 0) throw new Error(`${failed} integration tests failed.`);
  if (passed === 0) throw new Error('No integration test ran.');
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed and why, as scripts/failedTests.mjs tells it. */
  readonly failures: readonly { readonly name: string; readonly error: string }[];
}

function outcome(mocha: Mocha): Promise<Outcome> {
  return new Promise((resolve) => {
    const failed: { name: string; error: string }[] = [];
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending, failures: failed });
    });
    runner.on(
      'fail',
      (test, error: Error) => void failed.push({ name: test.fullTitle(), error: error.stack ?? error.message }),
    );
  });
}

/** The mark lets test/harness/vscode-executable.mjs tell the tests' lines from the workbench's. */
function print(...values: unknown[]): void {
  console.log((process.env.TIEBREAK_TEST_LINE_MARK ?? '') + format(...values));
}
