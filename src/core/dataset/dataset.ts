import { parseRecord, type Reading } from './items/parse';
import { type ItemOrProblem } from './items/parsedItem';
import type { RecordFileOptions } from './records/recordFile';
import { openRecords, type Records } from './records/openRecords';
import type { RawRecord } from './records/rawRecord';
import { DatasetChanged } from './sources/fileVersion';
import { references, RunRows } from './sources/references';

/** Random access to the items of a dataset's files, in their order, as one list. */
export class Dataset {
  /** Where items are named by the places of their rows. */
  private readonly rows: RunRows | undefined;

  private constructor(
    private readonly files: Records[],
    private readonly reading: Reading,
    private readonly options: RecordFileOptions,
  ) {
    this.rows = reading.layout === references ? new RunRows() : undefined;
  }

  /**
   * Opens every file and returns once the first records can be read; indexing goes on. Throws if a file cannot be read.
   */
  static async open(paths: readonly string[], reading: Reading, options: RecordFileOptions): Promise<Dataset> {
    const opened: Records[] = [];
    try {
      for (const path of paths) opened.push(await openRecords(path, { ...options, mapping: reading.mapping }));
    } catch (error) {
      await Promise.all(opened.map((file) => file.close()));
      throw error;
    }
    return new Dataset(opened, reading, options);
  }

  /** Adds a file behind the others, which is no copy. Throws if it cannot be read. */
  async add(path: string): Promise<void> {
    const file = await openRecords(path, { ...this.options, isCopy: false, mapping: this.reading.mapping });
    await file.whenComplete();
    this.files.push(file);
  }

  /** Records known so far, whole or faulty; all of them once `complete`. */
  get count(): number {
    let sum = 0;
    for (const file of this.files) {
      sum += file.count;
      if (!file.complete) break;
    }
    return sum;
  }

  get complete(): boolean {
    return this.files.every((file) => file.complete);
  }

  /** Resolves when every record of every file is known; rejects where indexing failed. */
  async whenComplete(): Promise<void> {
    for (const file of this.files) await file.whenComplete();
  }

  /**
   * The item at `ordinal` (0-based), what is wrong with its record, or undefined past the end. Waits for the index
   * where it must.
   */
  async at(ordinal: number): Promise<ItemOrProblem | undefined> {
    return (await this.chunk(ordinal))[0];
  }

  /**
   * The item at `ordinal` and those after it that lie in the next `bytes` of the same file, read at one go; none past
   * the end.
   */
  async chunk(ordinal: number, bytes = 0): Promise<readonly ItemOrProblem[]> {
    let local = ordinal;
    for (const file of this.files) {
      const raws = await file.records(local, bytes);
      if (raws.length > 0)
        return (await this.whole(raws, bytes)).flatMap((raw) => parseRecord(raw, file.path, this.reading).slice(0, 1));
      local -= file.count;
    }
    return [];
  }

  /** The records with what they name, at least one and as many as lie in the next `bytes`. */
  private async whole(raws: readonly RawRecord[], bytes: number): Promise<readonly RawRecord[]> {
    const { rows } = this;
    if (!rows) return raws;
    const read: RawRecord[] = [];
    try {
      const before = rows.bytesRead;
      for await (const raw of rows.wholes(bytes === 0 ? raws.slice(0, 1) : raws)) {
        read.push(raw);
        if (rows.bytesRead - before >= bytes) break;
      }
      return read;
    } catch (error) {
      if (error instanceof DatasetChanged) this.options.onChanged?.(error.problem?.place?.file);
      throw error;
    }
  }

  /** Stops indexing and closes the files. */
  async close(): Promise<void> {
    await Promise.all(this.files.map((file) => file.close()));
  }
}
