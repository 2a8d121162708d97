import { readFile, stat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import type * as z from 'zod';
import { isObject, type JsonObject } from '../dataset/fields/recordFields';
import { kindOfFile } from '../dataset/readers/fileKind';
import { placeOf, type Place, type RawRecord } from '../dataset/records/rawRecord';
import { streamJson, streamRecords, type StreamOptions } from '../dataset/records/recordStream';
import { checkValue } from '../model/problems/checkValue';
import type { CsvCell } from '../model/problems/export/validation';
import { fileProblem, firstIssue, problem, type FileProblem, type Problem } from '../model/problems/problem';
import { ProblemGroups, type ProblemGroup } from '../model/study/problemGroups';
import type { ExportFormat, FormatDeclaration } from './format';
import { exportFormatNamed, exportFormats } from './index';
import { formatDeclared } from './ownFormats/studyFormats';
import { firstInvalidUtf8, hasByteOrderMark } from './texts/encodingCheck';
import { isWellFormed } from './texts/wellFormed';
import { ContradictingPairs } from './validation/contradictingPairs';
import { ColumnTypes } from './validation/columnTypes';
import { pandasCsvRows, isReadAsCsv } from './validation/pandasCsvRows';
import { RowWarnings } from './validation/rowWarnings';
import { ExtraColumnTracker, extraColumn, extraField, type ExtraColumn } from './validation/extraColumns';
import { MissingMedia } from './validation/missingMedia';
import { repeatedKey } from './validation/repeatedKey';
import { readRow } from './validation/readRow';
import { endProblem, isLoaded, checkFile, type RowStorage, type FileCheck } from './validation/fileCheck';

/**
 * The format of an exported file: as its manifest says, or else the first whose rules its first row keeps; undefined
 * where it is none of ours.
 */
export async function exportFormatOf(path: string): Promise<string | undefined> {
  const told = await formatOfManifest(path);
  if (told) return told.name;
  const row = await firstRow(
    path,
    (await kindOfFile(path)).kind === 'table' ? 'table' : isReadAsCsv(path) ? 'csv' : 'json',
  );
  if (!row) return undefined;
  const marked = exportFormats.filter(({ rules }) => !rules.unmarked);
  const exact = marked.find(({ rules }) => rules.row.safeParse(row).success);
  if (exact) return exact.name;
  // With columns too many: the format that knows most of them, where that is most of all.
  const near = marked
    .map((format) => ({ format, ...checked(row, format) }))
    .filter(({ error, extras }) => !error && extras.length > 0 && extras.length * 2 < Object.keys(row).length);
  return near.sort((a, b) => a.extras.length - b.extras.length)[0]?.format.name;
}

/** A row of a training file by its number, from 1 on; undefined where there is none or it cannot be read. */
export async function rowAt(path: string, number: number): Promise<JsonObject | undefined> {
  const stored = (await kindOfFile(path)).kind === 'table' ? 'table' : isReadAsCsv(path) ? 'csv' : 'json';
  let before = 0;
  for await (const batch of streamRows(path, stored)) {
    const record = batch[number - 1 - before];
    if (record) {
      const read = readRow(record);
      return 'row' in read ? read.row : undefined;
    }
    before += batch.length;
  }
  return undefined;
}

async function firstRow(path: string, stored: RowStorage): Promise<JsonObject | undefined> {
  for await (const batch of streamRows(path, stored)) {
    for (const record of batch) {
      const read = readRow(record);
      if ('row' in read) return read.row;
    }
  }
  return undefined;
}

/** Whether the first row has the columns of the format, be they right or wrong. */
async function isOfFormat(path: string, stored: RowStorage, format: ExportFormat): Promise<boolean> {
  const row = await firstRow(path, stored);
  return row === undefined || checked(row, format).error?.what.code !== 'validation.withoutColumn';
}

/** The rows of a file as they are stored. */
function streamRows(
  path: string,
  stored: RowStorage,
  options: StreamOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  if (stored === 'csv') return pandasCsvRows(path, options);
  return stored === 'table' ? streamRecords(path, options) : streamJson(path, options);
}

/** The format that the manifest beside a file tells. */
async function formatOfManifest(path: string): Promise<ExportFormat | undefined> {
  for (const name of ['.tiebreak-manifest.json', `.${parse(path).name}.tiebreak-manifest.json`]) {
    try {
      const { format, declared } = JSON.parse(await readFile(join(dirname(path), name), 'utf8')) as {
        format?: unknown;
        declared?: FormatDeclaration;
      };
      const found = typeof format === 'string' ? formatDeclared(format, declared) : undefined;
      if (found) return found;
    } catch {
      // There is none, or none that can be read: the row tells.
    }
  }
  return undefined;
}

/** A format by its name: one of Tiebreak's, or one of a study's own that the manifest beside the file tells. */
export async function formatOf(path: string, name: string): Promise<ExportFormat | undefined> {
  const known = exportFormatNamed(name);
  if (known) return known;
  const told = await formatOfManifest(path);
  return told?.name === name ? told : undefined;
}

/** What a file of a format was found to be like. */
export interface Validation {
  readonly rows: number;
  /** The first few of each kind, by kind. */
  readonly problems: readonly FileProblem[];
  /** With how many there are of each. */
  readonly kinds: readonly ProblemGroup[];
}

/**
 * Checks every row of an exported file against its format's rules. Memory does not grow with what is wrong. Throws
 * `UserError` for a file that holds no rows at all, such as an archive.
 */
export async function validateExport(
  path: string,
  name: string,
  options: Pick<StreamOptions, 'signal' | 'onBytes'> = {},
): Promise<Validation> {
  const format = await formatOf(path, name);
  if (!format)
    throw new RangeError(`no rules for ${name}; the formats are ${exportFormats.map((each) => each.name).join(', ')}`);
  const { rules } = format;
  const found = new ProblemGroups();
  const say: Say = (severity, place, what, kind) =>
    found.add(fileProblem(severity, { file: path, ...place }, what), kind);
  const whole = await checkFile(path, format);
  for (const { severity, line, what } of whole.problems) say(severity, line === undefined ? {} : { line }, what);
  const rows = whole.holdsRows ? await validateRows(path, format, whole, say, options) : 0;
  if (rows === 0 && whole.holdsRows)
    say('error', {}, problem('validation.noRow', { onlyBlank: !(await isEmpty(path)) }));
  const other =
    found.errors > 0 && rows > 0 && !(await isOfFormat(path, whole.stored, format))
      ? await exportFormatOf(path)
      : undefined;
  if (other !== undefined && other !== name) say('warning', {}, problem('validation.otherFormat', { format: other }));
  const count = rows === 0 ? undefined : rules.whole?.(rows);
  if (typeof count === 'string') say('error', {}, ruleBroken(count));
  else if (count) say('warning', {}, ruleBroken(count.warning));
  const kinds = found.kinds();
  return { rows, problems: kinds.flatMap(({ first }) => first), kinds };
}

const isEmpty = async (path: string): Promise<boolean> => (await stat(path)).size === 0;

type Say = (severity: FileProblem['severity'], place: Partial<Place>, what: Problem, kind?: string) => void;

const ruleBroken = (rule: string): Problem => problem('validation.breaksRule', { rule });

/** The number of rows. */
async function validateRows(
  path: string,
  format: ExportFormat,
  { stored, isArray }: Pick<FileCheck, 'stored' | 'isArray'>,
  say: Say,
  options: Pick<StreamOptions, 'signal' | 'onBytes'>,
): Promise<number> {
  const { rules } = format;
  const across = rules.across?.();
  const settled = new ExtraColumnTracker();
  const bothWays = ContradictingPairs.of(format);
  const doubts = new RowWarnings(format);
  const media = new MissingMedia(path);
  const types =
    isLoaded(format) && stored !== 'table' ? new ColumnTypes(format.dates, await hasTypesTold(path)) : undefined;
  let rows = 0;
  let next = 1;
  let bytes = 0;
  let isDoubtful = false;
  if (rules.blankLine !== undefined && (await hasByteOrderMark(path)))
    say('error', { line: 1 }, problem('validation.byteOrderMark', { does: rules.blankLine }));
  const onEnd: StreamOptions['onEnd'] = ({ line, message, severity }) => {
    // What was read all the same: trainers may not.
    if (severity === 'warning') isDoubtful = true;
    else say('error', { ...(line !== undefined && { line }) }, endProblem(message));
  };
  for await (const batch of streamRows(path, stored, { ...options, onEnd })) {
    for (const record of batch) {
      const { line } = record;
      const place = placeOf(record);
      const text = 'text' in record ? record.text : '';
      rows++;
      if (rules.blankLine !== undefined && line > next && path.endsWith('.jsonl'))
        say('error', { line: next }, problem('validation.blankLine', { does: rules.blankLine }));
      next = line + 1;
      isDoubtful ||= text.includes('\ufffd');
      const read = readRow(record);
      if ('row' in read) {
        const { row, extras, error } = checked(read.row, format);
        const passed = extras.filter((extra) => extra.severity === 'warning').flatMap(({ column }) => column ?? []);
        for (const { severity, what, kind } of extras) say(severity, place, what, kind);
        const late = isLoaded(format) ? settled.look(passed, isArray ? 0 : bytes) : undefined;
        if (late) say(late.severity, place, late.what, kindOf(late.what));
        const retyped = types?.look(
          read.row,
          isArray ? 0 : bytes,
          extras.flatMap(({ column }) => column ?? []),
          text,
        );
        if (retyped) say('error', place, retyped, kindOf(retyped));
        if (stored === 'csv')
          isDoubtful ||= Object.values(row).some((cell) => typeof cell === 'string' && cell.includes('\ufffd'));
        const twice = text === '' ? undefined : repeatedKey(text, read.row);
        if (twice !== undefined)
          say(
            isLoaded(format) ? 'error' : 'warning',
            place,
            problem('validation.keyTwice', { key: twice, isLoaded: isLoaded(format) }),
          );
        if (error)
          say('error', place, stored === 'csv' ? asCell(error.what, row[error.column]) : error.what, error.kind);
        else if (/\\u[dD][89abABcdefCDEF]/.test(text) && !isWellFormed(read.row))
          say('error', place, problem('validation.halfSurrogate', {}));
        else {
          const between = across?.(row);
          const silent = rules.silent?.(row);
          const opposite = bothWays?.look(row, line);
          const missing = media.look(row, format);
          if (missing) say('error', place, missing, 'missing media');
          if (between !== undefined) say('error', place, ruleBroken(between), between.replaceAll(/\d+/g, '0'));
          if (silent !== undefined) say('warning', place, ruleBroken(silent));
          for (const doubt of doubts.look(row, line)) say('warning', place, doubt.what, `doubt ${doubt.kind}`);
          if (opposite !== undefined)
            say(
              'warning',
              place,
              problem('validation.oppositeRow', { at: opposite, isRow: place.unit === 'row' }),
              'both ways',
            );
        }
      } else say('error', { ...place, line: line + (read.below ?? 0) }, read.what, read.kind);
      bytes += text.length;
    }
  }
  for (const path of types?.ofDates ?? []) say('error', {}, problem('validation.onlyDates', { column: path }));
  for (const doubt of doubts.ofFile()) say('warning', {}, doubt);
  // Bytes that are not UTF-8 are read as U+FFFD, which a text may hold as well.
  const notUtf8 = isDoubtful ? await firstInvalidUtf8(path) : undefined;
  if (notUtf8 !== undefined) say('error', { line: notUtf8 }, problem('validation.notUtf8', {}));
  return rows;
}

/** What tells late columns and types of one kind from those of another. */
const kindOf = ({ code, params }: Problem): string => `${code} ${JSON.stringify(params)}`;

/** What a rule says of a cell of CSV, with how it is read where that is not what the file says. */
function asCell(what: Problem, value: unknown): Problem {
  const cell = csvCell(value);
  return what.code === 'validation.breaksRule' && cell !== undefined
    ? { ...what, params: { ...what.params, cell } }
    : what;
}

function csvCell(value: unknown): CsvCell | undefined {
  if (value === null) return 'null';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : undefined;
}

/** Whether the card beside a file names the types of its columns, so that `load_dataset(folder)` goes by those. */
async function hasTypesTold(path: string): Promise<boolean> {
  const card = await readFile(join(dirname(path), 'README.md'), 'utf8').catch(() => '');
  return /^---\n(?:(?!---).*\n)*?dataset_info:\n(?: .*\n)*? +features:\n/.test(card);
}

/** What is said of a row, and what tells it from others of its kind. */
type Said = ExtraColumn & { readonly kind: string; readonly column?: string };

/**
 * A row by its format's rules: without the columns that the format does not have, what these come to, and the first
 * thing that is wrong with the rest.
 */
function checked(
  row: JsonObject,
  format: ExportFormat,
): {
  readonly row: JsonObject;
  readonly extras: readonly Said[];
  readonly error?: { readonly what: Problem; readonly kind: string; readonly column: string };
} {
  const { rules } = format;
  const result = checkValue(rules.row, row);
  if (result.success) return { row, extras: [] };
  const isExtra = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';
  const extras = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => extraAt(issue.path, key, format)) : [],
  );
  // Rules that hold between columns are looked at once no column is too many.
  const known =
    extras.length === 0
      ? row
      : withoutExtras(row, result.error.issues.filter(isExtra) as z.core.$ZodIssueUnrecognizedKeys[]);
  const error = extras.length === 0 ? result.error : checkValue(rules.row, known).error;
  const [issue] = error?.issues ?? [];
  if (!error || !issue) return { row: known, extras };
  const isMissing = issue.path.length === 1 && !Object.hasOwn(row, issue.path[0] ?? '');
  // Of a row in another format it says nothing that its columns are none of this one.
  return {
    row: known,
    extras: isMissing ? [] : extras,
    error: {
      what: isMissing ? withoutColumn(issue, extras) : ruleBroken(firstIssue(error)),
      column: String(issue.path[0]),
      kind: `${pattern(issue.path)} ${issue.code} ${issue.message.replaceAll(/\d+|(["'`]).*?\1/g, '')}`,
    },
  };
}

function extraAt(path: readonly PropertyKey[], key: string, format: ExportFormat): Said {
  const extra = path.length === 0 ? extraColumn(key, format) : extraField(path.map(String).join('.'), key, format);
  return { ...extra, kind: `extra ${pattern(path)} ${key}`, ...(path.length === 0 && { column: key }) };
}

/** A path with the same for every place in a list. */
const pattern = (path: readonly PropertyKey[]): string =>
  path.map((key) => (typeof key === 'number' ? '*' : String(key))).join('.');

/** Says of a column that is missing that it is, beside what it must be, and what the row has instead. */
function withoutColumn({ path, message }: z.core.$ZodIssue, extras: readonly Said[]): Problem {
  const key = String(path[0]);
  const instead = extras.flatMap(({ column }) => column ?? []).slice(0, 6);
  const must = message.startsWith('is missing; ') ? message.slice('is missing; '.length) : `${key}: ${message}`;
  return problem('validation.withoutColumn', { column: key, must, instead });
}

function withoutExtras(row: JsonObject, issues: readonly z.core.$ZodIssueUnrecognizedKeys[]): JsonObject {
  const copy = structuredClone(row) as Record<string, unknown>;
  for (const { path, keys } of issues) {
    const holder = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], copy);
    if (isObject(holder)) for (const key of keys) Reflect.deleteProperty(holder, key);
  }
  return copy;
}
