import { messageOf, problem, type Problem } from '../../model/problems/problem';
import { withParsedCells } from '../fields/cellValues';
import { parsePythonJson } from '../json/pythonJson';
import type { JsonSource } from '../json/sourceTexts';
import { asMessages } from '../items/messages';
import { isObject, LayoutError, valueKind, type JsonObject } from '../fields/recordFields';

/** Where a record stands in its file, counted from 1. */
export interface Place {
  readonly line: number;
  /** What `line` counts: lines, or the rows of a table that has no lines (Parquet, Arrow). */
  readonly unit?: 'row';
}

/**
 * One record as it stands in its file, not yet understood: JSON text, the fields of a table's row, or why it can be
 * neither.
 */
export type RawRecord = Place &
  (
    | {
        readonly text: string;
        readonly source?: JsonSource;
        /** What its file calls it, beside the record itself: its key. */ readonly id?: string;
      }
    | { readonly value: JsonObject }
    | { readonly fault: Problem }
  );

/** The place of a record, for what is told about it. */
export function placeOf({ line, unit }: Place): Place {
  return unit ? { line, unit } : { line };
}

/**
 * The fields of a record, with what cells of a table hold as text (`withParsedCells`). Throws `LayoutError` with the reason
 * where it has none.
 */
export const recordValue = (raw: RawRecord): JsonObject =>
  'value' in raw ? withParsedCells(raw.value) : objectOf(raw, parsePythonJson);

/** The same as they stand in the file, and as a trainer's reader takes them: strictly. */
export const strictRecordValue = (raw: RawRecord): JsonObject =>
  'value' in raw ? raw.value : objectOf(raw, JSON.parse);

function objectOf(
  raw: Exclude<RawRecord, { readonly value: JsonObject }>,
  parse: (text: string) => unknown,
): JsonObject {
  if ('fault' in raw) throw new LayoutError(raw.fault);
  return raw.id === undefined
    ? jsonObject(raw.text, parse, { line: raw.line })
    : withId(jsonObject(raw.text, parse, { key: raw.id, line: raw.line }), raw.id);
}

/** A record's own id goes before the key under which it stands. */
const withId = (record: JsonObject, id: string): JsonObject =>
  Object.hasOwn(record, 'id') ? record : { id, ...record };

/** Returns the object in a record as `recordValue` does; undefined where there is none. */
export function maybeRecordValue(raw: RawRecord): JsonObject | undefined {
  try {
    return recordValue(raw);
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return undefined;
  }
}

/**
 * The JSON object in a text; throws `LayoutError` with the reason.
 * @param key under which it stands in its file, where it does
 * @param line on which it begins there
 */
function jsonObject(
  text: string,
  parse: (text: string) => unknown,
  { key, line }: { readonly key?: string; readonly line?: number } = {},
): JsonObject {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const fault = faultOf(messageOf(error), text, line);
    throw new LayoutError(problem('dataset.notJson', { ...fault, spansLines: text.trim().includes('\n') }), {
      cause: error,
    });
  }
  // A conversation that stands for itself, as an array of messages.
  if (Array.isArray(value) && asMessages(value)) return { messages: value };
  if (!isObject(value) && key !== undefined)
    throw new LayoutError(problem('dataset.keyWithoutObject', { key: key.slice(0, 80), kind: valueKind(value) }));
  if (!isObject(value))
    throw new LayoutError(
      Array.isArray(value)
        ? problem('dataset.recordIsList', {})
        : problem('dataset.recordIsValue', { value: JSON.stringify(value).slice(0, 40) }),
    );
  return value;
}

/** What is wrong with a JSON text; where that is not on its first line, with the line of the file. */
function faultOf(
  message: string,
  text: string,
  line: number | undefined,
): { readonly reason: string; readonly line?: number } {
  const [, said = message, position] = /^(.*?)(?: in JSON)? at position (\d+)/s.exec(message) ?? [];
  const below = position === undefined ? 0 : text.slice(0, Number(position)).split('\n').length - 1;
  return below === 0 || line === undefined
    ? { reason: message.replace(/ \(line \d+ column \d+\)$/, '') }
    : { reason: said, line: line + below };
}
