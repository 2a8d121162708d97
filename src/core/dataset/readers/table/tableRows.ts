import type { JsonObject } from '../../fields/recordFields';
import type { WholeFileProblem } from '../../records/framer';

/**
 * Parquet and Arrow bring their own index: all rows are known at once, and a row costs the pages (Parquet; walked once
 * where the file has no page index) or the record batch (Arrow) it lies in. A workbook has none, and its rows are held.
 * What is decoded at a time is bounded (4 MB for a row and its neighbours, of one page a column), and so is what a file
 * can claim: sizes, counts and offsets are looked at before memory is taken for them, as the limit of a thread's heap
 * does not hold for what lies outside of it and V8 ends the whole process where one allocation goes past it.
 */

/** A stretch of rows, the first of them at `start` (0-based); `bytes` of the file lie behind its end, about. */
export interface TableRows {
  readonly start: number;
  readonly rows: readonly JsonObject[];
  readonly bytes: number;
}

/** A file whose rows lie in columns and are found by its own index. Values are plain JSON. */
export interface Table {
  /** Rows in the file. */
  readonly count: number;
  /** The number of each row as its file shows it; counted from 1 where nothing is said. */
  readonly numbers?: Uint32Array | undefined;
  /** What is wrong with the file as a whole, where some of it can be read all the same. */
  readonly problem: WholeFileProblem | undefined;
  /**
   * Rows [start, end), 0-based, or the first of them where they are large or lie apart: one at least. Others near them
   * are kept a while for whoever asks next.
   */
  rows(start: number, end: number): Promise<readonly JsonObject[]>;
  /**
   * Every row in order; once a table. Throws `signal.reason` once aborted, after which the table can only be closed.
   */
  scan(signal?: AbortSignal): AsyncGenerator<TableRows>;
  close(): Promise<void>;
}
