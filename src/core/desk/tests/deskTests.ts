import { compareTests } from '../../code/tests/compareTests';
import { taskRepositoryOf } from '../../code/taskRepository';
import type { CheckEvidence, Checks } from '../../model/annotation/checkEvidence';
import type { DeskTestRun, DeskTests } from '../../model/desk/deskTests';
import type { CodeSetting } from '../../model/study/options/codeOptions';
import type { OpenItem } from '../item/openItem';

/** So many tests are named on the screen; the list of all results has the rest. */
const mostNames = 8;

/** Results are put together once, not with every key. */
const known = new WeakMap<Checks, DeskTests>();

/** The results of tests of an item as they are shown, in the order of its responses; undefined where there are none. */
export function deskTestsOf(
  { checks, shown }: Pick<OpenItem, 'checks' | 'shown'>,
  code?: CodeSetting,
): DeskTests | undefined {
  if (!checks) return undefined;
  const made = known.get(checks) ?? put(checks, shown, code);
  known.set(checks, made);
  return made;
}

function put(checks: Checks, { item, responses }: OpenItem['shown'], code: CodeSetting | undefined): DeskTests {
  const { base } = checks;
  const runs = responses.map(({ id }) => checks.responses.find(({ response }) => response === id));
  const wanted = testsThatShouldPass(item, code);
  const names = namesThatTell([base, ...runs], wanted);
  const shown = names.slice(0, mostNames);
  const of = (run: CheckEvidence): DeskTestRun => runShown(run, run === base ? undefined : base, shown, wanted);
  return {
    names: shown,
    more: names.length - shown.length,
    ...(base && { base: of(base) }),
    responses: runs.map((run) => (run ? of(run) : null)),
  };
}

/** Names of the tests that the data, or else the study, says should pass. */
export function testsThatShouldPass(item: OpenItem['shown']['item'], code: CodeSetting | undefined): readonly string[] {
  const { test } = taskRepositoryOf(item, code);
  const named = [...(test?.failToPass ?? []), ...(test?.passToPass ?? [])];
  return named.length > 0 ? named : (test?.shouldPass ?? []);
}

/**
 * Names the tests whose status is not the same everywhere, or that should pass and somewhere do not: those that should
 * pass come first.
 */
export function namesThatTell(
  runs: readonly (CheckEvidence | undefined)[],
  shouldPass: readonly string[],
): readonly string[] {
  const ran = runs.filter((run) => run !== undefined);
  const wanted = new Set(shouldPass);
  const names = new Set([...shouldPass, ...ran.flatMap(({ statuses }) => Object.keys(statuses).sort())]);
  const tells = (name: string): boolean => {
    const statuses = ran.map((run) => statusOf(run, name));
    return statuses.some((each) => each !== statuses[0] || (wanted.has(name) && each !== 'passed'));
  };
  return [...names].filter(tells);
}

const statusOf = ({ statuses }: CheckEvidence, name: string) =>
  Object.hasOwn(statuses, name) ? (statuses[name] ?? null) : null;

function runShown(
  run: CheckEvidence,
  base: CheckEvidence | undefined,
  names: readonly string[],
  shouldPass: readonly string[],
): DeskTestRun {
  const counts = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for (const status of Object.values(run.statuses)) counts[status]++;
  const compared = base && compareTests(base.statuses, run.statuses, { flaky: run.flaky ?? [] });
  const passes = shouldPass.filter((name) => statusOf(run, name) === 'passed').length;
  return {
    ended: run.ended,
    exit: run.exit ?? null,
    seconds: run.seconds,
    statuses: names.map((name) => statusOf(run, name)),
    passed: counts.passed,
    failed: counts.failed + counts.error,
    skipped: counts.skipped,
    ...(shouldPass.length > 0 && { shouldPass: { passed: passes, of: shouldPass.length } }),
    ...(compared && { fixed: compared.fixed.length, broken: compared.broken.length, gone: goneFrom(base, run) }),
    ...(run.flaky && { flaky: run.flaky.length }),
    ...(Object.keys(run.statuses).length === 0 && { lastLine: lastLineOf(run.tail) }),
    isIsolated: run.sandbox !== 'none',
    unapplied: run.unapplied ?? [],
    settings: run.settings ?? [],
  };
}

/** Counts tests that the base has results of, and a run that has any has not. */
function goneFrom(base: CheckEvidence, run: CheckEvidence): number {
  if (run.ended !== 'exit' || Object.keys(run.statuses).length === 0) return 0;
  return Object.keys(base.statuses).filter((name) => !Object.hasOwn(run.statuses, name)).length;
}

/** A longer line is cut, in UTF-16 units. */
const longestLine = 200;

const lastLineOf = (text: string): string => text.trimEnd().split('\n').at(-1)?.trim().slice(0, longestLine) ?? '';
