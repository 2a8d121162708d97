import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { decodeTablesWith } from '../core/dataset/formats/table';
import type { IndexBatch } from '../core/dataset/offsetIndex';
import { messageOf } from '../core/model/problem';

/** How far a worker is. */
export type WorkerProgress = { readonly batch: IndexBatch } | { readonly fraction: number } | { readonly found: unknown };

/** What a worker says: how far it is, and how it ended. */
export type WorkerMessage<R> = WorkerProgress | { readonly result: R } | { readonly error: string };

/** Does, on a worker's thread, the task that it was started with (its `workerData`). */
export function serve<R>(run: (post: (progress: WorkerProgress, transfer?: ArrayBuffer[]) => void, signal: AbortSignal) => Promise<R>): void {
  const port = parentPort;
  if (!port) return;
  decodeTablesWith(join(__dirname, 'tableWorker.js'));
  const abort = new AbortController();
  // The one message that comes is to stop; waiting for it keeps nobody alive.
  port.once('message', () => abort.abort());
  port.unref();
  const post = (message: WorkerMessage<R>, transfer?: ArrayBuffer[]): void => port.postMessage(message, transfer);
  run(post, abort.signal).then(
    (result) => post({ result }),
    (error: unknown) => post({ error: messageOf(error) }),
  );
}
