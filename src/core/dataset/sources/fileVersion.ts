import { stat } from 'node:fs/promises';
import { problem, UserError } from '../../model/problems/problem';

/**
 * A file is what its path says now. Device, inode, size and time are taken before a file is read and compared after
 * every read, by path: an open handle does not see a rename. So nothing is ever read of a new file with an old index.
 */

/** A dataset file is not the one any more that was opened. Nothing was read of it then. */
export class DatasetChanged extends UserError {
  override readonly name = 'DatasetChanged';
}

/**
 * Which file stands at a path, and in which state: device, inode, size and time. Another one where it was written to or
 * replaced (a rename leaves an open handle on the old file, so only the path tells); undefined where there is none or
 * it cannot be reached.
 */
export async function versionOf(path: string): Promise<string | undefined> {
  return stat(path).then(
    ({ dev, ino, size, mtimeMs }) => `${dev} ${ino} ${size} ${mtimeMs}`,
    () => undefined,
  );
}

/** Bytes of all files together; at least 1, so that there is a share of it. */
export async function totalFileSize(paths: readonly string[]): Promise<number> {
  const files = await Promise.all(paths.map((path) => stat(path)));
  return Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
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
