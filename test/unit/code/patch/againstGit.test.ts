import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../../../src/core/code/patch/applyPatch';
import { parsePatch } from '../../../../src/core/code/patch/parsePatch';
import { git, gitResult } from '../../made/gitFolder';
import { temporaryFolder } from '../../made/temporaryFolder';
import { baseOf } from './baseOf';

const kinds = ['a', 'b', 'c', '', ' ', '-- c', '++ d', '\\ e', '@@ -1 +1 @@', 'é', '\tx'];
/** Lines of few kinds, so that they repeat, with ends of two kinds and the last one with or without. */
const text = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...kinds), fc.constantFrom('\n', '\n', '\n', '\r\n')), { maxLength: 30 }),
    fc.boolean(),
  )
  .map(([lines, ends]) => {
    const whole = lines.map((line) => line.join('')).join('');
    return ends ? whole : whole.replace(/\r?\n$/, '');
  });

/** What git says of two texts, as of a file "x" of a repository. */
function diffOf(folder: string, before: string, after: string, ...options: readonly string[]): string {
  writeFileSync(join(folder, 'old'), before);
  writeFileSync(join(folder, 'new'), after);
  const { stdout } = gitResult(folder, ['diff', '--no-index', '--text', ...options, 'old', 'new']);
  return stdout
    .toString()
    .replace(/^diff --git .*$/m, 'diff --git a/x b/x')
    .replace(/^--- .*$/m, '--- a/x')
    .replace(/^\+\+\+ .*$/m, '+++ b/x');
}

describe('a patch', () => {
  it('by git diff of two texts gives the second one, byte for byte', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const options = fc.constantFrom('-U3', '-U1', '-U10', '--patience');
    await fc.assert(
      fc.asyncProperty(text, text, options, async (before, after, option) => {
        if (before === after) return;
        const { files, unread } = parsePatch(diffOf(folder, before, after, option));
        expect(unread).toEqual([]);
        const [file, ...others] = await applyPatch(files, baseOf({ x: before }));
        expect(others).toEqual([]);
        expect([file?.faults, file?.notes]).toEqual([[], []]);
        expect(Buffer.from(file?.after?.bytes ?? []).toString()).toBe(after);
      }),
      { numRuns: 200 },
    );
  });

  it(
    'on a file that changed meanwhile gives what git apply gives, wherever git applies it',
    { timeout: 120_000 },
    async () => {
      const folder = temporaryFolder();
      git(folder, 'init', '-q');
      const insertion = fc.tuple(fc.nat(30), fc.constantFrom(...kinds), fc.constantFrom(0, 1, 2));
      let applied = 0;
      await fc.assert(
        fc.asyncProperty(text, text, fc.array(insertion, { maxLength: 3 }), async (before, after, insertions) => {
          const lines = before.split('\n');
          for (const [at, line, taken] of insertions) lines.splice(at % lines.length, taken, line);
          const base = lines.join('\n');
          const patch = diffOf(folder, before, after);
          if (patch === '') return;
          writeFileSync(join(folder, 'x'), base);
          const byGit = gitResult(folder, ['apply', '-'], patch);
          const [file] = await applyPatch(parsePatch(patch).files, baseOf({ x: base }));
          if (byGit.status !== 0) return;
          applied++;
          expect(file?.faults).toEqual([]);
          expect(Buffer.from(file?.after?.bytes ?? []).toString()).toBe(readFileSync(join(folder, 'x'), 'utf8'));
        }),
        { numRuns: 300 },
      );
      expect(applied).toBeGreaterThan(30);
    },
  );

  it('of a whole tree with renames, copies, modes and bytes gives the second tree', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    git(folder, 'init', '-q');
    const long = Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join('');
    const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * n * 7) & 255));
    const before = {
      'a.txt': long,
      'b.txt': `${long}b\n`,
      'tool.sh': 'echo\n',
      'gone.txt': 'gone\n',
      'empty.txt': '',
      'image.bin': bytes,
      'with space.txt': 'x\n',
      'ä" .txt': 'quoted\n',
      'c.txt': `${long}c\n`,
      'd.txt': `other ${long}d\n`.replaceAll('line', 'row'),
    };
    const after: Record<string, string | Buffer> = {
      // Two that change their names with each other, and one copied and changed.
      'c.txt': before['d.txt'],
      'd.txt': before['c.txt'],
      'moved/a.txt': long.replace('line 7', 'line seven'),
      'b.txt': `${long}bb\n`,
      'copy.txt': `${long}b\n`,
      'tool.sh': 'echo\n',
      'empty.txt': 'no more',
      'image.bin': Buffer.concat([bytes.subarray(0, 1500), Buffer.from('new'), bytes.subarray(1500)]),
      'new.bin': bytes.subarray(7, 300),
      'with space.txt': 'y\n',
      'ä" .txt': 'quoted too\n',
      'new-empty': '',
    };
    const write = (files: Readonly<Record<string, string | Buffer>>): void => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    };
    if (process.platform === 'win32') return;
    write(before);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'x');
    git(folder, 'rm', '-rq', '.');
    write(after);
    git(folder, 'add', '-A');
    git(folder, 'update-index', '--chmod=+x', 'tool.sh');
    const patch = git(folder, 'diff', '--cached', '--binary', '-M', '-C', '-C', '-B').toString();
    expect(patch).toMatch(/rename from[^]*copy from|copy from[^]*rename from/);
    expect(patch).toContain('old mode 100644');
    expect(patch).toMatch(/^delta \d+$/m);
    const { files, unread } = parsePatch(patch);
    expect(unread).toEqual([]);
    const made = await applyPatch(files, baseOf(before));
    expect(made.flatMap(({ path, faults, notes }) => [...faults, ...notes].map((each) => [path, each]))).toEqual([]);
    const tree = new Map<string, string>(
      Object.entries(before).map(([path, content]) => [path, Buffer.from(content).toString('latin1')]),
    );
    for (const { path, after: file } of made) {
      if (file) tree.set(path, Buffer.from(file.bytes).toString('latin1'));
      else tree.delete(path);
    }
    expect(Object.fromEntries([...tree].sort())).toEqual(
      Object.fromEntries(
        Object.entries(after)
          .map(([path, content]) => [path, Buffer.from(content).toString('latin1')] as const)
          .sort(),
      ),
    );
    expect(made.find(({ path }) => path === 'tool.sh')?.after?.mode).toBe('100755');
  });
});
