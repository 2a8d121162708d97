/**
 * Lines of a document that shows a file, and their numbers in the file. Lines of the document are counted from 0, as
 * editors do, those of the file from 1.
 */
export interface ShownLines {
  /** How many lines of Tiebreak's own stand above the file. */
  readonly above: number;
  /** The number in the file of each line behind these, 0 of one that has none; undefined where all of the file is shown. */
  readonly numbers?: readonly number[] | undefined;
}

/**
 * The lines of a file that a passage of its document shows, the first and the last one; undefined where it shows none.
 * @param until the last line of the passage
 */
export function linesOfFile(
  shown: ShownLines,
  from: number,
  until: number,
): readonly [first: number, last: number] | undefined {
  let found: [number, number] | undefined;
  for (let at = from; at <= until; at++) {
    const number = numberAt(shown, at);
    if (number !== undefined) found = [found?.[0] ?? number, number];
  }
  return found;
}

/** The lines of a document that show lines of its file, the first and the last one; undefined where it shows none. */
export function linesOfDocument(
  { above, numbers }: ShownLines,
  [first, last]: readonly [first: number, last: number],
  count: number,
): readonly [from: number, until: number] | undefined {
  const isMeant = (number: number): boolean => number >= first && number <= last;
  const from = numbers ? numbers.findIndex(isMeant) + above : first - 1 + above;
  const until = Math.min(count - 1, numbers ? numbers.findLastIndex(isMeant) + above : last - 1 + above);
  return from < above || from > until ? undefined : [from, until];
}

/** The passages of a document of so many lines that show lines of the file. */
export function passagesWithLines(
  shown: ShownLines,
  count: number,
): readonly (readonly [from: number, until: number])[] {
  const passages: [number, number][] = [];
  for (let at = shown.above; at < count; at++) {
    if (numberAt(shown, at) === undefined) continue;
    const last = passages.at(-1);
    if (last?.[1] === at - 1) last[1] = at;
    else passages.push([at, at]);
  }
  return passages;
}

function numberAt({ above, numbers }: ShownLines, at: number): number | undefined {
  if (at < above) return undefined;
  if (!numbers) return at - above + 1;
  const number = numbers[at - above] ?? 0;
  return number === 0 ? undefined : number;
}
