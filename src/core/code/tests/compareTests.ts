import type { TestStatus } from '../../model/annotation/checkEvidence';

type Statuses = Readonly<Record<string, TestStatus>>;

/** What a change did to the tests, by their names. */
export interface TestComparison {
  /** Not passed before, passed after. */
  readonly fixed: readonly string[];
  /** Passed before, failed or in error after. */
  readonly broken: readonly string[];
  /** Neither before nor after. */
  readonly stillFailing: readonly string[];
  readonly stillPassing: readonly string[];
  /** Should pass, and nothing is told of it after; or told before and no longer after. */
  readonly missing: readonly string[];
  /** Their status differs between two runs of the same code, so that they are in no other list. */
  readonly flaky: readonly string[];
  /** Whether all that should pass did, flaky ones not counted; undefined where nothing is said to. */
  readonly resolved?: boolean;
}

export interface CompareOptions {
  /** Names of tests that should pass after the change. */
  readonly shouldPass?: readonly string[];
  readonly flaky?: readonly string[];
}

/**
 * Compares what tests did before a change and after it. As SWE-bench has it, what should pass and is not told of has not
 * passed (swebench/harness/grading.py, `test_failed`); skipped tests neither pass nor fail.
 *
 *     compareTests({ a: 'failed', b: 'passed' }, { a: 'passed', b: 'error' }, { shouldPass: ['a'] })
 *     // { fixed: ['a'], broken: ['b'], …, resolved: true }
 */
export function compareTests(before: Statuses, after: Statuses, options: CompareOptions = {}): TestComparison {
  const { shouldPass = [], flaky = [] } = options;
  const lists = {
    fixed: [] as string[],
    broken: [] as string[],
    stillFailing: [] as string[],
    stillPassing: [] as string[],
    missing: [] as string[],
  };
  const isFlaky = new Set(flaky);
  for (const name of new Set([...Object.keys(before), ...Object.keys(after), ...shouldPass])) {
    const [was, is] = [statusOf(before, name), statusOf(after, name)];
    if (isFlaky.has(name)) continue;
    if (is === undefined) lists.missing.push(name);
    else if (is === 'passed') lists[was === 'passed' ? 'stillPassing' : 'fixed'].push(name);
    else if (is !== 'skipped') lists[was === 'passed' ? 'broken' : 'stillFailing'].push(name);
  }
  const counted = shouldPass.filter((name) => !isFlaky.has(name));
  return {
    ...lists,
    flaky: [...isFlaky],
    ...(counted.length > 0 && { resolved: counted.every((name) => statusOf(after, name) === 'passed') }),
  };
}

const statusOf = (statuses: Statuses, name: string): TestStatus | undefined =>
  Object.hasOwn(statuses, name) ? statuses[name] : undefined;

/** Names of the tests whose status differs between two runs of the same code; one that is told once only is one. */
export const flakyTests = (first: Statuses, second: Statuses): readonly string[] =>
  [...new Set([...Object.keys(first), ...Object.keys(second)])]
    .filter((name) => statusOf(first, name) !== statusOf(second, name))
    .sort();
