/** A stretch of a long list: the places `from` (inclusive) to `to` (exclusive), 0-based. */
export interface ListRange {
  readonly from: number;
  readonly to: number;
}

const max = 100;

/**
 * A stretch of a list in parts that are stretches of equal length (but the last): at most 100 of them, each of 1, 100,
 * 10,000, … places, so that a list of any length is a tree of few levels, and no level is long. A stretch of up to 100
 * is given as its places.
 */
export function partsOf({ from, to }: ListRange): ListRange[] {
  let length = 1;
  while ((to - from) / length > max) length *= max;
  const parts: ListRange[] = [];
  for (let at = from; at < to; at += length) parts.push({ from: at, to: Math.min(at + length, to) });
  return parts;
}

/** The parts in which `place` lies, from the largest down to the place itself. */
export function rangePathTo(place: number, whole: ListRange): ListRange[] {
  const path: ListRange[] = [];
  for (let within = whole; within.to - within.from > 1 || path.length === 0;) {
    const part = partsOf(within).find(({ from, to }) => place >= from && place < to);
    if (!part) return path;
    path.push(part);
    within = part;
  }
  return path;
}

/** Names a stretch so that it keeps its name while the list grows or shrinks behind it. */
export function chunkName({ from, to }: ListRange): string {
  let length = 1;
  while (length < to - from) length *= max;
  return `${from} and ${length}`;
}
