import type { WrittenFile } from './outputFile';

/** One row: its fields, which every row has in the same types. */
export type RowValue = Readonly<Record<string, unknown>>;

/** Writes the rows of one file, in their order. Of a file that was aborted, or that failed, nothing is left. */
export interface RowWriter {
  /** Rows as JSON in UTF-8, one a line, in their order; nothing is kept of them once it resolves. */
  write(lines: Uint8Array): Promise<void>;
  /**
   * The file is whole then, and on the disk. With Parquet, after the last row of every file that shares its columns.
   */
  close(): Promise<WrittenFile>;
  /** Never rejects. */
  abort(): Promise<void>;
}
