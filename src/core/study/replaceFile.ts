import { randomBytes } from 'node:crypto';
import { access, chmod, constants, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isCode } from '../journal/onDisk';

/**
 * Puts a file into the place of the one at a path, whole or not at all: `write` makes it beside that under a name that nobody else uses, and it is moved there. A link stays one; what is no
 * file (a device, a pipe) is written to as it is. Throws the file system's error, and then what stood there stands, and nothing lies beside it.
 */
export async function replaceFile(path: string, write: (path: string) => Promise<void>): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  // Moving a file onto another asks only whether the folder may be written to.
  if (found) await access(target, constants.W_OK);
  if (found && !found.isFile() && !found.isDirectory()) {
    await write(target);
    return;
  }
  const partial = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.partial`);
  try {
    await write(partial);
    if (found) await chmod(partial, found.mode);
    await moved(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Windows refuses for a moment where somebody (a scanner, a sync client) has the file open. */
async function moved(from: string, to: string, left = 10): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (process.platform !== 'win32' || left === 0 || !(isCode(error, 'EPERM') || isCode(error, 'EACCES') || isCode(error, 'EBUSY'))) throw error;
    await setTimeout(100);
    await moved(from, to, left - 1);
  }
}
