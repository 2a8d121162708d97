import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseFile, BaseFiles } from './patch/applyPatch';
import { refusedPath } from './patch/refusedPath';

/** A larger file is not read. In bytes. */
const maxFileBytes = 32 * 1024 * 1024;

/** The files of a folder that no git keeps. Links are not followed, wherever in a path they are. */
export function folderFiles(folder: string): BaseFiles {
  return {
    async file(path): Promise<BaseFile | undefined> {
      if (refusedPath(path)) return undefined;
      let at = folder;
      const names = path.split('/');
      for (const [number, name] of names.entries()) {
        at = join(at, name);
        const found = await lstat(at).catch(() => undefined);
        if (!found) return undefined;
        if (found.isSymbolicLink()) return { refused: 'symlink' };
        if (number < names.length - 1) continue;
        if (found.isDirectory()) return { refused: 'folder' };
        if (!found.isFile() || found.size > maxFileBytes) return { refused: 'tooLarge' };
        return { mode: (found.mode & 0o100) === 0 ? '100644' : '100755', bytes: await readFile(at) };
      }
      return undefined;
    },
  };
}
