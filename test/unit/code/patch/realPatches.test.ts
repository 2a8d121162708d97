import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../../../src/core/code/patch/applyPatch';
import type { FileChange } from '../../../../src/core/code/patch/fileChange';
import { knownFiles } from '../../../../src/core/code/patch/knownFiles';
import { parsePatch } from '../../../../src/core/code/patch/parsePatch';
import { git, gitResult, writeFiles } from '../../made/gitFolder';
import { realRuns } from '../../made/realRuns';
import { temporaryFolder } from '../../made/temporaryFolder';
import { baseOf } from './baseOf';

/** All texts in files of real runs that are patches as a whole, each once. */
function realPatches(folder: string): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (/^(?:diff --git |--- a\/)/.test(value)) found.add(value);
    } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) look(each);
  };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!/\.(?:json|jsonl|traj|diff)$/.test(name) || !statSync(path).isFile()) continue;
    const text = readFileSync(path, 'utf8');
    if (name.endsWith('.diff')) look(text);
    for (const part of [text, ...text.split('\n')])
      try {
        look(JSON.parse(part));
      } catch {
        // A line of a file that is one value.
      }
  }
  return [...found];
}

/** Files in which the old lines of a patch stand at their numbers, with other lines between; undefined where they cannot. */
function basesOf(changes: readonly FileChange[]): Record<string, Buffer> | undefined {
  const bases = new Map<string, string[]>();
  for (const { does, path, from, hunks } of changes) {
    if (does === 'add') continue;
    const lines = bases.get(from ?? path) ?? [];
    bases.set(from ?? path, lines);
    for (const hunk of hunks) {
      let at = (hunk.oldStart ?? 1) - 1;
      for (const { sign, text } of hunk.lines) {
        if (sign === '+') continue;
        if (lines[at] !== undefined && lines[at] !== text) return undefined;
        lines[at++] = text;
      }
    }
  }
  return Object.fromEntries(
    [...bases].map(([path, lines]) => {
      const isOpen = lines.at(-1)?.endsWith('\n') === false;
      const whole = Array.from({ length: lines.length }, (_, n) => lines[n] ?? `line ${n}\n`);
      return [path, Buffer.from(whole.join('') + (isOpen || lines.length === 0 ? '' : 'last line\n'), 'latin1')];
    }),
  );
}

describe.skipIf(!realRuns)('patches of real runs', () => {
  const patches = realRuns === undefined ? [] : realPatches(realRuns);

  it('are read whole, and applied as git applies them', { timeout: 120_000 }, async () => {
    const figures = { patches: patches.length, files: 0, byGit: 0, byBoth: 0, only: 0, refusedByBoth: 0, noBase: 0 };
    for (const patch of patches) {
      const { files, unread } = parsePatch(patch);
      expect(unread).toEqual([]);
      figures.files += files.length;
      const bases = basesOf(files);
      if (!bases) {
        figures.noBase++;
        continue;
      }
      const folder = temporaryFolder();
      git(folder, 'init', '-q');
      writeFiles(folder, bases);
      const byGit = gitResult(folder, ['apply', '-'], patch.replace(/\n?$/, '\n'));
      const made = await applyPatch(files, baseOf(bases));
      const faults = made.flatMap((file) => file.faults);
      if (byGit.status !== 0) {
        if (faults.length > 0) figures.refusedByBoth++;
        else figures.only++;
        // Wrong counts, line ends, and lines that belong at the end of a file.
        continue;
      }
      figures.byGit++;
      expect(faults, patch.slice(0, 500)).toEqual([]);
      // Here new files have the line ends that a patch had before something changed them; git takes them as they are.
      const asHere = (bytes: Uint8Array): string =>
        Buffer.from(bytes)
          .toString('latin1')
          .replaceAll(files.some(({ hasCrlfHeads }) => hasCrlfHeads) ? /\r$/gm : /^$/g, '');
      for (const { path, after } of made) {
        expect(existsSync(join(folder, path)), path).toBe(after !== undefined);
        if (after) expect(asHere(after.bytes), path).toBe(asHere(readFileSync(join(folder, path))));
      }
      figures.byBoth++;
      rmSync(folder, { recursive: true });
    }
    expect(figures.byBoth).toBe(figures.byGit);
    expect(figures.byGit).toBeGreaterThan(20);
  });

  it('are shown without a repository', () => {
    const withoutChange: string[] = [];
    for (const patch of patches) {
      const [files = []] = knownFiles([parsePatch(patch).files], (lines) => `… ${lines ?? ''}`);
      for (const { path, before, after, faults } of files)
        if (
          faults.length === 0 &&
          before &&
          after &&
          Buffer.from(before.bytes).equals(after.bytes) &&
          before.mode === after.mode
        )
          withoutChange.push(`${path}: ${patch.slice(0, 200)}`);
    }
    expect(withoutChange).toEqual([]);
  });
});
