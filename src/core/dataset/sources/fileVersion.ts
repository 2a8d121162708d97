import { stat } from 'node:fs/promises';
import { problem, UserError } from '../../model/problems/problem';
import { contentSample } from './contentSample';

/**
 * A file is what its path says now. Size, time and a sample of the content are taken before a file is read and compared
 * after every read, by path: an open handle does not see a rename. So nothing is ever read of a new file with an old
 * index. Device and inode say nothing: some network drives and FUSE file systems number a file anew at every look.
 */

/** A dataset file is not the one any more that was opened. Nothing was read of it then. */
export class DatasetChanged extends UserError {
  override readonly name = 'DatasetChanged';
}

/** The last version of each file, and the status from which it was taken. */
const known = new Map<string, { readonly status: string; readonly version: string }>();

/**
 * Which file stands at a path, and in which state: size, time and a sample of its content. Another one where it was
 * written to or replaced; undefined where there is none or it cannot be
 * reached. Costs one look while the file's status
 * stays as it is.
 */
export async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(path);
    const status = `${dev} ${ino} ${size} ${mtimeMs}`;
    const before = known.get(path);
    if (before?.status === status) return before.version;
    const content = await contentSample(path, size).catch(() => 'unreadable');
    const version = `${size} ${mtimeMs} ${content}`;
    known.set(path, { status, version });
    return version;
  } catch {
    return undefined;
  }
}

/** How many bytes a file of that version has. */
export const bytesOfVersion = (version: string): number => Number(version.slice(0, version.indexOf(' ')));

/** `versionOf` for each path, in their order. */
export async function versionsOf(paths: readonly string[]): Promise<readonly (string | undefined)[]> {
  return eachOf(paths, versionOf);
}

/** Bytes of all files together; at least 1, so that there is a share of it. */
export async function totalFileSize(paths: readonly string[]): Promise<number> {
  const files = await eachOf(paths, (path) => stat(path));
  return Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
}

/** A process may have as few as 256 files open (macOS). */
const openAtATime = 32;

/** Does something with each file, some of them at a time; a dataset may have 100,000. Resolves to what came of each. */
export async function eachOf<F, T>(files: readonly F[], act: (file: F) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let at = 0; at < files.length; at += openAtATime)
    all.push(...(await Promise.all(files.slice(at, at + openAtATime).map(act))));
  return all;
}

/**
 * Throws `DatasetChanged` unless `path` is still at `version`. Called after a read: what was read then belongs to that
 * version.
 */
export async function assertVersion(path: string, version: string | undefined): Promise<void> {
  const now = await versionOf(path);
  if (now === version) return;
  if (now === undefined) throw new DatasetChanged(problem('dataset.gone', {}, path));
  throw new DatasetChanged(problem('dataset.changed', {}, path));
}
