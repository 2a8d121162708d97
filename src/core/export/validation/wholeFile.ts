import { kindOfFile } from '../../dataset/readers/fileKind';
import { firstAtLeast, plainBytes } from '../../dataset/readers/plainBytes';
import { framingOf, jsonFraming } from '../../dataset/readers/textFraming';
import { framingBytes } from '../../dataset/records/recordStream';
import type { WholeFileProblem } from '../../dataset/records/framer';
import { isJson } from '../../model/text/isJson';
import type { FileKind } from '../../model/study/recipe';
import type { ExportFormat } from '../format';
import { isReadAsCsv } from './csvRows';

/**
 * How rows are stored, as far as they are read in another way: as JSON texts, in a table of Parquet or Arrow, or in
 * CSV.
 */
export type Stored = 'json' | 'table' | 'csv';

/** What is wrong with a file before its first row is read. */
export interface WholeFile {
  readonly problems: readonly (WholeFileProblem & { readonly severity: 'error' | 'warning' })[];
  /** Whether rows can be read at all. */
  readonly holdsRows: boolean;
  readonly stored: Stored;
  /** The rows are one JSON array, which HF datasets reads whole: nothing is settled by how it begins. */
  readonly isArray?: boolean;
}

const named: Readonly<Record<FileKind | 'arrow' | 'csv', string>> = {
  jsonl: 'JSON with one row per line',
  json: 'a JSON array',
  parquet: 'Parquet',
  arrow: 'Arrow',
  csv: 'CSV',
};

/**
 * Looks at the first megabyte of a file: how it is packed, and whether it is of a kind that the trainers of the format
 * read. Throws `UserError` for what holds no rows at all (an archive, a database).
 */
export async function lookAtFile(path: string, format: ExportFormat): Promise<WholeFile> {
  const problems: (WholeFileProblem & { severity: 'error' | 'warning' })[] = [];
  const say = (severity: 'error' | 'warning', message: string, line?: number): number =>
    problems.push({ severity, message, ...(line !== undefined && { line }) });
  const kind = await kindOfFile(path);
  if (kind.kind === 'table') {
    if (kind.table === 'workbook')
      say('error', 'is an Excel workbook, which no trainer reads. Write its rows as JSONL');
    else sayKind(kind.table, format, say);
    return { problems, holdsRows: kind.table !== 'workbook', stored: 'table' };
  }
  if (kind.kind === 'packed') {
    if (kind.packing === 'utf-16')
      say('error', "is UTF-16: HF datasets and Python's json read UTF-8 and stop at the first byte. Save it as UTF-8");
    else
      say(
        'warning',
        `is packed with ${kind.packing}: HF datasets unpacks it, and trainers that open the file themselves stop at the first byte. Unpack it for those`,
      );
  }
  const head = await headOf(path);
  const text = head.toString('utf8');
  const first = text.replace(/^\ufeff/, '').trimStart();
  if (first === '') return { problems, holdsRows: true, stored: 'json' };
  const line = 1 + text.slice(0, text.length - first.length).split('\n').length - 1;
  const end = first.indexOf('\n');
  const isWhole = head.length < framingBytes;
  // A line that is JSON says that the file is JSONL; one that goes on behind what was looked at says nothing.
  if (!first.startsWith('[') && (end >= 0 || isWhole) && !isJson(end < 0 ? first : first.slice(0, end))) {
    const framing = framingOf(head, {
      name: path,
      whole: isWhole,
      isRecord: (object) => Object.keys(object).length > 1 || format.rules.row.safeParse(object).success,
    });
    if (typeof framing === 'object' && framing.kind === 'csv') {
      if (isLoaded(format) && isReadAsCsv(path, framing.separator)) {
        sayKind('csv', format, say);
        return { problems, holdsRows: true, stored: 'csv' };
      }
      say(
        'error',
        `is CSV (${framing.columns.slice(0, 8).join(', ')}${framing.columns.length > 8 ? ', …' : ''}), which only says texts and numbers: HF datasets reads it where it is named .csv and parted by commas, or .tsv and parted by tabs, and readers that open the file themselves stop at this line. Write it as JSONL`,
        line,
      );
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (typeof framing === 'object' && framing.kind === 'columns') {
      say(
        'error',
        'is one JSON object with rows stored as columns: trainers read one row per line, or one array of rows. Write one row per line',
        line,
      );
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (typeof framing === 'object' && framing.kind === 'keyed-objects' && framing.path.length === 0) {
      say(
        'error',
        'is one JSON object with rows by key: HF datasets reads it as a single row. Write one row per line, or an array of rows',
        line,
      );
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (typeof framing === 'object') {
      const where = framing.path.join('.');
      say(
        'error',
        `is one JSON object with rows at ${JSON.stringify(where)}: HF datasets reads it as a single row with a column ${JSON.stringify(framing.path[0])}. Write one row per line, or an array of rows`,
        line,
      );
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (framing === 'json-values') {
      say(
        'error',
        'a row spans several lines: trainers read one row per line, or one array of rows, and stop at the end of this line. Write each row on one line',
        line,
      );
      return { problems, holdsRows: false, stored: 'json' };
    }
  }
  const isArray = jsonFraming(head) === 'json-array';
  sayKind(isArray ? 'json' : 'jsonl', format, say);
  return { problems, holdsRows: true, stored: 'json', isArray };
}

/** Whether HF datasets reads the files of a format for its trainers. */
export const isLoaded = ({ files, rules }: Pick<ExportFormat, 'files' | 'rules'>): boolean =>
  files.includes('jsonl') && rules.blankLine === undefined;

/**
 * An error where a trainer stops at the kind of file; a warning where it says another one in its instructions, and HF
 * datasets reads both.
 */
function sayKind(
  kind: FileKind | 'arrow' | 'csv',
  { name, files, trainers, rules }: ExportFormat,
  say: (severity: 'error' | 'warning', message: string) => void,
): void {
  if ((files as readonly string[]).includes(kind) || (kind === 'arrow' && files.includes('parquet'))) return;
  const readers = [...new Set(trainers.map((trainer) => trainer.name.replace(/ \(.*$/, '')))].slice(0, 4).join(', ');
  const isStopped = !files.includes('jsonl') || rules.blankLine !== undefined;
  say(
    isStopped ? 'error' : 'warning',
    `is ${named[kind]}, and ${readers} ${trainers.length === 1 ? 'reads' : 'read'} ${name} as ${files.map((each) => named[each]).join(' or ')}${name === 'verl' ? ' ("ValueError: Unsupported file format")' : ''}`,
  );
}

/** What is wrong with the end of a file, as its readers meet it: `streamJson` says what itself did. */
export const endWords = (message: string): string =>
  `${message.replace(/[.;] (The complete|The \d+ rows|The rows|All items|it was not read).*$/, '')}: no trainer reads a row of such a file ("JSON parse error")`;

async function headOf(path: string): Promise<Buffer> {
  try {
    for await (const chunk of firstAtLeast(plainBytes(path), framingBytes)) return chunk;
  } catch (error) {
    // What is damaged or cut off is told where all of it is read.
    if (!(error instanceof Error)) throw error;
  }
  return Buffer.alloc(0);
}
