import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, UserError } from '../../model/problems/problem';

/**
 * A folder with more than this in it is no place of exports: somebody's home, or a disk, which takes minutes to look
 * through.
 */
const maxNames = 10_000;

/**
 * The paths of what stands in a folder and, where `isDeep`, in those below it, relative to it. No hidden folder is
 * looked into, as `load_dataset` does not either, and no link followed; nor into one of `except`. Throws `UserError`
 * where there are too many, and the file system's error.
 */
export async function folderEntries(
  folder: string,
  isDeep: boolean,
  most = maxNames,
  except: readonly string[] = [],
): Promise<readonly string[]> {
  if (!isDeep) return readdir(folder);
  const names: string[] = [];
  const folders = [''];
  for (const below of folders) {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const name = join(below, entry.name);
      names.push(name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !except.includes(name)) folders.push(name);
    }
    if (names.length > most) throw new UserError(problem('export.tooManyFilesThere', { most }, folder));
  }
  return names;
}
