import { join } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { IndexBatch, IndexEnd } from '../core/dataset/offsetIndex';
import type { Indexer } from '../core/dataset/recordFile';
import type { SearchBatch } from '../core/dataset/search';
import { UserError } from '../core/model/problem';
import type { Examination } from '../core/study/examine';
import type { CheckTask } from './checkWorker';
import type { Exported, ExportTask } from './exportWorker';
import type { IndexTask, PrepareTask } from './indexWorker';
import type { Pass, PassResult, PassTask } from './passTask';
import type { FindTask, SearchTask } from './searchTask';
import type { WorkerMessage } from './workerThread';

interface Options {
  readonly signal: AbortSignal;
  /** What the heap may hold; an index is small, an export holds what every journal says. */
  readonly limits?: ResourceLimits;
  readonly onBatch?: (batch: IndexBatch) => void;
  readonly onFraction?: (fraction: number) => void;
  readonly onFound?: (found: unknown) => void;
}

const small: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };

/** Runs a task on a thread of its own, so that a dataset of any size never holds up the extension host. */
function runTask<R>(script: 'indexWorker' | 'checkWorker' | 'exportWorker', task: IndexTask | CheckTask | PrepareTask | SearchTask | FindTask | PassTask | ExportTask, { signal, limits = {}, onBatch, onFraction, onFound }: Options): Promise<R> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(join(__dirname, `${script}.js`), { workerData: task, resourceLimits: limits });
    const reason = (): Error => (signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    const stop = (): void => {
      // What writes files is asked to stop, and clears up before it does.
      if (task.kind === 'export') {
        worker.postMessage('stop');
        return;
      }
      reject(reason());
      void worker.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: WorkerMessage<R>) => {
      if ('batch' in message) onBatch?.(message.batch);
      else if ('fraction' in message) onFraction?.(message.fraction);
      else if ('found' in message) onFound?.(message.found);
      else if ('result' in message) resolve(message.result);
      else reject(signal.aborted ? reason() : new UserError(message.error));
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('the worker ended before its task'));
    });
  });
}

/** Indexes on a worker, with what is known from an earlier time in `cacheFolder`. */
export function indexInWorker(cacheFolder: string): Indexer {
  return (path, framing, onBatch, signal) => runTask<IndexEnd>('indexWorker', { kind: 'index', path, framing, cacheFolder }, { signal, limits: small, onBatch });
}

/** Looks at every record of a study's dataset, and at every annotation; see `examine`. */
export function checkInWorker(task: Omit<CheckTask, 'kind'>, signal: AbortSignal, onFraction: (fraction: number) => void): Promise<Examination> {
  return runTask<Examination>('checkWorker', { kind: 'check', ...task }, { signal, limits: small, onFraction });
}

/** Writes the items of a dataset out into the cache; resolves to the copy's path. Aborting ends the thread; what it left is cleared away later. */
export function prepareInWorker(task: Omit<PrepareTask, 'kind'>, signal: AbortSignal, onFraction: (fraction: number) => void): Promise<string> {
  return runTask<string>('indexWorker', { kind: 'prepare', ...task }, { signal, onFraction });
}

/** Searches a dataset, or looks for an id in it. Aborting ends the thread, whatever an expression keeps it at. */
export function searchInWorker(task: SearchTask, signal: AbortSignal, onBatch: (batch: SearchBatch) => void): Promise<void> {
  return runTask<undefined>('indexWorker', task, { signal, limits: small, onFound: (found) => onBatch(found as SearchBatch) });
}

/** The 0-based place of the first item with an id; hears of the bytes read. */
export function findInWorker(task: FindTask, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<number | undefined> {
  return runTask<number | undefined>('indexWorker', task, { signal, limits: small, onFound: (found) => onBytes(found as number) });
}

/** Looks at every item once, for an order or for what the plan lets through; hears of the bytes read. */
export function passInWorker(task: PassTask, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<PassResult<Pass['for']>> {
  return runTask<PassResult<Pass['for']>>('indexWorker', task, { signal, onFound: (found) => onBytes(found as number) });
}

/** Looks what an export would write, or writes it. Aborting leaves in the folder what was there. */
export function exportInWorker(task: ExportTask, signal: AbortSignal, onFraction: (fraction: number) => void = () => undefined): Promise<Exported> {
  return runTask<Exported>('exportWorker', task, { signal, onFraction });
}
