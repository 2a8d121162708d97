import { ItemSums } from './estimate';

/** Sums over items whose parts come one behind the other: what is said of one item is one. */
export class RowSums {
  readonly sums: ItemSums;
  private row = -1;
  private own: Float64Array = new Float64Array(0);

  constructor(width: number) {
    this.sums = new ItemSums(width);
  }

  /** The numbers of an item, to be added to. */
  of(row: number): Float64Array {
    if (row !== this.row) [this.row, this.own] = [row, this.sums.item()];
    return this.own;
  }

  /** Counts a part and the whole of it: for a share over items. */
  count(row: number, part: number): void {
    const own = this.of(row);
    own[0] = (own[0] ?? 0) + part;
    own[1] = (own[1] ?? 0) + 1;
  }
}
