import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { NextStep } from '../model/problems/files';
import { messageOf, problem, UserError, wordsOf } from '../model/problems/problem';

/** A file as it stands in its place at this moment. */
export interface OnDisk {
  /** Tells it from another file that is put in the same place (git does on a pull). */
  readonly identity: string;
  readonly size: number;
}

/** What these statistics of a file tell. */
export function onDisk({ dev, ino, birthtimeMs, size }: Stats): OnDisk {
  return { identity: `${dev}:${ino}:${birthtimeMs}`, size };
}

/** What stands at `path`; undefined where nothing is, or nobody may look. */
export async function lookUp(path: string): Promise<OnDisk | undefined> {
  return stat(path).then(onDisk, () => undefined);
}

/**
 * Throws `UserError` where what stands at `path` is no file: to open a pipe waits until somebody writes to it. A folder
 * is left to its reader, as is what is not there.
 */
export async function refuseStream(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory()) throw new UserError(problem('file.isStream', {}, path));
}

/** Whether the system gave an error this code, as in ENOENT. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Why the file system refused, and what to do about it; `next`, once that is done. Part of a sentence. */
export function reasonOf(error: unknown, next: NextStep = 'save'): string {
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return wordsOf(problem('file.diskFull', { next }));
  if (isCode(error, 'EACCES') || isCode(error, 'EPERM')) return wordsOf(problem('file.noPermission', { next }));
  if (isCode(error, 'EEXIST') || isCode(error, 'ENOTDIR')) return wordsOf(problem('file.pathThroughFile', { next }));
  if (isCode(error, 'EISDIR')) return wordsOf(problem('file.isFolder', { next }));
  if (isCode(error, 'ENAMETOOLONG')) return wordsOf(problem('file.nameTooLong', { next }));
  if (isCode(error, 'EROFS')) return wordsOf(problem('file.readOnly', {}));
  return messageOf(error);
}
