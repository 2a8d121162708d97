import { hasWord, labelWords, listWords, ratingWords, turnWords, wordsIn } from './fieldWords';
import { isObject, type JsonObject } from './recordFields';
import { pythonLiteral } from '../readers/json/pythonLiteral';
import { asMessage, asMessages } from '../items/messages';

/**
 * Tables hold no lists, so that programs write them into cells as text: as JSON, or as Python shows them (`['a',
 * 'b']`). Such a cell is what it holds where it is a message or a conversation, or stands in a column whose name says
 * that it holds several ("responses", "scores"). A response that is JSON itself stays a text.
 */
export function withParsedCells(row: JsonObject): JsonObject {
  let read: Record<string, unknown> | undefined;
  for (const name of Object.keys(row)) {
    const text = row[name];
    if (typeof text !== 'string') continue;
    const value = cellValue(name, text);
    if (value === undefined) continue;
    read ??= { ...row };
    read[name] = value;
  }
  return read ?? row;
}

const rankWords: ReadonlySet<string> = new Set(['rank', 'ranking']);

const mayHoldMessages = /^\s*(?:array\()?\[?\s*\{\s*["'](role|from|content|value|speaker)["']\s*:/;

function cellValue(name: string, text: string): unknown {
  if (!/^\s*(?:array\()?[[{(]/.test(text)) return undefined;
  const areSeveral = isOfSeveral(name);
  const isGrade = [ratingWords, labelWords, rankWords].some((words) => hasWord(wordsIn(name), words));
  if (!areSeveral && !isGrade && !mayHoldMessages.test(text)) return undefined;
  const value = jsonValue(text) ?? pythonLiteral(text);
  if (asMessages(value) ?? (isObject(value) && Object.hasOwn(value, 'content') && asMessage(value))) return value;
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number'))
    return areSeveral || isGrade ? value : undefined;
  if (!areSeveral) return undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return entries.length > 0 &&
    (entries.every((each) => typeof each === 'string') ||
      entries.every(isObject) ||
      (isObject(value) && entries.every((each) => typeof each === 'number')))
    ? value
    : undefined;
}

/** Whether a column is called by a word for several: in the plural, or by one for a list. */
function isOfSeveral(name: string): boolean {
  const last = name.split(/[^\p{L}\p{N}]+/u).findLast((part) => /\p{L}/u.test(part)) ?? '';
  return (
    /[^s]s$/i.test(last) ||
    /list$/i.test(last) ||
    (hasWord(wordsIn(last), turnWords) && !hasWord(wordsIn(last), listWords))
  );
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
