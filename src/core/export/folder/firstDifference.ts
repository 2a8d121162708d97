import { open, type FileHandle } from 'node:fs/promises';

const chunkBytes = 1 << 20;

/**
 * Where two files begin to differ: the line (from 1) and the byte (from 0); undefined where they are the same. Holds a
 * megabyte of each.
 */
export async function firstDifference(
  one: string,
  other: string,
): Promise<{ readonly line: number; readonly byte: number } | undefined> {
  const files = [await open(one, 'r')];
  try {
    files.push(await open(other, 'r'));
    let line = 1;
    for (let byte = 0; ; byte += chunkBytes) {
      const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = await Promise.all(files.map((file) => chunkAt(file, byte)));
      const shorter = Math.min(a.length, b.length);
      let at = 0;
      if (!a.subarray(0, shorter).equals(b.subarray(0, shorter))) while (a[at] === b[at]) at++;
      else if (a.length !== b.length) at = shorter;
      else if (a.length === 0) return undefined;
      else at = a.length;
      line += newlinesIn(a.subarray(0, at));
      if (at < a.length || at < b.length) return { line, byte: byte + at };
    }
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

/** All of a chunk, except at the end of the file. */
async function chunkAt(file: FileHandle, position: number): Promise<Buffer> {
  const chunk = Buffer.alloc(chunkBytes);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, filled, chunkBytes - filled, position + filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === chunkBytes) return chunk.subarray(0, filled);
  }
}

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}
