import { availableParallelism } from 'node:os';
import { Worker, type ResourceLimits } from 'node:worker_threads';

/** What is done on a thread of its own where a worker script is known. */
export type ThreadJob = 'hash' | 'labels' | 'rows' | 'runs' | 'table';

let script: string | undefined;
let least: number | undefined;
let cores = availableParallelism();

/**
 * From here on tables are decoded, rows made, runs read, files hashed and labels read on threads that run this script, built from
 * `src/worker.ts`; without one, on the thread that asks.
 * @param from bytes from which on a thread is started, in place of what each job says that it is worth
 * @param processors that this process may use; by default those that it has
 */
export function useWorkerScript(path: string | undefined, from?: number, processors = availableParallelism()): void {
  script = path;
  least = from;
  cores = processors;
}

/** Returns how many threads run beside the one that asks without waiting for a processor; one at least. */
export const threadsBeside = (): number => Math.max(1, cores - 1);

/** Whether work on so many bytes is done on a thread. @param worth less is done before a thread has started */
export function hasThreads(bytes = Infinity, worth = 0): boolean {
  return script !== undefined && bytes >= (least ?? worth);
}

/** Starts a thread that does a job. Throws where no worker script is known. */
export function startThread(job: ThreadJob, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker {
  if (script === undefined) throw new Error('there is no worker script');
  return new Worker(script, { argv: [job], workerData, resourceLimits });
}
