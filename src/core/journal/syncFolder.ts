import { open } from 'node:fs/promises';
import { isErrorCode } from './fileStatus';

/** The error codes of file systems that cannot do it, or do not need to: shares of VirtualBox, some of FUSE. */
const refusals = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EACCES', 'EISDIR', 'EBADF', 'ENOTTY'];

/**
 * Makes the entries of a folder outlast a power cut, where the file system does that by a call: one that refuses it has
 * entered them all the same. Throws the file system's error where the disk fails.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there; NTFS journals its entries
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!refusals.some((code) => isErrorCode(error, code))) throw error;
  }
}
