import { assertVersion, DatasetChanged, versionOf } from '../sources/fileVersion';
import { kindOfFile, type TableKind } from '../readers/fileKind';
import { openTable, recordOfRow } from '../readers/table/openTable';
import { type Table } from '../readers/table/tableRows';
import type { RawRecord } from './rawRecord';
import { RecordFile, type RecordFileOptions } from './recordFile';

/** A stretch of a table; its rows are decoded together anyway. */
const rowsAtOnce = 64;

/**
 * Random access to the records of one file, whatever its kind: the first ones at once, the rest as they become known.
 */
export interface Records {
  readonly path: string;
  /** Records known so far; all of them once `complete`. */
  readonly count: number;
  readonly complete: boolean;
  /** Resolves when every record is known; rejects if they cannot be. */
  whenComplete(): Promise<void>;
  /** Resolves to record `ordinal` (0-based), or undefined past the end. Waits where it is not known yet. */
  record(ordinal: number): Promise<RawRecord | undefined>;
  /** Record `ordinal` and as many after it as are known and lie within about `bytes`; none past the end. */
  records(ordinal: number, bytes?: number): Promise<readonly RawRecord[]>;
  close(): Promise<void>;
}

/** Opens a file by what its bytes say that it is. Throws `UserError` where it cannot be read. */
export async function openRecords(path: string, options: RecordFileOptions): Promise<Records> {
  const kind = await kindOfFile(path);
  return kind.kind === 'table' ? TableRecords.open(path, kind.table, options) : RecordFile.open(path, options);
}

/** The records of a file that knows where its rows are: all of them are known as soon as it is open. */
class TableRecords implements Records {
  readonly complete = true;

  private constructor(
    readonly path: string,
    private readonly table: Table,
    private readonly version: string | undefined,
    private readonly options: RecordFileOptions,
  ) {}

  static async open(path: string, kind: TableKind, options: RecordFileOptions): Promise<TableRecords> {
    const version = await versionOf(path);
    return new TableRecords(path, await openTable(path, kind, options.mapping?.records), version, options);
  }

  get count(): number {
    return this.table.count;
  }

  async whenComplete(): Promise<void> {
    // Its own index is complete.
  }

  async record(ordinal: number): Promise<RawRecord | undefined> {
    return (await this.records(ordinal))[0];
  }

  async records(ordinal: number, bytes = 0): Promise<readonly RawRecord[]> {
    try {
      const end = Math.min(this.count, ordinal + (bytes === 0 ? 1 : rowsAtOnce));
      return ordinal < end
        ? (await this.table.rows(ordinal, end)).map((row, i) => recordOfRow(this.table, ordinal + i, row))
        : [];
    } finally {
      await assertVersion(this.path, this.version).catch((error: unknown) => {
        if (error instanceof DatasetChanged) this.options.onChanged?.();
        throw error;
      });
    }
  }

  close(): Promise<void> {
    return this.table.close();
  }
}
