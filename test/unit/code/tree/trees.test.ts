import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRepository } from '../../../../src/core/code/codeRepository';
import { applyPatch, type PatchedCodeFile } from '../../../../src/core/code/patch/applyPatch';
import { parsePatch } from '../../../../src/core/code/patch/parsePatch';
import { removeFolder } from '../../../../src/core/code/tree/removeFolder';
import { sourceFiles, type SourceFile } from '../../../../src/core/code/tree/sourceFiles';
import { Trees, type TreesOptions } from '../../../../src/core/code/tree/trees';
import { treeDate } from '../../../../src/core/code/tree/writeTree';
import { git, makeRepository, writeFiles } from '../../made/gitFolder';
import { temporaryFolder } from '../../made/temporaryFolder';
import { zipOf } from '../../../workbench/archives';

interface Opened {
  readonly trees: Trees;
  readonly storage: string;
  readonly patched: (patch: string) => Promise<readonly PatchedCodeFile[]>;
}

/** Opens the trees of a repository at its last commit. */
async function opened(path: string, isGit = true, options?: TreesOptions): Promise<Opened> {
  const [storage, cacheFolder] = [temporaryFolder(), temporaryFolder()];
  const repository = await openRepository(path, { cacheFolder, admit: () => Promise.resolve() });
  onTestFinished(() => repository.close());
  const commit = isGit ? 'HEAD' : undefined;
  const trees = await Trees.open(storage, await sourceFiles(repository, commit, path, cacheFolder), options);
  onTestFinished(() => trees.close());
  const files = await repository.filesAt(commit);
  return { trees, storage, patched: (patch) => applyPatch(parsePatch(patch).files, files) };
}

const made = (files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    kind: 'file',
    isExecutable: false,
    read: () => Promise.resolve(Buffer.from(text)),
  }));

const ofFiles = async (files: Readonly<Record<string, string>>, options?: TreesOptions): Promise<Trees> => {
  const trees = await Trees.open(temporaryFolder(), made(files), options);
  onTestFinished(() => trees.close());
  return trees;
};

const added = (path: string, text = 'new\n', mode = '100644'): PatchedCodeFile => ({
  path,
  after: { mode, bytes: Buffer.from(text) },
  faults: [],
  notes: [],
});

const patch = [
  'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+changed\n',
  'diff --git a/old.txt b/old.txt\ndeleted file mode 100644\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n',
  'diff --git a/src/from.txt b/src/to.txt\nsimilarity index 100%\nrename from src/from.txt\nrename to src/to.txt\n',
  'diff --git a/new/tool b/new/tool\nnew file mode 100755\n--- /dev/null\n+++ b/new/tool\n@@ -0,0 +1 @@\n+#!/bin/sh\n',
].join('');
const base = {
  'a.txt': 'a\n',
  'old.txt': 'old\n',
  'src/from.txt': 'same\n',
  'run.sh': '#!/bin/sh\n',
  '.gitignore': 'x\n',
};

describe('a tree', () => {
  it('has the files of the commit with the patch applied, without git, all of one date', async () => {
    const folder = temporaryFolder();
    makeRepository(folder, base);
    git(folder, 'update-index', '--chmod=+x', 'run.sh');
    git(folder, 'commit', '-qm', 'x');
    const { trees, patched } = await opened(folder);
    const before = await trees.base();
    const after = await trees.tree('a', [await patched(patch)]);
    const list = (at: string): string[] => globSync('**', { cwd: at, dot: true }).sort();
    expect(list(before.folder)).toEqual(Object.keys(base).sort());
    expect(list(after.folder)).toEqual(['.gitignore', 'a.txt', 'new/tool', 'run.sh', 'src/to.txt']);
    expect(readFileSync(join(after.folder, 'a.txt'), 'utf8')).toBe('changed\n');
    expect(readFileSync(join(after.folder, 'src/to.txt'), 'utf8')).toBe('same\n');
    for (const name of ['run.sh', 'new/tool', 'a.txt', 'src'])
      expect(lstatSync(join(after.folder, name)).mtimeMs, name).toBe(treeDate.getTime());
    if (process.platform !== 'win32')
      for (const [name, bit] of [
        ['run.sh', 0o100],
        ['new/tool', 0o100],
        ['a.txt', 0],
      ] as const)
        expect(lstatSync(join(after.folder, name)).mode & 0o100, name).toBe(bit);
    expect(after.hash).not.toBe(before.hash);
  });

  it('is the same whether its base is a repository, a folder or an archive, and whatever was written first', async () => {
    const [folder, plain, beside] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    makeRepository(folder, base);
    writeFiles(plain, base);
    writeFileSync(
      join(beside, 'x.zip'),
      zipOf(Object.fromEntries(Object.entries(base).map(([n, t]) => [`r/${n}`, t]))),
    );
    const hashes = [];
    for (const [path, isGit] of [
      [folder, true],
      [plain, false],
      [join(beside, 'x.zip'), false],
    ] as const) {
      const { trees, patched } = await opened(path, isGit);
      const files = await patched(patch);
      hashes.push(
        (await trees.tree('b', [files])).hash,
        (await trees.base()).hash,
        (await trees.tree('a', [files])).hash,
      );
    }
    expect(new Set(hashes).size).toBe(2);
  });

  it('has no links and submodules, and tells which it leaves out', async () => {
    const folder = temporaryFolder();
    makeRepository(folder, { 'a.txt': 'a\n' });
    symlinkSync('/etc/passwd', join(folder, 'link'));
    git(folder, 'add', 'link');
    git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    git(folder, 'commit', '-qm', 'x');
    const { trees, patched } = await opened(folder);
    const tree = await trees.tree('a', [
      await patched(
        'diff --git a/evil b/evil\nnew file mode 120000\n--- /dev/null\n+++ b/evil\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n' +
          'diff --git a/link/x b/link/x\nnew file mode 100644\n--- /dev/null\n+++ b/link/x\n@@ -0,0 +1 @@\n+x\n' +
          'diff --git a/../up b/../up\nnew file mode 100644\n--- /dev/null\n+++ b/../up\n@@ -0,0 +1 @@\n+x\n',
      ),
    ]);
    expect(tree.notes.map(({ kind, path }) => [kind, path])).toEqual([
      ['symlink', 'link'],
      ['submodule', 'sub'],
      ['change', 'evil'],
      ['change', '../up'],
    ]);
    expect(readdirSync(tree.folder).sort()).toEqual(['a.txt', 'link']);
    expect(lstatSync(join(tree.folder, 'link')).isDirectory()).toBe(true);
  });

  it.each(['../x', '/x', '.git/hooks/post-checkout', 'a/.GIT/config', 'C:/x', 'a\\b', 'git~1/x'])(
    'is refused a path that leads elsewhere, whoever asks for it: %s',
    async (path) => {
      const trees = await ofFiles({ 'a.txt': 'a', [path]: 'evil' });
      const tree = await trees.tree('a', [[added(path)]]);
      expect(tree.notes.map(({ kind }) => kind)).toEqual(['path', 'path']);
      expect([...tree.files.keys()]).toEqual(['a.txt']);
    },
  );

  it('tells which files would be one where a file system takes a and A for the same', async () => {
    const files = { 'Read.md': '1', 'read.md': '2', SRC: '3', 'src/a': '4', 'src/B': '5' };
    const folded = await (await ofFiles(files, { foldsCase: true })).base();
    expect(folded.notes).toEqual([
      { kind: 'sameName', path: 'SRC', other: 'src/' },
      { kind: 'sameName', path: 'read.md', other: 'Read.md' },
    ]);
    expect([...folded.files.keys()].sort()).toEqual(['Read.md', 'src/B', 'src/a']);
    expect((await (await ofFiles(files, { foldsCase: false })).base()).notes).toEqual([]);
  });

  it('takes the file of a later patch, also where an earlier one put a folder or a file in its way', async () => {
    const trees = await ofFiles({ 'test/a.py': 'base' });
    const tree = await trees.tree('a', [
      [
        added('test/a.py/inner', 'response'),
        added('deep', 'response'),
        { ...added('test/a.py'), after: undefined as never },
      ],
      [added('test/a.py', 'theirs'), added('deep/b.py', 'theirs')],
    ]);
    expect([...tree.files.keys()].sort()).toEqual(['deep/b.py', 'test/a.py']);
    expect(readFileSync(join(tree.folder, 'test/a.py'), 'utf8')).toBe('theirs');
  });

  it('is not made of a file of another tree that somebody changed since', async () => {
    const trees = await ofFiles({ 'a.txt': 'a', 'b.txt': 'b' });
    const first = await trees.base();
    writeFileSync(join(first.folder, 'a.txt'), 'x');
    writeFileSync(join(first.folder, 'b.txt'), 'longer');
    utimesSync(join(first.folder, 'b.txt'), treeDate, treeDate);
    const second = await trees.tree('a', []);
    expect(['a.txt', 'b.txt'].map((name) => readFileSync(join(second.folder, name), 'utf8'))).toEqual(['a', 'b']);
  });

  it('tells its progress, and leaves nothing where it is stopped or fails', async () => {
    const trees = await ofFiles(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f/${n}`, 'x'.repeat(100)])));
    const told: number[] = [];
    const tree = await trees.base({ progress: ({ bytes }) => told.push(bytes) });
    expect(told.at(-1)).toBe(5000);
    const stop = new AbortController();
    stop.abort();
    await expect(trees.tree('a', [], { signal: stop.signal })).rejects.toThrow('aborted');
    expect(existsSync(join(tree.folder, '../a'))).toBe(false);
    const failing: PatchedCodeFile = added('x');
    await expect(
      trees.tree('b', [[{ ...failing, after: { mode: '100644', bytes: null as unknown as Uint8Array } }]]),
    ).rejects.toThrow();
    expect(readdirSync(join(tree.folder, '..'))).toEqual(['base']);
  });

  it('stays elsewhere when the others are closed, read only where that is asked for, and is made of those', async () => {
    const trees = await ofFiles({ 'a.txt': 'a', 'b/b.txt': 'b' });
    const [first, second] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'b')];
    const locked = await trees.writeTo(first, [[added('b/new', 'n', '100755')]], { isReadOnly: true });
    // Out of the one before, whose files are read only.
    const free = await trees.writeTo(second, []);
    await trees.base();
    await trees.close();
    expect([...locked.files.keys()].sort()).toEqual(['a.txt', 'b/b.txt', 'b/new']);
    expect([...free.files.keys()].sort()).toEqual(['a.txt', 'b/b.txt']);
    for (const [tree, bits] of [
      [locked, 0],
      [free, 0o200],
    ] as const)
      for (const name of tree.files.keys()) {
        const { mode, mtimeMs } = lstatSync(join(tree.folder, name));
        expect([mode & 0o200, mtimeMs], name).toEqual([bits, treeDate.getTime()]);
      }
    writeFileSync(join(first, 'b/beside'), 'of a tool');
    await removeFolder(first);
    expect(existsSync(first)).toBe(false);
  });

  it('has a neutral name', async () => {
    const trees = await ofFiles({});
    for (const name of ['gpt-4', '../a', 'A', ''])
      await expect(trees.tree(name, [])).rejects.toThrow('cannot be called');
  });

  it.skipIf(process.platform === 'win32')('is gone after it is closed, whatever a program did to it', async () => {
    const storage = temporaryFolder();
    const trees = await Trees.open(storage, made({ 'a.txt': 'a' }));
    const { folder } = await trees.base();
    mkdirSync(join(folder, 'closed/inner'), { recursive: true });
    chmodSync(join(folder, 'closed'), 0);
    // Deeper than any path may be long.
    execFileSync(
      'sh',
      ['-c', 'i=0; while [ $i -lt 60 ]; do d=$(printf %0100d 0); mkdir $d; cd -P $d; i=$((i+1)); done'],
      {
        cwd: folder,
      },
    );
    await trees.close();
    expect(readdirSync(storage)).toEqual([]);
  });
});
