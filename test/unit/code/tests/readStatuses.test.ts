import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestStatus } from '../../../../src/core/model/annotation/checkEvidence';
import {
  runnersIn,
  StatusReader,
  statusesIn,
  testRunners,
  type TestRunner,
} from '../../../../src/core/code/tests/readStatuses';

const output = (name: string): string => readFileSync(join(import.meta.dirname, 'outputs', `${name}.txt`), 'utf8');

const python = {
  'test_a.py::test_pass': 'passed',
  'test_a.py::test_fail': 'failed',
  'test_a.py::test_param[a b]': 'passed',
  'test_a.py::test_param[c[d]]': 'passed',
  'test_a.py::test_xfail': 'passed',
  'test_a.py::test_xpass': 'passed',
  'test_a.py::test_error': 'error',
  'test_a.py::test_teardown': 'error',
  'test_a.py::TestC::test_in': 'passed',
} as const;
const suites = {
  alone: 'passed',
  'suite > passes': 'passed',
  'suite > fails': 'failed',
  'suite > skips': 'skipped',
  'suite > inner > is (deep)': 'passed',
  'suite > inner > passes': 'passed',
} as const;
const flat = Object.fromEntries(Object.entries(suites).map(([name, status]) => [name.replaceAll(' > ', ' '), status]));
const inVitest = Object.fromEntries(Object.entries(suites).map(([name, status]) => [`js/a.test.js > ${name}`, status]));
const node = {
  'suite > passes': 'passed',
  'suite > fails': 'failed',
  'suite > skips': 'skipped',
  'suite > todo': 'skipped',
  'suite > inner > deep': 'passed',
  'alone # hash': 'passed',
  'sub > child': 'passed',
} as const;

/** What the runners themselves have printed; go by its documentation. */
const cases: readonly (readonly [string, TestRunner, Readonly<Record<string, TestStatus>>])[] = [
  ['pytest-summary', 'pytest', { ...python, 'test_b.py': 'error' }],
  ['pytest-verbose', 'pytest', { ...python, 'test_a.py::test_skip': 'skipped', 'test_b.py': 'error' }],
  [
    'unittest-verbose',
    'unittest',
    {
      'test_doc (u_tests.A)': 'passed',
      'test_error (u_tests.A)': 'error',
      'test_fail (u_tests.A)': 'failed',
      'test_pass (u_tests.A)': 'passed',
      'test_prints (u_tests.A)': 'passed',
      'test_skip (u_tests.A)': 'skipped',
      'test_sub (u_tests.A)': 'failed',
      'test_unexpected (u_tests.A)': 'failed',
      'test_xfail (u_tests.A)': 'passed',
      'setUpClass (u_tests.B)': 'error',
    },
  ],
  [
    'go-verbose',
    'go',
    {
      TestPass: 'passed',
      TestFail: 'failed',
      TestSkip: 'skipped',
      TestTable: 'failed',
      'TestTable/one_two': 'passed',
      'TestTable/three': 'failed',
      'example.com/b': 'error',
    },
  ],
  [
    'go-json',
    'go',
    {
      TestPass: 'passed',
      'TestTable/three': 'failed',
      TestSkip: 'skipped',
      'example.com/b [example.com/b.test]': 'error',
    },
  ],
  [
    'cargo',
    'cargo',
    {
      'tests::because': 'skipped',
      'tests::ignored': 'skipped',
      'tests::panics': 'passed',
      'tests::fails': 'failed',
      'tests::passes': 'passed',
      'src/lib.rs - f (line 1)': 'passed',
    },
  ],
  ['jest-verbose', 'jest', suites],
  ['jest-json', 'jest', suites],
  ['mocha-spec', 'mocha', suites],
  ['mocha-json', 'mocha', flat],
  ['mocha-tap', 'tap', flat],
  ['vitest-verbose', 'vitest', { ...inVitest, 'js/b.test.js': 'error' }],
  ['vitest-json', 'vitest', { ...suites, 'js/b.test.js': 'error' }],
  ['node-tap', 'tap', node],
  ['node-spec', 'node', node],
];

describe('statuses of tests', () => {
  it.each(cases)('are read from what was printed: %s', (name, runner, statuses) => {
    expect(Object.fromEntries(statusesIn(output(name), [runner]).statuses)).toEqual(statuses);
  });

  it.each(cases)('are the same where nobody says who printed them: %s', (name, _runner, statuses) => {
    expect(Object.fromEntries(statusesIn(output(name)).statuses)).toEqual(statuses);
  });

  it.each(cases.map(([name]) => name))('are the same in whatever pieces the output comes: %s', (name) => {
    const [bytes, reader] = [Buffer.from(output(name)), new StatusReader(testRunners)];
    for (let at = 0; at < bytes.length; at += 5) reader.add(bytes.subarray(at, at + 5));
    expect(reader.result()).toEqual(statusesIn(output(name)));
  });

  it.each([
    [
      'pytest-junit',
      {
        'test_a::test_pass': 'passed',
        'test_a::test_param[c[d]]': 'passed',
        'test_a::test_fail': 'failed',
        'test_a::test_skip': 'skipped',
        'test_a::test_error': 'error',
        'test_a::test_teardown': 'error',
        'test_a.TestC::test_in': 'passed',
        test_b: 'error',
      },
    ],
    [
      'mocha-xunit',
      { alone: 'passed', 'suite::fails': 'failed', 'suite::skips': 'skipped', 'suite inner::is (deep)': 'passed' },
    ],
    [
      'vitest-junit',
      {
        'js/a.test.js::suite > passes': 'passed',
        'js/a.test.js::suite > fails': 'failed',
        'js/a.test.js::suite > skips': 'skipped',
      },
    ],
  ] as const)('are read from a report in XML: %s', (name, statuses) => {
    const read = statusesIn('', testRunners, output(name));
    expect(read.from).toBe('junit');
    expect(Object.fromEntries(read.statuses)).toMatchObject(statuses);
  });

  it('are found by the names that SWE-bench gives tests', () => {
    const { aliases } = statusesIn(output('unittest-verbose'), ['unittest']);
    expect(aliases.get('Says what it does.')).toBe('passed');
    const pytest = statusesIn('PASSED a.py::t[a b]\nFAILED a.py::t[a c] - x\n', ['pytest']);
    expect(pytest.aliases.get('a.py::t[a')).toBe('failed');
    expect(Object.fromEntries(pytest.statuses)).toEqual({ 'a.py::t[a b]': 'passed', 'a.py::t[a c]': 'failed' });
  });

  it('of unittest are read whatever dots a reason, a docstring and a failure have', () => {
    const printed = [
      "test_a (m.T.test_a) ... skipped 'later ... ok'",
      // What it prints itself.
      'ERROR: connection (refused)',
      'test_b (m.T.test_b)',
      'Is ... skipped when it has to be. ... ok',
      'test_c (m.T.test_c) ... loading ... FAIL',
      '',
      '='.repeat(70),
      'FAIL: test_c (m.T.test_c)',
      '-'.repeat(70),
      'AssertionError: test_d (m.T.test_d) ... ok',
      'test_c (m.T.test_c) ... ok',
      '-'.repeat(70),
      'Ran 3 tests in 0.001s',
      // Another module.
      'test_e (n.T.test_e) ... ok',
    ].join('\n');
    expect(Object.fromEntries(statusesIn(printed, ['unittest']).statuses)).toEqual({
      'test_a (m.T)': 'skipped',
      'test_b (m.T)': 'passed',
      'test_c (m.T)': 'failed',
      'test_e (n.T)': 'passed',
    });
  });

  it('are not read from what only looks like them', () => {
    const noise =
      'PASSED\nFAILED \nok\nthe test passed ... maybe\n> ✓ \n--- PASS: \n{"Action":"pass"}\n{\n}\ntest result: ok. 1 passed\n';
    expect(Object.fromEntries(statusesIn(noise).statuses)).toEqual({});
    expect(statusesIn(noise).from).toBeUndefined();
  });

  it('are read with no more memory than a line takes, and in time', () => {
    const reader = new StatusReader(testRunners);
    for (let n = 0; n < 200; n++) reader.add(Buffer.alloc(1 << 16, n % 2 ? '[' : ' '));
    reader.add(Buffer.from('\nPASSED a.py::test_b\n'));
    expect([...reader.result().statuses]).toEqual([['a.py::test_b', 'passed']]);
  });

  it.each([
    ['python -m pytest -rA tests', ['pytest']],
    ['./tests/runtests.py --verbosity 2 utils', ['unittest']],
    ['cd x && go test -v ./...', ['go']],
    ['npx vitest run', ['vitest']],
    ['node --test', ['tap', 'node']],
    ['make check', testRunners],
  ] as const)('are looked for as the command says: %s', (command, runners) => {
    expect(runnersIn(command)).toEqual(runners);
  });
});
