import type { SearchQuery } from '../../dataset/search/search';
import type { Item } from '../../model/item/item';
import { idNumber, type Filtered } from '../../study/planFilter';
import { isAboutResponses, namesResponse } from './revealingMetadata';

/** The items that the study's plan lets through: a bit each of the dataset's, and 8 bytes each of theirs. */
export class PlanItems {
  private readonly bits: Uint8Array;
  private readonly ids: Float64Array;
  readonly count: number;

  /** @param size items of the dataset @param what what they have in common, for people */
  constructor(
    { ordinals, ids }: Filtered,
    private readonly query: SearchQuery,
    private readonly size: number,
    private readonly what: string,
  ) {
    this.bits = new Uint8Array(Math.ceil(size / 8));
    for (const ordinal of ordinals) this.bits[ordinal >> 3] = (this.bits[ordinal >> 3] ?? 0) | (1 << (ordinal & 7));
    this.ids = ids.slice().sort();
    this.count = ordinals.length;
  }

  /** Tells whether the item at a place comes. What is past the end is found to be so when it is read. */
  has(ordinal: number): boolean {
    return ordinal >= this.size || ((this.bits[ordinal >> 3] ?? 0) & (1 << (ordinal & 7))) !== 0;
  }

  /** Tells whether the item with an id comes. */
  hasId(id: string): boolean {
    const wanted = idNumber(id);
    let [from, to] = [0, this.ids.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.ids[middle] ?? 0) < wanted) from = middle + 1;
      else to = middle;
    }
    return this.ids[from] === wanted;
  }

  /** Tells people why an item is let through; null where that may tell something of its responses. */
  why(item: Item): string | null {
    const { text, metadata, fields } = this.query;
    const isHidden =
      (metadata && text !== '') ||
      fields.some(({ path, value }) => isAboutResponses(path) || namesResponse(item, value)) ||
      namesResponse(item, text);
    return isHidden ? null : this.what;
  }
}
