import { hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** So many bytes before a place of a file tell whether it is the same file still: the ids of several lines. */
const tailLength = 1 << 16;

/**
 * What stands before a place of a file, as a hash; the empty text where the file is shorter. A file that is only ever
 * appended to has the same there for ever, and another one that was put in its place has not. Device, inode and time of
 * birth do not tell that on every file system.
 */
export async function tailOf(file: FileHandle, end: number): Promise<string> {
  const length = Math.min(tailLength, end);
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, end - length);
  return bytesRead < length ? '' : hash('sha256', buffer).slice(0, 16);
}
