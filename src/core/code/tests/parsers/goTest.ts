import * as z from 'zod';
import type { TestStatus } from '../../../model/annotation/checkEvidence';
import type { LineParser, StatusCollector } from '../testStatus';

const statuses: Readonly<Record<string, TestStatus>> = {
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
};
const eventSchema = z.object({
  Action: z.string(),
  Test: z.string().optional(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
});

/**
 * Reads what `go test -v` prints (testing/testing.go, `report`: `--- PASS: TestA/b (0.00s)`, indented below its parent) and
 * the events of `go test -json` (cmd/test2json). What does not build is an error of its package:
 * `FAIL\texample.com/a [build failed]`.
 */
export const goTestParser = (found: StatusCollector): LineParser => ({
  line(line) {
    const [, word = '', name = ''] = /^\s*--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)/.exec(line) ?? [];
    const status = statuses[word];
    if (status) found.add(name, status);
    const [, broken] = /^FAIL\s+(\S+) \[(?:build|setup) failed\]/.exec(line) ?? [];
    if (broken !== undefined) found.add(broken, 'error');
    if (line.startsWith('{')) event(line, found);
  },
});

function event(line: string, found: StatusCollector): void {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return;
  }
  const read = eventSchema.safeParse(value);
  if (!read.success) return;
  const { Action: action, Test: test, ImportPath: path } = read.data;
  const status = statuses[action];
  if (test !== undefined && status) found.add(test, status);
  if (action === 'build-fail' && path !== undefined) found.add(path, 'error');
}
