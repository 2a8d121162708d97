import { once } from 'node:events';
import { parentPort, type Worker } from 'node:worker_threads';
import { itemReference, type ItemReference } from '../items/itemReference';
import type { ItemOrProblem } from '../items/parsedItem';
import type { LeanRows } from '../items/referItems';
import type { RawRecord } from '../records/rawRecord';
import type { ReadOptions } from '../readers/readOptions';
import { hasThreads, startThread, threadsBeside } from '../../workerScript';
import { FilesBeside, type FileState } from './filesBeside';
import { inOrder } from './inOrder';
import { leanRuns, smallRunFile, type SmallRunFile } from './leanRuns';
import { recordOfItem, RunRows } from './references';

/** Files of fewer bytes, and fewer items, are read before a thread has started. */
const worthThread = 256 << 20;
const worthItems = 200;

/** More threads wait for the disk. */
const mostThreads = 8;

/** What a run is made into is garbage while still young. */
const limits = { maxYoungGenerationSizeMb: 12 };

/** Files, and items, that each thread has before it, so that it never waits for the next. */
const filesAhead = 8;
const itemsAhead = 2;

type Request = { readonly lean: SmallRunFile } | { readonly whole: ItemReference };

/** What a thread answers, in the order in which it was asked. */
interface Answer {
  /** What `leanRuns` gives. */
  readonly found?: LeanRows | undefined;
  readonly beside?: readonly FileState[];
  /** The item that a reference names. */
  readonly item?: ItemOrProblem;
  /** It failed, so that it is done again where its error is heard. */
  readonly hasFailed?: true;
}

type Options = Pick<ReadOptions, 'signal' | 'onBeside'>;

/**
 * `leanRuns` of many files, in their order, on as many threads as there are processors, where the files are large
 * enough together; undefined for each that is read as a whole.
 */
export async function* leanRunsOf(
  files: readonly string[],
  bytes: number,
  options: Options = {},
): AsyncGenerator<LeanRows | undefined> {
  const hasWork = hasThreads(bytes, worthThread) && files.length >= filesAhead;
  const threads = hasWork ? startThreads() : [];
  const asked = async (path: string, at: number): Promise<LeanRows | undefined> => {
    const small = await smallRunFile(path);
    if (!small) return undefined;
    const { found, hasFailed, beside = [] } = (await threads[at % threads.length]?.ask({ lean: small })) ?? failed;
    if (hasFailed) return leanRuns(small, options);
    for (const [other, state] of beside) await options.onBeside?.(other, { state });
    return found;
  };
  try {
    yield* inOrder(files, Math.max(1, threads.length) * filesAhead, (path, at) => {
      options.signal?.throwIfAborted();
      return asked(path, at);
    });
  } finally {
    for (const thread of threads) thread.end();
  }
}

/** Reads items that are named by where their rows stand, in their order: many of them on threads. */
export class ReferencedItems {
  private readonly rows = new RunRows();
  private threads: readonly RunThread[] | undefined;

  /** The records of the cache with the items that they name, as if these had been written out. */
  async *wholes(raws: readonly RawRecord[]): AsyncGenerator<RawRecord> {
    if (!this.threads && (raws.length < worthItems || !hasThreads())) {
      yield* this.rows.wholes(raws);
      return;
    }
    const threads = (this.threads ??= startThreads());
    yield* inOrder(raws, threads.length * itemsAhead, (raw, at) => this.onThread(raw, threads[at % threads.length]));
  }

  end(): void {
    for (const thread of this.threads ?? []) thread.end();
  }

  private async onThread(raw: RawRecord, thread: RunThread | undefined): Promise<RawRecord> {
    const whole = itemReference(raw);
    if (!whole) return raw;
    const { item } = (await thread?.ask({ whole })) ?? failed;
    return item ? recordOfItem(raw, item) : this.rows.whole(raw);
  }
}

/** What could not be read by a thread that ended. */
const failed: Answer = { hasFailed: true };

const startThreads = (): readonly RunThread[] =>
  Array.from(
    { length: Math.min(mostThreads, threadsBeside() + 1) },
    () => new RunThread(startThread('runs', undefined, limits)),
  );

class RunThread {
  private readonly waiting: ((answer: Answer) => void)[] = [];
  private hasEnded = false;

  constructor(private readonly worker: Worker) {
    worker.on('message', (answer: Answer) => this.waiting.shift()?.(answer));
    // Whoever waits reads by itself.
    void once(worker, 'exit')
      .catch(() => undefined)
      .then(() => this.giveUp());
  }

  ask(request: Request): Promise<Answer> {
    if (this.hasEnded) return Promise.resolve(failed);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.worker.postMessage(request);
    });
  }

  end(): void {
    void this.worker.terminate();
  }

  private giveUp(): void {
    this.hasEnded = true;
    for (const answer of this.waiting.splice(0)) answer(failed);
  }
}

/** Answers `RunThread`s on a thread of its own, in the order in which it is asked; while a file is read, others are. */
export function serveRuns(): void {
  // The items of a file go to several threads.
  const rows = new RunRows(0);
  let before: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (request: Request) => {
    const answer = answerTo(request, rows).catch(() => failed);
    before = before.then(async () => parentPort?.postMessage(await answer));
  });
}

async function answerTo(request: Request, rows: RunRows): Promise<Answer> {
  if ('whole' in request) return { item: await rows.item(request.whole) };
  const beside = new FilesBeside();
  const found = await leanRuns(request.lean, { onBeside: (path, known) => beside.add(path, known) });
  return { found, beside: beside.all };
}
