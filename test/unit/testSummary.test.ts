import { describe, expect, it } from 'vitest';
import {
  afterAll,
  failedInHost,
  failedInVitest,
  failedInWorkbench,
  together,
  told,
  type Failed,
  type Spec,
} from '../../scripts/failedTests.mjs';

describe('what the tests tell at their end', () => {
  it('is the name and the beginning of the error, without colours', () => {
    const error = [
      '\u001B[31mexpected\u001B[39m 1',
      '',
      ...Array.from({ length: 20 }, (_, line) => `line ${line}  `),
    ].join('\n');
    const lines = told({ name: 'a › b', error }).split('\n');
    expect(lines.slice(0, 3)).toEqual(['FAILED: a › b', '   expected 1', '   line 0']);
    expect(lines).toHaveLength(17);
    expect(lines.at(-1)).toBe('   … 6 more lines');
    expect(told({ name: 'c', isFlaky: true, error: 'late' })).toBe('PASSED AT ANOTHER TRY ONLY: c\n   late');
  });

  it('names tests of core by their file, and a file that cannot be loaded', () => {
    const assertionResults = [
      { fullName: 'sums are right', status: 'failed', failureMessages: ['1 is not 2'] },
      { fullName: 'others too', status: 'passed' },
    ];
    expect(
      failedInVitest(
        {
          testResults: [
            { name: '/root/test/a.test.ts', status: 'failed', assertionResults },
            { name: '/root/test/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
          ],
        },
        '/root',
      ),
    ).toEqual([
      { name: 'test/a.test.ts › sums are right', error: '1 is not 2' },
      { name: 'test/b.test.ts', error: 'no such module' },
    ]);
  });

  it('names those in the extension host as they were left, if any were', () => {
    expect(failedInHost({ failures: [{ name: 'opens', error: 'it does not' }] })).toEqual([
      { name: 'opens', error: 'it does not' },
    ]);
    expect(failedInHost({})).toEqual([]);
  });

  it('names those of the workbench that failed or needed another try, within what they stand in', () => {
    const spec = (title: string, status: string, message?: string): Spec => ({
      title,
      file: 'a.spec.ts',
      line: 7,
      tests: [
        {
          status,
          results: [
            { errors: message === undefined ? [] : [{ message, location: { file: '/root/b.ts', line: 9 } }] },
            { errors: [] },
          ],
        },
      ],
    });
    const suites = [
      {
        title: 'a.spec.ts',
        specs: [spec('fine', 'expected')],
        suites: [
          {
            title: 'of rankings',
            specs: [
              spec('late', 'flaky', 'too late'),
              spec('wrong', 'unexpected', 'wrong'),
              spec('hung', 'unexpected'),
            ],
          },
        ],
      },
    ];
    expect(failedInWorkbench({ suites, errors: [{ message: 'no browser' }] })).toEqual([
      { name: 'a.spec.ts:7 › of rankings › late', isFlaky: true, error: 'too late\nat b.ts:9' },
      { name: 'a.spec.ts:7 › of rankings › wrong', isFlaky: false, error: 'wrong\nat b.ts:9' },
      { name: 'a.spec.ts:7 › of rankings › hung', isFlaky: false, error: 'It took too long.' },
      { name: 'outside of any test', error: 'no browser' },
    ]);
  });

  it('adds a run of those that failed to the one before it', () => {
    const first = { passed: 7, failed: 3, skipped: 1, flaky: 2 };
    expect(together(first, { passed: 2, failed: 1, skipped: 0, flaky: 1 })).toEqual({
      passed: 9,
      failed: 1,
      skipped: 1,
      flaky: 4,
    });
    // What did not run again has not passed.
    expect(together(first, { passed: 1, failed: 0, skipped: 2 })).toEqual({
      passed: 8,
      failed: 2,
      skipped: 1,
      flaky: 3,
    });
    const [late, wrong, hung] = ['late', 'wrong', 'hung'].map((name) => ({
      name,
      isFlaky: name === 'late',
      error: name,
    })) as [Failed, Failed, Failed];
    expect(
      afterAll(
        [late, wrong, hung],
        [{ ...wrong, isFlaky: true, error: 'again' }, hung, { name: 'new', isFlaky: false, error: 'new' }],
      ),
    ).toEqual([late, { ...wrong, isFlaky: true }, hung, { name: 'new', isFlaky: false, error: 'new' }]);
  });
});
