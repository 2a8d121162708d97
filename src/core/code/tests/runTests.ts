import { createHash } from 'node:crypto';
import { lstat, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckEvidence, TestStatus } from '../../model/annotation/checkEvidence';
import { pathWithin } from '../../study/pathWithin';
import type { PatchedCodeFile } from '../patch/applyPatch';
import { refusedPath } from '../patch/refusedPath';
import { runApart, type RunOptions, type RunResult } from '../sandbox/runApart';
import { treeInside } from '../sandbox/sandbox';
import type { TreeNote } from '../tree/treeFiles';
import type { Trees } from '../tree/trees';
import { flakyTests } from './compareTests';
import { runnersIn, StatusReader, type ReadStatuses, type TestRunner } from './readStatuses';
import { worst } from './testStatus';

export interface TestRun extends Omit<RunOptions, 'tree'> {
  readonly trees: Trees;
  /** For `sh -c`, in the root of the tree. */
  readonly command: string;
  /** What the response's patch makes of the base; nothing for the base itself. */
  readonly response: readonly PatchedCodeFile[];
  /** Lines of the response's patch at which something could not be read, from 1. */
  readonly unread?: readonly number[];
  /** What the task's own patch of tests makes of the base. It comes after the response's, so that none changes its tests. */
  readonly tests?: readonly PatchedCodeFile[];
  /** Who runs the tests, where the command does not say. */
  readonly runner?: TestRunner;
  /** Where the command writes a report in JUnit's XML, below the root of the tree. */
  readonly report?: string;
  /** Names of tests by which the dataset calls them, so that they are found under these. */
  readonly names?: readonly string[];
  /** Whether to run all twice, each in a tree of its own, to find tests whose status is not the same. */
  readonly twice?: boolean;
}

/** What running tests has shown, and what of it is not kept in a journal. */
export interface TestRunResult {
  readonly evidence: CheckEvidence;
  readonly run: RunResult;
  /** Where the statuses were read; absent where none was found. */
  readonly from?: ReadStatuses['from'];
  /** What is not in the tree, or not as it should be. */
  readonly notes: readonly TreeNote[];
}

/** A larger report is not read. In bytes. */
const maxReportBytes = 64 * 1024 * 1024;

/**
 * Runs tests on the code of a response, in a tree that is made for it and removed after it. Rejects with `UserError` as
 * `runApart` does.
 */
export async function runTests(options: TestRun): Promise<TestRunResult> {
  const first = await once(options);
  const second = options.twice === true && first.run.ended === 'exit' ? await once(options) : undefined;
  const flaky = second && flakyTests(first.evidence.statuses, second.evidence.statuses);
  return { ...first, evidence: { ...first.evidence, ...(flaky && { flaky: [...flaky] }) } };
}

/** Names of trees, each used once. */
let lastTree = 0;

async function once(options: TestRun): Promise<TestRunResult> {
  const { trees, command, response, tests = [], runner, report, names = [], sandbox, signal } = options;
  const name = `t${++lastTree}`;
  const tree = await trees.tree(name, [response, tests], signal ? { signal } : {});
  try {
    const reader = new StatusReader(runner ? [runner] : runnersIn(command));
    const withoutPlace = await placeRemover(tree.folder, trees.folder);
    const run = await runApart(command, {
      ...options,
      tree: tree.folder,
      scratchIn: trees.folder,
      onOutput: (chunk) => {
        reader.add(chunk);
        options.onOutput?.(chunk);
      },
    });
    const read = reader.result(report === undefined ? undefined : await reportIn(tree.folder, report));
    const statuses = new Map<string, TestStatus>();
    for (const [told, status] of read.statuses) {
      const test = insideTree(withoutPlace(told), options.at);
      statuses.set(test, worst(statuses.get(test), status));
    }
    for (const each of names) {
      const status = read.aliases.get(each);
      if (status && !statuses.has(each)) statuses.set(each, status);
    }
    const settings = response
      .map(({ path }) => path)
      .filter((path) => changesTests(path) && !tests.some((test) => test.path === path));
    const unapplied = [
      ...response.filter(({ faults }) => faults.length > 0).map(({ path }) => path),
      ...(options.unread ?? []).map((line) => `:${line}`),
    ];
    const { head, tail } = run.output;
    return {
      evidence: {
        command: createHash('sha256').update(command).digest('hex'),
        sandbox: sandbox.kind,
        ...(sandbox.image !== undefined && { image: sandbox.image }),
        tree: tree.hash,
        ended: run.ended,
        ...(run.exit !== undefined && { exit: run.exit }),
        seconds: Math.round(run.seconds * 1000) / 1000,
        statuses: Object.fromEntries(statuses),
        ...(settings.length > 0 && { settings }),
        ...(unapplied.length > 0 && { unapplied }),
        tail: withoutPlace(tail === '' ? head : tail),
      },
      run,
      ...(read.from && { from: read.from }),
      notes: tree.notes,
    };
  } finally {
    await trees.remove(name);
  }
}

/**
 * Resolves to what puts names that are the same everywhere in the place of a tree's folder and of the one that all trees
 * are in: where nothing hides them, they name the user, and are others in each run.
 */
async function placeRemover(tree: string, trees: string): Promise<(text: string) => string> {
  const names = new Map<string, string>();
  for (const [folder, name] of [
    [tree, treeInside],
    [trees, '/tmp'],
  ] as const)
    for (const path of [folder, await realpath(folder)]) names.set(path, name).set(pathToFileURL(path).pathname, name);
  const longestFirst = [...names].sort(([a], [b]) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, [path, name]) => rest.replaceAll(path, name), text);
}

/** The name of a test that its runner calls by the file that it is in, as `node --test` does where that cannot be loaded. */
function insideTree(name: string, at: string = treeInside): string {
  const place = [treeInside, at].find((each) => name.startsWith(`${each}/`));
  return place === undefined ? name : name.slice(place.length + 1);
}

/** The text of a report that a command has left; undefined where there is none, or it leads out of the tree. */
async function reportIn(tree: string, path: string): Promise<string | undefined> {
  if (refusedPath(path)) return undefined;
  const full = join(tree, path);
  try {
    // A program that is no longer running has made all links that there are.
    if (pathWithin(await realpath(tree), await realpath(full)) === undefined) return undefined;
    const found = await lstat(full);
    if (!found.isFile() || found.size > maxReportBytes) return undefined;
    const file = await open(full, 'r');
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Files by which a change of code also changes how its tests are run. */
const ofTests =
  /(?:^|\/)(?:conftest\.py|sitecustomize\.py|usercustomize\.py|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|noxfile\.py|\.coveragerc|package\.json|tsconfig(?:\.[\w.-]+)?\.json|\.npmrc|\.mocharc\.\w+|\.taprc|(?:jest|vitest|vite|karma|babel)\.config\.\w+|Makefile|build\.rs|\.cargo\/config(?:\.toml)?)$|\.pth$/;
const changesTests = (path: string): boolean => ofTests.test(path);
