import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import type { KnownState } from '../readers/readOptions';
import { problem } from '../../model/problems/problem';
import { cachedPath, replaceCached } from './cachedFile';
import { DatasetChanged, eachOf, versionOf } from './fileVersion';

/**
 * What is read of a file may depend on others beside it, of which is known only once it is read which they are: a
 * recording of a terminal, a trial's result. The cache keeps their paths by the key of what was read, so that the next
 * time tells whether one of them changed, came or went.
 */

/** A file or a folder with the state in which it was looked at. */
export type FileState = readonly [path: string, state: string | undefined];

/** Files and folders by their paths, each in the state in which it was looked at; undefined where there was none. */
export class FilesBeside {
  private readonly states = new Map<string, string | undefined>();

  /** Notes a file or a folder before it is looked at, or as somebody else has noted it. */
  async add(path: string, known?: KnownState): Promise<void> {
    if (!this.states.has(path)) this.states.set(path, known ? known.state : await stateOf(path));
  }

  get all(): readonly FileState[] {
    return [...this.states];
  }

  /** Their paths and states as a text, which is empty where there are none. */
  get version(): string {
    return this.states.size === 0 ? '' : JSON.stringify([...this.states].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Throws `DatasetChanged` where one is not any more as it was noted. */
  async assertSame(): Promise<void> {
    for (const [path, state] of this.states)
      if ((await stateOf(path)) !== state) throw new DatasetChanged(problem('dataset.changed', {}, path));
  }

  /** Keeps their paths in `cacheFolder` for `key`. */
  async keep(cacheFolder: string, key: string): Promise<void> {
    const paths = [...this.states.keys()];
    const kept = cachedPath(cacheFolder, key, 'beside');
    if (paths.length === 0 && (await pathsIn(kept)).length === 0) return;
    await replaceCached(kept, cacheFolder, (partial) => writeFile(partial, JSON.stringify(paths)));
  }
}

/** The files that were kept for `key`, each as it is now; none where nothing is kept. */
export async function keptBeside(cacheFolder: string, key: string): Promise<FilesBeside> {
  const beside = new FilesBeside();
  await eachOf(await pathsIn(cachedPath(cacheFolder, key, 'beside')), (path) => beside.add(path));
  return beside;
}

/** What cannot be read is not there. */
async function pathsIn(path: string): Promise<readonly string[]> {
  try {
    return z.array(z.string()).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return [];
  }
}

/** The state of a file, or what is in a folder. */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found && versionOf(path);
  const names = await readdir(path).catch(() => []);
  return createHash('sha256').update(JSON.stringify(names.sort())).digest('hex');
}
