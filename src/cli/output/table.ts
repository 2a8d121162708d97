/** The widest line that is printed, in characters. */
export const lineWidth = 100;

/** So much of a name is left in a line that is too wide all the same: names that begin alike are to be told apart. */
const leastName = 24;

/** Whether a table fits lines, its first column cut to what is left of a name. */
export function isWithin(heads: readonly string[], rows: readonly (readonly string[])[], width = lineWidth): boolean {
  const [first = 0, ...others] = widthsOf([heads, ...rows]);
  return Math.min(first, leastName) + others.reduce((sum, each) => sum + each + 2, 0) <= width;
}

const widthsOf = (lines: readonly (readonly string[])[]): number[] =>
  (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => charactersOf(line[column] ?? '').length)));

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
    [filled(fitted(text, first), first), ...figures.map((figure, at) => figure.padStart(widths[at + 1] ?? 0))]
      .join('  ')
      .trimEnd(),
  );
}

/** A text in one line of at most `width` characters, without what a terminal would obey. */
export function fitted(text: string, width: number): string {
  // What of it could fit: cutting a text of megabytes into characters takes seconds.
  const characters = charactersOf(text.slice(0, 50 * width + 1000).replace(/[\s\p{Cc}]+/gu, ' '));
  return characters.length <= width ? characters.join('') : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

const filled = (text: string, width: number): string =>
  `${text}${' '.repeat(Math.max(0, width - charactersOf(text).length))}`;

/** As a reader counts them: an emoji of several code points is one. */
const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** A text in lines of at most so many characters. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
