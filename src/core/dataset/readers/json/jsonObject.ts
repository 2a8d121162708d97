import {
  byteOrderMark,
  closeBrace,
  closeBracket,
  comma,
  isSpace,
  openBrace,
  openBracket,
  quote,
} from '../../records/syntaxBytes';
import { JsonStrings } from './jsonStrings';

/** An entry of a JSON object, by where it stands in its bytes. */
export interface JsonEntry {
  readonly key: string;
  /** Where the key's quote stands. */
  readonly keyAt: number;
  readonly start: number;
  /** Just behind the value; undefined where it goes on behind the bytes. */
  readonly end: number | undefined;
}

/** The elements of an object or array from `start` on, up to its own end or the end of the bytes. */
export interface JsonMembers {
  readonly entries: readonly JsonEntry[];
  /** Just behind its own bracket; undefined where it goes on behind the bytes. */
  readonly end: number | undefined;
}

/**
 * Where the entries of the JSON object (or the elements of the array, whose keys are '') at `start` of `bytes` stand,
 * without making anything of them. Bytes that are no JSON give what a reader of JSON refuses later.
 * @param most no more entries than these are looked for
 */
export function membersAt(bytes: Buffer, start: number, most = Infinity): JsonMembers {
  const entries: JsonEntry[] = [];
  const end = eachMember(bytes, start, (entry) => entries.push(entry) < most);
  return { entries, end };
}

/**
 * Gives `take` the entries of the JSON object or array at `start` of `bytes` in turn until it says that it is enough.
 * Returns where the object or array ends, where that was seen.
 */
export function eachMember(bytes: Buffer, start: number, take: (entry: JsonEntry) => boolean): number | undefined {
  const isArray = bytes[start] === openBracket;
  const strings = new JsonStrings();
  let depth = 0;
  let keyAt = -1;
  let keyEnd = -1;
  let valueAt = -1;
  const entry = (end: number | undefined): JsonEntry => ({
    key: isArray ? '' : keyIn(bytes, keyAt, keyEnd),
    keyAt,
    start: valueAt,
    end,
  });
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    const wasOpen = strings.isOpen;
    if (strings.takes(byte)) {
      if (wasOpen && !strings.isOpen && depth === 1 && !isArray && keyEnd < 0) keyEnd = at + 1;
      continue;
    }
    if (isSpace(byte)) continue;
    if (depth === 1) {
      const isEnd = byte === comma || byte === closeBrace || byte === closeBracket;
      if (isEnd && valueAt >= 0) {
        if (!take(entry(behind(bytes, valueAt, at)))) return undefined;
        [keyAt, keyEnd, valueAt] = [-1, -1, -1];
      } else if (!isEnd && valueAt < 0) {
        if (isArray) valueAt = at;
        else if (keyAt < 0) {
          if (byte !== quote) return undefined;
          keyAt = at;
        } else if (byte !== colon) valueAt = at;
      }
    }
    if (byte === openBrace || byte === openBracket) depth++;
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at + 1;
  }
  if (valueAt >= 0) take(entry(undefined));
  return undefined;
}

const colon = 0x3a;

/** Where a value ends that a comma or bracket at `at` stands behind. */
function behind(bytes: Buffer, start: number, at: number): number {
  while (at > start && isSpace(bytes[at - 1])) at--;
  return at;
}

/** The key whose quotes stand at `start` and before `end`; as it stands where it is no JSON text. */
export function keyIn(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  try {
    return String(JSON.parse(text));
  } catch {
    // What is around it is no JSON either, and told where it is read.
    return text;
  }
}

/** Where the first value of a text begins. */
export function firstByte(bytes: Buffer): number {
  let at = byteOrderMark(bytes);
  while (isSpace(bytes[at])) at++;
  return at;
}

/** The entry that `keys` lead to from the object at `start`. */
export function entryAt(bytes: Buffer, start: number, keys: readonly string[]): number | undefined {
  let at: number | undefined = start;
  for (const key of keys) {
    if (at === undefined || bytes[at] !== openBrace) return undefined;
    let found: number | undefined;
    eachMember(bytes, at, (entry) => {
      if (entry.key === key) found = entry.start;
      return found === undefined;
    });
    at = found;
  }
  return at;
}
