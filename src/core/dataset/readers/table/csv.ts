import { problem } from '../../../model/problems/problem';
import type { Separator } from '../../../model/problems/dataset';
import { wholeFileWarning, type Framer, type WholeFileProblem } from '../../records/framer';
import { byteOrderMark, newline, quote } from '../../records/syntaxBytes';
import type { RawRecord } from '../../records/rawRecord';
import { isWindows1252, decodeText } from '../windows1252';

/** Rows of cells between separators, as RFC 4180 has it, with the names of the columns from the first row. */
export interface CsvFraming {
  readonly kind: 'csv';
  readonly separator: Separator;
  readonly columns: readonly string[];
  /** Names at the end of the header for which no row has a cell. */
  readonly without?: readonly string[];
  /** The line before the header tells Excel the separator, as in `sep=;`. */
  readonly isTold?: true;
  /** It is not UTF-8, and was written as Excel on Windows does: rows that are not UTF-8 are read so. */
  readonly encoding?: 'windows-1252';
}

/** The first is taken where several fit as well. */
export const separators: readonly Separator[] = [',', '\t', ';', '|'];

const carriageReturn = 0x0d;

/**
 * One record a row behind the header; blank lines are none. A quote opens a cell only at the cell's start, as `csv` of
 * Python and csv-parse's `relax_quotes` read it, so that a stray one (5" disk) is text. Follows the quotes and nothing
 * else: cells are told apart by `cellsOf`, by the same rules (csv-parse takes 50 times as long, which a scan of a large
 * file would feel).
 */
export class CsvFramer implements Framer {
  private readonly separator: number;
  private line = 1;
  private rowsBefore: number;
  private atRowStart = true;
  private atCellStart = true;
  private quoted = false;
  /** The byte before was a quote inside a quoted cell: its end, or half of a doubled one. */
  private quoteSeen = false;

  constructor(separator: Separator, { isTold }: Pick<CsvFraming, 'isTold'> = {}) {
    this.separator = separator.charCodeAt(0);
    this.rowsBefore = isTold ? 2 : 1;
  }

  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void {
    let nextQuote = -1;
    let nextNewline = -1;
    let at = offset === 0 ? byteOrderMark(chunk) : 0;
    while (at < chunk.length) {
      const byte = chunk[at];
      if (this.quoteSeen) {
        this.quoteSeen = false;
        if (byte === quote) at++;
        else this.quoted = false;
      } else if (this.quoted) {
        const end = chunk.indexOf(quote, at);
        this.countLines(chunk, at, end < 0 ? chunk.length : end);
        if (end < 0) return;
        this.quoteSeen = true;
        at = end + 1;
      } else if (this.atRowStart) {
        if (byte === newline || byte === carriageReturn) {
          if (byte === newline) this.line++;
          at++;
          continue;
        }
        if (this.rowsBefore === 0) onStart(offset + at, this.line);
        else this.rowsBefore--;
        this.atRowStart = false;
        this.atCellStart = true;
      } else if (byte === quote && this.atCellStart) {
        this.atCellStart = false;
        this.quoted = true;
        at++;
      } else {
        if (nextQuote < at) nextQuote = indexOr(chunk, quote, at, chunk.length);
        if (nextNewline < at) nextNewline = indexOr(chunk, newline, at, chunk.length);
        if (nextNewline < nextQuote) {
          this.line++;
          this.atRowStart = true;
          at = nextNewline + 1;
          continue;
        }
        // The text runs on to a quote, or to the end of the chunk.
        if (nextQuote > at) this.atCellStart = chunk[nextQuote - 1] === this.separator;
        at = this.atCellStart ? nextQuote : nextQuote + 1;
      }
    }
  }

  end(): undefined {
    return undefined;
  }

  private countLines(chunk: Buffer, from: number, to: number): void {
    for (let at = chunk.indexOf(newline, from); at >= 0 && at < to; at = chunk.indexOf(newline, at + 1)) this.line++;
  }
}

/** What is told of a file that is not UTF-8 and was read all the same. */
export const windows1252Warning = (): WholeFileProblem => wholeFileWarning(problem('dataset.readAsWestern', {}));

/** What is told of a table whose header names more columns than any row has cells. */
export const headerWarning = ({ columns, without = [] }: CsvFraming): WholeFileProblem =>
  wholeFileWarning(
    problem('dataset.headerTooLong', {
      columns: columns.length + without.length,
      cells: columns.length,
      without,
    }),
  );

function indexOr(chunk: Buffer, byte: number, from: number, otherwise: number): number {
  const at = chunk.indexOf(byte, from);
  return at < 0 ? otherwise : at;
}

/** The cells of a row, without the line's end; undefined where a quote is never closed. */
export function cellsOf(row: string, separator: Separator): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    if (row[at] === '"') {
      for (;;) {
        const end = row.indexOf('"', at + 1);
        if (end < 0) return undefined;
        cell += row.slice(at + 1, end);
        at = end + 1;
        if (row[at] !== '"') break;
        cell += '"';
      }
    }
    const end = row.indexOf(separator, at);
    cells.push(cell + (end < 0 ? row.slice(at) : row.slice(at, end)));
    if (end < 0) return cells;
    at = end + 1;
  }
}

/** A row's cells under the names of their columns. */
export function rowRecord(text: string, line: number, { separator, columns }: CsvFraming): RawRecord {
  const cells = cellsOf(text.replace(/[\r\n]+$/, ''), separator);
  if (!cells) return { line, fault: problem('dataset.quoteNotClosed', {}) };
  if (cells.length !== columns.length)
    return {
      line,
      fault: problem('dataset.cellsAndColumns', { cells: cells.length, columns: columns.length, separator }),
    };
  if (columns.length > 1 && cells[0] === columns[0] && cells.every((cell, at) => cell === columns[at]))
    return { line, fault: problem('dataset.headerAgain', {}) };
  return { line, value: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) };
}

/** The rows at the start of a file, cut as a reader with this separator would. */
function rowsOf(head: Buffer, separator: Separator, whole: boolean, told: Pick<CsvFraming, 'isTold'>): string[][] {
  const framer = new CsvFramer(separator, told);
  const starts: number[] = [];
  const from = byteOrderMark(head);
  framer.push(head.subarray(from), from, (start) => starts.push(start));
  const header = told.isTold ? head.indexOf(newline, from) + 1 : from;
  const bounds = [header, ...starts, ...(whole ? [head.length] : [])];
  return bounds
    .slice(1, 101)
    .map(
      (end, i) => cellsOf(decodeText(head.subarray(bounds[i], end)).replace(/^[\r\n]+|[\r\n]+$/g, ''), separator) ?? [],
    );
}

/**
 * The separator by which most rows have as many cells as the header, and the header's names. `named`: the file's name
 * says that it is a table, so one column will do and rows may be ragged. Undefined where the text does not look like
 * one.
 */
export function csvFramingOf(head: Buffer, whole: boolean, named: boolean): CsvFraming | undefined {
  const told = separatorTold(head);
  const isTold = told && { isTold: true as const };
  const scores = (told ? [told] : separators).map((separator) => {
    const [header = [], ...rows] = rowsOf(head, separator, whole, isTold ?? {});
    const even = rows.filter(({ length }) => length === header.length).length;
    const share = rows.length > 0 ? even / rows.length : named ? 1 : 0;
    const [width = 0] = rows.map(({ length }) => length);
    const isLonger =
      rows.length >= enoughRows && width > 1 && width < header.length && rows.every(({ length }) => length === width);
    return {
      separator,
      header,
      width: isLonger ? width : header.length,
      score: header.length > 1 ? share + (named ? 0.01 : 0) : 0,
    };
  });
  const best = scores.reduce((top, each) =>
    each.score > top.score || (each.score === top.score && each.header.length > top.header.length) ? each : top,
  );
  if (named ? best.header.length === 0 : best.score < 0.9) return undefined;
  const columns = columnNames(best.header);
  const without = columns.slice(best.width);
  return {
    kind: 'csv',
    separator: best.separator,
    columns: columns.slice(0, best.width),
    ...(without.length > 0 && { without }),
    ...isTold,
    ...(isWindows1252(head) && { encoding: 'windows-1252' }),
  };
}

/** Of fewer rows nobody knows whether they all have fewer cells than the header. */
const enoughRows = 3;

/** The separator that a first line such as `sep=;` tells. */
function separatorTold(head: Buffer): Separator | undefined {
  const from = byteOrderMark(head);
  const [, said] = /^"?sep=([^\r\n])"?\r?\n/i.exec(head.toString('latin1', from, from + 20)) ?? [];
  return separators.find((separator) => separator === said);
}

/** A column without a name gets one, and a name that came before gets a number, so that no cell is lost. */
export function columnNames(header: readonly string[]): string[] {
  const names: string[] = [];
  header.forEach((cell, i) => {
    const name = cell.trim() || `column_${i + 1}`;
    let free = name;
    for (let n = 2; names.includes(free); n++) free = `${name}_${n}`;
    names.push(free);
  });
  return names;
}
