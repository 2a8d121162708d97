import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrorCode } from '../../journal/fileStatus';
import { foldersAbove, gitId, type TreeFile, type TreeNote } from './treeFiles';

/** What is told while a tree is written. */
export interface TreeProgress {
  readonly bytes: number;
  readonly files: number;
  readonly filesInAll: number;
}

export interface WriteOptions {
  /** Hears of progress, ten times a second at most. */
  readonly progress?: (done: TreeProgress) => void;
  readonly signal?: AbortSignal;
  /** Whether its files are to be read only. Folders are not, so that tools can put their own files beside them. */
  readonly isReadOnly?: boolean;
}

/** A tree on disk. */
export interface WrittenTree {
  readonly folder: string;
  /** Its files by path: git's id of the bytes and how many there are. */
  readonly files: ReadonlyMap<string, { readonly id: string; readonly size: number }>;
  /** SHA-256 of paths, modes and bytes: two trees with the same files have the same. */
  readonly hash: string;
  readonly notes: readonly TreeNote[];
}

/** All files have one date, so that nothing tells when they came. An archive of zip has none before 1980. */
export const treeDate = new Date('2000-01-01T00:00:00Z');
/** Files that are written at a time. */
const atOnce = 8;

/**
 * Writes files below a folder that is not there yet. What an earlier tree has in the same bytes is made of that one: by
 * reflink where the file system has it, else as a copy (ioctl_ficlone(2); Node's `COPYFILE_FICLONE`).
 * Rejects where the file system refuses or the signal says so; what was written by then stays.
 */
export async function writeTree(
  folder: string,
  files: readonly TreeFile[],
  earlier: WrittenTree | undefined,
  { progress, signal, isReadOnly = false }: WriteOptions = {},
): Promise<WrittenTree> {
  await mkdir(folder);
  const folders = [...new Set(files.flatMap(({ path }) => foldersAbove(path)))].sort();
  for (const each of folders) await mkdir(join(folder, each));
  const written = new Map<string, { readonly id: string; readonly size: number }>();
  const notes: TreeNote[] = [];
  let [next, bytes, told] = [0, 0, 0];
  const one = async (file: TreeFile): Promise<void> => {
    const target = join(folder, file.path);
    const mode = (file.isExecutable ? 0o755 : 0o644) & (isReadOnly ? 0o555 : 0o777);
    const there = earlier?.files.get(file.path);
    const isSame = there !== undefined && there.id === file.id;
    if (isSame && earlier && (await copied(join(earlier.folder, file.path), target, there.size, mode))) {
      written.set(file.path, there);
      bytes += there.size;
      return;
    }
    const content = await file.read();
    if (!content) {
      notes.push({ kind: 'tooLarge', path: file.path });
      return;
    }
    await write(target, content, mode);
    written.set(file.path, { id: file.id ?? gitId(content), size: content.length });
    bytes += content.length;
  };
  const work = async (): Promise<void> => {
    for (let file = files[next++]; file; file = files[next++]) {
      signal?.throwIfAborted();
      await one(file);
      if (progress && Date.now() - told >= 100) {
        told = Date.now();
        progress({ bytes, files: written.size, filesInAll: files.length });
      }
    }
  };
  const works = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const each of works) if (each.status === 'rejected') throw each.reason;
  for (const each of [...folders.reverse(), '']) await utimes(join(folder, each), treeDate, treeDate);
  progress?.({ bytes, files: written.size, filesInAll: files.length });
  return { folder, files: written, hash: hashOf(files, written), notes };
}

async function write(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.utimes(treeDate, treeDate);
  } finally {
    await handle.close();
  }
}

/** Makes a file of another one; resolves to false where that one is no longer as it was written. */
async function copied(from: string, to: string, size: number, mode: number): Promise<boolean> {
  const found = await lstat(from).catch(() => undefined);
  if (!found?.isFile() || found.size !== size || found.mtimeMs !== treeDate.getTime()) return false;
  // Windows has no such bit.
  if (process.platform !== 'win32' && (found.mode & 0o100) !== (mode & 0o100)) return false;
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    // Its tree is removed meanwhile.
    if (isErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
  await utimes(to, treeDate, treeDate);
  if ((found.mode & 0o200) !== (mode & 0o200)) await chmod(to, mode);
  return true;
}

function hashOf(files: readonly TreeFile[], written: WrittenTree['files']): string {
  const hash = createHash('sha256');
  for (const { path, isExecutable } of files) {
    const file = written.get(path);
    if (file) hash.update(`${isExecutable ? '100755' : '100644'} ${file.id} ${path}\0`);
  }
  return hash.digest('hex');
}
