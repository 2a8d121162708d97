import { createHash } from 'node:crypto';
import { openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/** Hashes a file on a thread of its own, for `sha256Of`, and waits for the disk. */
export function serveHash(): void {
  const file = openSync(workerData as string, 'r');
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(1 << 18);
  for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
    hash.update(buffer.subarray(0, read));
  parentPort?.postMessage(hash.digest('hex'));
}
