import { randomBytes } from 'node:crypto';
import { access, constants, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveFile } from '../journal/busyFiles';
import { setMode } from './fileModes';
import { withLock } from './folderLock';

/**
 * Puts a file into the place of the one at a path, whole or not at all: `write` makes it beside that under a name that
 * nobody else uses, and it is moved there. A link stays one; what is no file (a device, a pipe) is written to as it is.
 * Throws the file system's error, and then what stood there stands, and nothing lies beside it.
 * @param agree may throw at the last moment; nobody else who asks so replaces the file between it and the move
 */
export async function replaceFile(
  path: string,
  write: (path: string) => Promise<void>,
  agree?: () => Promise<void>,
): Promise<void> {
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
    if (found) await setMode(partial, found.mode);
    if (agree) {
      await withLock(join(dirname(target), `.${basename(target)}.lock`), async () => {
        await agree();
        await moveFile(partial, target);
      });
    } else await moveFile(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
}
