import { open, type FileHandle } from 'node:fs/promises';
import { problem, UserError } from '../../model/problems/problem';
import { kindOfFile } from '../readers/fileKind';
import { assertVersion, DatasetChanged, versionOf } from '../sources/fileVersion';
import { rawRecord, type Framing, type SerialFraming } from './framing';
import { isWholeFileFraming, type WholeFileFraming } from '../readers/wholeFileFraming';
import type { Mapping } from '../fields/fieldMapping';
import { indexRecords, OffsetIndex, type IndexBatch, type IndexEnd } from '../sources/offsetIndex';
import type { RawRecord } from './rawRecord';
import { maxRecordBytes, readHead, tooLong } from './recordStream';

/** Builds an index somewhere (another thread, or here); the same contract as `indexRecords`. */
export type Indexer = (
  path: string,
  framing: SerialFraming,
  onBatch: (batch: IndexBatch) => void,
  signal: AbortSignal,
) => Promise<IndexEnd>;

export interface RecordFileOptions {
  readonly indexer?: Indexer;
  /**
   * Whether the file is a copy in a cache, which nobody writes to: what was opened is read on, whatever other windows
   * do at its path. Whether what it was made of changes is for others to follow.
   */
  readonly isCopy?: boolean;
  /** Where the layout's fields stand; `records` names the array of a JSON object that holds the records. */
  readonly mapping?: Mapping;
  /**
   * Gives a plain copy of a packed file (gzip, zstd, UTF-16), of one whose records lie all over it with one a line;
   * called once, in the background.
   */
  readonly unpack: (path: string, signal: AbortSignal, whole?: WholeFileFraming) => Promise<string>;
  /** Told whenever more records are known. */
  readonly onProgress?: () => void;
  /** Told when a read finds that a file is not the one any more that was opened. */
  readonly onChanged?: (path?: string) => void;
}

/** Random access to the records of one text file. The first ones can be read at once; the rest as the index grows. */
export class RecordFile {
  private readonly index = new OffsetIndex();
  private readonly abort = new AbortController();
  private waiting: (() => void)[] = [];
  private handle: FileHandle | undefined;
  private end: IndexEnd | undefined;
  private failure: Error | undefined;

  private constructor(
    readonly path: string,
    readonly framing: Framing,
    readonly head: readonly RawRecord[],
    /** Of the file itself, also where a plain copy of it is read. */
    private readonly version: string | undefined,
    private readonly options: RecordFileOptions,
  ) {}

  /** Reads the first records and starts indexing the rest. Throws if the file cannot be read at all. */
  static async open(path: string, options: RecordFileOptions): Promise<RecordFile> {
    const version = await versionOf(path);
    const { framing = 'jsonl', records } = await readHead(path, undefined, options);
    const file = new RecordFile(path, framing, records, version, options);
    void file.build();
    return file;
  }

  private get whole(): WholeFileFraming | undefined {
    return isWholeFileFraming(this.framing) ? this.framing : undefined;
  }

  /**
   * How records follow each other where they are read at any offset: in a copy of a file whose records lie all over it,
   * one a line.
   */
  private get plainFraming(): SerialFraming {
    return isWholeFileFraming(this.framing) ? 'jsonl' : this.framing;
  }

  /** Records known so far; all of them once `complete`. */
  get count(): number {
    return Math.max(this.index.count, this.complete ? 0 : this.head.length);
  }

  get complete(): boolean {
    return this.end !== undefined;
  }

  /** What is wrong with the file as a whole. */
  get problem(): IndexEnd['problem'] {
    return this.end?.problem;
  }

  /** Resolves when every record is known; rejects if indexing failed. */
  async whenComplete(): Promise<void> {
    while (!this.end) await this.more();
  }

  /**
   * Resolves to record `ordinal` (0-based), or undefined past the end. Waits for the index where it must. Rejects with
   * `DatasetChanged` where the file is another than the one that was opened: its offsets would point anywhere.
   */
  async record(ordinal: number): Promise<RawRecord | undefined> {
    return (await this.records(ordinal))[0];
  }

  /**
   * Resolves to record `ordinal` and as many after it as are known and lie within `bytes`, read at one go; to none past
   * the end. Waits for the index where it must. Rejects with `DatasetChanged` where the file is another than the one
   * that was opened.
   */
  async records(ordinal: number, bytes = 0): Promise<readonly RawRecord[]> {
    try {
      return await this.recordsAt(ordinal, bytes);
    } finally {
      // Last, and also where the read failed: what is wrong with a file that changed is that it changed.
      await this.assertUnchanged();
    }
  }

  private async assertUnchanged(): Promise<void> {
    if (this.options.isCopy) return;
    try {
      await assertVersion(this.path, this.version);
    } catch (error) {
      if (error instanceof DatasetChanged) this.options.onChanged?.();
      throw error;
    }
  }

  private async recordsAt(ordinal: number, bytes: number): Promise<readonly RawRecord[]> {
    if (ordinal < this.head.length)
      return bytes === 0 ? this.head.slice(ordinal, ordinal + 1) : this.head.slice(ordinal);
    while (!this.end && this.index.count <= ordinal + 1) await this.more();
    const start = this.index.start(ordinal);
    if (start === undefined) return [];
    const stops = [this.stop(ordinal, start)];
    for (
      let next = ordinal + 1;
      bytes > 0 && this.index.start(next + 1) !== undefined && this.stop(next, start) - start <= bytes;
      next++
    )
      stops.push(this.stop(next, start));
    const [line, read] = await Promise.all([this.lineOf(ordinal), this.read(start, stops.at(-1) ?? start)]);
    const records = cut(
      read,
      stops.map((stop) => stop - start),
      line,
      this.plainFraming,
    );
    return this.whole ? records.map((record): RawRecord => ({ ...record, unit: 'row' })) : records;
  }

  /** Where record `ordinal` ends, which begins at `start` or after it. */
  private stop(ordinal: number, start: number): number {
    return this.index.start(ordinal + 1) ?? this.end?.size ?? start;
  }

  /** 1-based line on which record `ordinal` begins. */
  private async lineOf(ordinal: number): Promise<number> {
    const mark = this.index.lineMark(ordinal);
    const from = this.index.start(mark.ordinal) ?? 0;
    const to = this.index.start(ordinal) ?? from;
    let line = mark.line;
    const step = 1 << 20;
    for (let at = from; at < to; at += step) line += newlines(await this.read(at, Math.min(to, at + step)));
    return line;
  }

  /** Stops indexing and closes the file; whoever waits for a record is refused. */
  async close(): Promise<void> {
    this.abort.abort();
    this.failure ??= new UserError(problem('dataset.closed', {}, this.path));
    this.wake();
    await this.handle?.close();
    this.handle = undefined;
  }

  private async build(): Promise<void> {
    try {
      const plain = this.whole
        ? await this.options.unpack(this.path, this.abort.signal, this.whole)
        : (await kindOfFile(this.path)).kind === 'packed'
          ? await this.options.unpack(this.path, this.abort.signal)
          : this.path;
      this.abort.signal.throwIfAborted();
      this.handle = await open(plain, 'r');
      const indexer = this.options.indexer ?? indexRecords;
      const onBatch = (batch: IndexBatch): void => {
        this.index.add(batch);
        this.wake();
      };
      this.end = await indexer(plain, this.plainFraming, onBatch, this.abort.signal);
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      // Closed while it was being opened: nobody else knows this handle.
      if (this.abort.signal.aborted) await this.handle?.close();
    }
    this.wake();
  }

  private async read(start: number, stop: number): Promise<Buffer> {
    if (!this.handle) throw this.failure ?? new UserError(problem('dataset.closed', {}, this.path));
    if (stop - start > maxRecordBytes) throw tooLong(this.path);
    const buffer = Buffer.allocUnsafe(stop - start);
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  }

  private async more(): Promise<void> {
    if (this.failure) throw this.failure;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    // The failure may have come while waiting; TypeScript cannot see that.
    const failure = this.failure as Error | undefined;
    if (failure && !this.end) throw failure;
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
    this.options.onProgress?.();
  }
}

/** The records in `bytes`, which end at `stops`; the first begins at 0 and on `line`. */
function cut(bytes: Buffer, stops: readonly number[], line: number, framing: SerialFraming): RawRecord[] {
  let start = 0;
  return stops.map((stop) => {
    const record = bytes.subarray(start, stop);
    const raw = rawRecord(record, line, framing);
    line += newlines(record);
    start = stop;
    return raw;
  });
}

function newlines(bytes: Buffer): number {
  let count = 0;
  for (let found = bytes.indexOf(0x0a); found >= 0; found = bytes.indexOf(0x0a, found + 1)) count++;
  return count;
}
