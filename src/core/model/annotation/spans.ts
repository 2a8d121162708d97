import type { Range } from '../text/codePoints';
import type { DraftSpan, Quoted } from './spanSchemas';

/** Where marked passages stand, apart from their schemas, which no webview needs. Offsets are UTF-16 code units. */

/**
 * Where a quote stands in a text (UTF-16): at its own offsets, else where it comes next to them; undefined where it
 * stands nowhere.
 */
export function anchored(text: string, { start, end, quote }: Quoted): Range | undefined {
  if (start <= end && end <= text.length && text.slice(start, end) === quote) return { start, end };
  if (quote === '') return undefined;
  const [before, after] = [text.lastIndexOf(quote, start), text.indexOf(quote, start)];
  const at = before < 0 ? after : after < 0 || start - before <= after - start ? before : after;
  return at < 0 ? undefined : { start: at, end: at + quote.length };
}

/**
 * The passage between two offsets with its quote; where an offset lies within a surrogate pair the whole pair, within a
 * line break of two characters from before or up to before it.
 */
export function quotedIn(text: string, { start, end }: Range): Quoted {
  const from = splits(text, start, pair) || splits(text, start, lineBreak) ? start - 1 : Math.min(start, text.length);
  const to = splits(text, end, pair) ? end + 1 : splits(text, end, lineBreak) ? end - 1 : Math.min(end, text.length);
  return { start: from, end: Math.max(from, to), quote: text.slice(from, Math.max(from, to)) };
}

/**
 * Numbers of spans in the order in which they stand in the text; of two that begin together the longer one first, the
 * lost ones last.
 */
export function inTextOrder(spans: readonly DraftSpan[]): number[] {
  return spans
    .map((span, number) => ({ span, number }))
    .sort(
      ({ span: a }, { span: b }) =>
        Number(a.lost ?? false) - Number(b.lost ?? false) || a.start - b.start || b.end - a.end,
    )
    .map(({ number }) => number);
}

/**
 * A lane for each span (from 0), so that spans that overlap have lanes of their own and as few are used as can be;
 * undefined for lost and empty ones, which are drawn nowhere.
 */
export function lanesOf(spans: readonly DraftSpan[]): (number | undefined)[] {
  const lanes = new Array<number | undefined>(spans.length).fill(undefined);
  const ends: number[] = [];
  for (const number of inTextOrder(spans)) {
    const span = spans[number];
    if (!span || span.lost || span.start >= span.end) continue;
    const free = ends.findIndex((end) => end <= span.start);
    const lane = free < 0 ? ends.length : free;
    lanes[number] = lane;
    ends[lane] = span.end;
  }
  return lanes;
}

const pair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/;
const lineBreak = /^\r\n$/;

const splits = (text: string, at: number, what: RegExp): boolean => at > 0 && what.test(text.slice(at - 1, at + 1));
