import { polarities } from '../../../src/core/model/annotation/judgementValues';
import { lanesOf } from '../../../src/core/model/annotation/spans';
import type { DraftSpan } from '../../../src/core/model/annotation/spanSchemas';

/**
 * Spans are drawn as underlines, each in a lane of its own where they overlap, without touching the text: by the CSS
 * Custom Highlight API.
 */

/** Lanes that have a line of their own; a span in a further one shares the last. */
const lanes = 4;
const kinds = [...polarities, 'neither'] as const;
const names = kinds.flatMap((kind) => Array.from({ length: lanes }, (_, lane) => `span-${kind}-${lane}`));
const nameNow = 'span-now';

/**
 * Draws spans on the text node that shows the text from `start` on.
 * @param active the number of the one that keys fall on
 */
export function drawSpans(node: Text, start: number, spans: readonly DraftSpan[], active: number | undefined): void {
  const ranges = new Map<string, Range[]>([...names, nameNow].map((name) => [name, []]));
  lanesOf(spans).forEach((lane, number) => {
    const span = spans[number];
    const range = lane === undefined || !span ? undefined : rangeIn(node, span.start - start, span.end - start);
    if (lane === undefined || !span || !range) return;
    ranges.get(`span-${span.polarity ?? 'neither'}-${Math.min(lane, lanes - 1)}`)?.push(range);
    if (number === active) ranges.get(nameNow)?.push(range);
  });
  for (const [name, own] of ranges) CSS.highlights.set(name, new Highlight(...own));
}

export function eraseSpans(): void {
  for (const name of [...names, nameNow]) CSS.highlights.delete(name);
}

/** Gives the part of a range that the node holds. */
function rangeIn(node: Text, start: number, end: number): Range | undefined {
  const [from, to] = [Math.max(0, start), Math.min(node.length, end)];
  if (from >= to) return undefined;
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range;
}
