import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { hasThreads, startThread } from '../../workerScript';

/** Smaller files are hashed before a thread has started. In bytes. */
const worthThread = 16 << 20;
/** Bytes that are hashed at a time, in memory that is used again. */
const concurrency = 1 << 18;

/** SHA-256 of a file, 64 hex digits. Throws the file system's error where it cannot be read. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const { size } = await stat(path);
  // Where a thread cannot, reading it here says why.
  return (hasThreads(size, worthThread) ? await hashedOnThread(path, signal) : undefined) ?? hashedHere(path, signal);
}

async function hashedHere(path: string, signal: AbortSignal | undefined): Promise<string> {
  const file = await open(path);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafeSlow(concurrency);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, concurrency);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Undefined where the thread could not. */
async function hashedOnThread(path: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const worker = startThread('hash', path);
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end, { once: true });
  const hash = await new Promise<string | undefined>((resolve) => {
    worker.on('message', resolve);
    worker.on('error', () => resolve(undefined));
    worker.on('exit', () => resolve(undefined));
  });
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  return hash;
}
