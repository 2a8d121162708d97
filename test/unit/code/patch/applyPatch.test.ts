import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { applyPatch, type PatchedCodeFile } from '../../../../src/core/code/patch/applyPatch';
import { knownFiles } from '../../../../src/core/code/patch/knownFiles';
import { parsePatch } from '../../../../src/core/code/patch/parsePatch';
import { refusedPath } from '../../../../src/core/code/patch/refusedPath';
import { baseOf } from './baseOf';

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}`);
const base = `${numbers(1, 40).join('\n')}\n`;
/** A patch of "x" that puts "new" in place of line 10, with its hunk as given. */
const patchOf = (hunk: readonly string[], path = 'x'): string =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunk, ''].join('\n');
const tenth = ['@@ -8,5 +8,5 @@', ' line 8', ' line 9', '-line 10', '+new', ' line 11', ' line 12'];

const applied = async (
  patch: string,
  files: Parameters<typeof baseOf>[0] = { x: base },
): Promise<PatchedCodeFile[]> => [...(await applyPatch(parsePatch(patch).files, baseOf(files)))];
const textOf = (file: PatchedCodeFile | undefined): string | undefined =>
  file?.after && Buffer.from(file.after.bytes).toString();
const kindsOf = (files: readonly PatchedCodeFile[]): string[] =>
  files.flatMap(({ faults, notes }) => [...faults, ...notes].map(({ kind }) => kind));

describe('a hunk', () => {
  it('applies where its lines are, and tells how far that is from its place', async () => {
    const [file] = await applied(patchOf(tenth), { x: `top\ntop\n${base}` });
    expect(textOf(file)).toBe(`top\ntop\n${base.replace('line 10', 'new')}`);
    expect(file?.notes).toMatchObject([{ kind: 'moved', by: 2 }]);
  });

  it('does not apply where one line of its context is another one, and the others of its file do', async () => {
    const other = ['@@ -20,3 +20,3 @@', ' line 20', '-line 21', '+second', ' line 22'];
    const [file] = await applied(patchOf([...tenth, ...other]), { x: base.replace('line 9\n', 'line nine\n') });
    expect(file?.faults).toMatchObject([{ kind: 'hunk', fault: 'noMatch', hunk: { number: 1, at: 4 } }]);
    expect(textOf(file)).toBe(base.replace('line 9\n', 'line nine\n').replace('line 21', 'second'));
  });

  it.each([
    ['too few', '@@ -8,3 +8,3 @@'],
    ['too many', '@@ -8,9 +8,9 @@'],
  ])('whose head counts %s lines has those that follow, and says so', async (_, head) => {
    const files = await applied(patchOf([head, ...tenth.slice(1)]));
    expect(textOf(files[0])).toBe(base.replace('line 10', 'new'));
    expect(kindsOf(files)).toEqual(['recounted']);
  });

  it('without numbers applies where its lines are once, and nowhere where they are twice', async () => {
    const hunk = ['@@', ' line 9', '-line 10', '+new', ' line 11'];
    expect(textOf((await applied(patchOf(hunk)))[0])).toBe(base.replace('line 10', 'new'));
    const [twice] = await applied(patchOf(hunk), { x: base + base });
    expect(twice?.faults).toMatchObject([{ kind: 'hunk', fault: 'ambiguous' }]);
    expect(textOf(twice)).toBe(base + base);
  });

  it('that only adds lines, without context, applies at no line in the middle', async () => {
    const files = await applied(patchOf(['@@ -5,0 +6 @@', '+new']));
    expect(kindsOf(files)).toEqual(['hunk']);
  });

  it('is not applied to lines that an earlier one brought in', async () => {
    const hunk = ['@@ -10 +10,2 @@', ' line 10', '+line 10'];
    const again = ['@@ -11 +12 @@', '-line 10', '+other'];
    expect(kindsOf(await applied(patchOf([...hunk, ...again])))).toEqual(['hunk']);
  });

  it('ends before the signature of a mail', async () => {
    const files = await applied(patchOf([...tenth, '-- ', '2.39.5', '']));
    expect(textOf(files[0])).toBe(base.replace('line 10', 'new'));
    expect(kindsOf(files)).toEqual([]);
  });
});

describe('line ends', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

  it('of the file stay, whatever those of the patch are, and it says so', async () => {
    const ofPatch = await applied(crlf(patchOf(tenth)));
    expect(textOf(ofPatch[0])).toBe(base.replace('line 10', 'new'));
    expect(kindsOf(ofPatch)).toEqual(['crlfPatch']);
    const ofFile = await applied(patchOf(tenth), { x: crlf(base) });
    expect(textOf(ofFile[0])).toBe(crlf(base.replace('line 10', 'new')));
    expect(kindsOf(ofFile)).toEqual(['lfPatch']);
  });

  it('that a patch is about are changed', async () => {
    const files = await applied(patchOf(['@@ -1 +1 @@', '-a', '+a\r']), { x: 'a\n' });
    expect(textOf(files[0])).toBe('a\r\n');
    expect(kindsOf(files)).toEqual([]);
  });

  it('of a new file are LF where the heads of the patch end with CR LF too', async () => {
    const files = await applied(
      crlf(
        ['diff --git a/n b/n', 'new file mode 100644', '--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', '+a', ''].join(
          '\n',
        ),
      ),
      {},
    );
    expect(textOf(files[0])).toBe('a\n');
    expect(kindsOf(files)).toEqual(['crlfPatch']);
  });

  it('that are missing at the end of a file stay missing', async () => {
    const hunk = ['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+b', '\\ No newline at end of file'];
    expect(textOf((await applied(patchOf(hunk), { x: 'a' }))[0])).toBe('b');
  });
});

describe('a patch', () => {
  it('without "diff --git" and prefixes is read by its names', () => {
    const names = (...heads: readonly string[]): unknown =>
      parsePatch([...heads, '@@ -1 +1 @@', '-a', '+b'].join('\n')).files.map(({ does, path }) => [does, path]);
    expect(names('--- src/x.py', '+++ src/x.py')).toEqual([['change', 'src/x.py']]);
    expect(names('--- a/x.py\t2024-01-01', '+++ b/x.py\t2024-01-01')).toEqual([['change', 'x.py']]);
    expect(names('diff --git b/x b/x', '--- b/x', '+++ b/x')).toEqual([['change', 'b/x']]);
    expect(names('--- "a/\\303\\244 \\"x\\""', '+++ "b/\\303\\244 \\"x\\""')).toEqual([
      ['change', Buffer.from('ä "x"').toString('latin1')],
    ]);
    expect(names('--- i/x', '+++ w/x')).toEqual([['change', 'x']]);
  });

  it('that names no file says at which line', () => {
    expect(parsePatch('text\n@@ -1 +1 @@\n-a\n+b\n').unread).toEqual([{ kind: 'unnamed', at: 2 }]);
    expect(parsePatch('*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch').unread[0]).toMatchObject({
      kind: 'otherFormat',
    });
  });

  it.each([
    ['../x', 'outside'],
    ['/etc/passwd', 'outside'],
    ['C:/x', 'outside'],
    ['src/../../x', 'outside'],
    ['.git/hooks/pre-commit', 'git'],
    ['sub/.GIT/config', 'git'],
    ['GIT~1/config', 'git'],
    ['.g\u200cit/config', 'git'],
    ['x.', 'name'],
    ['x ', 'name'],
    ['a\\b', 'name'],
    ['xy:stream', 'name'],
    ['a//b', 'name'],
  ])('does not write to %j', async (path, refusal) => {
    const quoted = `"b/${[...Buffer.from(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
    const patch = [
      'diff --git "a/y" ' + quoted,
      'new file mode 100644',
      '--- /dev/null',
      `+++ ${quoted}`,
      '@@ -0,0 +1 @@',
      '+a',
      '',
    ];
    const [file] = await applied(patch.join('\n'), {});
    expect(file).toMatchObject({ path, faults: [{ kind: 'path', refusal }] });
    expect(file?.after).toBeUndefined();
  });

  it.each([
    [
      'a new link',
      ['new file mode 120000', '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+/etc/passwd'],
      {},
      'symlink',
    ],
    [
      'a submodule',
      ['index 1111111..2222222 160000', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'],
      { x: 'a\n' },
      'submodule',
    ],
    ['a file that becomes a link', ['old mode 100644', 'new mode 120000'], { x: 'a\n' }, 'symlink'],
    [
      'what is a link in the repository',
      ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'],
      { x: { refused: 'symlink' } },
      'symlink',
    ],
    ['a file that is missing', ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'], {}, 'missing'],
    [
      'a new file that is there',
      ['new file mode 100644', '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+a'],
      { x: 'a\n' },
      'exists',
    ],
    [
      'bytes that the patch leaves out',
      ['index 1111111..2222222 100644', 'Binary files a/x and b/x differ'],
      { x: 'a\n' },
      'bytesAbsent',
    ],
    [
      'a deleted file with other lines',
      ['deleted file mode 100644', '--- a/x', '+++ /dev/null', '@@ -1 +0,0 @@', '-a'],
      { x: 'a\nb\n' },
      'notAsPatched',
    ],
  ] as const)('tells of %s, and leaves it as it is', async (_, lines, files, kind) => {
    const [file] = await applied(['diff --git a/x b/x', ...lines, ''].join('\n'), files);
    expect(file?.faults).toMatchObject([{ kind }]);
    expect(file?.after).toEqual(file?.before);
  });

  it('writes to no device of Windows, where others may have a file of that name', () => {
    for (const path of ['aux.c', 'x/CON', 'lpt1.txt', 'nul'])
      expect([path, refusedPath(path, false, true), refusedPath(path, false, false)]).toEqual([
        path,
        'name',
        undefined,
      ]);
  });

  it('of 889,833 characters is read in well under a second', () => {
    const file = (n: number): string =>
      patchOf(
        [
          `@@ -1,3 +1,400 @@`,
          ' a',
          ...numbers(1, 397).map((line) => `+    ${line} of a file that a build left behind`),
          ' b',
          ' c',
        ],
        `build/lib/f${n}.py`,
      );
    let patch = '';
    for (let n = 0; patch.length < 889_833; n++) patch += file(n);
    const start = performance.now();
    const { files } = parsePatch(patch);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(files.length).toBeGreaterThan(30);
  });
});

describe('files without a repository', () => {
  const gap = (lines: number | undefined): string => `… ${lines ?? 'more'}`;
  const shown = (...patches: readonly string[]): unknown =>
    knownFiles(
      patches.map((patch) => parsePatch(patch).files),
      gap,
    ).map((files) =>
      files.map(({ before, after }) => [before, after].map((file) => file && Buffer.from(file.bytes).toString())),
    );

  it('hold the lines of the hunks, with a line for what lies between', () => {
    const second = ['@@ -20 +20,0 @@', '-line 20'];
    const now = (third: string, last: string): string =>
      ['… 7', 'line 8', 'line 9', third, 'line 11', 'line 12', '… 7', ...(last ? [last] : []), '… more', ''].join('\n');
    expect(shown(patchOf([...tenth, ...second]))).toEqual([[[now('line 10', 'line 20'), now('new', '')]]]);
  });

  it('of several patches are one file before, so that they can be compared', () => {
    const other = ['@@ -11,3 +11,4 @@', ' line 11', ' line 12', '+second', ' line 13'];
    const [[[beforeFirst, first]], [[beforeSecond, second]]] = shown(patchOf(tenth), patchOf(other)) as [
      [[string, string]],
      [[string, string]],
    ];
    expect(beforeFirst).toBe(beforeSecond);
    expect(beforeFirst).toBe(['… 7', ...numbers(8, 13), '… more', ''].join('\n'));
    expect(first).toBe(beforeFirst.replace('line 10', 'new'));
    expect(second).toBe(beforeFirst.replace('line 12\n', 'line 12\nsecond\n'));
  });

  it('of patches that contradict each other stand for themselves', () => {
    const other = ['@@ -8,2 +8,3 @@', ' line 30', '+second', ' line 31'];
    expect(shown(patchOf(tenth), patchOf(other))).toEqual([
      [[`${numbers(8, 12).join('\n')}\n… more\n`, `${numbers(8, 12).join('\n').replace('line 10', 'new')}\n… more\n`]],
      [['line 30\nline 31\n… more\n', 'line 30\nsecond\nline 31\n… more\n']],
    ]);
  });
});
