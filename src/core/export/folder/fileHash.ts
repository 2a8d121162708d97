import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes that are hashed at a time, in memory that is used again. */
const atOnce = 1 << 20;

/** SHA-256 of a file, 64 hex digits. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const file = await open(path);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafeSlow(atOnce);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, atOnce);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
