import { chmod, utimes } from 'node:fs/promises';
import { isErrorCode } from '../journal/fileStatus';

/**
 * The error codes of file systems that keep no modes (exFAT), or let nobody but the owner of a share set modes and
 * times.
 */
const refusals = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];

/** Sets the mode of a file where its file system keeps one; the file is as good without. */
export const setMode = (path: string, mode: number): Promise<void> => whereKept(chmod(path, mode));

/** Sets when a file was changed last, where that can be set. */
export const setChanged = (path: string, time: Date): Promise<void> => whereKept(utimes(path, time, time));

async function whereKept(setting: Promise<void>): Promise<void> {
  try {
    await setting;
  } catch (error) {
    if (!refusals.some((code) => isErrorCode(error, code))) throw error;
  }
}
