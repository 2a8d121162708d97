import zlib from 'node:zlib';
import { Decompress } from 'fzstd';

const { zstdDecompressSync } = zlib as {
  zstdDecompressSync?: (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array;
};
/** How much is unpacked at a time, so that what comes out at once stays small even where it packs well. */
const chunk = 1 << 16;

/**
 * Unpacks zstd frames, with Node's own reader where it has one (from 22.15 on). Throws `RangeError` where they hold
 * more than `most` bytes.
 */
export function unpackZstd(packed: Uint8Array, most: number): Uint8Array {
  if (zstdDecompressSync) return zstdDecompressSync(packed, { maxOutputLength: Math.max(1, most) });
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > most) throw new RangeError(`it unpacks to more than ${most} bytes`);
    // What it hands out it goes on writing to.
    parts.push(Buffer.from(part));
  });
  for (let at = 0; at < packed.length; at += chunk)
    stream.push(packed.subarray(at, at + chunk), at + chunk >= packed.length);
  return Buffer.concat(parts, length);
}
