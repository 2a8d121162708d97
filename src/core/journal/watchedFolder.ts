import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lookAt } from './fileStatus';
import { makeFolders } from './makeFolders';

/** So often the files are looked at unasked, in milliseconds: network drives and some containers never tell. */
const standardEvery = 3000;

/**
 * Calls back when a file in a folder may have changed: as soon as the system tells, and by a look now and then where it
 * does not. Returns what ends it; it keeps no process alive.
 */
export function watchFolder(folder: string, onChange: () => void, every = standardEvery): () => void {
  let ended = false;
  let told: (() => void) | undefined;
  let seen: string | undefined;
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const now = await stateOf(folder);
    looking = false;
    const isOther = seen !== undefined && now !== seen;
    seen = now;
    if (isOther && !ended) onChange();
  };
  const unasked = setInterval(() => void look(), every).unref();
  void look();
  void makeFolders(folder)
    .then(() => {
      if (ended) return;
      const watcher = watch(folder, onChange);
      // A folder that goes away ends the telling; the looks go on, and the next append says what is wrong.
      watcher.on('error', () => watcher.close());
      told = () => watcher.close();
    })
    // Where nothing can be watched the looks remain.
    .catch(() => undefined);
  return () => {
    ended = true;
    clearInterval(unasked);
    told?.();
  };
}

/** Describes the state of a folder's files; a folder that is not there is as one that holds none. */
async function stateOf(folder: string): Promise<string> {
  const names = (await readdir(folder).catch((): string[] => [])).sort();
  const looks = await Promise.all(names.map((name) => lookAt(join(folder, name))));
  return JSON.stringify(names.map((name, at) => [name, looks[at] ?? null]));
}
