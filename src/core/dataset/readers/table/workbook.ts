import { readFile } from 'node:fs/promises';
import { messageOf, problem, UserError } from '../../../model/problems/problem';
import {
  hasWord,
  isAttributeName,
  betterWorseWords,
  promptWordsByCertainty,
  responseWords,
  wordsIn,
} from '../../fields/fieldWords';
import type { JsonObject } from '../../fields/recordFields';
import { wholeFileWarning, type WholeFileProblem } from '../../records/framer';
import { entriesIn } from '../archive';
import { columnNames } from './csv';
import type { TableRows, Table } from './tableRows';

/** So many bytes of XML are read: some ten times as much memory is needed for them. */
const maxBytes = 64 << 20;
/** Rows that a scan gives at a time. */
const some = 500;

type Row = readonly unknown[];

interface Sheet {
  readonly sheet: string;
  readonly data: readonly Row[];
}

/**
 * A sheet of an Excel workbook (.xlsx) that has a header and rows: the one that a person names, else the first of those
 * whose columns are called most like responses and prompts. Its header is the first row that has at least half as many
 * cells as the widest one; a title above it is none. Values are texts, as in CSV: what a cell holds and not how it is
 * shown, an empty one as ''. All of it is held, as its texts stand apart from its rows.
 */
export class WorkbookTable implements Table {
  private constructor(
    private readonly all: readonly JsonObject[],
    readonly numbers: Uint32Array,
    readonly problem: WholeFileProblem | undefined,
    private readonly bytes: number,
  ) {}

  /**
   * @param named the sheet, where a person names one.
   * @throws `UserError` where it is damaged, too large, or without rows or that sheet.
   */
  static async open(path: string, named?: string): Promise<WorkbookTable> {
    const size = (await entriesIn(path)).reduce(
      (sum, entry) => sum + (/\.(xml|rels)$/.test(entry.name) ? entry.size : 0),
      0,
    );
    if (size > maxBytes) throw new UserError(problem('dataset.workbookTooLarge', { megabytes: maxBytes >> 20 }, path));
    const file = await readFile(path);
    const sheets = await sheetsWithRows(path, file);
    const chosen = named === undefined ? sheets[0] : sheets.find(({ name }) => name === named);
    if (!chosen)
      throw new UserError(
        named === undefined || sheets.length === 0
          ? problem('dataset.workbookWithoutRows', {}, path)
          : problem('dataset.noSuchSheet', { sheet: named, sheets: sheets.map(({ name }) => name) }, path),
      );
    return new WorkbookTable(
      chosen.rows.map(({ value }) => value),
      Uint32Array.from(chosen.rows, ({ number }) => number),
      beside(chosen, sheets),
      file.length,
    );
  }

  get count(): number {
    return this.all.length;
  }

  rows(start: number, end: number): Promise<readonly JsonObject[]> {
    return Promise.resolve(this.all.slice(start, end));
  }

  async *scan(signal?: AbortSignal): AsyncGenerator<TableRows> {
    for (let start = 0; start < this.count; start += some) {
      signal?.throwIfAborted();
      yield {
        start,
        rows: await this.rows(start, start + some),
        bytes: Math.round((Math.min(start + some, this.count) / this.count) * this.bytes),
      };
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function sheetsOf(path: string, file: Buffer): Promise<readonly Sheet[]> {
  const { readWorkbook } = await import('../../libraries/workbook');
  try {
    // Numbers as they stand: one with many digits may be an id.
    return await readWorkbook(new Uint8Array(file).buffer, { trim: false, parseNumber: (text: string) => text });
  } catch (error) {
    throw new UserError(problem('dataset.workbookDamaged', { reason: messageOf(error) }, path), { cause: error });
  }
}

interface SheetTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** `number`: as Excel shows it. */
  readonly rows: readonly { readonly number: number; readonly value: JsonObject }[];
}

/**
 * The names of a workbook's sheets that have a header and rows, the one first that is read where nobody names one.
 * Throws `UserError` where it cannot be read.
 */
export const sheetNames = async (path: string): Promise<string[]> =>
  (await sheetsWithRows(path, await readFile(path))).map(({ name }) => name);

/** The sheets that have a header and rows, that whose columns are called most like prompts and responses first. */
async function sheetsWithRows(path: string, file: Buffer): Promise<readonly SheetTable[]> {
  const sheets = (await sheetsOf(path, file)).map(tableOf).filter(({ rows }) => rows.length > 0);
  const most = Math.max(...sheets.map(likeness));
  const first = sheets.find((sheet) => likeness(sheet) === most);
  return first ? [first, ...sheets.filter((sheet) => sheet !== first)] : [];
}

/** How much the columns of a sheet are called like those of preference data. */
function likeness({ columns }: SheetTable): number {
  const names = columns.map(wordsIn).filter((words) => !isAttributeName(words));
  const judged = [responseWords, new Set(betterWorseWords.flat())].some((set) =>
    names.some((words) => hasWord(words, set)),
  );
  return (
    Number(columns.length > 1) +
    2 * Number(judged) +
    Number(promptWordsByCertainty.some((tier) => names.some((words) => hasWord(words, tier))))
  );
}

/** What is told of sheets that were not read. */
function beside(chosen: SheetTable, sheets: readonly SheetTable[]): WholeFileProblem | undefined {
  const others = sheets.filter((sheet) => sheet !== chosen);
  return others.length === 0
    ? undefined
    : wholeFileWarning(
        problem('dataset.otherSheets', {
          sheet: chosen.name,
          others: others.map(({ name, rows }) => ({ name, rows: rows.length })),
        }),
      );
}

function tableOf({ sheet, data }: Sheet): SheetTable {
  const filled = (row: Row): number => row.filter((cell) => cell !== null && cell !== '').length;
  const isBlank = (row: Row): boolean => filled(row) === 0;
  const widest = Math.max(0, ...data.map(filled));
  const header = data.findIndex((row) => !isBlank(row) && filled(row) * 2 >= widest);
  const below = data.slice(header + 1);
  const names = header < 0 ? [] : columnNames((data[header] ?? []).map(textOf));
  // A column without a name and a cell is what somebody once formatted.
  const columns = names.flatMap((name, at) =>
    textOf(data[header]?.[at] ?? null) !== '' || below.some((row) => textOf(row[at] ?? null) !== '')
      ? [{ name, at }]
      : [],
  );
  const rows = below.flatMap((row, i) =>
    isBlank(row)
      ? []
      : [
          {
            number: header + i + 2,
            value: Object.fromEntries(columns.map(({ name, at }) => [name, textOf(row[at] ?? null)])),
          },
        ],
  );
  return { name: sheet, columns: columns.map(({ name }) => name), rows };
}

/** What a cell holds: a day as 2026-11-23; '' for an empty one. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
