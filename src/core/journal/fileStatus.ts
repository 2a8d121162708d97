import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { NextStep } from '../model/problems/files';
import { messageOf, problem, UserError, wordsOf } from '../model/problems/problem';

/** A file as it stands in its place at this moment. */
export interface FileStatus {
  /** Tells it from another file that is put in the same place (git does on a pull). */
  readonly identity: string;
  readonly size: number;
}

/** What these statistics of a file tell. */
export function fileStatusOf({ dev, ino, birthtimeMs, size }: Stats): FileStatus {
  return { identity: `${dev}:${ino}:${birthtimeMs}`, size };
}

/** What stands at `path`; undefined where nothing is, or nobody may look. */
export async function fileStatusAt(path: string): Promise<FileStatus | undefined> {
  return stat(path).then(fileStatusOf, () => undefined);
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
export const isErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Why the file system refused, and what to do about it; `next`, once that is done. Part of a sentence. */
export function fileErrorReason(error: unknown, next: NextStep = 'save'): string {
  if (isErrorCode(error, 'ENOSPC') || isErrorCode(error, 'EDQUOT')) return wordsOf(problem('file.diskFull', { next }));
  if (isErrorCode(error, 'EACCES') || isErrorCode(error, 'EPERM'))
    return wordsOf(problem('file.noPermission', { next }));
  if (isErrorCode(error, 'EEXIST') || isErrorCode(error, 'ENOTDIR'))
    return wordsOf(problem('file.pathThroughFile', { next }));
  if (isErrorCode(error, 'EISDIR')) return wordsOf(problem('file.isFolder', { next }));
  if (isErrorCode(error, 'ENAMETOOLONG')) return wordsOf(problem('file.nameTooLong', { next }));
  if (isErrorCode(error, 'EROFS')) return wordsOf(problem('file.readOnly', {}));
  return messageOf(error);
}
