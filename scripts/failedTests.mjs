// Which tests failed, or passed at another try only, and why: from the results that the test runners leave.

import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ name: string, isFlaky?: boolean, error: string }} Failed `error`: the message of its first failed try, as
 *   the runner says it; `isFlaky`: a later one passed
 */

/**
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Count `flaky`: those of the passed
 *   that needed another try
 */

/** So much of an error is told, in lines. */
const most = 15;

/**
 * What is told of a failed test: its name, then the beginning of its error, without colours.
 * @param {Failed} failed
 */
export function told({ name, isFlaky, error }) {
  const lines = stripVTControlCharacters(error)
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const left = lines.length - most;
  return [
    `${isFlaky ? 'PASSED AT ANOTHER TRY ONLY' : 'FAILED'}: ${name}`,
    ...lines.slice(0, most).map((line) => `   ${line}`),
    ...(left > 0 ? [`   … ${left} more lines`] : []),
  ].join('\n');
}

/**
 * Of a run, and of another of those that failed in it: what failed in that one too has failed, and the others needed it
 * to pass.
 * @param {Count} first
 * @param {Count} again
 * @returns {Count}
 */
export function together(first, again) {
  return {
    passed: first.passed + again.passed,
    failed: Math.max(again.failed, first.failed - again.passed),
    skipped: first.skipped,
    flaky: (first.flaky ?? 0) + again.passed,
  };
}

/**
 * The tests that someone has to look into after both.
 * @param {readonly Failed[]} first @param {readonly Failed[]} again
 * @returns {Failed[]}
 */
export function afterAll(first, again) {
  const still = new Set(again.filter(({ isFlaky }) => !isFlaky).map(({ name }) => name));
  const known = new Set(first.map(({ name }) => name));
  return [
    ...first.map((each) => ({ ...each, isFlaky: !still.has(each.name) })),
    ...again.filter(({ name, isFlaky }) => !isFlaky && !known.has(name)),
  ];
}

/**
 * Of the results of vitest's reporter `json`.
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { fullName: string,
 *   status: string, failureMessages?: string[] }[] }[] }} results
 * @param {string} root files are named from there
 * @returns {Failed[]}
 */
export function failedInVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        name: `${file} › ${fullName}`,
        error: failureMessages?.join('\n') ?? '',
      }));
    // A file that cannot be loaded has no tests.
    return failed.length === 0 && status === 'failed' ? [{ name: file, error: message ?? '' }] : failed;
  });
}

/**
 * Of what test/integration/index.ts and test/platform/run.mjs write.
 * @param {{ failures?: Failed[] }} results
 * @returns {Failed[]}
 */
export const failedInHost = ({ failures = [] }) => failures;

/**
 * @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { errors: { message?:
 *   string, value?: string, snippet?: string, location?: { file: string, line: number } }[] }[] }[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Of the results of Playwright's reporter `json`.
 * @param {{ suites: Suite[], errors?: { message?: string }[] }} results
 * @returns {Failed[]}
 */
export function failedInWorkbench({ suites, errors = [] }) {
  return [
    ...suites.flatMap((suite) => failedOf(suite, [])),
    ...errors.map(({ message = '' }) => ({ name: 'outside of any test', error: message })),
  ];
}

/**
 * @param {Suite} suite
 * @param {string[]} within titles of the suites around it, without the file's
 * @returns {Failed[]}
 */
function failedOf({ specs = [], suites = [] }, within) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const [error] = results.flatMap(({ errors }) => errors);
        const at = error?.location ? `\nat ${path.basename(error.location.file)}:${error.location.line}` : '';
        return {
          name: [`${file}:${line}`, ...within, title].join(' › '),
          isFlaky: status === 'flaky',
          error: `${error?.message ?? error?.value ?? 'It took too long.'}${at}`,
        };
      }),
  );
  return [...own, ...suites.flatMap((suite) => failedOf(suite, [...within, suite.title]))];
}
