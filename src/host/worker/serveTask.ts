import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { IndexBatch } from '../../core/dataset/sources/offsetIndex';
import { messageOf, UserError, type Problem } from '../../core/model/problems/problem';

/** How far a worker is. */
export type WorkerProgress =
  { readonly batch: IndexBatch } | { readonly fraction: number } | { readonly found: unknown };

/** What a worker says: how far it is, and how it ended. */
export type WorkerMessage<R> =
  WorkerProgress | { readonly result: R } | { readonly error: string; readonly problem?: Problem };

const failed = (error: unknown): { readonly error: string; readonly problem?: Problem } => ({
  error: messageOf(error),
  ...(error instanceof UserError && error.problem && { problem: error.problem }),
});

/** Does a task, tells how far it is (memory in `transfer` is given away), and stops once the signal aborts. */
type Work<T, R> = (
  task: T,
  post: (progress: WorkerProgress, transfer?: ArrayBuffer[]) => void,
  signal: AbortSignal,
) => Promise<R>;

/** Does the task that a worker was started with: a thread gets it with its start, a process as its first message. */
export function serveTask<T, R>(work: Work<T, R>): void {
  if (parentPort) onThread(parentPort, work);
  else process.once('message', (task: T) => inProcess(task, work));
}

function onThread<T, R>(port: MessagePort, work: Work<T, R>): void {
  const abort = new AbortController();
  // The one message that comes is to stop; waiting for it keeps nobody alive.
  port.once('message', () => abort.abort());
  port.unref();
  const post = (message: WorkerMessage<R>, transfer?: ArrayBuffer[]): void => port.postMessage(message, transfer);
  work(workerData as T, post, abort.signal).then(
    (result) => post({ result }),
    (error: unknown) => post(failed(error)),
  );
}

/** It is ended from without, and ends itself where nobody is left to listen. */
function inProcess<T, R>(task: T, work: Work<T, R>): void {
  process.once('disconnect', () => process.exit());
  const end = (message: WorkerMessage<R>): boolean | undefined => process.send?.(message, () => process.disconnect());
  work(task, (progress) => process.send?.(progress), new AbortController().signal).then(
    (result) => end({ result }),
    (error: unknown) => end(failed(error)),
  );
}
