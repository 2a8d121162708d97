import { readFile, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { cachedPath, markUsed, replaceCached } from './cachedFile';
import { assertVersion, versionsOf } from './fileVersion';
import type { Reading } from '../items/parse';

/**
 * What a reading of all items of a dataset finds (`find`; numbers, texts and typed arrays), from an earlier time where
 * its files are still the same and are read alike, and kept in `cacheFolder` for the next time.
 * @param what names what is looked for
 */
export async function scanCache<T>(
  paths: readonly string[],
  { layout, mapping }: Reading,
  what: unknown,
  cacheFolder: string,
  find: () => Promise<T>,
): Promise<T> {
  const versions = await versionsOf(paths);
  // The number counts up when what is kept changes its form.
  const cached = cachedPath(cacheFolder, JSON.stringify([1, paths, versions, layout.name, mapping, what]), 'found');
  const kept = await readKept(cached);
  if (kept) {
    await markUsed(cached);
    return kept.found as T;
  }
  const found = await find();
  for (const [i, path] of paths.entries()) await assertVersion(path, versions[i]);
  // Without what is kept the next time costs what this one did; no reason to fail.
  await replaceCached(cached, cacheFolder, (partial) => writeFile(partial, serialize({ found }))).catch(
    () => undefined,
  );
  return found;
}

/** What cannot be read, for whatever reason, is not there: the dataset is, to look again. */
async function readKept(path: string): Promise<{ readonly found: unknown } | undefined> {
  try {
    return deserialize(await readFile(path)) as { readonly found: unknown };
  } catch {
    return undefined;
  }
}
