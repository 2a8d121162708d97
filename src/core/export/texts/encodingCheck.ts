import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/**
 * The first line of a file (counted from 1) whose bytes are not UTF-8, such as half a surrogate pair or Latin-1;
 * undefined where all are. Holds a line at a time.
 */
export async function firstInvalidUtf8(path: string): Promise<number | undefined> {
  let line = 1;
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      if (!isUtf8(Buffer.concat([...begun, chunk.subarray(start, end)]))) return line;
      begun = [];
      line++;
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
  }
  return isUtf8(Buffer.concat(begun)) ? undefined : line;
}

/** Whether a file begins with the byte order mark of UTF-8. */
export async function hasByteOrderMark(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 2 }) as AsyncIterable<Buffer>)
    return chunk.equals(Buffer.from([0xef, 0xbb, 0xbf]));
  return false;
}
