import { kindOfFile } from '../../dataset/readers/fileKind';
import { firstAtLeast, plainBytes } from '../../dataset/readers/decodedBytes';
import { framingOf, jsonFraming } from '../../dataset/readers/textFraming';
import { framingBytes } from '../../dataset/records/recordStream';
import { problem, type FileProblem, type Problem } from '../../model/problems/problem';
import { isJson } from '../../model/text/isJson';
import type { FileKind } from '../../model/study/recipe';
import type { ExportFormat } from '../format';
import { isReadAsCsv } from './pandasCsvRows';

/**
 * How rows are stored, as far as they are read in another way: as JSON texts, in a table of Parquet or Arrow, or in
 * CSV.
 */
export type RowStorage = 'json' | 'table' | 'csv';

/** Something wrong with a file as a whole, or at the line where it begins. */
interface WholeFileFault {
  readonly severity: FileProblem['severity'];
  readonly what: Problem;
  readonly line?: number;
}

/** What is wrong with a file before its first row is read. */
export interface FileCheck {
  readonly problems: readonly WholeFileFault[];
  /** Whether rows can be read at all. */
  readonly holdsRows: boolean;
  readonly stored: RowStorage;
  /** The rows are one JSON array, which HF datasets reads whole: nothing is settled by how it begins. */
  readonly isArray?: boolean;
}

/**
 * Looks at the first megabyte of a file: how it is packed, and whether it is of a kind that the trainers of the format
 * read. Throws `UserError` for what holds no rows at all (an archive, a database).
 */
export async function checkFile(path: string, format: ExportFormat): Promise<FileCheck> {
  const problems: WholeFileFault[] = [];
  const say = (severity: FileProblem['severity'], what: Problem, line?: number): number =>
    problems.push({ severity, what, ...(line !== undefined && { line }) });
  const kind = await kindOfFile(path);
  if (kind.kind === 'table') {
    if (kind.table === 'workbook') say('error', problem('validation.workbook', {}));
    else sayKind(kind.table, format, say);
    return { problems, holdsRows: kind.table !== 'workbook', stored: 'table' };
  }
  // What agents did may be written as an export has it.
  if (kind.kind === 'packed' && kind.packing !== 'runs') {
    if (kind.packing === 'utf-16') say('error', problem('validation.utf16', {}));
    else say('warning', problem('validation.packed', { packing: kind.packing }));
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
      say('error', problem('validation.csv', { columns: framing.columns }), line);
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (typeof framing === 'object' && framing.kind === 'columns') {
      say('error', problem('validation.rowsAsColumns', {}), line);
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (typeof framing === 'object' && framing.kind === 'keyed-objects' && framing.path.length === 0) {
      say('error', problem('validation.rowsByKey', {}), line);
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (typeof framing === 'object') {
      const [column = ''] = framing.path;
      say('error', problem('validation.rowsWithin', { path: framing.path.join('.'), column }), line);
      return { problems, holdsRows: false, stored: 'json' };
    }
    if (framing === 'json-values') {
      say('error', problem('validation.rowOverLines', {}), line);
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
  say: (severity: FileProblem['severity'], what: Problem) => void,
): void {
  if ((files as readonly string[]).includes(kind) || (kind === 'arrow' && files.includes('parquet'))) return;
  const names = [...new Set(trainers.map((trainer) => trainer.name.replace(/ \(.*$/, '')))].slice(0, 4);
  const isStopped = !files.includes('jsonl') || rules.blankLine !== undefined;
  say(
    isStopped ? 'error' : 'warning',
    problem('validation.otherKindOfFile', {
      kind,
      kinds: files,
      format: name,
      trainers: names,
    }),
  );
}

/** What is wrong with the end of a file, as its readers meet it: `streamJson` says what itself did. */
export const endProblem = (message: string): Problem =>
  problem('validation.endsTooEarly', {
    reason: message.replace(/[.;] (The complete|The \d+ rows|The rows|All items|it was not read).*$/, ''),
  });

async function headOf(path: string): Promise<Buffer> {
  try {
    for await (const chunk of firstAtLeast(plainBytes(path, { asWritten: true }), framingBytes)) return chunk;
  } catch (error) {
    // What is damaged or cut off is told where all of it is read.
    if (!(error instanceof Error)) throw error;
  }
  return Buffer.alloc(0);
}
