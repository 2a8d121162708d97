import { readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { firstIssue, type Problem } from '../model/problem';
import { jsonObject, recordValue } from '../dataset/rawRecord';
import { isObject, LayoutError, type JsonObject } from '../dataset/fields';
import { kindOfFile } from '../dataset/formats/fileKind';
import { streamJson, streamRecords, type StreamOptions } from '../dataset/recordStream';
import { exportFormatNamed, exportFormats } from './index';
import { isWellFormed } from './texts/wellFormed';

/** The format of an exported file: as its manifest says, or else the first whose rules its first row keeps; undefined where it is none of ours. */
export async function exportFormatOf(path: string): Promise<string | undefined> {
  const told = await formatTold(path);
  if (told !== undefined) return told;
  for await (const batch of rowTexts(path)) {
    for (const { text: line } of batch) {
      try {
        const row = jsonObject(line);
        return exportFormats.find(({ rules }) => !rules.unmarked && rules.row.safeParse(row).success)?.name;
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
      }
    }
  }
  return undefined;
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

/** The rows of an exported file as JSON, each with its number: of a line, or of a row of Parquet. */
async function* rowTexts(path: string, options: StreamOptions = {}): AsyncGenerator<readonly { readonly line: number; readonly text: string }[]> {
  if ((await kindOfFile(path)).kind !== 'table') yield* streamJson(path, options);
  else for await (const batch of streamRecords(path, options)) yield batch.map((row) => ({ line: row.line, text: JSON.stringify(withoutNulls(recordValue(row))) }));
}

/** A row of Parquet, in which every object of a list has the fields of all others: those that say nothing below the columns are none that a row of JSON would have. */
const withoutNulls = (row: JsonObject): JsonObject => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, said(value)]));

function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  return isObject(value) ? Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, said(each)]]))) : value;
}

/** Checks every row of an exported file against its format's rules; the number of rows and what is wrong with them. */
export async function validateExport(path: string, format: string): Promise<{ rows: number; problems: Problem[] }> {
  const rules = exportFormatNamed(format)?.rules;
  if (!rules) throw new RangeError(`no rules for ${format}; the formats are ${exportFormats.map(({ name }) => name).join(', ')}`);
  const problems: Problem[] = [];
  let rows = 0;
  let next = 1;
  const across = rules.across?.();
  const unit = (await kindOfFile(path)).kind === 'table' && { unit: 'row' as const };
  const say = (severity: Problem['severity'], line: number | undefined, message: string): number => problems.push({ severity, file: path, ...(line !== undefined && { line, ...unit }), message });
  for await (const batch of rowTexts(path, { onEnd: ({ line, message }) => say('error', line, message) })) {
    for (const { line, text: json } of batch) {
      rows++;
      if (rules.blankLine !== undefined && line > next && path.endsWith('.jsonl')) say('error', next, `is blank, or a row goes on for several lines: ${rules.blankLine}`);
      next = line + 1;
      try {
        const row = jsonObject(json);
        const result = rules.row.safeParse(row);
        if (!result.success) say('error', line, firstIssue(result.error));
        else if (/\\u[dD][89abABcdefCDEF]/.test(json) && !isWellFormed(row)) say('error', line, 'holds half a surrogate pair (a cut emoji): HF datasets refuses the whole file');
        else {
          const between = across?.(row);
          const silent = rules.silent?.(row);
          if (between !== undefined) say('error', line, between);
          if (silent !== undefined) say('warning', line, silent);
        }
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
        say('error', line, error.message);
      }
    }
  }
  const whole = rows === 0 ? undefined : rules.whole?.(rows);
  if (typeof whole === 'string') say('error', undefined, whole);
  else if (whole) say('warning', undefined, whole.warning);
  if (rows === 0) problems.push({ severity: 'error', file: path, message: 'holds no row: TRL stops with a StopIteration' });
  return { rows, problems };
}
