/**
 * What an annotator judged: `first` may come again, `other` is a skip, a second time, or an item that came again
 * already.
 */
export type PastKind = 'first' | 'other';

interface Waiting {
  readonly item: string;
  readonly weight: number;
  /** Number of the judgement, from 0. */
  readonly number: number;
}

/**
 * The judgements of one annotator in the order in which they were made, and which of the items are still to come again.
 */
export class PastItems {
  /** By weight. */
  private readonly waiting: Waiting[] = [];
  private made = 0;

  /** @param weightOf in which order items come again, the least first */
  constructor(private readonly weightOf: (item: string) => number) {}

  /** Judgements so far. */
  get count(): number {
    return this.made;
  }

  /** Adds the next judgement. */
  add(item: string, kind: PastKind): void {
    const number = this.made++;
    if (kind !== 'first') return;
    const weight = this.weightOf(item);
    let [from, to] = [0, this.waiting.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.waiting[middle]?.weight ?? 0) < weight) from = middle + 1;
      else to = middle;
    }
    this.waiting.splice(from, 0, { item, weight, number });
  }

  /** An item is not to come again any more. */
  drop(item: string): void {
    const at = this.waiting.findIndex((each) => each.item === item);
    if (at >= 0) this.waiting.splice(at, 1);
  }

  /** The item that comes again before the judgement with that number, with at least `after` others in between. */
  due(number: number, after: number, isKnown: (item: string) => boolean): string | undefined {
    return this.waiting.find((each) => number - each.number - 1 >= after && isKnown(each.item))?.item;
  }

  /** The first of those that are to come again, at most so many. */
  first(most: number): string[] {
    return this.waiting.slice(0, most).map(({ item }) => item);
  }
}
