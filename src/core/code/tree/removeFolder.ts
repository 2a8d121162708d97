import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrorCode } from '../../journal/fileStatus';

/** A path that every system still takes. */
const longPath = 1000;

/**
 * Removes a folder that a program has written into: also where it took away the right to do so, or made folders so
 * deep that no path leads to the last one. Rejects where it is still there.
 */
export async function removeFolder(path: string): Promise<void> {
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    await remove();
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENAMETOOLONG', 'ENOTEMPTY', 'ENOENT'].some((code) => isErrorCode(error, code)))
      throw error;
    await flatten(path);
    await remove();
  }
}

/** Makes all folders below one writable, and moves up those that lie too deep. */
async function flatten(root: string): Promise<void> {
  const folders = [root];
  let moved = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    await chmod(folder, 0o700).catch(() => undefined);
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isDirectory()) {
        // Windows removes no file that is read-only.
        if (process.platform === 'win32' && entry.isFile())
          await chmod(join(folder, entry.name), 0o600).catch(() => undefined);
        continue;
      }
      const inner = join(folder, entry.name);
      if (inner.length < root.length + longPath) folders.push(inner);
      else {
        const up = join(root, `moved-${moved++}`);
        await chmod(inner, 0o700).catch(() => undefined);
        await rename(inner, up);
        folders.push(up);
      }
    }
  }
}
