import { applyEdits, format } from 'jsonc-parser';

/** The text of a step's output as a document, and what kind of text it is, as the ending of a file's name. */
export interface OutputDocument {
  readonly text: string;
  readonly ending: 'json' | 'jsonl' | 'diff' | 'log' | 'txt';
}

/** Longer JSON stays as it is: so much is laid out at once. In UTF-16 units. */
const maxLaidOut = 4_000_000;

/**
 * What a step gave as a document to read: JSON in lines with indents, whose values stay as they are written (numbers of
 * any length, names that come twice), and all other texts unchanged.
 */
export function outputDocument(text: string): OutputDocument {
  if (isJson(text))
    return {
      text:
        text.length > maxLaidOut
          ? text
          : applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' })),
      ending: 'json',
    };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1 && lines.every(isJson)) return { text, ending: 'jsonl' };
  if (isDiff(text)) return { text, ending: 'diff' };
  return { text, ending: isLog(lines) ? 'log' : 'txt' };
}

/** Tells whether a text is an object or a list in JSON. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isDiff = (text: string): boolean =>
  /^(?:diff --git |Index: |--- )/m.test(text.slice(0, 2000)) && /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text);

/** So many of the first lines tell whether a text is a log. */
const looked = 100;
const ofLog =
  /^\s*[[(]?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d\b|(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b)/;

function isLog(lines: readonly string[]): boolean {
  const first = lines.slice(0, looked);
  return first.filter((line) => ofLog.test(line)).length * 3 > first.length && first.length > 2;
}
