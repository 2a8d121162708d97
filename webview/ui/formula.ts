/** Longer than formulas are; what is not closed within so many UTF-16 units is text. */
export const maxLength = 4000;

export interface Formula {
  /** Where it ends in the text, after its closing mark. */
  readonly end: number;
  readonly display: boolean;
}

/**
 * The formula that begins at `at`: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`. A dollar opens one where no Latin letter or
 * digit stands before it and no space behind it, and the next one closes it where no space stands before and no letter
 * or digit behind (pandoc's `tex_math_dollars`, and a little stricter), so that prices and shell variables stay text;
 * so do words between escaped brackets.
 */
export function formulaAt(text: string, at: number): Formula | undefined {
  const mark = delimiterAt(text, at);
  if (mark === undefined) return undefined;
  const from = at + mark.length;
  if (mark === '$' && (/[A-Za-z0-9$]/.test(text[at - 1] ?? '') || /\s|^$/.test(text[from] ?? ''))) return undefined;
  const close = closingDelimiter(mark);
  const inside = text.slice(from, from + maxLength);
  const length = endOf(inside, close);
  if (length === undefined) return undefined;
  const tex = inside.slice(0, length);
  const behind = text[from + length + close.length] ?? '';
  if (tex.trim() === '' || /\n[ \t]*\n/.test(tex)) return undefined;
  if (mark === '$' && (/\s$/.test(tex) || /[A-Za-z0-9$]/.test(behind) || isPrice(tex))) return undefined;
  if (mark.startsWith('\\') && isProse(tex)) return undefined;
  return { end: from + length + close.length, display: mark === '$$' || mark === '\\[' };
}

type Mark = '$' | '$$' | '\\(' | '\\[';

/** The mark that opens a formula at `at`. */
export function delimiterAt(text: string, at: number): Mark | undefined {
  if (text[at] === '$') return text[at + 1] === '$' ? '$$' : '$';
  if (text[at] !== '\\') return undefined;
  return text[at + 1] === '(' ? '\\(' : text[at + 1] === '[' ? '\\[' : undefined;
}

export const closingDelimiter = (mark: Mark): string => (mark === '\\(' ? '\\)' : mark === '\\[' ? '\\]' : mark);

/** Where `close` first stands in `text` without a backslash before it. */
export function endOf(text: string, close: string): number | undefined {
  if (!text.includes(close)) return undefined;
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith(close, at)) return at;
    if (text[at] === '\\') at++;
  }
  return undefined;
}

/** "$5 million or 6$": a number and words, with nothing of TeX. */
const isPrice = (tex: string): boolean => /^\d/.test(tex) && /\s[A-Za-z]{2,}/.test(tex) && !/[\\^_={]/.test(tex);
/** Markdown escapes brackets too: `\[citation needed\]`. */
export const isProse = (tex: string): boolean => /\p{L}{3}/u.test(tex) && /^[\s\p{L}\p{N}.,;:'’!?-]*$/u.test(tex);
