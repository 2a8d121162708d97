import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, UserError } from '../../model/problems/problem';
import type { CodeFile } from '../patch/applyPatch';
import { refusedPath } from '../patch/refusedPath';
import { isPatchText, writePatch, type ChangedFile } from '../patch/writePatch';
import { maxFiles, type SourceFile } from './sourceFiles';
import { gitId } from './treeFiles';
import { treeDate } from './writeTree';

/** What was known of a tree when it was written, so that not all of it is read again. */
export interface WrittenBefore {
  /** Paths of files that were not as in the base. */
  readonly changed: readonly string[];
  /** Paths of files of the base that were not written. */
  readonly absent: readonly string[];
}

export interface TreeDifference {
  /** In the form of Git; empty where nothing that a patch can show differs. */
  readonly patch: string;
  /** How many files it changes. */
  readonly files: number;
  /** Paths of what differs and is not in the patch. */
  readonly leftOut: readonly string[];
}

/** A larger file is not in a patch that somebody wrote by hand. In bytes. */
const maxFileBytes = 1024 * 1024;
/** Journals hold whole patches: larger ones are refused. In bytes. */
export const maxPatchBytes = 2 * 1024 * 1024;
const maxChangedFiles = 1000;

/**
 * Tells how a tree differs from the base that it was made of. Nothing is ignored but Git's own folder; what no patch in
 * text can show is left out by name: binary files, files of more than 1 MB, links, names that not every system can have.
 * Rejects with `UserError` where more than 1,000 files or 2 MB differ.
 */
export async function treeDifference(
  folder: string,
  base: readonly SourceFile[],
  { changed, absent }: WrittenBefore,
  signal?: AbortSignal,
): Promise<TreeDifference> {
  const [unlike, missing] = [new Set(changed), new Set(absent)];
  const known = new Map(base.filter(({ kind, path }) => kind === 'file' && !missing.has(path)).map((f) => [f.path, f]));
  const [files, leftOut]: [ChangedFile[], string[]] = [[], []];
  const seen = new Set<string>();
  for (const { path, isFile } of await entriesIn(folder)) {
    signal?.throwIfAborted();
    seen.add(path);
    const source = known.get(path);
    const full = join(folder, path);
    const found = await lstat(full);
    const isAsWritten =
      source !== undefined &&
      found.mtimeMs === treeDate.getTime() &&
      canRun(found, source) === source.isExecutable &&
      !unlike.has(path);
    if (isAsWritten) continue;
    if (!isFile || refusedPath(path)) {
      leftOut.push(path);
      continue;
    }
    const change = await changeOf(path, full, found, source);
    if (change) add(change, files, leftOut);
  }
  for (const [path, source] of known) {
    if (seen.has(path)) continue;
    signal?.throwIfAborted();
    const before = await baseFile(source);
    if (before) add({ path, before }, files, leftOut);
    else leftOut.push(path);
  }
  // What is new or gone stands in the patch as a whole.
  const bytes = files.reduce((sum, { before, after }) => sum + (before && after ? 0 : sizeOf(before ?? after)), 0);
  if (files.length > maxChangedFiles || bytes > maxPatchBytes) throw tooLarge(files.length);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const patch = await writePatch(files);
  if (Buffer.byteLength(patch) > maxPatchBytes) throw tooLarge(files.length);
  return { patch, files: files.length, leftOut: leftOut.sort() };
}

const tooLarge = (files: number): UserError => new UserError(problem('code.differenceTooLarge', { files }));

const sizeOf = (file: CodeFile | undefined): number => file?.bytes.length ?? 0;

function add(change: ChangedFile, files: ChangedFile[], leftOut: string[]): void {
  const sides = [change.before, change.after].flatMap((file) => (file ? [file.bytes] : []));
  if (sides.every((bytes) => bytes.length <= maxFileBytes && isPatchText(bytes))) files.push(change);
  else leftOut.push(change.path);
}

async function changeOf(
  path: string,
  full: string,
  found: { readonly size: number; readonly mode: number },
  source: SourceFile | undefined,
): Promise<ChangedFile | undefined> {
  // Too large to be shown, whatever is in it: it is told as a file that differs.
  const isRead = found.size <= maxFileBytes || source?.id !== undefined;
  const bytes = isRead ? await readFile(full) : new Uint8Array(maxFileBytes + 1);
  const isExecutable = canRun(found, source);
  if (source?.id !== undefined && source.isExecutable === isExecutable && gitId(bytes) === source.id) return undefined;
  const before = source && (await baseFile(source));
  const after: CodeFile = { mode: modeOf(isExecutable), bytes };
  if (before && before.mode === after.mode && Buffer.compare(Buffer.from(before.bytes), bytes) === 0) return undefined;
  return { path, ...(before && { before }), after };
}

/** Windows has no such bit: a file is as it was. */
const canRun = ({ mode }: { readonly mode: number }, source: SourceFile | undefined): boolean =>
  process.platform === 'win32' ? (source?.isExecutable ?? false) : (mode & 0o100) !== 0;

async function baseFile({ read, isExecutable }: SourceFile): Promise<CodeFile | undefined> {
  const bytes = await read();
  return bytes && { mode: modeOf(isExecutable), bytes };
}

const modeOf = (isExecutable: boolean): string => (isExecutable ? '100755' : '100644');

/** All that is below a folder and is no folder, but for Git's own. */
async function entriesIn(root: string): Promise<readonly { readonly path: string; readonly isFile: boolean }[]> {
  const found: { readonly path: string; readonly isFile: boolean }[] = [];
  const folders = [''];
  for (let above = folders.pop(); above !== undefined; above = folders.pop()) {
    for (const entry of await readdir(join(root, above), { withFileTypes: true })) {
      const path = `${above}${entry.name}`;
      if (!entry.isDirectory()) found.push({ path, isFile: entry.isFile() });
      else if (entry.name !== '.git') folders.push(`${path}/`);
    }
    if (found.length + folders.length > maxFiles) throw tooLarge(found.length);
  }
  return found;
}
