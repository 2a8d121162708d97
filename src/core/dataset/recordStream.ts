import { UserError } from '../model/problem';
import { kindOfFile } from './formats/fileKind';
import { CutOffError, firstAtLeast, plainBytes, type ReadOptions } from './formats/plainBytes';
import { openTable, tableRow } from './formats/table';
import { framingOf, jsonFraming } from './formats/textFraming';
import { framerFor, rawOf, recordText, type Framing, type UnreadRecord, type WholeFileProblem } from './framing';
import { looksLikeRecord } from './looksLikeRecord';
import type { Mapping } from './layouts/layout';
import type { RawRecord } from './rawRecord';

/** A JavaScript string cannot hold more than about 512 MB; a record near that size is a file read with the wrong eyes. */
export const longestRecord = 256 << 20;

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
  /** Hears what is wrong with the file as a whole, such as an array that is cut off. */
  readonly onEnd?: (problem: WholeFileProblem) => void;
}

/** Every record of a file in order, in batches (one per stretch read), of whatever kind, without holding more than a stretch. */
export async function* streamRecords(path: string, options: StreamOptions = {}): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of streamUnread(path, options)) yield batch.map(rawOf);
}

/** The same, with nothing made of them yet. */
export async function* streamUnread(path: string, options: StreamOptions = {}): AsyncGenerator<readonly UnreadRecord[]> {
  const kind = await kindOfFile(path);
  if (kind.kind === 'table') yield* streamTable(path, kind.table, options);
  else {
    const framing = (head: Buffer): Framing => framingOf(head, { name: path, whole: head.length < framingBytes, recordsPath: options.mapping?.records, isRecord: looksLikeRecord(options.mapping ?? {}) });
    yield* streamText(path, options, framing, (bytes, line, kind) => ({ bytes, line, framing: kind }));
  }
}

/** The texts of a file that must be JSONL or a JSON array (a journal, an export): whatever else it is shows as texts that do not parse. */
export async function* streamJson(path: string, options: StreamOptions = {}): AsyncGenerator<readonly { readonly line: number; readonly text: string }[]> {
  yield* streamText(path, options, jsonFraming, (bytes, line, framing) => ({ line, text: recordText(bytes, framing) }));
}

async function* streamTable(path: string, kind: 'parquet' | 'arrow', { signal, onBytes, onEnd }: StreamOptions): AsyncGenerator<readonly RawRecord[]> {
  const table = await openTable(path, kind);
  try {
    for await (const { start, rows, bytes } of table.scan(signal)) {
      onBytes?.(bytes);
      yield rows.map((row, i) => tableRow(start + i, row));
    }
    if (table.problem) onEnd?.(table.problem);
  } finally {
    await table.close();
  }
}

async function* streamText<T>(path: string, options: StreamOptions, framingOfHead: (head: Buffer) => Framing, make: (bytes: Buffer, line: number, framing: Framing) => T): AsyncGenerator<readonly T[]> {
  let framing: Framing | undefined;
  let framer = framerFor('jsonl');
  let offset = 0;
  const open = new OpenRecord();
  let cutOff: CutOffError | undefined;

  try {
    for await (const chunk of firstAtLeast(plainBytes(path, options), framingBytes)) {
      if (!framing) {
        framing = framingOfHead(chunk);
        framer = framerFor(framing);
        options.onFraming?.(framing);
      }
      const batch: T[] = [];
      let taken = 0;
      const kind = framing;
      framer.push(chunk, offset, (start, line) => {
        if (open.line !== undefined) {
          open.add(chunk.subarray(taken, start - offset));
          batch.push(make(open.bytes(), open.line, kind));
        }
        taken = start - offset;
        open.begin(line);
      });
      if (open.line !== undefined && open.add(chunk.subarray(taken)) > longestRecord) throw tooLong(path, open.line);
      offset += chunk.length;
      if (batch.length > 0) yield batch;
    }
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error;
    cutOff = error;
  }
  if (open.line !== undefined && framing) yield [make(open.bytes(), open.line, framing)];
  const problem = cutOff ? { ...(open.line !== undefined && { line: open.line }), message: cutOff.message } : framer.end();
  if (problem) options.onEnd?.(problem);
}

/** The record whose end has not been read yet. */
class OpenRecord {
  /** Where it began; undefined before the first record. */
  line: number | undefined;
  private parts: Buffer[] = [];
  private size = 0;

  begin(line: number): void {
    this.line = line;
    this.parts = [];
    this.size = 0;
  }

  /** Adds what was read of it; gives its bytes so far. */
  add(part: Buffer): number {
    this.parts.push(part);
    return (this.size += part.length);
  }

  bytes(): Buffer {
    const [only] = this.parts;
    return only && this.parts.length === 1 ? only : Buffer.concat(this.parts);
  }
}

/** The error for a record that cannot be one. */
export function tooLong(path: string, line?: number): UserError {
  return new UserError(`${path}${line === undefined ? '' : `:${line}`}: one record of more than ${longestRecord >> 20} MB. Tiebreak reads ${readableKinds}; in CSV, look for a quote that is never closed`);
}

/** For messages. */
export const readableKinds = 'one JSON object a line (JSONL), a JSON array of objects, CSV with a header, Parquet and Arrow, the texts plain, gzip or zstd';

/** The first records of a file, without reading much more than them. `framing` is absent for a table. */
export async function readHead(path: string, count = headRecords, options: Pick<StreamOptions, 'mapping'> = {}): Promise<{ framing: Framing | undefined; records: RawRecord[]; problem: WholeFileProblem | undefined }> {
  let framing: Framing | undefined;
  let problem: WholeFileProblem | undefined;
  const records: RawRecord[] = [];
  let bytes = 0;
  for await (const batch of streamRecords(path, { ...options, onFraming: (found) => (framing = found), onBytes: (read) => (bytes = read), onEnd: (found) => (problem = found) })) {
    records.push(...batch.slice(0, count - records.length));
    if (records.length >= count || bytes > headBytes) break;
  }
  return { framing, records, problem };
}
