import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { messageOf, UserError } from '../model/study/problem';

/** A file as it stands in its place at this moment. */
export interface OnDisk {
  /** Tells it from another file that is put in the same place (git does on a pull). */
  readonly identity: string;
  readonly size: number;
}

/** What these statistics of a file tell. */
export function onDisk({ dev, ino, birthtimeMs, size }: Stats): OnDisk {
  return { identity: `${dev}:${ino}:${birthtimeMs}`, size };
}

/** What stands at `path`; undefined where nothing is, or nobody may look. */
export async function lookUp(path: string): Promise<OnDisk | undefined> {
  return stat(path).then(onDisk, () => undefined);
}

/**
 * Throws `UserError` where what stands at `path` is no file: to open a pipe waits until somebody writes to it. A folder
 * is left to its reader, as is what is not there.
 */
export async function refuseStream(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory())
    throw new UserError(`${path}: is a pipe, a socket or a device. Put a file in its place`);
}

/** Whether the system gave an error this code, as in ENOENT. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Why the file system refused, and what to do about it: `again`, once that is mended. */
export function reasonOf(error: unknown, again = 'save again'): string {
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return `the disk is full. Free some space and ${again}`;
  if (isCode(error, 'EACCES') || isCode(error, 'EPERM'))
    return `permission denied. Make the file and its folder writable and ${again}`;
  if (isCode(error, 'EEXIST') || isCode(error, 'ENOTDIR'))
    return `a part of its path is a file where a folder should be. Move that file away and ${again}`;
  if (isCode(error, 'EISDIR')) return `a folder stands in its place. Move that folder away and ${again}`;
  if (isCode(error, 'ENAMETOOLONG'))
    return `its name is longer than the file system allows. Choose a shorter one and ${again}`;
  if (isCode(error, 'EROFS')) return 'the file system is read-only. Move the study to a writable place';
  return messageOf(error);
}
