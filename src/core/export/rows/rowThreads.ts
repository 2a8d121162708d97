import type { Worker } from 'node:worker_threads';
import { areText, type TextRecords, type UnparsedRecords } from '../../dataset/records/framing';
import type { LineRange } from '../../dataset/sources/lineRanges';
import type { RangeChunk, RecordChunk, Chunk } from '../../dataset/sources/scan';
import { FileJournal } from '../../journal/fileJournal';
import type { SharedAnnotations } from '../../journal/sharedAnnotationIndex';
import { UsageError, UserError } from '../../model/problems/problem';
import { hasThreads, startThread, threadsBeside } from '../../workerScript';
import type { FormatDeclaration, ReferencedStudy, ExportOptions } from '../format';
import { exportFormatNamed } from '../index';
import { DateColumns, type DateFindings } from './dateColumns';
import {
  RowBuilder,
  MemoryLimitExceeded,
  type RowBatchResult,
  type RowBatchInput,
  type RowBatchBuilder,
  type RowSetting,
} from './rowBuilder';
import { hasIndependentRows, type RowPlan } from './exportPlan';
import type { RowBatch } from './rowBatch';
import type { PlannedStudy } from './annotationSelection';
import type { OptionalColumn } from './optionalColumnScan';
import { newTally } from './tally';

/** Smaller datasets are done before threads have started. In bytes. */
const worthThreads = 16 << 20;
/** More than so many wait for whoever writes. */
const maxThreads = 4;
/** Stretches that a thread has at a time, so that it never waits for the next. */
const perThread = 5;
/** What a stretch is made into is garbage while still young, and little else is needed where no record is long. */
const limits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 64 };
/** What takes more than so many bytes at a time is made where there is more memory. */
const maxInThread = 4 << 20;

/** What a thread is started with. */
export interface ThreadTask {
  readonly study: ReferencedStudy & PlannedStudy;
  /** The folder of the journals. */
  readonly journals: string;
  /** Opens lines that were judged on sealed items. */
  readonly sealKey: string | undefined;
  readonly judged: SharedAnnotations;
  readonly options: Omit<ExportOptions, 'format'> & { readonly format: string };
  /** What a study declares of the format, where it is one of the study's own. */
  readonly declared: FormatDeclaration | undefined;
  readonly file: RowPlan['file'];
  /** Which columns items ask for that were seen. */
  readonly decided: readonly OptionalColumn[];
  /** Bytes that it may read at a time; what is longer it refuses. */
  readonly max: number;
}

/** A stretch as it is sent: its records, or where they stand. */
export interface ThreadChunk {
  readonly file: string;
  readonly layout: string;
  readonly mapping: Readonly<Record<string, string>>;
  readonly content: UnparsedRecords | LineRange;
}

/** What a thread is asked; it answers in turn. */
export type RowQuestion = ({ readonly make: ThreadChunk } & RowBatchInput) | 'dates' | 'close';

export type RowAnswer =
  | { readonly answer: RowBatchAnswer | DateFindings | undefined }
  | { readonly error: string; readonly kind: 'usage' | 'user' | 'too-much' | 'fault' };

/** Rows, and what they were made of given back. */
export interface RowBatchAnswer {
  readonly made: RowBatchResult;
  readonly content: ThreadChunk['content'];
}

export const isTextContent = (content: ThreadChunk['content']): content is TextRecords => 'bytes' in content;

/** What is given away with a stretch and its rows: whoever gets them has their memory. */
export const transferListOf = (content: ThreadChunk['content'], batch?: RowBatch): ArrayBuffer[] =>
  [...(isTextContent(content) ? [content.bytes] : []), ...(batch ? [batch.lines, batch.provenance] : [])].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );

/**
 * Threads that make the rows of an export; undefined where they are of no use, or cannot: rows that rest on others, a
 * journal that is no files.
 * @param areLines whether all records are lines, so that one that is too long for a thread can be made here
 */
export function rowThreads(setting: RowSetting, bytes: number, areLines: boolean): RowBatchBuilder | undefined {
  const { study, journal, judged, options, plan } = setting;
  if (
    !hasThreads(bytes, worthThreads) ||
    !hasIndependentRows(options) ||
    !(journal instanceof FileJournal) ||
    (!options.format.declared && exportFormatNamed(options.format.name) !== options.format)
  )
    return undefined;
  const { rubrics, rules, project, renamedItems } = study;
  const task: ThreadTask = {
    study: { rubrics, rules, project, renamedItems },
    journals: journal.folder,
    sealKey: journal.sealKey,
    judged: judged.shared,
    options: { ...options, format: options.format.name },
    declared: options.format.declared,
    file: plan.file,
    decided: [...plan.shape.decided],
    max: areLines ? maxInThread : Infinity,
  };
  const threads = Array.from({ length: Math.min(maxThreads, threadsBeside()) }, () => new RowThread(task));
  return new RowThreads(threads, () => new RowBuilder(setting, false));
}

class RowThreads implements RowBatchBuilder {
  readonly inOrder = false;
  readonly concurrency: number;
  private asked = 0;
  /** Makes what is too long for a thread. */
  private ownBuilder: RowBuilder | undefined;
  private madeHere: Promise<unknown> = Promise.resolve();
  /** What stretches were made of that were sent: it is no longer theirs. */
  private readonly givenBack = new WeakMap<Chunk | RangeChunk, ThreadChunk['content']>();

  constructor(
    private readonly threads: readonly RowThread[],
    private readonly makeBuilder: () => RowBuilder,
  ) {
    this.concurrency = threads.length * perThread;
  }

  async make(chunk: Chunk | RangeChunk, making: RowBatchInput): Promise<RowBatchResult> {
    if ('problems' in chunk) return problemsOnly(chunk.problems);
    try {
      return await this.madeOnThread(chunk, making);
    } catch (error) {
      if (!(error instanceof MemoryLimitExceeded)) throw error;
      // One at a time.
      const made = this.madeHere.then(() => (this.ownBuilder ??= this.makeBuilder()).make(chunk, making));
      this.madeHere = made.catch(() => undefined);
      return made;
    }
  }

  private async madeOnThread(
    chunk: RecordChunk | RangeChunk,
    { spare, repetitions }: RowBatchInput,
  ): Promise<RowBatchResult> {
    const thread = this.threads[this.asked++ % this.threads.length];
    if (!thread) throw new RangeError('there is no thread');
    const {
      file,
      reading: { layout, mapping },
    } = chunk;
    const content = this.givenBack.get(chunk) ?? ('range' in chunk ? chunk.range : owned(chunk.records));
    const { made, content: back } = (await thread.ask(
      { make: { file, layout: layout.name, mapping, content }, spare, repetitions },
      transferListOf(content, spare),
    )) as RowBatchAnswer;
    this.givenBack.set(chunk, back);
    return made;
  }

  async dates(): Promise<DateFindings> {
    const columns = new DateColumns();
    for (const thread of this.threads) columns.merge((await thread.ask('dates')) as DateFindings);
    if (this.ownBuilder) columns.merge(await this.ownBuilder.dates());
    return columns.findings;
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads, ...(this.ownBuilder ? [this.ownBuilder] : [])].map((each) => each.close()));
  }
}

/** A stretch that is nothing but what is wrong with a file. */
function problemsOnly(problems: RowBatchResult['problems']): RowBatchResult {
  const none = (): Uint8Array => new Uint8Array(0);
  const seen = { numbers: new Int32Array(0), contents: new Uint32Array(0), places: [], older: [] };
  return {
    batch: { splits: none(), lines: none(), provenance: none() },
    tally: newTally(),
    decided: [],
    problems,
    prompts: [],
    seen,
    lines: 0,
  };
}

/** Records whose bytes nobody else has, so that they can be given away. */
function owned(records: UnparsedRecords): UnparsedRecords {
  return areText(records) && records.bytes.byteLength < records.bytes.buffer.byteLength
    ? { ...records, bytes: Buffer.from(Uint8Array.from(records.bytes).buffer) }
    : records;
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

  constructor(task: ThreadTask) {
    const { maxYoungGenerationSizeMb } = limits;
    this.worker = startThread('rows', task, task.max < Infinity ? limits : { maxYoungGenerationSizeMb });
    this.worker.on('message', (message: RowAnswer) => {
      const asked = this.waiting.shift();
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject(errorOf(message));
    });
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a thread that makes rows ended before its task')));
  }

  ask(question: RowQuestion, given: readonly ArrayBuffer[] = []): Promise<unknown> {
    const { failure } = this;
    if (failure) return Promise.reject(failure);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(question, given);
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
  if (kind === 'too-much') return new MemoryLimitExceeded(error);
  return kind === 'usage' ? new UsageError(error) : kind === 'user' ? new UserError(error) : new Error(error);
}
