import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { problem, UserError } from '../../model/problems/problem';
import { applyPatch, type CodeFile } from './applyPatch';
import { parsePatch } from './parsePatch';

/** A file before and after; absent where there is none. */
export interface ChangedFile {
  readonly path: string;
  readonly before?: CodeFile;
  readonly after?: CodeFile;
}

/** Two texts of which all lines differ would be compared for ever. In milliseconds. */
const comparesFor = 2000;

/** Whether a patch can show the bytes: text in UTF-8, without NUL. */
export function isPatchText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes what differs as a patch in the form of Git, files in the order given: text, of paths that `refusedPath` lets
 * through. Rejects with `UserError` where the patch would not make of the one what the other is.
 */
export async function writePatch(files: readonly ChangedFile[]): Promise<string> {
  const patch = files.map(fileText).join('');
  const before = new Map(files.map((file) => [file.path, file.before]));
  const made = await applyPatch(parsePatch(patch).files, { file: (path) => Promise.resolve(before.get(path)) });
  const after = new Map(made.map((file) => [file.path, file]));
  for (const file of files) {
    const own = after.get(file.path);
    const isWhole = own !== undefined && own.faults.length === 0 && isSame(own.after, file.after);
    if (!isWhole) throw new UserError(problem('code.noPatchOf', { path: file.path }));
  }
  return patch;
}

const isSame = (a: CodeFile | undefined, b: CodeFile | undefined): boolean =>
  a === undefined || b === undefined
    ? a === b
    : a.mode === b.mode && Buffer.compare(Buffer.from(a.bytes), Buffer.from(b.bytes)) === 0;

function fileText({ path, before, after }: ChangedFile): string {
  const [left, right] = [nameIn('a', path), nameIn('b', path)];
  const lines = [`diff --git ${left} ${right}`];
  if (!before) lines.push(`new file mode ${after?.mode ?? '100644'}`);
  else if (!after) lines.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) lines.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  const [old, now] = [textOf(before), textOf(after)];
  if (old !== now) {
    lines.push(`--- ${before ? withTab(left) : '/dev/null'}`, `+++ ${after ? withTab(right) : '/dev/null'}`);
    for (const hunk of hunksOf(old, now)) lines.push(headOf(hunk), hunk.lines.join('\n'));
  }
  return `${lines.join('\n')}\n`;
}

const textOf = (file: CodeFile | undefined): string => (file ? Buffer.from(file.bytes).toString('utf8') : '');

type Hunk = Pick<StructuredPatchHunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines' | 'lines'>;

function hunksOf(old: string, now: string): readonly Hunk[] {
  if (old === '' || now === '') return [wholeHunk(old, now)];
  const found = structuredPatch('', '', old, now, undefined, undefined, { context: 3, timeout: comparesFor });
  return found?.hunks ?? [wholeHunk(old, now)];
}

/** Takes all lines away and puts all others there. */
function wholeHunk(old: string, now: string): Hunk {
  const signed = (sign: string, text: string): { readonly count: number; readonly lines: readonly string[] } => {
    if (text === '') return { count: 0, lines: [] };
    const isEnded = text.endsWith('\n');
    const own = (isEnded ? text.slice(0, -1) : text).split('\n');
    return {
      count: own.length,
      lines: [...own.map((line) => sign + line), ...(isEnded ? [] : ['\\ No newline at end of file'])],
    };
  };
  const [left, right] = [signed('-', old), signed('+', now)];
  return {
    oldStart: 1,
    oldLines: left.count,
    newStart: 1,
    newLines: right.count,
    lines: [...left.lines, ...right.lines],
  };
}

/** A side without lines begins at the line before it (xdiff/xemit.c). */
const headOf = ({ oldStart, oldLines, newStart, newLines }: Hunk): string =>
  `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`;
const rangeOf = (start: number, lines: number): string =>
  lines === 1 ? String(start) : `${lines === 0 ? Math.max(0, start - 1) : start},${lines}`;

/** In quotes where git would not read the name otherwise (quote.c); others stay in UTF-8. */
const nameIn = (side: 'a' | 'b', path: string): string =>
  path.includes('"') ? `"${side}/${path.replaceAll('"', '\\"')}"` : `${side}/${path}`;

/** Git ends names with spaces by a tab (diff.c, `fill_metainfo`). */
const withTab = (name: string): string => (name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name);
