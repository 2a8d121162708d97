/**
 * Where records begin in a file of text. A record reaches from its start to the next record's start (or the end of the
 * file); `rawRecord` takes off what separates them. So one number per record is all that an index has to keep.
 */
import { problem } from '../../model/problems/problem';
import { isAscii, isUtf8 } from 'node:buffer';
import { CsvFramer, rowRecord, type CsvFraming } from '../readers/table/csv';
import { ArrayFramer, valueEnd } from '../readers/json/jsonArray';
import { LineFramer } from '../readers/json/jsonl';
import { ConcatenatedJsonFramer } from '../readers/json/concatenatedJson';
import { KeyedObjectsFramer, keyedRecord, type KeyedObjectsFraming } from '../readers/json/keyedObjects';
import { decodeWindows1252 } from '../readers/windows1252';
import type { WholeFileFraming } from '../readers/wholeFileFraming';
import { NestedArrayFramer, type NestedArrayFraming } from '../readers/json/nestedArray';
import type { RawRecord } from './rawRecord';
import { isSpace } from './syntaxBytes';
import type { Framer } from './framer';

/** How the records of a text file follow each other. Plain data, so that it can be sent to a worker. */
export type Framing = SerialFraming | WholeFileFraming;

/** Records that stand one behind the other, so that where each begins is all that is to be known. */
export type SerialFraming =
  'jsonl' | 'json-array' | 'json-values' | NestedArrayFraming | KeyedObjectsFraming | CsvFraming;

/**
 * Makes the framer that finds where records begin.
 * @param line of the first pushed byte, where JSONL is not read from its beginning
 */
export function framerFor(framing: SerialFraming, line = 1): Framer {
  if (framing === 'jsonl') return new LineFramer(line);
  if (framing === 'json-array') return new ArrayFramer();
  if (framing === 'json-values') return new ConcatenatedJsonFramer();
  if (framing.kind === 'csv') return new CsvFramer(framing.separator, framing);
  return framing.kind === 'keyed-objects' ? new KeyedObjectsFramer(framing.path) : new NestedArrayFramer(framing.path);
}

/** Records of a text that stand behind each other, before anything is made of them. Plain data. */
export interface TextRecords {
  readonly bytes: Buffer;
  /** Where each begins in `bytes`; it reaches to where the next one begins, the last to the end. */
  readonly starts: Uint32Array;
  /** The line of its file on which each begins, from 1. */
  readonly lines: Uint32Array;
  readonly framing: SerialFraming;
}

/** Records before anything is made of them: of a text, or rows of a table. */
export type UnparsedRecords = TextRecords | readonly RawRecord[];

export const areText = (records: UnparsedRecords): records is TextRecords => 'bytes' in records;

export const countOf = (records: UnparsedRecords): number =>
  areText(records) ? records.starts.length : records.length;

/**
 * Gives records as they stand in their file, by their places in their stretch.
 * @param givesSources whether they tell where they stand as JSON: they hold on to the stretch then
 */
export function rawReader(records: UnparsedRecords, givesSources = false): (at: number) => RawRecord {
  if (!areText(records)) return (at) => records[at] as RawRecord;
  const { bytes, starts, lines, framing } = records;
  const isJsonl = framing === 'jsonl';
  const encoding = !isJsonl ? undefined : isAscii(bytes) ? 'latin1' : isUtf8(bytes) ? 'utf8' : undefined;
  const isSource = encoding !== undefined && givesSources;
  const isCanonical = isSource && !mayEscapeOtherwise(bytes);
  return (at) => {
    const [start = 0, end = bytes.length] = [starts[at], starts[at + 1]];
    const line = lines[at] ?? 1;
    if (encoding === undefined) return rawRecord(bytes.subarray(start, end), line, framing);
    const text = bytes.toString(encoding, start, trimmedEnd(bytes, start, end));
    return isCanonical || (isSource && !mayEscapeOtherwise(bytes.subarray(start, end)))
      ? { line, text, source: { bytes, start, end } }
      : { line, text };
  };
}

/** Whether JSON in UTF-8 may hold escapes that `JSON.stringify` does not write. */
const mayEscapeOtherwise = (bytes: Buffer): boolean => bytes.includes('\\u') || bytes.includes('\\/');

/** Makes records of the bytes of a batch: all, or the first `count`. */
export function rawRecords(records: UnparsedRecords, count = countOf(records)): RawRecord[] {
  const raw = rawReader(records);
  return Array.from({ length: Math.min(count, countOf(records)) }, (_, at) => raw(at));
}

/** One record, cut from its start to the next one's, without what separates them. */
export function rawRecord(bytes: Buffer, line: number, framing: SerialFraming): RawRecord {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  const isCsv = typeof framing === 'object' && framing.kind === 'csv';
  if (encoding === 'utf8' && !isUtf8(bytes))
    return isCsv && framing.encoding
      ? rowRecord(decodeWindows1252(bytes), line, framing)
      : { line, fault: problem('dataset.notUtf8', {}) };
  if (isCsv) return rowRecord(bytes.toString(encoding), line, framing);
  if (typeof framing === 'object' && framing.kind === 'keyed-objects') return { line, ...keyedRecord(bytes, encoding) };
  return { line, text: recordText(bytes, framing, encoding) };
}

/** The text of one record in JSON. @param encoding 'latin1', which is read much quicker, where all is ASCII */
export function recordText(bytes: Buffer, framing: SerialFraming, encoding: 'latin1' | 'utf8' = 'utf8'): string {
  const end = framing === 'jsonl' || framing === 'json-values' ? bytes.length : valueEnd(bytes);
  return bytes.toString(encoding, 0, trimmedEnd(bytes, 0, end));
}

function trimmedEnd(bytes: Buffer, start: number, end: number): number {
  while (end > start && isSpace(bytes[end - 1])) end--;
  return end;
}
