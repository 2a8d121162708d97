import { parsePythonJson } from '../../json/pythonJson';
import { hasWord, promptWordsByCertainty, responseWords, wordsIn } from '../../fields/fieldWords';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { type Framing } from '../../records/framing';
import { openBrace, openBracket, quote } from '../../records/syntaxBytes';
import { asMessage } from '../../items/messages';
import type { ColumnsFraming } from '../table/columnarJson';
import { entryAt, firstByte, membersAt, type JsonEntry } from './jsonObject';
import type { KeyedObjectsFraming } from './keyedObjects';

/** So many entries are looked at. */
const sampled = 50;

/**
 * An array that goes on behind what was looked at is a column where it has this many texts: a list of one record has
 * fewer.
 */
const manyTexts = 20;

/**
 * How a JSON object that is a whole file holds its records column by column, or keyed by id: in itself, or in the one
 * of its objects that does. Goes by the form only; undefined where it is neither. `isKnown` tells that its records have
 * a known form.
 * @param head the beginning of the file, or all of it
 */
export function recordsInObject(head: Buffer, isRecord: (object: JsonObject) => boolean): Held | undefined {
  const start = firstByte(head);
  if (head[start] !== openBrace) return undefined;
  const found = heldAt(head, start, [], isRecord);
  if (found) return found;
  const { entries } = membersAt(head, start, sampled);
  const within = entries.flatMap((entry) =>
    head[entry.start] === openBrace ? (heldAt(head, entry.start, [entry.key], isRecord) ?? []) : [],
  );
  const [only, ...others] = within.length > 1 ? within.filter(({ isKnown }) => isKnown) : within;
  return others.length === 0 ? only : undefined;
}

/** The framing of a JSON object whose records stand at `path`, as a person says. */
export function recordsAtPath(head: Buffer, path: readonly string[]): Framing {
  const at = entryAt(head, firstByte(head), path);
  // An object deeper than that is part of a record.
  const held =
    at !== undefined && head[at] === openBrace && path.length <= 1 ? heldAt(head, at, path, () => true) : undefined;
  return held?.framing ?? { kind: 'nested-array', path };
}

interface Held {
  readonly framing: ColumnsFraming | KeyedObjectsFraming;
  readonly isKnown: boolean;
}

function heldAt(
  head: Buffer,
  start: number,
  path: readonly string[],
  isRecord: (object: JsonObject) => boolean,
): Held | undefined {
  const { entries } = membersAt(head, start, sampled);
  const [first] = entries;
  if (!first) return undefined;
  if (areSplit(head, entries)) return { framing: { kind: 'columns', path, names: 'apart' }, isKnown: false };
  if (areLists(head, entries) || areIndexed(head, entries))
    return { framing: { kind: 'columns', path }, isKnown: false };
  const only = listsBesideSettings(head, start);
  if (only) return { framing: { kind: 'columns', path, only }, isKnown: false };
  const records = recordsOf(head, entries, isRecord);
  return records && { framing: { kind: 'keyed-objects', path }, isKnown: records === 'known' };
}

/**
 * Names of columns, perhaps the names of rows, and rows as lists of as many cells, as pandas writes them with
 * `orient="split"`.
 */
function areSplit(head: Buffer, entries: readonly JsonEntry[]): boolean {
  if (entries.some(({ key, start }) => !['columns', 'index', 'data'].includes(key) || head[start] !== openBracket))
    return false;
  const at = (key: string): JsonEntry | undefined => entries.find((entry) => entry.key === key);
  const [columns, index, data] = [at('columns'), at('index'), at('data')];
  const names = columns && membersAt(head, columns.start);
  if (
    names?.end === undefined ||
    names.entries.length === 0 ||
    names.entries.some(({ start }) => head[start] !== quote)
  )
    return false;
  // The names of many rows may be all that is in sight.
  if (!data) return index !== undefined && index.end === undefined;
  const rows = membersAt(head, data.start, sampled).entries.filter(({ end }) => end !== undefined);
  return (
    rows.filter(
      ({ start }) => head[start] === openBracket && membersAt(head, start).entries.length === names.entries.length,
    ).length *
      2 >
    rows.length
  );
}

/** Columns as arrays: two at least, of the same length, one of them of texts, and none of messages. */
function areLists(head: Buffer, entries: readonly JsonEntry[]): boolean {
  if (entries.some(({ start }) => head[start] !== openBracket)) return false;
  const lists = entries.map(({ start }) => membersAt(head, start, 1e6));
  const [first] = lists;
  if (!first || lists.some((list) => list.entries.some((each) => isMessageOrRecord(head, each)))) return false;
  const hasTexts = lists.some(
    (list) => list.entries.length > 0 && list.entries.every(({ start }) => head[start] === quote),
  );
  const isWhole = lists.every(({ end }) => end !== undefined);
  // Of a large file the first column may be all there is in sight.
  if (!isWhole)
    return (
      hasTexts &&
      lists
        .slice(0, -1)
        .every((list) => list.entries.length >= manyTexts && list.entries.length === first.entries.length) &&
      (lists.at(-1)?.entries.length ?? 0) > 0 &&
      first.entries.length >= manyTexts
    );
  return (
    hasTexts &&
    lists.length > 1 &&
    first.entries.length > 0 &&
    lists.every((list) => list.entries.length === first.entries.length)
  );
}

/**
 * The names of lists that are columns beside members that are none: a list of texts that is called as several prompts
 * are ("prompts"), and one that is called a response, both of the same length, two at least, and all others of that
 * length. The object has to be whole.
 */
function listsBesideSettings(head: Buffer, start: number): readonly string[] | undefined {
  const { entries, end } = membersAt(head, start);
  if (end === undefined) return undefined;
  const lists = entries
    .filter((entry) => head[entry.start] === openBracket)
    .map(({ key, start: at }) => ({ key, words: wordsIn(key), members: membersAt(head, at).entries }));
  const areTexts = ({ members }: (typeof lists)[number]): boolean =>
    members.length > 1 && members.every((member) => head[member.start] === quote);
  const prompts = lists.filter(
    (list) =>
      areTexts(list) &&
      /s$/i.test(list.key) &&
      promptWordsByCertainty.slice(0, 2).some((tier) => hasWord(list.words, tier)),
  );
  const [asked] = prompts;
  if (!asked || prompts.length > 1) return undefined;
  const columns = lists.filter(
    ({ members }) =>
      members.length === asked.members.length && !members.some((member) => isMessageOrRecord(head, member)),
  );
  return columns.length < entries.length && columns.some((list) => areTexts(list) && hasWord(list.words, responseWords))
    ? columns.map(({ key }) => key)
    : undefined;
}

/** An object stands in a column at most within a list, as a message does. */
const isMessageOrRecord = (head: Buffer, { start }: JsonEntry): boolean => head[start] === openBrace;

/** Columns as pandas writes them: each an object whose keys are the rows of one index, which counts. */
function areIndexed(head: Buffer, entries: readonly JsonEntry[]): boolean {
  if (entries.some(({ start }) => head[start] !== openBrace)) return false;
  const keys = entries.map(({ start }) => membersAt(head, start, sampled).entries.map(({ key }) => key));
  const [first] = keys;
  if (!first || first.length === 0) return false;
  // The last one may go on behind what was looked at.
  return keys.every(
    (each, column) =>
      each.length > 0 &&
      each.every((key, row) => /^\d+$/.test(key) && key === first[row]) &&
      (each.length === first.length || column === keys.length - 1),
  );
}

/** Values that are objects with a text each: of a known form, or several of one form. */
function recordsOf(
  head: Buffer,
  entries: readonly JsonEntry[],
  isRecord: (object: JsonObject) => boolean,
): 'known' | 'alike' | undefined {
  if (entries.some(({ start }) => head[start] !== openBrace)) return undefined;
  const objects = entries
    .filter(({ end }) => end !== undefined)
    .map(({ start, end }) => objectIn(head.toString('utf8', start, end)));
  const [first] = objects;
  if (!first || objects.some((object) => object === undefined || asMessage(object) !== undefined)) return undefined;
  const whole = objects as readonly JsonObject[];
  if (whole.filter(isRecord).length * 2 > whole.length) return 'known';
  const names = Object.keys(first);
  const isAlike = (object: JsonObject): boolean =>
    names.filter((name) => Object.hasOwn(object, name)).length * 2 > Math.max(names.length, Object.keys(object).length);
  return whole.length > 1 &&
    whole.every((object) => isAlike(object) && Object.values(object).some((value) => typeof value === 'string'))
    ? 'alike'
    : undefined;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value = parsePythonJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    // No JSON: whoever reads the file says where.
    return undefined;
  }
}
