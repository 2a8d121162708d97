import * as z from 'zod';
import type { TestStatus } from '../../../model/annotation/checkEvidence';
import type { StatusCollector } from '../testStatus';

const jestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string().optional(),
      status: z.string().optional(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()).optional(), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});
const mochaTest = z.object({ fullTitle: z.string() });
const mochaSchema = z.object({
  stats: z.object({ tests: z.number() }),
  passes: z.array(mochaTest),
  failures: z.array(mochaTest),
  pending: z.array(mochaTest),
});

const statuses: Readonly<Record<string, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
};

/**
 * Reads the JSON of `jest --json` and vitest's `json` reporter, which are alike (jest-types, TestResult), and of
 * mocha's (mocha/lib/reporters/json.js). Names are as in `jest.ts`; mocha's have blanks between suites, as it tells no
 * more. A file that could not be read is an error. Returns whether it is such a report.
 */
export function readJsonReport(value: unknown, found: StatusCollector): boolean {
  const jest = jestSchema.safeParse(value);
  if (jest.success) {
    for (const { name, status, assertionResults } of jest.data.testResults) {
      for (const { ancestorTitles = [], title, status: word } of assertionResults) {
        const told = statuses[word];
        if (told) found.add([...ancestorTitles, title].join(' > '), told);
      }
      if (assertionResults.length === 0 && status === 'failed' && name !== undefined)
        found.add(fileName(name), 'error');
    }
    return true;
  }
  const mocha = mochaSchema.safeParse(value);
  if (!mocha.success) return false;
  for (const { fullTitle } of mocha.data.passes) found.add(fullTitle, 'passed');
  for (const { fullTitle } of mocha.data.failures) found.add(fullTitle, 'failed');
  for (const { fullTitle } of mocha.data.pending) found.add(fullTitle, 'skipped');
  return true;
}

/** Where the tree was is no part of a name. */
const fileName = (path: string): string => path.replace(/^\/(?:tree|testbed)\//, '');
