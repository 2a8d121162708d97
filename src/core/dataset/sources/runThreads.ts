import { once } from 'node:events';
import { parentPort, type Worker } from 'node:worker_threads';
import type { LeanRows } from '../items/referItems';
import type { ReadOptions } from '../readers/readOptions';
import { hasThreads, startThread, threadsBeside } from '../../workerScript';
import { FilesBeside, type FileState } from './filesBeside';
import { leanRuns, smallRunFile, type SmallRunFile } from './leanRuns';

/** Fewer bytes are read before a thread has started. */
const worthThread = 256 << 20;

/** More threads wait for the disk. */
const mostThreads = 8;

/** Files that each thread has before it, so that it never waits for the next. */
const filesAhead = 8;

/** What a thread answers to a `SmallRunFile`. */
interface Answer {
  /** What `leanRuns` gives; absent where it failed, so that it is asked again where its error is heard. */
  readonly found?: LeanRows | undefined;
  readonly hasFailed: boolean;
  readonly beside: readonly FileState[];
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
  const threads = Array.from(
    { length: hasWork ? Math.min(mostThreads, threadsBeside() + 1) : 0 },
    () => new RunThread(startThread('runs', undefined)),
  );
  const asked = async (path: string, at: number): Promise<LeanRows | undefined> => {
    const small = await smallRunFile(path);
    if (!small) return undefined;
    const { found, hasFailed, beside } = (await threads[at % threads.length]?.read(small)) ?? failed;
    if (hasFailed) return leanRuns(small, options);
    for (const [other, state] of beside) await options.onBeside?.(other, { state });
    return found;
  };
  try {
    const ahead: Promise<LeanRows | undefined>[] = [];
    let next = 0;
    for (const _ of files) {
      options.signal?.throwIfAborted();
      for (; next < files.length && ahead.length < Math.max(1, threads.length * filesAhead); next++) {
        const answer = asked(files[next] ?? '', next);
        // Heard of when its turn comes.
        answer.catch(() => undefined);
        ahead.push(answer);
      }
      yield await ahead.shift();
    }
  } finally {
    for (const thread of threads) thread.end();
  }
}

/** What could not be read by a thread that ended. */
const failed: Answer = { hasFailed: true, beside: [] };

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

  read(file: SmallRunFile): Promise<Answer> {
    if (this.hasEnded) return Promise.resolve(failed);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.worker.postMessage(file);
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

/** Answers for `leanRunsOf` on a thread of its own, one file after the other. */
export function serveRuns(): void {
  let before: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (file: SmallRunFile) => {
    before = before.then(async () => parentPort?.postMessage(await answerOf(file)));
  });
}

async function answerOf(file: SmallRunFile): Promise<Answer> {
  const beside = new FilesBeside();
  try {
    const found = await leanRuns(file, { onBeside: (path, known) => beside.add(path, known) });
    return { found, hasFailed: false, beside: beside.all };
  } catch {
    return failed;
  }
}
