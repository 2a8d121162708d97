import { execFileSync, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openRepository } from '../../../src/core/code/codeRepository';
import { patchOfResponse } from '../../../src/core/code/patchOfResponse';
import { chosenSandbox, probeSandboxes } from '../../../src/core/code/sandbox/probeSandboxes';
import { withoutIsolation, type Sandbox } from '../../../src/core/code/sandbox/sandbox';
import { toolFolders } from '../../../src/core/code/sandbox/toolFolders';
import { repositoryPath, taskRepositoryOf, type TaskTest } from '../../../src/core/code/taskRepository';
import { compareTests, type TestComparison } from '../../../src/core/code/tests/compareTests';
import { runTests, type TestRun, type TestRunResult } from '../../../src/core/code/tests/runTests';
import { sourceFiles } from '../../../src/core/code/tree/sourceFiles';
import { Trees } from '../../../src/core/code/tree/trees';
import { codeSides, remarksOf, type CodeSide } from '../../../src/core/code/view/codeSides';
import { root } from '../made/bundle';
import { fixture, readFixture } from '../made/fixtures';
import { temporaryFolder } from '../made/temporaryFolder';

/** In seconds: for what hangs, and for the response that is made to. */
const [timeout, shortTimeout] = [60, 5];
const source = '{repo_name}.tar.gz';

/** What a response does, where that is other than to pass all tests of its task. */
interface Outcome {
  readonly ended?: 'timeout';
  /** Tests that are told and did not pass. */
  readonly failed?: readonly string[];
  /** Tests that passed before and do not any more. */
  readonly broken?: readonly string[];
  /** Named tests of which nothing is told. */
  readonly missing?: readonly string[] | 'all' | 'some';
  readonly settings?: readonly string[];
  /** What of the patch is not as it says, by kind. */
  readonly remarks?: readonly string[];
  readonly isFlaky?: true;
}
const right: Outcome = {};

const outcomes: Readonly<Record<string, readonly [Outcome, Outcome]>> = {
  'ledger-until': [{ failed: ['test_until_a_day_hold_what_happened_on_it (test_balance.Balances)'] }, right],
  'ledger-thousands': [
    {
      failed: ['test_refuses_a_decimal_comma (test_amount.Parsing)'],
      broken: ['test_refuses_a_decimal_comma (test_amount.Parsing)'],
    },
    right,
  ],
  'ledger-notes': [{ failed: ['test_has_notes (test_export.Export)'], remarks: ['hunk'] }, right],
  'ledger-zero': [right, { settings: ['src/sitecustomize.py'] }],
  'ledger-split': [{ isFlaky: true }, right],
  'intervals-size': [right, right],
  'intervals-round': [right, { ended: 'timeout', missing: 'some' }],
  'intervals-gaps': [{ missing: 'all' }, right],
  'intervals-single': [
    right,
    { missing: ['what is written > is read again as it was', 'what is written > is written again as it was'] },
  ],
  'intervals-has': [
    { remarks: ['crlfPatch'] },
    {
      failed: ['a set of intervals > does not hold the end of an interval'],
      broken: ['a set of intervals > does not hold the end of an interval'],
    },
  ],
};

/** The folders of tools for a repository; undefined where this machine does not have them. */
function toolsOf(repository: string): readonly string[] | undefined {
  try {
    if (repository === 'samples/intervals')
      return toolFolders([dirname(dirname(process.execPath)), join(root, 'node_modules/typescript')]);
    const prefix = execFileSync('python3', ['-c', 'import sys; print(sys.base_prefix)']);
    return toolFolders([prefix.toString().trim()]);
  } catch {
    return undefined;
  }
}

let sandbox: Sandbox;
beforeAll(async () => {
  // The code is our own, so that it may run without isolation where there is none.
  sandbox = chosenSandbox(await probeSandboxes()) ?? withoutIsolation;
});

/** A task that is ready to be tested: undefined is its base. */
interface OpenTask {
  readonly test: TaskTest;
  readonly sides: readonly CodeSide[];
  readonly run: (side: CodeSide | undefined, options?: Partial<TestRun>) => Promise<TestRunResult>;
}

/** Opens a task as the editor does; undefined where this machine has no tools for it. */
async function openTask(id: string): Promise<OpenTask | undefined> {
  const { items } = await readFixture('code/tasks.jsonl');
  const item = items.find((each) => each.id === id)!;
  const { name, commit, test } = taskRepositoryOf(item, { source, test: { timeout } });
  const tools = toolsOf(name!);
  if (!tools || process.platform === 'win32') return undefined;
  const path = repositoryPath(source, name, fixture('code'))!;
  const cacheFolder = temporaryFolder();
  const repository = await openRepository(path, { cacheFolder, admit: () => Promise.resolve() });
  onTestFinished(() => repository.close());
  const patches = [...item.responses.map(patchOfResponse), test?.patch];
  const sides = await codeSides(patches, await repository.filesAt(commit), () => '');
  const [first, second, tests] = sides;
  expect(tests && remarksOf(tests)).toEqual([]);
  const trees = await Trees.open(temporaryFolder(), await sourceFiles(repository, commit, path, cacheFolder));
  onTestFinished(() => trees.close());
  const run: OpenTask['run'] = (side, options = {}) =>
    runTests({
      ...{ trees, command: test!.command, response: side?.files ?? [], tests: tests!.files, sandbox, tools, timeout },
      ...(sandbox.kind === 'none' && { permission: 'withoutIsolation' }),
      ...options,
    });
  return { test: test!, sides: [first!, second!], run };
}

/** What running the tests has shown, in the words of the table. */
function outcomeOf(
  { evidence }: TestRunResult,
  { broken }: TestComparison,
  side: CodeSide,
  named: readonly string[],
): Outcome {
  const failed = Object.keys(evidence.statuses).filter((name) => evidence.statuses[name] !== 'passed');
  const missing = named.filter((name) => !(name in evidence.statuses));
  const remarks = remarksOf(side).map((each) =>
    'fault' in each ? each.fault.kind : 'note' in each ? each.note.kind : each.unread.kind,
  );
  return {
    ...(evidence.ended === 'timeout' && { ended: evidence.ended }),
    ...(failed.length > 0 && { failed }),
    ...(broken.length > 0 && { broken: [...broken] }),
    ...(missing.length > 0 && {
      missing: missing.length === named.length ? 'all' : evidence.ended === 'timeout' ? 'some' : missing,
    }),
    ...(evidence.settings && { settings: evidence.settings }),
    ...(remarks.length > 0 && { remarks }),
  };
}

describe('a sample task', () => {
  it('is made of the readable files beside it, in ten lines', async () => {
    const { status, stderr } = spawnSync(process.execPath, [fixture('code/make.mjs'), '--check']);
    expect([status, stderr.toString()]).toEqual([0, '']);
    const { layout, items, problems } = await readFixture('code/tasks.jsonl');
    expect([layout, problems]).toEqual(['responses', []]);
    expect(items.map(({ id }) => id).sort()).toEqual(Object.keys(outcomes).sort());
    for (const { id, responses, metadata } of items) {
      expect(responses.map(patchOfResponse), id).not.toContain(undefined);
      const { name, commit, test } = taskRepositoryOf({ metadata: metadata! });
      expect([name, commit?.length, test?.failToPass.length === 0], id).toEqual([metadata?.repo, 40, false]);
    }
  });

  it.for(Object.entries(outcomes))(
    'has responses that do to its tests what is said: %s',
    async ([id, expected], { skip }) => {
      const task = await openTask(id);
      if (!task) return skip();
      const { test, sides, run } = task;
      const named = [...test.failToPass, ...test.passToPass];
      const before = (await run(undefined)).evidence;
      expect(before.ended).toBe('exit');
      for (const name of test.failToPass) expect([name, before.statuses[name]]).not.toEqual([name, 'passed']);
      if (Object.keys(before.statuses).length > 0)
        for (const name of test.passToPass) expect([name, before.statuses[name]]).toEqual([name, 'passed']);
      for (const [at, outcome] of expected.entries()) {
        const side = sides[at]!;
        if (outcome.isFlaky) continue;
        const after = await run(side, outcome.ended === 'timeout' ? { timeout: shortTimeout } : {});
        const compared = compareTests(before.statuses, after.evidence.statuses, { shouldPass: named });
        expect(outcomeOf(after, compared, side, named), `response ${at + 1}`).toEqual(outcome);
        expect(compared.resolved, `response ${at + 1}`).toBe(!outcome.failed && !outcome.missing);
        if (outcome === right) expect(Object.keys(after.evidence.statuses).sort()).toEqual([...named].sort());
      }
    },
  );

  it('has a response whose tests are flaky', async ({ skip }) => {
    const task = await openTask('ledger-split');
    if (!task) return skip();
    const { test, sides, run } = task;
    // Two runs are alike once in two hundred times.
    let flaky: readonly string[] = [];
    for (let round = 0; round < 6 && flaky.length === 0; round++)
      flaky = (await run(sides[0], { twice: true })).evidence.flaky ?? [];
    expect(flaky).not.toEqual([]);
    expect(test.failToPass).toEqual(expect.arrayContaining([...flaky]));
    expect((await run(sides[1], { twice: true })).evidence.flaky).toEqual([]);
  });

  it('has the same names of tests in both ways in which Node tells them', async ({ skip }) => {
    const task = await openTask('intervals-has');
    if (!task) return skip();
    const { test, run } = task;
    const [asTap, asSpec] = [
      await run(undefined, { command: test.command.replace('--test ', '--test --test-reporter=tap ') }),
      await run(undefined, { command: test.command.replace('--test ', '--test --test-reporter=spec ') }),
    ];
    expect([asTap.from, asSpec.from]).toEqual(['tap', 'node']);
    expect(asSpec.evidence.statuses).toEqual(asTap.evidence.statuses);
    expect(Object.keys(asSpec.evidence.statuses).sort()).toEqual([...test.failToPass, ...test.passToPass].sort());
  });
});
