import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { eachOf } from '../dataset/sources/fileVersion';
import { pathWithin } from './pathWithin';

/**
 * A project leads nowhere by itself: it may have come with somebody else's folder. Before anything is read of a path
 * that it names, or that links lead to, `Study.open` asks whether it may; the editor says yes beside the project and in
 * the workspace, asks the person once elsewhere, and says no elsewhere while the workspace is not trusted.
 */

/** A path that leaves the folders in which it should lie. */
export interface ExternalPath {
  /** The path as it is given. */
  readonly path: string;
  /** Where it leads, without links. */
  readonly destination: string;
}

/** Finds the paths that lead into none of the folders `roots`, each once. A path need not exist. */
export async function externalPathsOf(paths: readonly string[], roots: readonly string[]): Promise<ExternalPath[]> {
  const within = await Promise.all(roots.map((root) => destinationOf(root)));
  const found = await eachOf([...new Set(paths)], async (path) => ({ path, destination: await destinationOf(path) }));
  return found.filter(({ destination }) => !isWithinOne(destination, within));
}

/** Whether a place is one of the folders or files, or lies in one of the folders. */
export const isWithinOne = (destination: string, places: readonly string[]): boolean =>
  places.some((place) => pathWithin(place, destination) !== undefined);

/** A path as messages name it, with where it leads. */
export const externalPathText = ({ path, destination }: ExternalPath): string =>
  path === destination ? path : `${path} (${destination})`;

/** Links that lead from one to the next, at most; the file system follows no more either. */
const maxLinks = 40;

/** Resolves to where a path leads, without links; for one that is not there, to where it would be made. */
async function destinationOf(path: string, left = maxLinks): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const target = left > 0 ? await readlink(path).catch(() => undefined) : undefined;
  const above = dirname(path);
  if (target !== undefined) return destinationOf(resolve(above, target), left - 1);
  return above === path ? path : join(await destinationOf(above, left), basename(path));
}
