import type { Range } from '../../model/text/codePoints';

/**
 * What Python's `str.isspace` calls white space: more than JavaScript's `\s` (the separators U+001C to U+001F, U+0085),
 * and without U+FEFF.
 */
const isSpace = (text: string, at: number): boolean =>
  /\p{White_Space}/u.test(text.charAt(at)) || (text.charCodeAt(at) >= 0x1c && text.charCodeAt(at) <= 0x1f);

/**
 * Whether a passage begins with a word and ends behind one, as FG-RLHF asserts (create_rel_fact_rm_files.py: "make sure
 * the left of start index or the end index points to an empty char"). UTF-16 code units.
 */
export function isOnWords(text: string, { start, end }: Range): boolean {
  return (
    start < end &&
    !isSpace(text, start) &&
    (start === 0 || isSpace(text, start - 1)) &&
    (end === text.length || isSpace(text, end))
  );
}

/**
 * The whole words that a passage touches, without white space at the ends; undefined where it touches none. UTF-16 code
 * units.
 */
export function wordBounds(text: string, { start, end }: Range): Range | undefined {
  let [from, to] = [start, end];
  while (from < to && isSpace(text, from)) from++;
  while (to > from && isSpace(text, to - 1)) to--;
  if (from === to) return undefined;
  while (from > 0 && !isSpace(text, from - 1)) from--;
  while (to < text.length && !isSpace(text, to)) to++;
  return { start: from, end: to };
}
