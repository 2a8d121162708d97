import { linesOf } from './binaryText';
import type { PatchHunk } from './fileChange';

/** Why a hunk does not apply: nowhere are its lines, or at several places and nothing says which. */
export type HunkFault = 'noMatch' | 'ambiguous';

export interface AppliedHunks {
  /** The file after all hunks that apply. */
  readonly text: string;
  /** Hunks that apply at another line than theirs, and how many lines further on (before, where negative). */
  readonly moved: readonly { readonly hunk: PatchHunk; readonly by: number }[];
  readonly failed: readonly { readonly hunk: PatchHunk; readonly fault: HunkFault }[];
  /** The patch has other line ends than the file; those of the file were kept. */
  readonly lineEnds?: 'crlfPatch' | 'lfPatch';
}

/**
 * Applies hunks to a file, given as bytes (`binaryText.ts`): each with all its lines, at its place or, where they are
 * not there, at the nearest place where they are. No line of context is ever left out. A hunk without context behind it
 * belongs at its place or at the end of the file, as git has it (apply.c, `apply_one_fragment`), or where its lines are
 * only once. Where nothing fits but for the line ends, those are taken for alike.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): AppliedHunks {
  const exact = applyTo(text, hunks, false);
  const ends = exact.failed.length === 0 ? undefined : lineEndsOf(hunks);
  if (!ends) return exact;
  const loose = applyTo(text, hunks, true);
  return loose.failed.length < exact.failed.length ? { ...loose, lineEnds: ends } : exact;
}

/**
 * Hunks as they were before something made CR LF of the line ends of their patch; undefined where not all lines have
 * such ends.
 */
export function withLineFeeds(hunks: readonly PatchHunk[]): readonly PatchHunk[] | undefined {
  if (lineEndsOf(hunks) !== 'crlfPatch') return undefined;
  return hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => ({ ...line, text: withoutCr(line.text) })),
  }));
}

/** What all lines of a patch end with; undefined where they differ. */
function lineEndsOf(hunks: readonly PatchHunk[]): AppliedHunks['lineEnds'] {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const withCr = lines.filter(({ text }) => /\r\n?$/.test(text)).length;
  if (lines.length === 0) return undefined;
  return withCr === 0 ? 'lfPatch' : withCr === lines.length ? 'crlfPatch' : undefined;
}

const withoutCr = (line: string): string => line.replace(/\r(\n?)$/, '$1');

/** Lines of a file while hunks are applied. */
class Image {
  lines: readonly string[];
  /** As lines are compared. */
  private keys: readonly string[];
  /** Lines that a hunk brought in, or was held against: no other hunk is. */
  private taken: readonly boolean[];

  constructor(
    text: string,
    private readonly isLoose: boolean,
  ) {
    this.lines = linesOf(text);
    this.keys = isLoose ? this.lines.map(withoutCr) : [...this.lines];
    this.taken = this.lines.map(() => false);
  }

  isAt(old: readonly string[], at: number): boolean {
    if (at < 0 || at + old.length > this.lines.length) return false;
    for (let n = 0; n < old.length; n++) if (this.keys[at + n] !== old[n] || this.taken[at + n]) return false;
    return true;
  }

  replace(at: number, hunk: PatchHunk): void {
    const now: string[] = [];
    let from = at;
    for (const { sign, text } of hunk.lines) {
      if (sign === '+') now.push(this.isLoose ? this.withEndOf(text, at, from, hunk) : text);
      else {
        // Where line ends are taken for alike, those of the file stay.
        if (sign === ' ') now.push(this.lines[from] ?? text);
        from++;
      }
    }
    const count = from - at;
    this.lines = exchanged(this.lines, at, count, now);
    this.keys = exchanged(this.keys, at, count, this.isLoose ? now.map(withoutCr) : now);
    this.taken = exchanged(this.taken, at, count, new Array<boolean>(now.length).fill(true));
  }

  /** A new line with the end that lines beside it have. */
  private withEndOf(text: string, at: number, from: number, hunk: PatchHunk): string {
    const near = [from - 1, from].find(
      (n) => n >= at && n < at + oldLines(hunk).length && this.lines[n]?.endsWith('\n'),
    );
    const beside = this.lines[near ?? 0] ?? '';
    const plain = withoutCr(text);
    return beside.endsWith('\r\n') ? plain.replace(/\n$/, '\r\n') : plain;
  }
}

/** A list with others in the place of some; `splice` takes no more of them than a call has arguments. */
const exchanged = <T>(list: readonly T[], at: number, count: number, others: readonly T[]): T[] =>
  list.slice(0, at).concat(others, list.slice(at + count));

const oldLines = ({ lines }: PatchHunk): readonly string[] =>
  lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);

function applyTo(text: string, hunks: readonly PatchHunk[], isLoose: boolean): AppliedHunks {
  const image = new Image(text, isLoose);
  const moved: { hunk: PatchHunk; by: number }[] = [];
  const failed: { hunk: PatchHunk; fault: HunkFault }[] = [];
  const done: { start: number; shift: number }[] = [];
  for (const hunk of hunks) {
    const old = oldLines(hunk).map((line) => (isLoose ? withoutCr(line) : line));
    const start = hunk.oldStart;
    // An insertion without context stands behind its line.
    const before = done.filter((other) => other.start < (start ?? 0)).reduce((sum, { shift }) => sum + shift, 0);
    const expected = start === undefined ? undefined : Math.max(0, old.length === 0 ? start : start - 1) + before;
    const at = placeOf(image, hunk, old, expected);
    if (typeof at === 'string') {
      failed.push({ hunk, fault: at });
      continue;
    }
    image.replace(at, hunk);
    const by = expected === undefined ? 0 : at - expected;
    if (by !== 0) moved.push({ hunk, by });
    done.push({ start: start ?? 0, shift: by + added(hunk) - removed(hunk) });
  }
  return { text: image.lines.join(''), moved, failed };
}

const counted =
  (of: '-' | '+') =>
  ({ lines }: PatchHunk): number =>
    lines.filter(({ sign }) => sign === of).length;
const [added, removed] = [counted('+'), counted('-')];

/** The number (from 0) of the line where a hunk belongs, or why there is none. */
function placeOf(
  image: Image,
  hunk: PatchHunk,
  old: readonly string[],
  expected: number | undefined,
): number | HunkFault {
  const { length } = image.lines;
  // Nothing tells whether lines that are only added stand right, but where there is one place alone.
  if (old.length === 0) return length === 0 || (expected === length && hunk.oldStart !== 0) ? length : 'noMatch';
  if (expected !== undefined && image.isAt(old, expected)) return expected;
  const places: number[] = [];
  for (let at = 0; at + old.length <= length; at++) if (image.isAt(old, at)) places.push(at);
  const [first, ...others] = places;
  if (first === undefined) return 'noMatch';
  const hasContext = hunk.lines.some(({ sign }) => sign === ' ');
  if (others.length === 0 && hasContext) return first;
  if (expected === undefined) return others.length === 0 ? first : 'ambiguous';
  const isAnchored = hunk.lines.at(-1)?.sign !== ' ' || hunk.oldStart === 1;
  const fit = isAnchored ? places.filter((at) => isAtItsEnd(at, hunk, old, length)) : places;
  // Of two as near the later one, as git has it.
  const nearest = fit.toSorted((a, b) => Math.abs(a - expected) - Math.abs(b - expected) || b - a)[0];
  return nearest ?? 'ambiguous';
}

const isAtItsEnd = (at: number, hunk: PatchHunk, old: readonly string[], length: number): boolean =>
  (hunk.oldStart !== 1 || at === 0) && (hunk.lines.at(-1)?.sign === ' ' || at + old.length === length);
