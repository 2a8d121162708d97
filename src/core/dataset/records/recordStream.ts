import { isJson } from '../../model/text/isJson';
import { problem, UserError } from '../../model/problems/problem';
import { kindOfFile, type TableKind } from '../readers/fileKind';
import { arraysOfObjects } from '../readers/json/nestedArray';
import { CutOffError, firstAtLeast, plainBytes } from '../readers/decodedBytes';
import type { ReadOptions } from '../readers/readOptions';
import { windows1252Warning, headerWarning } from '../readers/table/csv';
import { openTable, recordOfRow } from '../readers/table/openTable';
import { framingOf, jsonFraming } from '../readers/textFraming';
import {
  isWholeFileFraming,
  maxWholeFileBytes,
  rowsOf,
  tooLarge,
  rowsWarning,
  type WholeFileFraming,
} from '../readers/wholeFileFraming';
import {
  areText,
  framerFor,
  rawRecords,
  recordText,
  type Framing,
  type SerialFraming,
  type UnparsedRecords,
} from './framing';
import { wholeFileProblem, type WholeFileProblem } from './framer';
import { looksLikeRecord } from './looksLikeRecord';
import type { Mapping } from '../fields/fieldMapping';
import { harnessNamed } from '../runs/recognize';
import { runRecords } from '../runs/runLines';
import type { RawRecord } from './rawRecord';

/**
 * Nobody judges a record of that size: it is a file read with the wrong eyes, or one that unpacks without an end. To
 * read one takes some eight times its bytes.
 */
export const maxRecordBytes = 64 << 20;

/** How many records are looked at to recognise a layout, and readable before any index exists. */
const headRecords = 20;
const headBytes = 8 << 20;
/** How much of a text is looked at to find its framing. */
export const framingBytes = 1 << 20;

export interface StreamOptions extends ReadOptions {
  /** Where the layout's fields stand; `records` names the array of a JSON object that holds the records. */
  readonly mapping?: Mapping | undefined;
  /** Hears how the records of a text follow each other; nothing for a table. */
  readonly onFraming?: (framing: Framing) => void;
  /**
   * Hears what is wrong with the file as a whole, such as an array that is cut off: at the end, or before the first
   * record where it is known then.
   */
  readonly onEnd?: (problem: WholeFileProblem) => void;
}

/**
 * Every record of a file in order, in batches (one per stretch read), of whatever kind, without holding more than a
 * stretch.
 */
export async function* streamRecords(path: string, options: StreamOptions = {}): AsyncGenerator<readonly RawRecord[]> {
  for await (const records of streamUnread(path, options)) yield rawRecords(records);
}

/** Reads every record of a file in order, in batches of which nothing is made yet: `rawRecords` does. */
export async function* streamUnread(path: string, options: StreamOptions = {}): AsyncGenerator<UnparsedRecords> {
  const kind = await kindOfFile(path);
  if (kind.kind === 'table') yield* streamTable(path, kind.table, options);
  else if (kind.kind === 'packed' && kind.packing === 'runs') yield* streamRuns(path, kind.harness, options);
  else
    yield* streamText(path, options, (head) =>
      framingOf(head, {
        name: kind.kind === 'packed' && kind.packing === 'zip' ? kind.entry : path,
        whole: head.length < framingBytes,
        recordsPath: options.mapping?.records,
        isRecord: looksLikeRecord(options.mapping ?? {}),
      }),
    );
}

/** Runs as they are read, as if each stood on a line: of a text nothing would be made but the same values. */
async function* streamRuns(
  path: string,
  harness: string,
  options: StreamOptions,
): AsyncGenerator<readonly RawRecord[]> {
  options.onFraming?.('jsonl');
  let line = 0;
  for await (const value of runRecords(path, harnessNamed(harness), options))
    yield [{ line: ++line, value: { ...value } }];
}

/**
 * The texts of a file that must be JSONL or a JSON array (a journal, an export): whatever else it is shows as texts
 * that do not parse. Of a file of runs they are its own lines.
 */
export async function* streamJson(
  path: string,
  options: StreamOptions = {},
): AsyncGenerator<readonly { readonly line: number; readonly text: string }[]> {
  for await (const records of streamText(path, { ...options, asWritten: true }, jsonFraming)) {
    if (!areText(records)) continue;
    const { bytes, starts, lines, framing } = records;
    yield Array.from(starts, (start, at) => ({
      line: lines[at] ?? 1,
      text: recordText(bytes.subarray(start, starts[at + 1] ?? bytes.length), framing),
    }));
  }
}

async function* streamTable(
  path: string,
  kind: TableKind,
  { signal, mapping, onBytes, onEnd }: StreamOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const table = await openTable(path, kind, mapping?.records);
  try {
    if (table.problem) onEnd?.(table.problem);
    for await (const { start, rows, bytes } of table.scan(signal)) {
      onBytes?.(bytes);
      yield rows.map((row, i) => recordOfRow(table, start + i, row));
    }
  } finally {
    await table.close();
  }
}

async function* streamText(
  path: string,
  options: StreamOptions,
  framingOfHead: (head: Buffer) => Framing,
): AsyncGenerator<UnparsedRecords> {
  let framing: SerialFraming | undefined;
  let framer = framerFor('jsonl');
  let offset = 0;
  let open: OpenRecord | undefined;
  let whole: { readonly framing: WholeFileFraming; readonly parts: Buffer[] } | undefined;
  let cutOff: CutOffError | undefined;

  try {
    for await (const chunk of firstAtLeast(plainBytes(path, options), framingBytes)) {
      if (!framing && !whole) {
        const found = framingOfHead(chunk);
        options.onFraming?.(found);
        if (typeof found === 'object' && found.kind === 'csv' && found.encoding) options.onEnd?.(windows1252Warning());
        if (typeof found === 'object' && found.kind === 'csv' && found.without) options.onEnd?.(headerWarning(found));
        if (isWholeFileFraming(found)) {
          whole = { framing: found, parts: [] };
        } else {
          framing = found;
          framer = framerFor(framing);
        }
      }
      if (!framing) {
        whole?.parts.push(chunk);
        offset += chunk.length;
        if (offset > maxWholeFileBytes) throw tooLarge(path);
        continue;
      }
      // The open record goes before what the chunk holds; of the last that begins in it the end is not known.
      const before: number = open?.size ?? 0;
      const starts = open ? [0] : [];
      const lines = open ? [open.line] : [];
      framer.push(chunk, offset, (start, line) => {
        starts.push(before + start - offset);
        lines.push(line);
      });
      offset += chunk.length;
      const [last, line] = [starts.pop(), lines.pop()];
      if (last === undefined || line === undefined) continue;
      if (open && starts.length === 0) open.add(chunk);
      else {
        const bytes: Buffer = open ? open.with(chunk.subarray(0, last - before)) : chunk.subarray(0, last);
        if (starts.length > 0)
          yield { bytes, starts: Uint32Array.from(starts), lines: Uint32Array.from(lines), framing };
        open = new OpenRecord(line, chunk.subarray(last - before));
      }
      if (open.size > maxRecordBytes) throw tooLong(path, open.line);
    }
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error;
    cutOff = error;
  }
  const ended = cutOff ? undefined : framer.end();
  // Of an array that is cut off, that is said, and not that its last record is none.
  if (
    open &&
    framing &&
    !(
      ended &&
      (framing === 'json-array' || (typeof framing === 'object' && framing.kind === 'nested-array')) &&
      !isJson(recordText(open.with(), framing))
    )
  )
    yield { bytes: open.with(), starts: Uint32Array.of(0), lines: Uint32Array.of(open.line), framing };
  if (whole) {
    const bytes = Buffer.concat(whole.parts);
    yield* rowsOf(bytes, whole.framing, path);
    const told = rowsWarning(bytes, whole.framing);
    if (told) options.onEnd?.(told);
  }
  const fault = cutOff?.problem ? wholeFileProblem(cutOff.problem, open?.line) : ended;
  if (fault) options.onEnd?.(fault);
}

/** The record whose end has not been read yet. */
class OpenRecord {
  size = 0;
  private readonly parts: Buffer[] = [];

  /** @param line where it begins */
  constructor(
    readonly line: number,
    part: Buffer,
  ) {
    this.add(part);
  }

  add(part: Buffer): void {
    this.parts.push(part);
    this.size += part.length;
  }

  /** What was read of it, and behind that its end and what follows. */
  with(rest: Buffer = Buffer.alloc(0)): Buffer {
    return Buffer.concat([...this.parts, rest]);
  }
}

/** The error for a record that cannot be one. */
export function tooLong(path: string, line?: number): UserError {
  return new UserError(
    problem(
      'dataset.recordTooLong',
      { megabytes: maxRecordBytes >> 20 },
      { file: path, ...(line !== undefined && { line }) },
    ),
  );
}

/** The first records of a file, without reading much more than them. `framing` is absent for a table. */
export async function readHead(
  path: string,
  count = headRecords,
  options: Pick<StreamOptions, 'mapping'> = {},
): Promise<{ framing: Framing | undefined; records: RawRecord[]; problem: WholeFileProblem | undefined }> {
  let framing: Framing | undefined;
  let problem: WholeFileProblem | undefined;
  const records: RawRecord[] = [];
  let bytes = 0;
  for await (const some of streamUnread(path, {
    ...options,
    onFraming: (found) => (framing = found),
    onBytes: (read) => (bytes = read),
    onEnd: (found) => (problem = found),
  })) {
    records.push(...rawRecords(some, count - records.length));
    if (records.length >= count || bytes > headBytes) break;
  }
  return { framing, records, problem };
}

/**
 * Where records may stand in a file: at keys of the JSON object that it is, as far as its beginning shows arrays of
 * objects, or in the sheets of a workbook.
 */
export async function recordArrays(file: string): Promise<string[]> {
  const kind = await kindOfFile(file);
  if (kind.kind === 'table')
    return kind.table === 'workbook' ? (await import('../readers/table/workbook')).sheetNames(file) : [];
  for await (const chunk of firstAtLeast(plainBytes(file), framingBytes))
    return [...arraysOfObjects(chunk)].map((path) => path.join('.'));
  return [];
}
