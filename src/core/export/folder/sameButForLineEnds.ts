import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * Tells whether a file would have the hash if its lines ended in `\n`, or in `\r\n`: git writes the one for the other
 * on Windows. For files whose own hash is another. Throws the file system's error where it cannot be read.
 */
export async function isSameButForLineEnds(path: string, sha256: string, signal?: AbortSignal): Promise<boolean> {
  const [short, long] = [createHash('sha256'), createHash('sha256')];
  let held = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', signal }) as AsyncIterable<string>) {
    // The `\n` behind it may come with the next chunk.
    const text = held + chunk;
    held = text.endsWith('\r') ? '\r' : '';
    const lines = text.slice(0, text.length - held.length).replaceAll('\r\n', '\n');
    short.update(lines, 'latin1');
    long.update(lines.replaceAll('\n', '\r\n'), 'latin1');
  }
  return [short, long].some((hash) => hash.update(held, 'latin1').digest('hex') === sha256);
}
