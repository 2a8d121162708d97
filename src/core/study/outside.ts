import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** Those of `paths` that lie in none of the folders `roots`, wherever links lead; each as it is given, once. A path need not exist. */
export async function pathsOutside(paths: readonly string[], roots: readonly string[]): Promise<string[]> {
  const within = await Promise.all(roots.map((root) => destinationOf(root)));
  const destinations = await Promise.all(paths.map((path) => destinationOf(path)));
  return [...new Set(paths.filter((_, at) => !within.some((root) => isWithin(destinations[at] ?? '', root))))];
}

/** Links that lead from one to the next, at most; the file system follows no more either. */
const mostLinks = 40;

/** Where a path leads, without links; of one that is not there, where it would be made. */
async function destinationOf(path: string, left = mostLinks): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const target = left > 0 ? await readlink(path).catch(() => undefined) : undefined;
  const above = dirname(path);
  if (target !== undefined) return destinationOf(resolve(above, target), left - 1);
  return above === path ? path : join(await destinationOf(above, left), basename(path));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!/^\.\.([/\\]|$)/.test(way) && !isAbsolute(way));
}
