import { problem, wordsOf, type Problem } from '../../model/problems/problem';

/** What is no text, list or object in JSON (RFC 8259). */
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** From the space on, but for the quote and the backslash. */
const characters = /[ !#-[\]-\uffff]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const space = /[ \t\r\n]*/y;

/**
 * The place at which a text is no JSON any more: 0-based, its length where it ends too early, undefined where it is
 * JSON. Node's own messages tell it of some faults only. Whatever the nesting, it takes no stack.
 */
export function jsonFaultAt(json: string): number | undefined {
  const open: ('{' | '[')[] = [];
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(json)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const takeSign = (sign: string): boolean => {
    take(space);
    if (json[at] !== sign) return false;
    at++;
    return true;
  };
  const takeText = (): boolean => {
    if (!takeSign('"')) return false;
    do take(characters);
    while (take(escape));
    return json[at] === '"' && takeSign('"');
  };
  /** The name of an object's next field. */
  const takeName = (): boolean => takeText() && takeSign(':');
  for (;;) {
    if (takeSign('{')) {
      open.push('{');
      if (!takeSign('}')) {
        if (!takeName()) return at;
        continue;
      }
      open.pop();
    } else if (takeSign('[')) {
      open.push('[');
      if (!takeSign(']')) continue;
      open.pop();
    } else if (json[at] === '"' ? !takeText() : !take(scalar)) return at;
    // A value stands: what holds it goes on, or ends.
    while (open.length > 0 && takeSign(open.at(-1) === '{' ? '}' : ']')) open.pop();
    if (open.length === 0) {
      take(space);
      return at === json.length ? undefined : at;
    }
    if (!takeSign(',')) return at;
    if (open.at(-1) === '{' && !takeName()) return at;
  }
}

/** Why a text is no JSON, and from which line on (1-based), in words that need no knowledge of JavaScript. */
export function describeJsonFault(json: string): {
  readonly line: number;
  readonly what: Problem<'dataset.jsonEndsEarly' | 'dataset.jsonStopsAt'>;
  /** The text of it. */
  readonly reason: string;
} {
  const at = jsonFaultAt(json) ?? json.length;
  const before = json.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const what =
    json.slice(at).trim() === ''
      ? problem('dataset.jsonEndsEarly', {})
      : problem('dataset.jsonStopsAt', { column, found: json.slice(at, at + 20) });
  return { line, what, reason: wordsOf(what) };
}

/** Whether a value holds lists and objects in one another more than `most` deep. Takes no stack. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const each of level)
      if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) next.push(inner);
    if (depth > most && next.length > 0) return true;
    level = next;
  }
  return false;
}
