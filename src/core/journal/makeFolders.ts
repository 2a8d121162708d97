import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { problem, UserError } from '../model/problems/problem';
import { isErrorCode, fileErrorReason } from './fileStatus';

/** Tries where somebody else takes away meanwhile what was there or was made. */
const tries = 20;

/**
 * Makes a folder and those that it lies in; resolves to the topmost one that was made, undefined where all are there.
 * Node's own `mkdir` with `recursive` tries for ever in a folder that takes no others and says ENOENT, as those of
 * /proc do (node/src/node_file.cc, `MKDirpAsync`). Throws `UserError` there, and where the file system refuses.
 */
export async function makeFolders(path: string): Promise<string | undefined> {
  let first: string | undefined;
  for (let left = tries; ; left--) {
    try {
      await mkdir(path);
      return first ?? path;
    } catch (error) {
      if (await isFolder(path)) return first;
      const parent = dirname(path);
      if (!isErrorCode(error, 'ENOENT') || parent === path)
        throw new UserError(problem('journal.folderNotMade', { reason: fileErrorReason(error, 'try') }, path), {
          cause: error,
        });
      if (left === 0) throw new UserError(problem('journal.takesNoFolders', { parent }, path), { cause: error });
      first = (await makeFolders(parent)) ?? first;
    }
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
