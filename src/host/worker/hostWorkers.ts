import { spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { IndexBatch, IndexEnd } from '../../core/dataset/sources/offsetIndex';
import type { Indexer } from '../../core/dataset/records/recordFile';
import type { SearchBatch } from '../../core/dataset/search/search';
import { UserError } from '../../core/model/problems/problem';
import { wordingForProcess } from '../../core/workerWording';
import type { ImportProgress, ImportResult } from '../../core/import/importResult';
import type { CellItem } from '../../core/quality/coverage/items/cellItems';
import type { StudyScan } from '../../core/study/scanStudy';
import type { CheckTask } from './checkWorker';
import type { CoverageTaskResult, CoverageTask } from './coverageWorker';
import type { ExportTaskResult, ExportTask } from './exportWorker';
import type { ImportTask } from './importWorker';
import type { PrepareTask } from './datasetWorker';
import type { IndexTask } from './indexWorker';
import type { ItemScan, ItemScanResult, ItemScanTask } from './itemScanTask';
import type { InformativeItems } from '../../core/model/desk/informativeItems';
import type { QualityReport } from '../../core/model/report/quality';
import type { QualityTask } from './qualityWorker';
import type { FindTask, SearchTask } from './searchTask';
import type { WorkerMessage } from './serveTask';

/** What a worker is told to do: which of the tasks it takes. */
export type HostJob = 'check' | 'coverage' | 'dataset' | 'export' | 'import' | 'index' | 'quality';

type Task =
  | IndexTask
  | CheckTask
  | CoverageTask
  | PrepareTask
  | SearchTask
  | FindTask
  | ItemScanTask
  | ExportTask
  | ImportTask
  | QualityTask;

interface Options {
  readonly signal: AbortSignal;
  /** What the heap may hold; an index is small, an export holds what every journal says. */
  readonly limits?: ResourceLimits;
  readonly onBatch?: (batch: IndexBatch) => void;
  readonly onFraction?: (fraction: number) => void;
  readonly onFound?: (found: unknown) => void;
}

const small: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };
/** Coverage keeps columns of numbers for every verdict on what several judged. */
const large: ResourceLimits = { maxOldGenerationSizeMb: 4096, maxYoungGenerationSizeMb: 16 };
/** Tasks that read all there is run in processes of their own. */
const inProcesses: ReadonlySet<Task['kind']> = new Set([
  'check',
  'coverage',
  'cell',
  'spans',
  'rule',
  'preview',
  'quality',
  'qualityItems',
] as const);
/** Those that write files clear up before they end. */
const endThemselves: ReadonlySet<Task['kind']> = new Set(['export', 'import'] as const);

/**
 * Runs a task on a thread or in a process of its own, so that a dataset of any size never holds up the extension host.
 */
function runTask<R>(
  job: HostJob,
  task: Task,
  { signal, limits = {}, onBatch, onFraction, onFound }: Options,
): Promise<R> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { events, ended, stop } = start(job, task, limits);
    const reason = (): Error => (signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    const abort = (): void => {
      if (stop()) reject(reason());
    };
    signal.addEventListener('abort', abort, { once: true });
    events.on('message', (message: WorkerMessage<R>) => {
      if ('batch' in message) onBatch?.(message.batch);
      else if ('fraction' in message) onFraction?.(message.fraction);
      else if ('found' in message) onFound?.(message.found);
      else if ('result' in message) resolve(message.result);
      else reject(signal.aborted ? reason() : new UserError(message.problem ?? message.error));
    });
    events.on('error', reject);
    events.on(ended, () => {
      signal.removeEventListener('abort', abort);
      reject(new Error('the worker ended before its task'));
    });
  });
}

/** A thread or a process at work. */
interface Started {
  readonly events: EventEmitter;
  /** The event behind its last message. */
  readonly ended: 'exit' | 'disconnect';
  /** Tells whether that is the end of it: what writes files clears up first. */
  readonly stop: () => boolean;
}

/** Built beside whatever starts it. */
const script = join(__dirname, 'worker.js');

function start(job: HostJob, task: Task, limits: ResourceLimits): Started {
  if (inProcesses.has(task.kind)) return startProcess(job, task, limits);
  const thread = new Worker(script, { argv: [job], workerData: task, resourceLimits: limits });
  const stop = (): boolean => {
    const endsItself = endThemselves.has(task.kind);
    if (endsItself) thread.postMessage('stop');
    else void thread.terminate();
    return !endsItself;
  };
  return { events: thread, ended: 'exit', stop };
}

/**
 * A process for a task that takes as long as the dataset is large. What it takes goes back to the system with it; of
 * what a thread takes, tens of megabytes stay with the extension host, which every extension shares and which runs all
 * day.
 */
function startProcess(
  job: HostJob,
  task: Task,
  { maxOldGenerationSizeMb, maxYoungGenerationSizeMb }: ResourceLimits,
): Started {
  const limits = [
    `--max-old-space-size=${maxOldGenerationSizeMb}`,
    `--max-semi-space-size=${maxYoungGenerationSizeMb}`,
  ];
  // What runs an extension host can be Electron, which is Node where it is told to.
  const child = spawn(process.execPath, [...limits, script, job], {
    env: { ...process.env, ...wordingForProcess(), ELECTRON_RUN_AS_NODE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Windows shows an empty console window else.
    windowsHide: true,
  });
  child.send(task);
  return { events: child, ended: 'disconnect', stop: () => child.kill() };
}

/** Indexes on a worker, with what is known from an earlier time in `cacheFolder`. */
export function indexInWorker(cacheFolder: string): Indexer {
  return (path, framing, onBatch, signal) =>
    runTask<IndexEnd>('index', { kind: 'index', path, framing, cacheFolder }, { signal, limits: small, onBatch });
}

/** Looks at every record of a study's dataset, and at every annotation; see `scanStudy`. */
export function checkInWorker(
  task: Omit<CheckTask, 'kind'>,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<StudyScan> {
  return runTask<StudyScan>('check', { kind: 'check', ...task }, { signal, limits: small, onFraction });
}

/** Counts what a study's rubrics cover; see `coverageOf`. Aborting ends the process. */
export function coverageInWorker(
  task: Extract<CoverageTask, { readonly kind: 'coverage' }>,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<CoverageTaskResult> {
  return runTask<CoverageTaskResult>('coverage', task, { signal, limits: large, onFraction });
}

/** Looks for the items behind a count of coverage; see `itemsOfCell` and `itemsOfSpans`. */
export function figureItemsInWorker(
  task: Exclude<CoverageTask, { readonly kind: 'coverage' }>,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<readonly CellItem[]> {
  return runTask<CellItem[]>('coverage', task, { signal, limits: large, onFraction });
}

/** Computes a study's quality report; see `qualityOf`. Aborting ends the process. */
export function qualityInWorker(
  task: Extract<QualityTask, { readonly kind: 'quality' }>,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<QualityReport> {
  return runTask<QualityReport>('quality', task, { signal, limits: large, onFraction });
}

/** Looks for the items behind a figure of the quality report; see `itemsBehind`. */
export function qualityItemsInWorker(
  task: Extract<QualityTask, { readonly kind: 'qualityItems' }>,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<readonly number[]> {
  return runTask<number[]>('quality', task, { signal, limits: large, onFraction });
}

/** Puts all items in the order in which one more judgement teaches most; see `informativeItems`. */
export function informativeInWorker(
  task: Extract<QualityTask, { readonly kind: 'informative' }>,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<InformativeItems> {
  return runTask<InformativeItems>('quality', task, { signal, limits: large, onFraction });
}

/**
 * Writes the items of a dataset out into the cache; resolves to the copy's path. Aborting ends the thread; what it left
 * is cleared away later.
 */
export function prepareInWorker(
  task: Omit<PrepareTask, 'kind'>,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<string> {
  return runTask<string>('dataset', { kind: 'prepare', ...task }, { signal, onFraction });
}

/** Searches a dataset, or looks for an id in it. Aborting ends the thread, whatever an expression keeps it at. */
export function searchInWorker(
  task: SearchTask,
  signal: AbortSignal,
  onBatch: (batch: SearchBatch) => void,
): Promise<void> {
  return runTask<undefined>('dataset', task, {
    signal,
    limits: small,
    onFound: (found) => onBatch(found as SearchBatch),
  });
}

/** The 0-based place of the first item with an id; hears of the bytes read. */
export function findInWorker(
  task: FindTask,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<number | undefined> {
  return runTask<number | undefined>('dataset', task, {
    signal,
    limits: small,
    onFound: (found) => onBytes(found as number),
  });
}

/** Looks at every item once, for an order or for what the plan lets through; hears of the bytes read. */
export function scanItemsInWorker(
  task: ItemScanTask,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<ItemScanResult<ItemScan['for']>> {
  return runTask<ItemScanResult<ItemScan['for']>>('dataset', task, {
    signal,
    onFound: (found) => onBytes(found as number),
  });
}

/**
 * Looks what an export would write, or writes it. Aborting ends the look at once, and leaves in the folder what was
 * there.
 */
export function exportInWorker(
  task: ExportTask,
  signal: AbortSignal,
  onFraction: (fraction: number) => void = () => undefined,
): Promise<ExportTaskResult> {
  return runTask<ExportTaskResult>('export', task, {
    signal,
    onFraction,
    ...(task.kind === 'preview' && { limits: large }),
  });
}

/**
 * Takes over the labels of a study's dataset; see `importLabels`. Aborting ends it once what was made of some is
 * written, of which `onProgress` hears.
 */
export function importInWorker(
  task: Omit<ImportTask, 'kind'>,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  return runTask<ImportResult>(
    'import',
    { kind: 'import', ...task },
    { signal, limits: large, onFound: (found) => onProgress(found as ImportProgress) },
  );
}
