import { open, stat, type FileHandle } from 'node:fs/promises';
import type { NextStep } from '../model/problems/files';
import { messageOf, problem, UserError, wordsOf } from '../model/problems/problem';

/**
 * What a look at a path tells: as long as it is the same, so is the file. Another one only says that the file is to be
 * read to find out, as no two looks need give the same device, inode and times on a network drive. Undefined where
 * nothing is there, or nobody may look.
 */
export async function lookAt(path: string): Promise<string | undefined> {
  return stat(path).then(
    ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
    () => undefined,
  );
}

/** Opens a file to read; undefined where there is none. */
export async function openOrNone(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Throws `UserError` where what stands at `path` is no file: to open a pipe waits until somebody writes to it. A folder
 * is left to its reader, as is what is not there.
 */
export async function refuseStream(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory()) throw new UserError(problem('file.isStream', {}, path));
}

/** Tells whether an error of the system has this code, as in ENOENT. */
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
