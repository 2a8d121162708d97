import type { TestStatus } from '../../../model/annotation/checkEvidence';
import type { LineParser, StatusCollector } from '../testStatus';

/** An expected failure counts as passed, as in SWE-bench (swebench/harness/grading.py, `test_passed`). */
const statuses: Readonly<Record<string, TestStatus>> = {
  PASSED: 'passed',
  FAILED: 'failed',
  ERROR: 'error',
  SKIPPED: 'skipped',
  XFAIL: 'passed',
  XPASS: 'passed',
};

/**
 * Reads what pytest prints with `-rA`, and with `-v` (_pytest/terminal.py, `short_test_summary` and
 * `pytest_runtest_logreport`): `FAILED a.py::test_b[c d] - AssertionError`, `a.py::test_b PASSED   [ 50%]`. The summary's
 * `SKIPPED [2] a.py:3: reason` counts places and names no test.
 */
export function pytestParser(found: StatusCollector): LineParser {
  /** SWE-bench ends a name at its first blank (swebench/harness/log_parsers/python.py). */
  const add = (name: string, status: TestStatus): void => {
    found.add(name, status);
    if (/\s/.test(name)) found.alias(name.split(/\s/)[0] ?? '', status);
  };
  return {
    line(line) {
      const [, word = '', rest = ''] = /^(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\s+(\S.*)$/.exec(line) ?? [];
      const status = statuses[word];
      if (status) {
        if (/^\[\d+\] /.test(rest)) return;
        add(nameIn(rest, word), status);
        return;
      }
      const [, name, after = ''] =
        /^(\S+::.+?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \(.*\))?(?:\s+\[[^\]]*\])?\s*$/.exec(line) ?? [];
      const told = statuses[after];
      if (name !== undefined && told) add(name, told);
    },
  };
}

/** The name of a test before the reason that may follow it; parameters may hold anything but end with a bracket. */
function nameIn(text: string, word: string): string {
  if (word === 'PASSED') return text.trimEnd();
  const parameters = /^(\S+?::\S*?\[.*?\])(?: - .*)?$/.exec(text);
  return (parameters?.[1] ?? text.replace(/ - .*$/, '')).trimEnd();
}
