import { chmodSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writePatch } from '../../../../src/core/code/patch/writePatch';
import type { SourceFile } from '../../../../src/core/code/tree/sourceFiles';
import { treeDifference, type TreeDifference, type WrittenBefore } from '../../../../src/core/code/tree/treeDifference';
import { gitId } from '../../../../src/core/code/tree/treeFiles';
import { Trees } from '../../../../src/core/code/tree/trees';
import { git, makeRepository, writeFiles } from '../../made/gitFolder';
import { temporaryFolder } from '../../made/temporaryFolder';

const nothing: WrittenBefore = { changed: [], absent: [] };

const sourceOf = (files: Readonly<Record<string, string | Buffer>>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    kind: 'file',
    isExecutable: false,
    id: gitId(Buffer.from(text)),
    read: () => Promise.resolve(Buffer.from(text)),
  }));

/** Writes the tree of a base, lets somebody change it, and tells the difference. */
async function differenceAfter(
  files: Readonly<Record<string, string | Buffer>>,
  change: (folder: string) => void,
  before = nothing,
): Promise<TreeDifference> {
  const source = sourceOf(files);
  const trees = await Trees.open(temporaryFolder(), source);
  onTestFinished(() => trees.close());
  const { folder } = await trees.tree('a', []);
  change(folder);
  return treeDifference(folder, source, before);
}

describe('the difference of a tree', () => {
  it('is a patch that git applies, with new, changed, deleted and executable files', async () => {
    const base = {
      'a.txt': Array.from({ length: 30 }, (_, n) => `line ${n}\n`).join(''),
      'gone.txt': 'x\ny',
      'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
      'with space.txt': 'a\n',
      'größe "1".txt': 'ä\n',
      'run.sh': '#!/bin/sh\n',
      'same.txt': 'same\n',
      'empty.txt': '',
    };
    const after = {
      'a.txt': base['a.txt'].replace('line 3\n', 'line three\n').replace('line 25\n', ''),
      'crlf.txt': 'one\r\n2\r\nthree\r\n',
      'with space.txt': 'b',
      'größe "1".txt': 'ä\nö\n',
      'new/deep.txt': 'new\n',
      'empty.txt': 'no longer\n',
    };
    const isWindows = process.platform === 'win32';
    const { patch, files, leftOut } = await differenceAfter(base, (folder) => {
      writeFiles(folder, isWindows ? { ...after, 'größe "1".txt': base['größe "1".txt'] } : after);
      unlinkSync(join(folder, 'gone.txt'));
      if (!isWindows) chmodSync(join(folder, 'run.sh'), 0o755);
      // As an editor leaves it that saves without a change.
      writeFileSync(join(folder, 'same.txt'), 'same\n');
    });
    expect(leftOut).toEqual([]);
    expect(files).toBe(isWindows ? 6 : 8);
    const repository = temporaryFolder();
    makeRepository(repository, base);
    writeFileSync(join(repository, '../p.patch'), patch);
    git(repository, 'config', 'core.autocrlf', 'false');
    git(repository, 'apply', '--index', '--whitespace=nowarn', join(repository, '../p.patch'));
    expect(String(git(repository, 'show', ':a.txt'))).toBe(after['a.txt']);
    expect(String(git(repository, 'show', ':crlf.txt'))).toBe(after['crlf.txt']);
    expect(String(git(repository, 'show', ':with space.txt'))).toBe('b');
    expect(String(git(repository, 'show', ':new/deep.txt'))).toBe('new\n');
    expect(String(git(repository, 'ls-files', '-s', 'run.sh'))).toMatch(isWindows ? /^100644/ : /^100755/);
    expect(String(git(repository, 'ls-files', 'gone.txt'))).toBe('');
  });

  it('is nothing where nothing was changed, and knows files of the base that were not written', async () => {
    const files = { 'a.txt': 'a\n', 'b.txt': 'b\n' };
    expect(await differenceAfter(files, () => undefined)).toEqual({ patch: '', files: 0, leftOut: [] });
    const without = await differenceAfter(files, (folder) => unlinkSync(join(folder, 'b.txt')), {
      changed: [],
      absent: ['b.txt'],
    });
    expect(without.files).toBe(0);
  });

  it('has what the run changed, though nobody touched it since', async () => {
    const source = sourceOf({ 'a.txt': 'a\n' });
    const trees = await Trees.open(temporaryFolder(), source);
    onTestFinished(() => trees.close());
    const after = { mode: '100644', bytes: Buffer.from('b\n') };
    const { folder } = await trees.tree('a', [[{ path: 'a.txt', after, faults: [], notes: [] }]]);
    expect((await treeDifference(folder, source, { changed: ['a.txt'], absent: [] })).files).toBe(1);
  });

  it('leaves out what no text shows, by name: binary, large, no UTF-8, links; and Git’s own folder', async () => {
    const isWindows = process.platform === 'win32';
    const { patch, leftOut } = await differenceAfter(
      { 'pic.png': Buffer.from([1, 0, 2]), 'a.txt': 'a\n' },
      (folder) => {
        writeFileSync(join(folder, 'pic.png'), Buffer.from([1, 0, 3]));
        writeFileSync(join(folder, 'large.txt'), 'x'.repeat(1024 * 1024 + 1));
        writeFileSync(join(folder, 'latin.txt'), Buffer.from([0xe4, 0x0a]));
        if (!isWindows) symlinkSync('a.txt', join(folder, 'link'));
        mkdirSync(join(folder, '.git'));
        writeFileSync(join(folder, '.git/config'), '');
      },
    );
    expect(patch).toBe('');
    expect(leftOut).toEqual(['large.txt', 'latin.txt', ...(isWindows ? [] : ['link']), 'pic.png']);
  });

  it('is refused where too much differs', async () => {
    const change = (folder: string): void => {
      for (let n = 0; n < 1001; n++) writeFileSync(join(folder, `${n}.txt`), 'x\n');
    };
    await expect(differenceAfter({}, change)).rejects.toThrow('Too much differs');
    await expect(
      differenceAfter({ 'a.txt': 'a\n' }, (folder) => {
        rmSync(join(folder, 'a.txt'));
        for (let n = 0; n < 4; n++) writeFileSync(join(folder, `${n}.txt`), 'line\n'.repeat(150_000));
      }),
    ).rejects.toThrow('Too much differs');
  });
});

describe('a patch that is written', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', 'c\r', '-x', '+y', '\\ No newline', ' ', '@@ -1 +1 @@', 'ä\u2028', '\ufeff'), {
      maxLength: 12,
    })
    .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));
  const file = fc.option(text, { nil: undefined });

  it('is made of a long file in which all lines differ', async () => {
    const of = (word: string) => ({ mode: '100644', bytes: Buffer.from(`${word}\n`.repeat(200_000)) });
    expect(await writePatch([{ path: 'a.txt', before: of('a'), after: of('b') }])).toContain(
      '@@ -1,200000 +1,200000 @@',
    );
  });

  it('makes of the one text what the other is, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(file, file, async (old, now) => {
        const of = (each: string | undefined) =>
          each === undefined ? undefined : { mode: '100644', bytes: Buffer.from(each) };
        const [before, after] = [of(old), of(now)];
        // It rejects where it would not.
        await writePatch(
          [{ path: 'a b.txt', ...(before && { before }), ...(after && { after }) }].filter(
            () => (before ?? after) !== undefined && old !== now,
          ),
        );
      }),
      { numRuns: 300 },
    );
  });
});
