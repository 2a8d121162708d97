import type { JsonObject } from '../../fields/recordFields';
import type { RawRecord } from '../../records/rawRecord';
import { hasThreads } from '../../../workerScript';
import type { TableKind } from '../fileKind';
import { TableThread } from './tableThread';
import { type Table } from './tableRows';

/**
 * Opens a table; of a workbook the sheet of this name, where one is given. Throws `UserError` where the file is
 * damaged, or has no such sheet.
 */
export function openTable(path: string, kind: TableKind, sheet?: string): Promise<Table> {
  return hasThreads()
    ? TableThread.open({ path, kind, ...(sheet !== undefined && { sheet }) })
    : decodeTable(path, kind, sheet);
}

/**
 * Opens a table on this thread. The library that reads it is loaded now and not before. Throws `UserError` where the
 * file is damaged.
 */
export async function decodeTable(path: string, kind: TableKind, sheet?: string): Promise<Table> {
  if (kind === 'workbook') return (await import('./workbook')).WorkbookTable.open(path, sheet);
  if (kind === 'parquet') return (await import('../parquet/parquet')).ParquetTable.open(path);
  return (await import('../arrow/arrow')).ArrowTable.open(path);
}

/** Makes the record of a row: its value, and the number that people know the row by. `ordinal` counts from 0. */
export function recordOfRow({ numbers }: Pick<Table, 'numbers'>, ordinal: number, value: JsonObject): RawRecord {
  return { line: numbers?.[ordinal] ?? ordinal + 1, unit: 'row', value };
}
