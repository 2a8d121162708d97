/**
 * Offsets in code points, as Python, most published span data and our journals count them, and in UTF-16 code units, as
 * JavaScript, VS Code and drafts do. They differ behind every character beyond U+FFFF (an emoji).
 */

/** A stretch of a text, end excluded. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the `offset`-th code point of a text starts, in UTF-16 code units; the text's length for the offset behind its
 * last one, undefined past that.
 */
export function utf16Offset(text: string, offset: number): number | undefined {
  if (!Number.isInteger(offset) || offset < 0) return undefined;
  let units = 0;
  for (let points = 0; points < offset; points++) {
    const point = text.codePointAt(units);
    if (point === undefined) return undefined;
    units += point > 0xffff ? 2 : 1;
  }
  return units;
}

/**
 * How many code points stand before `offset` (in UTF-16 code units); an offset within a surrogate pair counts the pair.
 */
export function codePointOffset(text: string, offset: number): number {
  let points = 0;
  for (let units = 0; units < Math.min(offset, text.length); points++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return points;
}

/** A range in code points as one in UTF-16 code units; undefined where it does not lie within the text. */
export function utf16Range(text: string, { start, end }: Range): Range | undefined {
  const [from, to] = [utf16Offset(text, start), utf16Offset(text, end)];
  return from === undefined || to === undefined || from > to ? undefined : { start: from, end: to };
}

/** A range in UTF-16 code units as one in code points: what a file for Python needs. */
export function codePointRange(text: string, { start, end }: Range): Range {
  return { start: codePointOffset(text, start), end: codePointOffset(text, end) };
}

/** Every so many UTF-16 units it is known how many code points stand before. */
const stride = 4096;

/**
 * Offsets of one text, converted again and again: a text is walked once, and from then on a conversion looks at one
 * stretch of it.
 */
export class TextOffsets {
  /**
   * Code points before each multiple of `stride`; undefined where every code point is one unit, or until somebody asks.
   */
  private counts: readonly number[] | undefined;
  private readonly isPlain: boolean;

  constructor(private readonly text: string) {
    this.isPlain = !/[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text);
  }

  /**
   * A range in UTF-16 code units in code points; an offset within a surrogate pair counts the pair, one past the text
   * its end.
   */
  codePoints({ start, end }: Range): Range {
    return { start: this.pointsBefore(start), end: this.pointsBefore(end) };
  }

  /** A range in code points in UTF-16 code units; undefined where it does not lie within the text. */
  utf16({ start, end }: Range): Range | undefined {
    const [from, to] = [this.unitsBefore(start), this.unitsBefore(end)];
    return from === undefined || to === undefined || from > to ? undefined : { start: from, end: to };
  }

  private pointsBefore(units: number): number {
    const at = Math.min(Math.max(units, 0), this.text.length);
    if (this.isPlain) return at;
    const step = Math.floor(at / stride);
    const from = this.beginning(step);
    return (this.known[step] ?? 0) + codePointOffset(this.text.slice(from, at + 1), at - from);
  }

  private unitsBefore(points: number): number | undefined {
    if (this.isPlain) return Number.isInteger(points) && points >= 0 && points <= this.text.length ? points : undefined;
    const { known } = this;
    let [low, high] = [0, known.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((known[middle] ?? 0) <= points) low = middle;
      else high = middle - 1;
    }
    const from = this.beginning(low);
    const within = utf16Offset(this.text.slice(from, from + 2 * stride + 2), points - (known[low] ?? 0));
    return within === undefined ? undefined : from + within;
  }

  /** Where the stretch begins that the count at `step` is of: behind a pair that reaches over the multiple. */
  private beginning(step: number): number {
    const at = step * stride;
    return at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(this.text.slice(at - 1, at + 1)) ? at + 1 : at;
  }

  private get known(): readonly number[] {
    if (!this.counts) {
      const counts = [0];
      for (let step = 1; step * stride <= this.text.length; step++) {
        const [from, to] = [this.beginning(step - 1), this.beginning(step)];
        counts.push((counts[step - 1] ?? 0) + codePointOffset(this.text.slice(from, to), to - from));
      }
      this.counts = counts;
    }
    return this.counts;
  }
}
