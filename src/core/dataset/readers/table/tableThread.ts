import type { ResourceLimits, Worker } from 'node:worker_threads';
import { problem, reworded, UserError, type Problem } from '../../../model/problems/problem';
import { startThread } from '../../../workerScript';
import type { JsonObject } from '../../fields/recordFields';
import type { TableKind } from '../fileKind';
import type { TableRows, Table } from './tableRows';

/**
 * Each open table is decoded on a thread of its own with a limit to its heap, in the host, its workers and the command
 * line alike; three that nobody asks stay. A large page holds nobody up, and a damaged file that makes its reader take
 * all memory ends that thread and no more.
 */

/**
 * What is decoded at a time is bounded and takes a fraction of this; what needs more is damaged, or no file of records.
 */
const limits: ResourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };

/** What a table's thread is started with. */
export interface TableTask {
  readonly path: string;
  readonly kind: TableKind;
  /** The sheet of a workbook, where a person names one. */
  readonly sheet?: string;
}

/**
 * What it is asked: rows [start, end), or the next stretch of its one scan. It answers in turn; its first answer is the
 * opened table.
 */
export type TableQuestion = { readonly start: number; readonly end: number } | 'next';

export type TableAnswer =
  | { readonly answer: OpenedTable | readonly JsonObject[] | TableRows | undefined }
  /** `problem`: what a person can act on, worded by who asked. */
  | { readonly error: string; readonly problem: Problem | undefined };

export type OpenedTable = Pick<Table, 'count' | 'numbers' | 'problem'>;

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/**
 * So many tables keep their threads while nobody asks: a dataset may have hundreds of files, and people look at one or
 * two.
 */
const maxIdle = 3;
/** Tables with a thread that nobody waits for, the longest idle first. */
const idle = new Set<TableThread>();

/**
 * A table that is decoded on a thread of its own: a large page holds nobody up, and a damaged file that makes its
 * reader take all memory ends that thread and no more. One that nobody has asked for a while lets its thread go, and
 * starts another when it is asked.
 */
export class TableThread implements Table {
  /** Those who asked, in the order in which they are answered. */
  private readonly waiting: Waiting[] = [];
  private worker: Worker | undefined;
  private failure: Error | undefined;
  private opened: OpenedTable = { count: 0, problem: undefined };

  private constructor(private readonly task: TableTask) {}

  /** Opens a table on a thread. Throws `UserError` where the file is damaged, or takes more memory than any should. */
  static async open(task: TableTask): Promise<TableThread> {
    const table = new TableThread(task);
    try {
      table.start();
      const { problem: found, ...opened } = await table.answer<OpenedTable>();
      table.opened = { ...opened, problem: found && reworded(found) };
      table.idles();
      return table;
    } catch (error) {
      await table.close();
      throw error;
    }
  }

  get count(): number {
    return this.opened.count;
  }

  get numbers(): Table['numbers'] {
    return this.opened.numbers;
  }

  get problem(): Table['problem'] {
    return this.opened.problem;
  }

  async rows(start: number, end: number): Promise<readonly JsonObject[]> {
    const rows = await this.ask<readonly JsonObject[]>({ start, end });
    if (this.waiting.length === 0) this.idles();
    return rows;
  }

  async *scan(signal?: AbortSignal): AsyncGenerator<TableRows> {
    // Whatever the thread is at, it ends at once.
    const stop = (): void => this.fail(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for (let next = this.ask<TableRows | undefined>('next'); ;) {
        const rows = await next;
        if (!rows) return;
        // Decoded while these are looked at.
        next = this.ask('next');
        next.catch(() => undefined);
        yield rows;
        signal?.throwIfAborted();
      }
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.fail(new UserError(problem('dataset.closed', {}, this.task.path)));
    await worker?.terminate();
  }

  private async ask<T>(question: TableQuestion): Promise<T> {
    if (this.failure) throw this.failure;
    idle.delete(this);
    if (!this.worker) {
      this.start();
      // Where it cannot be opened again, whoever asks hears of it too.
      this.answer().catch(() => undefined);
    }
    this.worker?.postMessage(question);
    return this.answer();
  }

  private answer<T>(): Promise<T> {
    return new Promise<T>((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private start(): void {
    const worker = startThread('table', this.task, limits);
    this.worker = worker;
    worker.on('message', (message: TableAnswer) => {
      const next = this.waiting.shift();
      if ('answer' in message) next?.resolve(message.answer as never);
      else next?.reject(message.problem ? new UserError(message.problem) : new Error(message.error));
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.tooLarge(error) : error),
    );
    worker.on('exit', () => {
      if (this.worker === worker) this.fail(new Error(`${this.task.path}: the thread that reads it ended`));
    });
  }

  /** Nobody asks at the moment. */
  private idles(): void {
    idle.add(this);
    const [longest] = idle;
    if (idle.size > maxIdle) longest?.rest();
  }

  private rest(): void {
    idle.delete(this);
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const each of this.waiting.splice(0)) each.reject(this.failure);
    this.rest();
  }

  private tooLarge(cause: Error): UserError {
    return new UserError(
      problem(
        'dataset.tableTooLarge',
        { megabytes: limits.maxOldGenerationSizeMb ?? 0, isWorkbook: this.task.kind === 'workbook' },
        this.task.path,
      ),
      { cause },
    );
  }
}
