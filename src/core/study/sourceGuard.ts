import { realpath, stat } from 'node:fs/promises';
import { sha256Of } from '../export/folder/fileHash';

/**
 * Whether what stands at a path is one of the files, so that writing there would overwrite it: the same by its real
 * path, or by what it holds, which tells of a hard link and of a share under two names as well. Numbers of inodes tell
 * nothing on some file systems.
 */
export async function isOneOf(path: string, files: readonly string[]): Promise<boolean> {
  const target = await stat(path).catch(() => undefined);
  if (!target?.isFile()) return false;
  const real = await realpath(path);
  for (const file of files) {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.size !== target.size) continue;
    if ((await realpath(file)) === real) return true;
    if (found.size > 0 && (await sha256Of(file)) === (await sha256Of(path))) return true;
  }
  return false;
}
