import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { applyPatch, type PatchedCodeFile } from '../../../../src/core/code/patch/applyPatch';
import { parsePatch } from '../../../../src/core/code/patch/parsePatch';
import { chosenSandbox, probeSandboxes } from '../../../../src/core/code/sandbox/probeSandboxes';
import { withoutIsolation, type Sandbox } from '../../../../src/core/code/sandbox/sandbox';
import { compareTests } from '../../../../src/core/code/tests/compareTests';
import { runTests, type TestRun } from '../../../../src/core/code/tests/runTests';
import { Trees } from '../../../../src/core/code/tree/trees';
import { checkEvidenceSchema } from '../../../../src/core/model/annotation/checkEvidence';
import { baseOf } from '../patch/baseOf';
import { temporaryFolder } from '../../made/temporaryFolder';

const files = {
  'clock.py': 'def add(a, b):\n    return a - b\n',
  'test_clock.py':
    'import unittest\nfrom clock import add\n\nclass Clock(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 0), 1)\n',
};
const response =
  '--- a/clock.py\n+++ b/clock.py\n@@ -1,2 +1,2 @@\n def add(a, b):\n-    return a - b\n+    return a + b\n';
/** The task's own tests. */
const theirs =
  '--- a/test_clock.py\n+++ b/test_clock.py\n@@ -5,2 +5,5 @@\n     def test_add(self):\n         self.assertEqual(add(1, 0), 1)\n+\n+    def test_more(self):\n+        self.assertEqual(add(1, 2), 3)\n';
const command = 'python3 -m unittest -v test_clock';

let sandbox: Sandbox | undefined;
beforeAll(async () => {
  sandbox = chosenSandbox(await probeSandboxes());
});

const patched = (patch: string): Promise<readonly PatchedCodeFile[]> =>
  applyPatch(parsePatch(patch).files, baseOf(files));

async function opened(): Promise<{ trees: Trees; folder: string }> {
  const trees = await Trees.open(
    temporaryFolder(),
    Object.entries(files).map(([path, text]) => ({
      path,
      kind: 'file',
      isExecutable: false,
      read: () => Promise.resolve(Buffer.from(text)),
    })),
  );
  onTestFinished(() => trees.close());
  return { trees, folder: dirname((await trees.base()).folder) };
}

/** A test that is skipped where nothing keeps a command apart. */
const itApart = (
  name: string,
  test: (run: (options: Partial<TestRun>) => ReturnType<typeof runTests>, folder: string) => Promise<void>,
): void =>
  it(name, async ({ skip }) => {
    if (!sandbox) return skip();
    const apart = sandbox;
    const { trees, folder } = await opened();
    const tests = await patched(theirs);
    return test(
      (options) => runTests({ trees, command, sandbox: apart, response: [], tests, timeout: 30, ...options }),
      folder,
    );
  });

describe('tests of a task', () => {
  itApart('give evidence of what a response changed', async (run, folder) => {
    const [before, after] = [await run({}), await run({ response: await patched(response) })];
    expect(
      compareTests(before.evidence.statuses, after.evidence.statuses, { shouldPass: ['test_more (test_clock.Clock)'] }),
    ).toMatchObject({
      fixed: ['test_more (test_clock.Clock)'],
      stillPassing: ['test_add (test_clock.Clock)'],
      broken: [],
      resolved: true,
    });
    expect(checkEvidenceSchema.parse(JSON.parse(JSON.stringify(after.evidence)))).toEqual(after.evidence);
    expect(after.evidence).toMatchObject({ ended: 'exit', exit: 0 });
    expect(after.evidence.tail).toContain('OK');
    expect(after.evidence.tree).not.toBe(before.evidence.tree);
    expect(after.evidence.command).toBe(before.evidence.command);
    // Nothing stays of what was run.
    expect(readdirSync(folder)).toEqual(['base']);
    expect(readdirSync(join(folder, 'base')).sort()).toEqual(['clock.py', 'test_clock.py']);
  });

  itApart('are not those that the response has put in their place', async (run) => {
    const cheating =
      '--- a/test_clock.py\n+++ /dev/null\n@@ -1,6 +0,0 @@\n' +
      files['test_clock.py']
        .trimEnd()
        .split('\n')
        .map((line) => `-${line}\n`)
        .join('') +
      'diff --git a/test_clock.py/__init__.py b/test_clock.py/__init__.py\nnew file mode 100644\n--- /dev/null\n+++ b/test_clock.py/__init__.py\n@@ -0,0 +1 @@\n+pass\n' +
      'diff --git a/sitecustomize.py b/sitecustomize.py\nnew file mode 100644\n--- /dev/null\n+++ b/sitecustomize.py\n@@ -0,0 +1 @@\n+pass\n';
    const { evidence } = await run({ response: await patched(cheating) });
    expect(evidence.statuses).toEqual({
      'test_add (test_clock.Clock)': 'passed',
      'test_more (test_clock.Clock)': 'failed',
    });
    expect(evidence.settings).toEqual(['sitecustomize.py']);
  });

  itApart('tell which files of a response change how they are built', async (run) => {
    const added = (path: string): string =>
      `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+{}\n`;
    const paths = ['tsconfig.json', 'packages/a/tsconfig.test.json', 'packages/a/package.json', 'src/config.json'];
    const { evidence } = await run({ command: 'true', response: await patched(paths.map(added).join('')) });
    expect(evidence.settings).toEqual(paths.slice(0, 3));
  });

  it.skipIf(process.platform === 'win32').each(['apart', 'without isolation'])(
    'are called by files below the tree, wherever that is: %s',
    async (how) => {
      const { trees, folder } = await opened();
      const { evidence } = await runTests({
        trees,
        command:
          'for i in 1 2; do echo "not ok $i - $PWD/test/$i.js"; done; echo "# at file://$PWD/test/1.js:3"; echo "# $HOME"',
        runner: 'tap',
        response: [],
        sandbox: (how === 'apart' ? sandbox : undefined) ?? withoutIsolation,
        permission: 'withoutIsolation',
        timeout: 30,
        twice: true,
      });
      expect(evidence.statuses).toEqual({ 'test/1.js': 'failed', 'test/2.js': 'failed' });
      expect(evidence.flaky).toEqual([]);
      expect(evidence.tail).toContain('not ok 2 - /tree/test/2.js\n# at file:///tree/test/1.js:3');
      expect(evidence.tail).not.toContain(folder);
    },
  );

  itApart('that differ between two runs are flaky', async (run) => {
    const { evidence } = await run({
      command:
        'echo "PASSED a.py::test_a"; [ $(( $(date +%s%N) / 1000 % 2 )) = 0 ] && echo "PASSED a.py::b$(date +%N)" || echo "FAILED a.py::c$(date +%N)"',
      runner: 'pytest',
      twice: true,
    });
    expect(evidence.flaky).toHaveLength(2);
    expect(evidence.flaky).not.toContain('a.py::test_a');
    expect((await run({ command: 'echo "PASSED a.py::test_a"', twice: true })).evidence.flaky).toEqual([]);
  });

  itApart('are found under the names of the dataset, and in a report', async (run) => {
    const documented = await run({
      command: 'printf "test_a (b.C.test_a)\\nSays it. ... ok\\n"',
      runner: 'unittest',
      names: ['Says it.', 'no'],
    });
    expect(documented.evidence.statuses).toEqual({ 'test_a (b.C)': 'passed', 'Says it.': 'passed' });
    const report = 'echo "<testsuite><testcase name=\'a\'/></testsuite>" > r.xml';
    expect((await run({ command: report, report: 'r.xml' })).evidence.statuses).toEqual({ a: 'passed' });
    for (const path of ['../r.xml', 'link/r.xml', 'to.xml'])
      expect(
        (await run({ command: `${report}; ln -s /etc link; ln -s /etc/passwd to.xml`, report: path })).evidence
          .statuses,
      ).toEqual({});
  });

  itApart('that do not end give what they had said by then', async (run) => {
    const { evidence, from } = await run({ command: 'echo "PASSED a.py::test_a"; sleep 60', timeout: 1 });
    expect(evidence).toMatchObject({ ended: 'timeout', statuses: { 'a.py::test_a': 'passed' } });
    expect(evidence).not.toHaveProperty('exit');
    expect(from).toBe('pytest');
  });

  it('are not run without isolation, and leave no tree then', async () => {
    const { trees, folder } = await opened();
    await expect(runTests({ trees, command, response: [], sandbox: withoutIsolation })).rejects.toThrow('were not run');
    expect(existsSync(folder) && readdirSync(folder)).toEqual(['base']);
  });
});
