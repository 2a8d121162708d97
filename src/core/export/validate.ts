import { readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import type { ZodError } from 'zod';
import { firstIssue, type Problem } from '../model/problem';
import { kindOfFile } from '../dataset/formats/fileKind';
import { placeOf, recordValue, type Place, type RawRecord } from '../dataset/rawRecord';
import { isObject, LayoutError, type JsonObject } from '../dataset/fields';
import { streamJson, streamRecords, type StreamOptions } from '../dataset/recordStream';
import { exportFormatNamed, exportFormats } from './index';
import { firstNotUtf8, hasByteOrderMark } from './texts/notUtf8';
import { isWellFormed } from './texts/wellFormed';

/** The format of an exported file: as its manifest says, or else the first whose rules its first row keeps; undefined where it is none of ours. */
export async function exportFormatOf(path: string): Promise<string | undefined> {
  const told = await formatTold(path);
  if (told !== undefined) return told;
  for await (const batch of streamRows(path)) {
    for (const record of batch) {
      try {
        const row = rowOf(record);
        return exportFormats.find(({ rules }) => !rules.unmarked && rules.row.safeParse(row).success)?.name;
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
      }
    }
  }
  return undefined;
}

/** Says of a column that is missing that it is, beside what it must be; undefined where the first thing wrong is another. */
function missing(error: ZodError, row: Readonly<Record<string, unknown>>): string | undefined {
  const [key, ...rest] = error.issues[0]?.path ?? [];
  return typeof key === 'string' && rest.length === 0 && !Object.hasOwn(row, key) ? `is without "${key}": ${firstIssue(error)}` : undefined;
}

/** The rows of a file as they stand: of Parquet and Arrow those of the table, or else JSON texts. */
async function* streamRows(path: string, options: StreamOptions = {}): AsyncGenerator<readonly RawRecord[]> {
  if ((await kindOfFile(path)).kind === 'table') yield* streamRecords(path, options);
  else yield* streamJson(path, options);
}

/** A row as JSON would have it: in a row of Parquet every object of a list has the fields of all others, and those that say nothing below the columns are none. */
function rowOf(record: RawRecord): JsonObject {
  const row = recordValue(record);
  return 'text' in record ? row : Object.fromEntries(Object.entries(row).map(([column, value]) => [column, said(value)]));
}

function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  return isObject(value) ? Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, said(each)]]))) : value;
}

async function formatTold(path: string): Promise<string | undefined> {
  for (const name of ['.tiebreak-manifest.json', `.${parse(path).name}.tiebreak-manifest.json`]) {
    try {
      const { format } = JSON.parse(await readFile(join(dirname(path), name), 'utf8')) as { format?: unknown };
      if (typeof format === 'string' && exportFormatNamed(format)) return format;
    } catch {
      // There is none, or none that can be read: the row tells.
    }
  }
  return undefined;
}

/** Checks every row of an exported file against its format's rules; the number of rows and what is wrong with them. */
export async function validateExport(path: string, format: string): Promise<{ rows: number; problems: Problem[] }> {
  const rules = exportFormatNamed(format)?.rules;
  if (!rules) throw new RangeError(`no rules for ${format}; the formats are ${exportFormats.map(({ name }) => name).join(', ')}`);
  const problems: Problem[] = [];
  let rows = 0;
  let next = 1;
  let isDoubtful = false;
  const across = rules.across?.();
  const say = (severity: Problem['severity'], place: Partial<Place>, message: string): number => problems.push({ severity, file: path, ...place, message });
  if (rules.blankLine !== undefined && (await hasByteOrderMark(path))) say('error', { line: 1 }, `begins with a byte order mark: ${rules.blankLine}`);
  for await (const batch of streamRows(path, { onEnd: ({ line, message }) => say('error', { ...(line !== undefined && { line }) }, message) })) {
    for (const record of batch) {
      const { line } = record;
      const place = placeOf(record);
      rows++;
      if (rules.blankLine !== undefined && line > next && path.endsWith('.jsonl')) say('error', { line: next }, `is blank, or a row goes on for several lines: ${rules.blankLine}`);
      next = line + 1;
      isDoubtful ||= 'text' in record && record.text.includes('\ufffd');
      try {
        const row = rowOf(record);
        const result = rules.row.safeParse(row);
        if (!result.success) say('error', place, missing(result.error, row) ?? firstIssue(result.error));
        else if ('text' in record && /\\u[dD][89abABcdefCDEF]/.test(record.text) && !isWellFormed(row)) say('error', place, 'holds half a surrogate pair (a cut emoji): HF datasets refuses the whole file');
        else {
          const between = across?.(row);
          const silent = rules.silent?.(row);
          if (between !== undefined) say('error', place, between);
          if (silent !== undefined) say('warning', place, silent);
        }
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
        say('error', place, error.message);
      }
    }
  }
  // Bytes that are not UTF-8 are read as U+FFFD, which a text may hold as well.
  const notUtf8 = isDoubtful ? await firstNotUtf8(path) : undefined;
  if (notUtf8 !== undefined) say('error', { line: notUtf8 }, 'is not UTF-8: HF datasets and Python refuse the whole file');
  const whole = rows === 0 ? undefined : rules.whole?.(rows);
  if (typeof whole === 'string') say('error', {}, whole);
  else if (whole) say('warning', {}, whole.warning);
  if (rows === 0) problems.push({ severity: 'error', file: path, message: 'holds no row: TRL stops with a StopIteration' });
  return { rows, problems };
}
