import { rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isErrorCode } from './fileStatus';

/** So often, and after so many milliseconds, a file is tried again that somebody else has open. */
const retries = 10;
const pause = 100;

/**
 * Does something with a file, again for a second while it is refused because somebody (a scanner, a sync client, git)
 * has the file open: Windows says then that nobody may, and shares that it is busy. Throws the file system's last error.
 */
export async function whileNotBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let left = retries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isBusy(error)) throw error;
      await setTimeout(pause);
    }
  }
}

/** Moves a file to a path, in the place of what stands there. */
export const moveFile = (from: string, to: string): Promise<void> => whileNotBusy(() => rename(from, to));

const isBusy = (error: unknown): boolean =>
  isErrorCode(error, 'EBUSY') ||
  (process.platform === 'win32' && (isErrorCode(error, 'EPERM') || isErrorCode(error, 'EACCES')));
