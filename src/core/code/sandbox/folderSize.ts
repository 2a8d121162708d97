import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What a folder takes on the disk. */
export interface FolderSize {
  readonly bytes: number;
  readonly entries: number;
}

/**
 * Resolves to what folders take on the disk, in whole blocks. Links are not followed. Ends early with more than `most`.
 */
export async function folderSize(roots: readonly string[], most: FolderSize): Promise<FolderSize> {
  let [bytes, entries] = [0, 0];
  const folders = [...roots];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        const path = join(folder, entry.name);
        entries++;
        if (entry.isDirectory()) folders.push(path);
        const found = await lstat(path);
        // Windows knows no blocks.
        bytes += found.blocks ? found.blocks * 512 : found.size;
        if (bytes > most.bytes || entries > most.entries) return { bytes, entries };
      }
    } catch {
      // What is gone meanwhile, closed or too deep for a path takes next to nothing, or is seen by the free space.
    }
  }
  return { bytes, entries };
}

/** Resolves to the free bytes of the disk that a folder is on; undefined where the system does not tell. */
export const freeBytes = (folder: string): Promise<number | undefined> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  );
