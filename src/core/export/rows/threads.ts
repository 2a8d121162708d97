import { availableParallelism } from 'node:os';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { areText, type TextRecords, type UnreadRecords } from '../../dataset/framing';
import type { LineRange } from '../../dataset/lineRanges';
import type { RangeStretch, Stretch } from '../../dataset/scan';
import { FileJournal } from '../../journal/fileJournal';
import type { SharedJudged } from '../../journal/judgedTable';
import { UsageError, UserError } from '../../model/problem';
import type { JudgedBy } from '../format';
import { exportFormatNamed } from '../index';
import type { ExportOptions } from '../options';
import { DateColumns, type DateFindings } from './dateColumns';
import type { Making, MadeRows, RowMaking, RowSetting } from './maker';
import { standsAlone, type RowPlan } from './plan';
import type { PlannedStudy } from './selection';
import { newTally } from './tally';

/** Smaller datasets are done before threads have started. In bytes. */
const worthThreads = 16 << 20;
/** More than so many wait for whoever writes. */
const mostThreads = 4;
/** Stretches that a thread has at a time, so that it never waits for the next. */
const perThread = 2;
/** What a stretch is made into is garbage while still young. */
const limits: ResourceLimits = { maxYoungGenerationSizeMb: 48 };

let script: string | undefined;
let least = worthThreads;

/** From here on rows of datasets of so many bytes are made on threads that run this script, built from `rowThread.ts`; without one, on the thread that asks. */
export function makeRowsWith(worker: string | undefined, from = worthThreads): void {
  script = worker;
  least = from;
}

/** What a thread is started with. */
export interface ThreadTask {
  readonly study: JudgedBy & PlannedStudy;
  /** The folder of the journals. */
  readonly journals: string;
  readonly judged: SharedJudged;
  readonly options: Omit<ExportOptions, 'format'> & { readonly format: string };
  readonly file: RowPlan['file'];
  readonly isDecided: boolean;
}

/** A stretch as it is sent: its records, or where they stand. */
export interface SentStretch {
  readonly file: string;
  readonly layout: string;
  readonly mapping: Readonly<Record<string, string>>;
  readonly content: UnreadRecords | LineRange;
}

/** What a thread is asked; it answers in turn. */
export type RowQuestion = ({ readonly make: SentStretch } & Making) | 'dates' | 'close';

export type RowAnswer = { readonly answer: MadeAnswer | DateFindings | undefined } | { readonly error: string; readonly kind: 'usage' | 'user' | 'fault' };

/** Rows, and what they were made of given back. */
export interface MadeAnswer {
  readonly made: MadeRows;
  readonly content: SentStretch['content'];
}

export const isText = (content: SentStretch['content']): content is TextRecords => 'bytes' in content;

/** Threads that make the rows of an export; undefined where they are of no use, or cannot: rows that rest on others, a journal that is no files. */
export function rowThreads({ study, journal, judged, options, plan }: RowSetting, bytes: number): RowMaking | undefined {
  if (script === undefined || bytes < least || !standsAlone(options) || !(journal instanceof FileJournal) || exportFormatNamed(options.format.name) !== options.format) return undefined;
  const { rubrics, rules, project } = study;
  const task: ThreadTask = { study: { rubrics, rules, project }, journals: journal.folder, judged: judged.shared, options: { ...options, format: options.format.name }, file: plan.file, isDecided: plan.shape.isDecided };
  return new RowThreads(script, task, Math.max(1, Math.min(mostThreads, availableParallelism())));
}

class RowThreads implements RowMaking {
  readonly inOrder = false;
  readonly atOnce: number;
  private readonly threads: readonly RowThread[];
  private asked = 0;
  /** What stretches were made of that were sent: it is no longer theirs. */
  private readonly givenBack = new WeakMap<Stretch | RangeStretch, SentStretch['content']>();

  constructor(path: string, task: ThreadTask, count: number) {
    this.threads = Array.from({ length: count }, () => new RowThread(path, task));
    this.atOnce = count * perThread;
  }

  async make(stretch: Stretch | RangeStretch, { spare, repetitions }: Making): Promise<MadeRows> {
    if ('problems' in stretch) return problemsOnly(stretch.problems);
    const thread = this.threads[this.asked++ % this.threads.length];
    if (!thread) throw new RangeError('there is no thread');
    const { file, reading: { layout, mapping } } = stretch;
    const content = this.givenBack.get(stretch) ?? ('range' in stretch ? stretch.range : owned(stretch.records));
    const given = isText(content) ? [content.bytes] : [];
    const { made, content: back } = (await thread.ask({ make: { file, layout: layout.name, mapping, content }, spare, repetitions }, given)) as MadeAnswer;
    this.givenBack.set(stretch, back);
    return made;
  }

  async dates(): Promise<DateFindings> {
    const columns = new DateColumns();
    for (const thread of this.threads) columns.merge((await thread.ask('dates')) as DateFindings);
    return columns.findings;
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}

/** A stretch that is nothing but what is wrong with a file. */
function problemsOnly(problems: MadeRows['problems']): MadeRows {
  const none = (): Uint8Array => new Uint8Array(0);
  const seen = { numbers: new Int32Array(0), contents: new Uint32Array(0), places: [], older: [] };
  return { batch: { splits: none(), lines: none(), provenance: none() }, tally: newTally(), isDecided: false, problems, prompts: [], seen, lines: 0 };
}

/** Records whose bytes nobody else has, so that they can be given away. */
function owned(records: UnreadRecords): UnreadRecords {
  return areText(records) && records.bytes.byteLength < records.bytes.buffer.byteLength ? { ...records, bytes: Buffer.from(Uint8Array.from(records.bytes).buffer) } : records;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** One thread, and who waits for its answers, in their order. */
class RowThread {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];
  private failure: Error | undefined;

  constructor(path: string, task: ThreadTask) {
    this.worker = new Worker(path, { workerData: task, resourceLimits: limits });
    this.worker.on('message', (message: RowAnswer) => {
      const asked = this.waiting.shift();
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject(errorOf(message));
    });
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a thread that makes rows ended before its task')));
  }

  ask(question: RowQuestion, given: readonly Uint8Array[] = []): Promise<unknown> {
    const { failure } = this;
    if (failure) return Promise.reject(failure);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(question, given.map(({ buffer }) => buffer as ArrayBuffer));
    });
  }

  async close(): Promise<void> {
    // Files that it holds open are closed first.
    await this.ask('close').catch(() => undefined);
    this.failure ??= new Error('the thread was ended');
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const asked of this.waiting.splice(0)) asked.reject(this.failure);
  }
}

function errorOf({ error, kind }: Extract<RowAnswer, { readonly error: unknown }>): Error {
  return kind === 'usage' ? new UsageError(error) : kind === 'user' ? new UserError(error) : new Error(error);
}
