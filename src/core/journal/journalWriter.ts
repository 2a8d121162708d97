import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { problem, UserError, type Problem } from '../model/problems/problem';
import { whileNotBusy } from './busyFiles';
import { fileErrorReason, isErrorCode, openOrNone } from './fileStatus';
import { makeFolders } from './makeFolders';
import { syncFolder } from './syncFolder';

const newline = 0x0a;

/** The number of times that lines are written which are not found at their path afterwards. */
const maxTries = 3;

/** An append that did not become durable. The text that was to be saved is still the caller's. */
export class JournalWriteError extends UserError {
  override readonly name = 'JournalWriteError';
  declare readonly problem: Problem;
  /** How many of the lines stand whole in the file all the same. */
  standing = 0;
}

/**
 * Appends to a journal's file: one write, then fsync; the folder too where the file is new. Then it reads what stands at
 * the path. Only that tells whether the lines were saved: no two looks at a file need give the same device, inode and
 * time of birth (network drives, FUSE, systems without statx).
 *
 * A line that was torn before is closed first, never cut off. Lines that came to stand behind a torn one all the same,
 * or in a file that was taken from the path meanwhile, are appended again: lines that appear twice count once. Rejects
 * with `JournalWriteError`, and then nothing may be called saved. One append at a time.
 */
export async function appendToJournal(path: string, text: string): Promise<void> {
  const lines = Buffer.from(text);
  const written = { mayStand: false };
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const size = await write(path, lines, () => (written.mayStand = true));
      if (await standsAt(path, lines, size)) return;
    }
  } catch (error) {
    if (error instanceof JournalWriteError) throw error;
    const params = { name: basename(path), reason: fileErrorReason(error), path };
    throw new JournalWriteError(
      written.mayStand ? problem('journal.notConfirmed', params) : problem('journal.notWritten', params),
      { cause: error },
    );
  }
  throw new JournalWriteError(
    problem('journal.notAtPath', { name: basename(path), found: await whatStands(path), path }),
  );
}

/**
 * Writes lines to the end of a file and syncs it. Nothing is kept open: Windows does not let git replace a file that is.
 * Resolves to the file's size before.
 * @param onWritten is called as soon as a part of them may stand there
 */
async function write(path: string, lines: Buffer, onWritten: () => void): Promise<number> {
  const file = await openToAppend(path);
  let size: number;
  try {
    const status = await file.stat();
    // Whoever opens a pipe to read waits until somebody writes to it.
    if (status.isFIFO() || status.isSocket()) throw new UserError(problem('journal.isStream', {}));
    ({ size } = status);
    const bytes = (await endsMidLine(file, size)) ? Buffer.concat([Buffer.from([newline]), lines]) : lines;
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten > 0) onWritten();
    if (bytesWritten !== bytes.length) {
      const error = new JournalWriteError(
        problem('journal.cutShort', { written: bytesWritten, bytes: bytes.length }, path),
      );
      const written = bytes.subarray(bytes.length - lines.length, bytesWritten);
      error.standing = written.filter((byte) => byte === newline).length;
      throw error;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (size === 0) await syncFolder(dirname(path));
  return size;
}

async function openToAppend(path: string): Promise<FileHandle> {
  const opened = (): Promise<FileHandle> => whileNotBusy(() => open(path, 'a+'));
  try {
    return await opened();
  } catch (error) {
    if (!isErrorCode(error, 'ENOENT')) throw error;
    await makeDurableFolder(dirname(path));
    return opened();
  }
}

/** Makes a folder that survives a power cut: every new one is entered in its parent durably. */
async function makeDurableFolder(folder: string): Promise<void> {
  const first = await makeFolders(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function endsMidLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== newline;
}

/**
 * Whether `lines`, appended to a file that was `size` bytes long, stand in the file at the path now, and begin a line
 * there. Another one may have been put in its place; and between the look at the file's end and the append another
 * process may have torn a line of its own, behind which they are part of that line, and lost with it.
 */
async function standsAt(path: string, lines: Buffer, size: number): Promise<boolean> {
  const file = await whileNotBusy(() => openOrNone(path));
  if (!file) return false;
  try {
    const from = Math.max(0, size - 1);
    const length = Math.max(0, (await file.stat()).size - from);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
    const at = buffer.subarray(0, bytesRead).indexOf(lines);
    return at > 0 ? buffer[at - 1] === newline : at === 0 && from === 0;
  } finally {
    await file.close();
  }
}

/** The size of the file at a path in bytes, or that there is none. */
const whatStands = (path: string): Promise<number | 'nothing'> =>
  stat(path).then(
    ({ size }) => size,
    () => 'nothing' as const,
  );
