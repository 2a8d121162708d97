import type { TestStatus } from '../../../model/annotation/checkEvidence';
import type { LineParser, StatusCollector } from '../testStatus';

const words: readonly (readonly [RegExp, TestStatus])[] = [
  [/^ok$/i, 'passed'],
  [/^FAIL$/, 'failed'],
  [/^ERROR$/, 'error'],
  [/^skipped(?: ['"].*)?$/, 'skipped'],
  [/^expected failure$/, 'passed'],
  [/^unexpected success$/, 'failed'],
];
const statusOf = (text: string): TestStatus | undefined => words.find(([word]) => word.test(text.trim()))?.[1];

/** The status behind the first dots that one follows: names, reasons and what a test prints may have dots too. */
function statusBehindDots(line: string): TestStatus | undefined {
  for (let at = line.indexOf(' ... '); at >= 0; at = line.indexOf(' ... ', at + 1)) {
    const status = statusOf(line.slice(at + 5));
    if (status) return status;
  }
  return undefined;
}

/**
 * Reads what unittest prints with `-v`, and Django's runner (Lib/unittest/runner.py):
 * `test_a (tests.B.test_a) ... ok`. A test with a docstring has its name on the line before; what a test prints comes
 * between its name and its status. Names are those of the tests; the line before the dots, by which SWE-bench calls them,
 * is told as well.
 */
export function unittestParser(found: StatusCollector): LineParser {
  let named: string | undefined;
  /** What failed comes once more behind all tests, with what it says: no status is in that. */
  let isOver = false;
  /** Whether the line before is the rule above each failure. */
  let isRuled = false;
  let waiting: { readonly test: string; readonly line: string } | undefined;
  const add = (test: string, line: string, status: TestStatus): void => {
    found.add(test, status);
    if (line !== test) found.alias(line, status);
  };
  return {
    line(line) {
      const [, kind, name] = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+ \(\S+\))/.exec(line) ?? [];
      if (name !== undefined && isRuled) {
        found.add(testName(name), kind === 'ERROR' ? 'error' : 'failed');
        isOver = true;
      }
      isRuled = /^={70}$/.test(line);
      if (/^Ran \d+ tests? in /.test(line)) isOver = false;
      if (isOver) return;
      const dots = line.indexOf(' ... ');
      const status = statusBehindDots(line);
      if (dots >= 0) {
        const before = line.slice(0, dots);
        const test = /^\S+ \(\S+\)/.test(before.trim()) ? testName(before.trim()) : (named ?? before.trim());
        if (status) add(test, line.slice(0, dots).trim(), status);
        waiting = status ? undefined : { test, line: line.slice(0, dots).trim() };
        named = undefined;
        return;
      }
      if (waiting !== undefined) {
        const late = statusOf(line);
        if (late) add(waiting.test, waiting.line, late);
        if (late || line.startsWith('=====')) waiting = undefined;
        return;
      }
      named = /^\S+ \(\S+\)$/.test(line) ? testName(line) : undefined;
    },
  };
}

/** `test_a (tests.B)` of `test_a (tests.B.test_a)`, which Python writes from 3.11 on, so that both are one name. */
const testName = (text: string): string => {
  const [, test = '', where = ''] = /^(\S+) \((\S+)\)/.exec(text) ?? [];
  return `${test} (${where.endsWith(`.${test}`) ? where.slice(0, -test.length - 1) : where})`;
};
