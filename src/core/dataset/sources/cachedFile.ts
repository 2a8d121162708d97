import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** In milliseconds. */
const month = 30 * 24 * 3600 * 1000;

/** A copy of a file or its items, its index, or what a reading of all its items found. */
export type CachedKind = 'unpacked' | 'index' | 'found';

/** Where in `cacheFolder` the file for `key` lies, whether it is there or not. */
export function cachedPath(cacheFolder: string, key: string, suffix: CachedKind): string {
  return join(cacheFolder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.${suffix}`);
}

/**
 * The file for `key` in `cacheFolder`; where it is not there, `write` makes it at a path of its own, from which it is
 * moved into place. Resolves to its path.
 */
export async function cachedFile(
  cacheFolder: string,
  key: string,
  suffix: CachedKind,
  write: (partial: string) => Promise<void>,
): Promise<string> {
  const path = cachedPath(cacheFolder, key, suffix);
  if (!(await touch(path))) await replaceCached(path, cacheFolder, write);
  return path;
}

/** Writes a file of the cache, whether it is there or not. What fails leaves nothing behind. */
export async function replaceCached(
  path: string,
  cacheFolder: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  await prune(cacheFolder);
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await write(partial);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Marks a file of the cache as used now; false where there is none. */
export async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

/** Removes files (and what a crash left of them) that nobody has used for a month. */
async function prune(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const path = join(cacheFolder, name);
    if (/\.(unpacked|index|found|partial|rows)$/.test(name) && Date.now() - (await stat(path)).mtimeMs > month)
      await rm(path, { force: true });
  }
}
