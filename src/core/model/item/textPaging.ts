import { endOfPatchAt } from './patch';
import { piecesOf, reasoningOf } from './reasoning';
import { type TextPart } from './textPart';
import { fenceAround } from './toolCallText';
import { languageOfWhole } from './wholeText';

/**
 * About ten pages: more than a response has, and little enough to be rendered between two frames, whatever is in it. In
 * UTF-16 units.
 */
export const maxPartLength = 32_768;

/** A part may be longer than asked for by this share of it, so that "more" is never a line or two. */
const tolerance = 1 / 8;

/**
 * The part of `text` that begins at `from` (in UTF-16 units) and has about `longest` units. It ends after a paragraph,
 * else after a line, else after a word, else between two characters as a reader knows them; a surrogate pair is never
 * split.
 */
export function partOf(text: string, from: number, longest = maxPartLength): TextPart {
  const end = text.length - from <= longest * (1 + tolerance) ? text.length : from + endWithin(text, from, longest);
  const whole = languageOfWhole(text);
  const fence = whole === undefined ? openFence(text.slice(0, from)) : `${fenceAround(text)}${whole}`;
  const patchEnd = from === 0 || whole !== undefined ? undefined : endOfPatchAt(text.slice(0, end), from);
  const reasoning = piecesOf(reasoningOf(text), from, end);
  return {
    text: text.slice(from, end),
    left: Math.max(0, text.length - end),
    ...(fence !== undefined && { fence }),
    ...(whole !== undefined && { whole }),
    ...(patchEnd !== undefined && { patch: patchEnd - from }),
    ...(reasoning.length > 0 && { reasoning }),
  };
}

/**
 * The greatest length to which texts can be cut, and no more than `longest`, so that together they stay within
 * `budget`: short ones leave their share to the long ones.
 */
export function fairLength(lengths: readonly number[], budget: number, longest = maxPartLength): number {
  let [rest, count] = [budget, lengths.length];
  for (const length of lengths.toSorted((a, b) => a - b)) {
    if (length * count >= rest) return Math.min(longest, Math.max(1, Math.floor(rest / count)));
    rest -= length;
    count--;
  }
  return longest;
}

/** Where a part that begins at `from` ends, counted from there. */
function endWithin(text: string, from: number, longest: number): number {
  const least = Math.ceil(longest / 2);
  const half = text.slice(from + least, from + longest);
  for (const pattern of [/\n[ \t\r]*\n/g, /\n/g, /\s/g]) {
    const last = [...half.matchAll(pattern)].at(-1);
    if (last) return least + last.index + last[0].length;
  }
  return characterEnd(text, from, from + longest) - from;
}

/**
 * Longer than all characters that are not made to be long: a flag, a family of emoji, a letter with its accents. In
 * UTF-16 units.
 */
const maxCharacterLength = 64;
/** Made once: to make one takes longer than to use it. */
let characters: Intl.Segmenter | undefined;

/** The last place up to `end`, and after `from`, that is not inside a character. */
function characterEnd(text: string, from: number, end: number): number {
  const start = Math.max(from, end - maxCharacterLength);
  characters ??= new Intl.Segmenter();
  const segments = [...characters.segment(text.slice(start, end + maxCharacterLength))];
  const last = segments.map(({ index }) => start + index).findLast((at) => at <= end && at > start);
  if (last !== undefined) return last;
  const splits = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(end - 1, end + 1));
  return splits ? (end - 1 > from ? end - 1 : end + 1) : end;
}

/** The line that opened the code block which `text` leaves open (CommonMark 0.31, 4.5), outside of lists and quotes. */
function openFence(text: string): string | undefined {
  let open: { readonly line: string; readonly mark: string } | undefined;
  for (const [, line = '', mark = '', info = ''] of text.matchAll(/(?<![^\n])( {0,3}(`{3,}|~{3,})([^\n]*))/g)) {
    if (open) {
      if (mark.startsWith(open.mark) && info.trim() === '') open = undefined;
    } else if (mark.startsWith('~') || !info.includes('`')) open = { line: line.trim(), mark };
  }
  return open?.line;
}
