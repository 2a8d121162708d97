import type { Item } from '../../model/item/item';
import type { CurrentAnnotation } from '../../journal/replay';
import { isPlainKey, wholeOf } from '../../model/annotation/judgementKey';
import { idNumber } from '../../study/planFilter';
import { isAboutResponses, namesResponse } from './revealingMetadata';
import { orderAsListed, type Order } from './order';
import { sliceKey, slicesOf, type SlicedItems } from './slices';

/** The judgements that slices are counted by, each item by the number of its id. */
export interface SliceJudgements {
  /** How many annotators judged each item. */
  readonly counts: ReadonlyMap<number, number>;
  /** Ordinals that the annotator whose turn it is has judged or skipped. */
  readonly mine: ReadonlySet<number>;
}

/**
 * Counts the judgements by slice that people made here, by whomever, of items as they stand. Labels that the source
 * brought along and skipped items do not count.
 * @param currentAnnotations what counts items (see `Replay.everyCounted`)
 */
export function sliceJudgements(currentAnnotations: Iterable<CurrentAnnotation>, annotator: string): SliceJudgements {
  const counts = new Map<number, number>();
  const mine = new Set<number>();
  for (const currentAnnotation of currentAnnotations) {
    if (!isPlainKey(wholeOf(currentAnnotation))) continue;
    const id = idNumber(currentAnnotation.item);
    if (currentAnnotation.annotator === annotator) mine.add(id);
    if (!currentAnnotation.skipped && !currentAnnotation.imported && !currentAnnotation.byModel)
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return { counts, mine };
}

/** All items of a dataset, those of thin slices first. */
export interface LeastAnnotatedItems {
  readonly ordinals: Uint32Array;
  /** The number of judgements of each slice, by its key. */
  readonly judged: ReadonlyMap<string, number>;
}

/**
 * Puts the items in the order in which one comes to judge them who always takes the next of the slice with the fewest
 * judgements, counting what comes before it as judged: so coverage evens out without looking again after each item. Of
 * slices with as many the one that was met first comes first, and within a slice the dataset's order holds. Items that
 * the annotator has judged lead, as they are passed over; those that do not come (`comes`) and those in no slice are
 * last.
 */
export function leastAnnotatedItems(
  { slices, ids, members, ends }: SlicedItems,
  { counts, mine }: SliceJudgements,
  comes: (ordinal: number) => boolean = () => true,
): LeastAnnotatedItems {
  const judged = new Float64Array(slices.length);
  const waiting: number[][] = slices.map(() => []);
  const order: number[] = [];
  const last: number[] = [];
  const begin = (ordinal: number): number => (ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0));
  const add = (ordinal: number, by: number): void => {
    for (let at = begin(ordinal); at < (ends[ordinal] ?? 0); at++)
      judged[members[at] ?? 0] = (judged[members[at] ?? 0] ?? 0) + by;
  };
  for (const [ordinal, id] of ids.entries()) {
    add(ordinal, counts.get(id) ?? 0);
    if (mine.has(id)) order.push(ordinal);
    else if (begin(ordinal) === ends[ordinal] || !comes(ordinal)) last.push(ordinal);
    else for (let at = begin(ordinal); at < (ends[ordinal] ?? 0); at++) waiting[members[at] ?? 0]?.push(ordinal);
  }
  const found = new Map(slices.map((key, slice) => [key, judged[slice] ?? 0]));
  const isTaken = new Uint8Array(ids.length);
  const nextAt = new Uint32Array(slices.length);
  const heap = new SliceHeap(judged);
  for (const slice of slices.keys()) heap.push(slice);
  for (let slice = heap.pop(); slice !== undefined; slice = heap.pop()) {
    const own = waiting[slice] ?? [];
    let at = nextAt[slice] ?? 0;
    while (at < own.length && isTaken[own[at] ?? 0] === 1) at++;
    nextAt[slice] = at + 1;
    const ordinal = own[at];
    if (ordinal === undefined) continue;
    isTaken[ordinal] = 1;
    order.push(ordinal);
    add(ordinal, 1);
    heap.push(slice);
  }
  return { ordinals: Uint32Array.from([...order, ...last]), judged: found };
}

/**
 * Slices by how few judgements they have. Counts only grow, so that one that was overtaken is found out when its turn
 * comes.
 */
class SliceHeap {
  private readonly entries: { readonly slice: number; readonly judged: number }[] = [];

  constructor(private readonly judged: Float64Array) {}

  push(slice: number): void {
    const { entries } = this;
    entries.push({ slice, judged: this.judged[slice] ?? 0 });
    for (let at = entries.length - 1; at > 0;) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(at, above)) return;
      this.swap(at, above);
      at = above;
    }
  }

  /** The slice with the fewest judgements at this moment. */
  pop(): number | undefined {
    for (;;) {
      const first = this.take();
      if (!first || first.judged === this.judged[first.slice]) return first?.slice;
      this.push(first.slice);
    }
  }

  private take(): { readonly slice: number; readonly judged: number } | undefined {
    const { entries } = this;
    const first = entries[0];
    const last = entries.pop();
    if (!first || !last || entries.length === 0) return first;
    entries[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < entries.length && this.isBefore(below, least)) least = below;
      if (least === at) return first;
      this.swap(at, least);
      at = least;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.entries[a], this.entries[b]];
    return one !== undefined && other !== undefined && (one.judged - other.judged || one.slice - other.slice) < 0;
  }

  private swap(a: number, b: number): void {
    const { entries } = this;
    [entries[a], entries[b]] = [entries[b] as (typeof entries)[number], entries[a] as (typeof entries)[number]];
  }
}

/**
 * Thin slices first. What is judged from now on is counted where its item was on the desk; what others judge meanwhile,
 * when somebody looks again.
 */
export function leastAnnotatedOrder({ ordinals, judged }: LeastAnnotatedItems, paths: readonly string[]): Order {
  const counts = new Map(judged);
  /** Keys of the slices of items that were told of. */
  const known = new Map<string, readonly string[]>();
  return {
    ...orderAsListed(ordinals),
    why({ item }) {
      const slices = slicesOf(item, paths);
      const count = (key: string): number => counts.get(key) ?? 0;
      const [leastAnnotated] = slices.toSorted((a, b) => count(sliceKey(a)) - count(sliceKey(b)));
      return {
        kind: 'thin',
        why: leastAnnotated ? { slice: shownOf(item, leastAnnotated), judged: count(sliceKey(leastAnnotated)) } : null,
      };
    },
    judged(id, by, item) {
      if (item) known.set(id, slicesOf(item, paths).map(sliceKey));
      for (const key of known.get(id) ?? []) counts.set(key, (counts.get(key) ?? 0) + by);
    },
  };
}

/** The longest value that is shown, in UTF-16 units. */
const maxValueLength = 40;

/** A slice for the annotator's eyes; null where its value may tell something of the responses. */
function shownOf(item: Item, { path, value }: { readonly path: string; readonly value: string }): string | null {
  if (isAboutResponses(path) || namesResponse(item, value)) return null;
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
}
