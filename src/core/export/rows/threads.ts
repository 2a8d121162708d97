import { availableParallelism } from 'node:os';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { rawOf, type Framing, type UnreadText } from '../../dataset/framing';
import type { RawRecord } from '../../dataset/rawRecord';
import type { Stretch } from '../../dataset/scan';
import { FileJournal } from '../../journal/fileJournal';
import { UsageError, UserError } from '../../model/problem';
import type { JudgedBy } from '../format';
import { exportFormatNamed } from '../index';
import type { ExportOptions } from '../options';
import { DateColumns, type DateFindings } from './dateColumns';
import type { Found } from './found';
import type { MadeRows, OpenStretch, RowMaking, RowSetting } from './maker';
import { standsAlone, type RowPlan } from './plan';
import type { RowBatch } from './rowBatch';
import type { PlannedStudy } from './selection';
import { sentStandings, type SentStandings } from './sentStandings';
import { newTally } from './tally';

/** Smaller datasets are done before threads have started. In bytes. */
const worthThreads = 16 << 20;
/** More than so many wait for whoever looks up what was judged, and writes. */
const mostThreads = 4;
/** Stretches that a thread has at a time: while one is looked up, the next is read. */
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
  readonly options: Omit<ExportOptions, 'format'> & { readonly format: string };
  readonly file: RowPlan['file'];
  readonly isDecided: boolean;
}

/** A stretch as it is sent: records of text as the bytes of all of them. */
export type SentStretch = { readonly file: string; readonly layout: string; readonly mapping: Readonly<Record<string, string>> } & (
  | { readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly lines: Uint32Array; readonly framing: Framing }
  | { readonly records: readonly RawRecord[] }
);

/** What a thread is asked; it answers in turn. Stretches are numbered. */
export type RowQuestion = { readonly open: number; readonly stretch: SentStretch } | { readonly rows: number; readonly judged: SentStandings; readonly spare: RowBatch | undefined } | 'dates' | 'close';

export type RowAnswer = { readonly answer: Found | MadeRows | DateFindings | undefined } | { readonly error: string; readonly kind: 'usage' | 'user' | 'fault' };

/** Threads that make the rows of an export; undefined where they are of no use, or cannot: rows that rest on others, a journal that is no files. */
export function rowThreads({ study, journal, options, plan }: RowSetting, bytes: number): RowMaking | undefined {
  if (script === undefined || bytes < least || !standsAlone(options) || !(journal instanceof FileJournal) || exportFormatNamed(options.format.name) !== options.format) return undefined;
  const { rubrics, rules, project } = study;
  const task: ThreadTask = { study: { rubrics, rules, project }, journals: journal.folder, options: { ...options, format: options.format.name }, file: plan.file, isDecided: plan.shape.isDecided };
  return new RowThreads(script, task, Math.max(1, Math.min(mostThreads, availableParallelism())));
}

class RowThreads implements RowMaking {
  readonly atOnce: number;
  private readonly threads: readonly RowThread[];
  private opened = 0;

  constructor(path: string, task: ThreadTask, count: number) {
    this.threads = Array.from({ length: count }, () => new RowThread(path, task));
    this.atOnce = count * perThread;
  }

  async open(stretch: Stretch): Promise<OpenStretch> {
    if ('problems' in stretch) return problemsOnly(stretch.problems);
    const number = this.opened++;
    const thread = this.threads[number % this.threads.length];
    if (!thread) throw new RangeError('there is no thread');
    const sent = packed(stretch);
    const found = (await thread.ask({ open: number, stretch: sent }, 'bytes' in sent ? [sent.bytes, sent.ends, sent.lines] : [])) as Found;
    return { found, rows: async (judged, spare) => (await thread.ask({ rows: number, judged: sentStandings(judged, found), spare }, spare ? [spare.splits, spare.lines, spare.provenance] : [])) as MadeRows };
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
function problemsOnly(problems: MadeRows['problems']): OpenStretch {
  const none = (): Uint8Array => new Uint8Array(0);
  return { found: { ids: [], hashes: [], places: [] }, rows: () => Promise.resolve({ batch: { splits: none(), lines: none(), provenance: none() }, tally: newTally(), isDecided: false, problems, prompts: [] }) };
}

function packed({ file, reading: { layout, mapping }, records }: Exclude<Stretch, { readonly problems: unknown }>): SentStretch {
  const texts = records.filter((record): record is UnreadText => 'bytes' in record);
  const [first] = texts;
  if (!first || texts.length < records.length) return { file, layout: layout.name, mapping, records: records.map(rawOf) };
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, record) => sum + record.bytes.length, 0));
  const ends = new Uint32Array(texts.length);
  let at = 0;
  for (const [i, record] of texts.entries()) {
    bytes.set(record.bytes, at);
    ends[i] = at += record.bytes.length;
  }
  return { file, layout: layout.name, mapping, bytes, ends, lines: Uint32Array.from(texts, ({ line }) => line), framing: first.framing };
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

  ask(question: RowQuestion, given: readonly (Uint8Array | Uint32Array)[] = []): Promise<unknown> {
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
