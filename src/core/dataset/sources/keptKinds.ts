import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { version } from '../../../../package.json';
import { knownKind, rememberKind, type FileKind } from '../readers/fileKind';
import { runForm } from '../runs/harness';
import { cachedPath, markUsed, replaceCached } from './cachedFile';

/** Of fewer files the beginnings are read again as quickly. */
const fewest = 500;

/** A file below a folder, what a look at it told, and its kind. */
type KeptKind = readonly [path: string, look: string, kind: FileKind];

let cacheFolder: string | undefined;

/**
 * Keeps what kind of file each of many is in a cache, from one session to the next: of a hundred thousand runs nobody
 * reads the beginnings anew, as long as a look at them tells the same. Another version of the program looks again.
 */
export function keepKindsIn(folder: string): void {
  cacheFolder = folder;
}

/** Looks that are kept, by file. */
export type KeptLooks = ReadonlyMap<string, string>;

/** Takes over what is kept of files. What cannot be read is found out anew. */
export async function takeKeptKinds(files: readonly string[]): Promise<KeptLooks> {
  const looks = new Map<string, string>();
  const [home, path] = placeOf(files);
  if (path === undefined) return looks;
  try {
    for (const [name, look, kind] of JSON.parse(await readFile(path, 'utf8')) as readonly KeptKind[]) {
      const file = join(home, name);
      looks.set(file, look);
      rememberKind(file, look, kind);
    }
    await markUsed(path);
  } catch {
    // There is none yet, or it is another's.
  }
  return looks;
}

/**
 * Keeps what is known of files now. Where that cannot be written it is found out again next time.
 * @param before what is kept already
 */
export async function keepKinds(files: readonly string[], before: KeptLooks): Promise<void> {
  const [home, path] = placeOf(files);
  if (path === undefined || cacheFolder === undefined) return;
  if (files.length === before.size && files.every((file) => knownKind(file)?.look === before.get(file))) return;
  const kept = files.flatMap((file): KeptKind[] => {
    const known = knownKind(file);
    return known ? [[relative(home, file), known.look, known.kind]] : [];
  });
  await replaceCached(path, cacheFolder, (partial) => writeFile(partial, JSON.stringify(kept))).catch(() => undefined);
}

/** The folder that files lie in, and where their kinds are kept; nowhere for few files. */
function placeOf(files: readonly string[]): readonly [home: string, path: string | undefined] {
  const home = homeOf(files);
  return [
    home,
    cacheFolder === undefined || files.length < fewest
      ? undefined
      : cachedPath(cacheFolder, `kinds ${version} ${runForm} ${home}`, 'kinds'),
  ];
}

/** The folder that holds all of them. */
function homeOf(files: readonly string[]): string {
  let home = dirname(files[0] ?? '');
  for (const file of files)
    while (!file.startsWith(home.endsWith(sep) ? home : home + sep) && dirname(home) !== home) home = dirname(home);
  return home;
}
