import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveFile } from '../../journal/busyFiles';
import { makeFolders } from '../../journal/makeFolders';

/** In milliseconds. */
const month = 30 * 24 * 3600 * 1000;

/** Of the file whose time is when the one of its name was used last. */
const markSuffix = '.used';

/** A copy of a file or its items, where these stand, what is told of the files as a whole, which files beside it these depend on, of what kinds many files are, its index, or what a reading of all its items found. */
export type CachedKind = 'unpacked' | 'references' | 'told' | 'beside' | 'index' | 'found' | 'kinds';

/** Where in `cacheFolder` the file for `key` lies, whether it is there or not. */
export function cachedPath(cacheFolder: string, key: string, suffix: CachedKind): string {
  return join(cacheFolder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.${suffix}`);
}

/**
 * Several windows share a cache, and one reads a file while another opens it: what lies there is never altered and not
 * replaced by the same once more. When it was used last is the time of a file beside it.
 */

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
  return cachedAsWritten(cacheFolder, key, suffix, async (partial) => {
    await write(partial);
    return key;
  });
}

/**
 * As `cachedFile`, of what has its key only when it is written.
 * @param key what it may be
 * @param write resolves to what it is
 */
export async function cachedAsWritten(
  cacheFolder: string,
  key: string,
  suffix: CachedKind,
  write: (partial: string) => Promise<string>,
): Promise<string> {
  const path = cachedPath(cacheFolder, key, suffix);
  if (!(await isThere(path)))
    return placeCached(path, cacheFolder, 'keep', async (partial) =>
      cachedPath(cacheFolder, await write(partial), suffix),
    );
  await markUsed(path);
  return path;
}

/** Writes a file of the cache, whether it is there or not. What fails leaves nothing behind. */
export async function replaceCached(
  path: string,
  cacheFolder: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await placeCached(path, cacheFolder, 'replace', async (partial) => {
    await write(partial);
    return path;
  });
}

/** Remembers that a file of the cache is used now. Where that cannot be written it only is made again some day. */
export async function markUsed(path: string): Promise<void> {
  const mark = path + markSuffix;
  const now = new Date();
  await utimes(mark, now, now)
    .catch(() => writeFile(mark, ''))
    .catch(() => undefined);
}

/**
 * @param path beside which it is written
 * @param ifThere what becomes of the file that another window has put there meanwhile
 * @param write resolves to the path at which it belongs
 */
async function placeCached(
  path: string,
  cacheFolder: string,
  ifThere: 'keep' | 'replace',
  write: (partial: string) => Promise<string>,
): Promise<string> {
  await makeFolders(cacheFolder);
  await prune(cacheFolder);
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    const place = await write(partial);
    if (ifThere === 'replace' || !(await isThere(place))) await moveFile(partial, place);
    return place;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Removes files (and what a crash left of them) that nobody has used for a month. */
async function prune(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const path = join(cacheFolder, name);
    if (
      !/\.(unpacked|references|told|beside|index|found|kinds|partial|rows|used)$/.test(name) ||
      (await lastUse(path)) > Date.now() - month
    )
      continue;
    await rm(path, { force: true });
    await rm(path + markSuffix, { force: true });
  }
}

/** In milliseconds; of what another window removed meanwhile, now. */
async function lastUse(path: string): Promise<number> {
  const time = (of: string): Promise<number | undefined> =>
    stat(of).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
  const made = await time(path);
  return made === undefined ? Date.now() : Math.max(made, (await time(path + markSuffix)) ?? 0);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
