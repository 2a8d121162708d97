import { messageOf, problem, UserError } from '../../model/problems/problem';

/** What is looked for in a text, as the person typed it. */
export interface TextQuery {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

/** Where a text matches, in its UTF-16 code units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

export type Matcher = (text: string) => Match | undefined;

/**
 * Finds the first match of a query in a text; one of no length is none. Case is folded as the `i` flag does it. A
 * regular expression is read with the flags `u` and `m`. Throws `UserError` where it is not one.
 */
export function matcherOf({ text, regex, matchCase, wholeWord }: TextQuery): Matcher {
  const pattern = regex ? regexOf(text, matchCase) : new RegExp(escapeRegExp(text), matchCase ? 'g' : 'gi');
  return (within) => {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(within); found; found = pattern.exec(within)) {
      const match = { start: found.index, end: found.index + found[0].length };
      if (match.end > match.start && (!wholeWord || isWhole(within, match))) return match;
      pattern.lastIndex = match.start + 1;
    }
    return undefined;
  };
}

/** The source of a regular expression that matches `text` as it stands. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function regexOf(source: string, matchCase: boolean): RegExp {
  try {
    return new RegExp(source, matchCase ? 'gmu' : 'gimu');
  } catch (error) {
    const reason = messageOf(error).replace(/^Invalid regular expression: /, '');
    throw new UserError(problem('dataset.notRegularExpression', { source, reason }), { cause: error });
  }
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/** A match stands as a word of its own where no word goes on across its edges. */
function isWhole(text: string, { start, end }: Match): boolean {
  const joins = (at: number): boolean => wordCharacter.test(before(text, at)) && wordCharacter.test(after(text, at));
  return !joins(start) && !joins(end);
}

const after = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';

function before(text: string, at: number): string {
  const pair = at >= 2 ? text.codePointAt(at - 2) : undefined;
  return pair !== undefined && pair > 0xffff ? String.fromCodePoint(pair) : text.slice(Math.max(at - 1, 0), at);
}
