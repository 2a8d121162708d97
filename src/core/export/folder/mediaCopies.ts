import { constants } from 'node:fs';
import { copyFile, lstat, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { moveFile } from '../../journal/busyFiles';
import { makeFolders } from '../../journal/makeFolders';
import { isErrorCode } from '../../journal/fileStatus';
import { EditedFilesError } from './editedFiles';
import { sha256Of } from './fileHash';
import type { CopiedMedia } from './manifest';

/**
 * Images, audio and video in the folder of an export, copied or linked. Their names are made of their content, so that
 * one that is there already stays, no name tells a model, and nothing of an earlier export is touched before the new
 * one stands: what only that one named goes afterwards.
 */

/** What file systems say that have no links, and Windows to those who may make none. */
const linkRefusals = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];

/** A file to be copied: its name in the folder, as rows have it, and where it is. */
export interface MediaCopy {
  readonly name: string;
  readonly from: string;
}

/** Files that were put into a folder. */
export interface PutMedia {
  readonly files: readonly CopiedMedia[];
  /** Takes those away that were not there before. */
  readonly undo: () => Promise<void>;
}

/**
 * Puts files into the folder. Throws `EditedFiles` where another stands under the name of one, unless `overwrite` is
 * said, and the file system's error.
 * @param run in the names of partial files
 */
export async function putMedia(
  folder: string,
  copies: readonly MediaCopy[],
  {
    mode,
    run,
    overwrite,
    signal,
  }: {
    readonly mode: 'copy' | 'link';
    readonly run: string;
    readonly overwrite: boolean;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<PutMedia> {
  const made: string[] = [];
  const files: CopiedMedia[] = [];
  const undo = async (): Promise<void> => {
    for (const path of made) await rm(path, { force: true }).catch(() => undefined);
    await removeEmpty(
      folder,
      copies.map(({ name }) => name),
    );
  };
  try {
    for (const { name, from } of [...copies].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      signal?.throwIfAborted();
      const path = join(folder, name);
      const sha256 = await sha256Of(from, signal);
      const there = await shaAt(path, signal);
      const isLink = there !== undefined && (await lstat(path)).isSymbolicLink();
      if (there !== undefined && there !== sha256 && !overwrite) throw new EditedFilesError(folder, [name]);
      if (there !== sha256 || isLink !== (mode === 'link')) {
        await makeFolders(dirname(path));
        const partial = join(dirname(path), `.${name.slice(name.lastIndexOf('/') + 1)}.${run}.partial`);
        try {
          await (mode === 'link' ? linkOrCopy(from, partial) : copy(from, partial));
          await moveFile(partial, path);
        } catch (error) {
          await rm(partial, { force: true }).catch(() => undefined);
          throw error;
        }
        if (there === undefined) made.push(path);
      }
      files.push({ name, bytes: (await stat(path)).size, sha256 });
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return { files, undo };
}

/** Takes away what an earlier export copied and the new one does not name; what somebody edited since stays. */
export async function dropMedia(
  folder: string,
  earlier: readonly CopiedMedia[],
  kept: readonly CopiedMedia[],
): Promise<void> {
  const names = new Set(kept.map(({ name }) => name));
  const gone = earlier.filter(({ name }) => !names.has(name));
  for (const { name, sha256 } of gone)
    if ((await shaAt(join(folder, name)).catch(() => undefined)) === sha256)
      await rm(join(folder, name), { force: true }).catch(() => undefined);
  await removeEmpty(
    folder,
    gone.map(({ name }) => name),
  );
}

const copy = (from: string, to: string): Promise<void> => copyFile(from, to, constants.COPYFILE_FICLONE);

/** Where no links can be made (exFAT, many shares, Windows without the right to), a copy serves every row as well. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await symlink(from, to);
  } catch (error) {
    if (!linkRefusals.some((code) => isErrorCode(error, code))) throw error;
    await copy(from, to);
  }
}

/** The hash of what stands at a path; undefined where nothing does. A link that leads nowhere is another file. */
async function shaAt(path: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    return await sha256Of(path, signal);
  } catch (error) {
    if (!isErrorCode(error, 'ENOENT')) throw error;
    return (await lstat(path).catch(() => undefined)) ? '' : undefined;
  }
}

async function removeEmpty(folder: string, names: readonly string[]): Promise<void> {
  for (const below of new Set(names.map((name) => dirname(name))))
    if (below !== '.') await rmdir(join(folder, below)).catch(() => undefined);
}
