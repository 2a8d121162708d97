import { isObject } from '../../dataset/fields/recordFields';

/**
 * The first key that an object of a JSON text has twice, of which its value shows the last one alone; undefined where
 * none has.
 * @param value what the text says
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  return keysIn(text) > keysOf(value) ? firstTwice(text) : undefined;
}

/** How many keys stand in a JSON text: a colon outside of strings stands behind each. */
function keysIn(text: string): number {
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === colon) keys++;
    else if (sign === quote) at = endOfString(text, at);
  }
  return keys;
}

function keysOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + keysOf(each), 0);
  return isObject(value) ? Object.values(value).reduce((sum: number, each) => sum + 1 + keysOf(each), 0) : 0;
}

function firstTwice(text: string): string | undefined {
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const end = endOfString(text, at);
      last = text.slice(at, end + 1);
      at = end;
    } else if (sign === brace) open.push(new Set());
    else if (sign === endBrace) open.pop();
    else if (sign === colon) {
      const key = JSON.parse(last) as string;
      if (open.at(-1)?.has(key)) return key;
      open.at(-1)?.add(key);
    }
  }
  return undefined;
}

const [quote, backslash, colon, brace, endBrace] = [34, 92, 58, 123, 125];

/** Where the string that begins at a quotation mark ends. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
