import type { JsonObject } from '../../dataset/fields/recordFields';
import type { CsvFraming } from '../../dataset/readers/table/csv';
import type { RawRecord } from '../../dataset/records/rawRecord';
import { streamRecords, type StreamOptions } from '../../dataset/records/recordStream';

/**
 * HF datasets reads so many rows at a time, and finds out anew what their columns are (datasets
 * `packaged_modules/csv/csv.py`: `pd.read_csv(…, chunksize=10_000)`).
 */
const chunk = 10_000;

/** Cells that stand for nothing, quoted or not (pandas `_libs/parsers.pyx`, `STR_NA_VALUES`). */
const missing: ReadonlySet<string> = new Set([
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'None',
  'n/a',
  'nan',
  'null',
]);
const number = /^\s*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?)\s*$/i;
const truth = /^(?:true|True|TRUE|false|False|FALSE)$/;

type ColumnKind = 'number' | 'truth' | 'text';

/**
 * Whether HF datasets reads a file of this name and these separators, and its trainers with it: it goes by the ending.
 */
export const isReadAsCsv = (path: string, separator?: CsvFraming['separator']): boolean => {
  const ending = /\.([ct]sv)(?:\.(?:gz|zst))?$/.exec(path)?.[1];
  return ending !== undefined && (separator === undefined || separator === (ending === 'csv' ? ',' : '\t'));
};

/**
 * The rows of CSV as HF datasets gives them to a trainer: a column of which every cell is a number holds numbers, also
 * where text is meant, and cells such as "None" are nothing.
 */
export async function* pandasCsvRows(path: string, options: StreamOptions = {}): AsyncGenerator<readonly RawRecord[]> {
  const chunks = columnsOf(path, options.signal);
  let columns: ReadonlyMap<string, ColumnKind> = new Map();
  let left = 0;
  try {
    for await (const batch of streamRecords(path, options)) {
      const rows: RawRecord[] = [];
      for (const record of batch) {
        if (!('value' in record)) {
          rows.push(record);
          continue;
        }
        if (left === 0) {
          columns = (await chunks.next()).value ?? columns;
          left = chunk;
        }
        left--;
        rows.push({ ...record, value: asRead(record.value, columns) });
      }
      yield rows;
    }
  } finally {
    await chunks.return(undefined);
  }
}

/** What the columns are, of one chunk of rows after the other. */
async function* columnsOf(
  path: string,
  signal: StreamOptions['signal'],
): AsyncGenerator<ReadonlyMap<string, ColumnKind>, undefined> {
  let columns = new Map<string, ColumnKind>();
  let rows = 0;
  for await (const batch of streamRecords(path, { signal })) {
    for (const record of batch) {
      if (!('value' in record)) continue;
      for (const [column, cell] of Object.entries(record.value))
        if (typeof cell === 'string' && !missing.has(cell) && columns.get(column) !== 'text')
          columns.set(column, both(columns.get(column), kindOf(cell)));
      if (++rows < chunk) continue;
      yield columns;
      columns = new Map();
      rows = 0;
    }
  }
  if (rows > 0) yield columns;
  return undefined;
}

const kindOf = (cell: string): ColumnKind => (truth.test(cell) ? 'truth' : number.test(cell) ? 'number' : 'text');
const both = (before: ColumnKind | undefined, now: ColumnKind): ColumnKind =>
  before === undefined || before === now ? now : 'text';

function asRead(cells: JsonObject, columns: ReadonlyMap<string, ColumnKind>): JsonObject {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [
      column,
      typeof cell === 'string' ? valueOf(cell, columns.get(column)) : cell,
    ]),
  );
}

function valueOf(cell: string, kind: ColumnKind | undefined): unknown {
  if (missing.has(cell)) return null;
  if (kind === 'truth') return cell.toLowerCase() === 'true';
  return kind === 'number' ? Number(cell.replace(/inf(inity)?/i, 'Infinity')) : cell;
}
