import { parsePythonJson } from '../json/pythonJson';
import { isObject, type JsonObject } from '../fields/recordFields';
import { jsonFaultAt } from '../records/jsonFault';
import { asMessage, asMessages } from '../items/messages';
import { framerFor, recordText, type Framing, type SerialFraming } from '../records/framing';
import { byteOrderMark, isSpace, openBrace, openBracket } from '../records/syntaxBytes';
import { csvFramingOf } from './table/csv';
import { isInner } from './json/innerRecords';
import { arraysOfObjects, type NestedArrayFraming } from './json/nestedArray';
import { recordsAtPath, recordsInObject } from './json/recordsInObject';

export interface FramingHints {
  /** The file's name; an ending decides where the bytes do not. */
  readonly name?: string;
  /** The bytes are the whole file. */
  readonly whole?: boolean;
  /** Where the records' array stands in a JSON object, as a dotted path. */
  readonly recordsPath?: string | undefined;
  /** Whether an object is a record by itself, so that what it holds are no records. */
  readonly isRecord?: (object: JsonObject) => boolean;
}

/** The framing that the first bytes of a text call for. */
export function framingOf(
  head: Buffer,
  { name = '', whole = true, recordsPath, isRecord = () => true }: FramingHints = {},
): Framing {
  let at = byteOrderMark(head);
  while (isSpace(head[at])) at++;
  if (recordsPath !== undefined && isInner(recordsPath) && (head[at] === openBracket || head[at] === openBrace))
    return { kind: 'inner', path: recordsPath.split('.') };
  const start = head.toString('utf8', at, at + 1000);
  const named = /\.(csv|tsv|tab|psv)(\.(gz|zst))?$/i.test(name);
  if (start === '' || !(named ? /^(\{\s*["}]|\[\s*[[{\]"\d-])/ : /^[[{]/).test(start)) {
    // A line that is a JSON object makes the file JSONL with something odd before it.
    const isTable = start !== '' && (named || !/\n\s*\{\s*"/.test(head.toString('utf8', at, at + (1 << 16))));
    return (isTable ? csvFramingOf(head, whole, named) : undefined) ?? 'jsonl';
  }
  if (head[at] === openBracket) return holdsConversation(head.subarray(at)) ? 'jsonl' : 'json-array';
  if (recordsPath !== undefined) return recordsAtPath(head, recordsPath.split('.'));
  return objectFraming(head.subarray(at), whole, isRecord);
}

/** The framing of a text that is one of the two that Tiebreak writes and trainers read. */
export function jsonFraming(head: Buffer): Framing {
  let at = byteOrderMark(head);
  while (isSpace(head[at])) at++;
  return head[at] === openBracket ? 'json-array' : 'jsonl';
}

/** The text begins with an object: the first of many, or the one that holds them. */
function objectFraming(text: Buffer, whole: boolean, isRecord: (object: JsonObject) => boolean): Framing {
  const lines = linesOf(text);
  const first = objectIn(lines[0]);
  const second = objectIn(lines[1]);
  if (first && lines.length > 1) return 'jsonl';
  // A log that somebody's program wrote without line breaks here and there.
  if (!first && runsOn(lines[0] ?? '')) return 'json-values';
  // An object that stands alone on the next line makes the first one a broken line.
  if (second) return 'jsonl';
  const value = first ?? objectIn(firstValue(text));
  const held = recordsInObject(text, isRecord);
  if (held?.framing.kind === 'columns') return held.framing;
  if (first && (!whole || isRecord(first))) return 'jsonl';
  if (value && isRecord(value)) return 'json-values';
  const nested = nestedArray(text, isRecord);
  if (held && (held.isKnown || !nested || !isRecord(firstElement(text, nested) ?? {}))) return held.framing;
  if (value) return nested ?? (first ? 'jsonl' : 'json-values');
  // The object goes on behind what was looked at, or is broken. One line of megabytes may be a record with a list of
  // messages as well as what holds the records.
  if (nested && (lines.length > 1 || isRecord(firstElement(text, nested) ?? {}))) return nested;
  return lines.length > 1 && isJsonSoFar(text) ? 'json-values' : 'jsonl';
}

/**
 * Whether the first line is a conversation by itself, as an array of messages that say nothing else, and so is the
 * next: each line is a record then.
 */
function holdsConversation(text: Buffer): boolean {
  const [first, second = '['] = linesOf(text);
  if (!first?.trimEnd().endsWith(']') || !second.startsWith('[')) return false;
  const value = jsonIn(first);
  const areBare =
    Array.isArray(value) &&
    value.every((turn) => isObject(turn) && Object.keys(turn).every((key) => messageFields.has(key)));
  return areBare && (asMessages(value)?.some(({ role }) => role === 'assistant') ?? false);
}

/** What a message has that is no record with a message's words among its fields. */
const messageFields: ReadonlySet<string> = new Set([
  'role',
  'content',
  'from',
  'value',
  'name',
  'weight',
  'tool_calls',
  'tool_call_id',
]);

/** The first two lines that are not blank. */
function linesOf(text: Buffer): string[] {
  const lines: string[] = [];
  const framer = framerFor('jsonl');
  const starts: number[] = [];
  framer.push(text, 1, (start) => starts.push(start - 1));
  for (const [i, start] of starts.slice(0, 2).entries())
    lines.push(text.toString('utf8', start, starts[i + 1] ?? text.length));
  return lines;
}

/** Whether a line holds one JSON object behind the other. */
function runsOn(line: string): boolean {
  const first = firstValue(Buffer.from(line));
  return first !== undefined && objectIn(first) !== undefined && line.slice(first.length).trimStart().startsWith('{');
}

/** The first JSON value of a text that may hold more, where it ends in it. */
function firstValue(text: Buffer): string | undefined {
  const starts: number[] = [];
  const framer = framerFor('json-values');
  framer.push(text, 1, (start) => starts.push(start - 1));
  if (starts.length < 2 && framer.end()) return undefined;
  return text.toString('utf8', 0, starts[1] ?? text.length);
}

/**
 * The array of an object that holds its records: the first of such as are known, else the one with the most objects in
 * sight. Messages are part of one record.
 */
function nestedArray(text: Buffer, isRecord: (object: JsonObject) => boolean): NestedArrayFraming | undefined {
  const paths = [...arraysOfObjects(text)].slice(0, 8);
  const framings = paths
    .map((path): NestedArrayFraming => ({ kind: 'nested-array', path }))
    .filter(
      (framing) => asMessage(firstElement(text, framing)) === undefined || isRecord(firstElement(text, framing) ?? {}),
    );
  return (
    framings.find((framing) => isRecord(firstElement(text, framing) ?? {})) ??
    framings
      .map((framing) => ({ framing, count: startsIn(text, framing).length }))
      .reduce<{ framing: NestedArrayFraming; count: number } | undefined>(
        (most, each) => (most && most.count >= each.count ? most : each),
        undefined,
      )?.framing
  );
}

function isJsonSoFar(text: Buffer): boolean {
  const json = text.toString('utf8');
  // A number or a word may be cut in the middle.
  return (jsonFaultAt(json) ?? json.length) > json.length - 8;
}

/** Where the records in sight begin. */
function startsIn(text: Buffer, framing: SerialFraming): readonly number[] {
  const starts: number[] = [];
  framerFor(framing).push(text, 1, (start) => starts.push(start - 1));
  return starts;
}

function firstElement(text: Buffer, framing: SerialFraming): JsonObject | undefined {
  const [start, next] = startsIn(text, framing);
  return start === undefined || next === undefined
    ? undefined
    : objectIn(recordText(text.subarray(start, next), framing));
}

function objectIn(text: string | undefined): JsonObject | undefined {
  const value = text === undefined ? undefined : jsonIn(text);
  return isObject(value) ? value : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    // No JSON by itself, which is all that was asked.
    return undefined;
  }
}
