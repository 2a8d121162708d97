import { eastAsianWidth } from 'get-east-asian-width';

/** The widest line that is printed, in columns of a terminal. */
export const lineWidth = 100;

/** So much of a name is left in a line that is too wide all the same: names that begin alike are to be told apart. */
const leastName = 24;

/** Whether a table fits lines, its first column cut to what is left of a name. */
export function isWithin(heads: readonly string[], rows: readonly (readonly string[])[], width = lineWidth): boolean {
  const [first = 0, ...others] = widthsOf([heads, ...rows]);
  return Math.min(first, leastName) + others.reduce((sum, each) => sum + each + 2, 0) <= width;
}

const widthsOf = (lines: readonly (readonly string[])[]): number[] =>
  (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));

/**
 * Rows under their heads in columns that fit a line: the first is text and gives way, the others are figures and stand
 * to the right.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[], width = lineWidth): string[] {
  const lines = [heads, ...rows];
  const widths = widthsOf(lines);
  const others = widths.slice(1).reduce((sum, each) => sum + each + 2, 0);
  const first = Math.max(8, Math.min(widths[0] ?? 0, Math.max(leastName, width - others)));
  return lines.map(([text = '', ...figures]) =>
    [
      filled(fitted(text, first), first),
      ...figures.map((figure, at) => `${spaces(figure, widths[at + 1] ?? 0)}${figure}`),
    ]
      .join('  ')
      .trimEnd(),
  );
}

/** A text in one line of at most `width` columns, without what a terminal would obey. */
export function fitted(text: string, width: number): string {
  // What of it could fit: cutting a text of megabytes into characters takes seconds.
  const characters = charactersOf(text.slice(0, 50 * width + 1000).replace(/[\s\p{Cc}]+/gu, ' '));
  let taken = 0;
  /** Where the text ends if it is cut, in characters. */
  let end = 0;
  for (const [at, character] of characters.entries()) {
    taken += columnsOf(character);
    if (taken <= width - 1) end = at + 1;
    if (taken > width) return `${characters.slice(0, end).join('')}…`;
  }
  return characters.join('');
}

/** A text with as many spaces behind it as make it so wide. */
export const filled = (text: string, width: number): string => `${text}${spaces(text, width)}`;

const spaces = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text)));

/** How many columns of a terminal a text takes: a Chinese character or an emoji takes two. */
export const widthOf = (text: string): number =>
  isNarrow.test(text) ? text.length : charactersOf(text).reduce((sum, character) => sum + columnsOf(character), 0);

/** Printable ASCII, which most texts are. */
const isNarrow = /^[ -~]*$/;

/** As its first code point is; the others of a character (accents, joined emoji) lie on it. */
const columnsOf = (character: string): number => eastAsianWidth(character.codePointAt(0) ?? 0);

/** As a reader counts them: an emoji of several code points is one. */
const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/**
 * A text in lines of at most so many columns. Lines end at spaces, and behind any character where a script has no
 * spaces.
 */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of partsOf(text)) {
    if (line !== '' && widthOf(line) + widthOf(word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = word;
    } else line += word;
  }
  return [...lines, line.trimEnd()];
}

/** Parts of a text that stay in one line, each with the space behind it. */
const partsOf = (text: string): string[] => text.split(breaks);

/** Between words, and around a character of Chinese or Japanese, but not before what closes or behind what opens. */
const breaks =
  /(?<= )(?=[^ ])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，；：！？）」』”])(?=[^ ー、。，．：；！？）」』”’%,.;:!?)\]}…々っゃゅょッャュョ])(?<![“「『（])/u;
