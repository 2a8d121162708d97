import type { Item } from '../../model/item/item';
import type { ExportOptions } from '../format';

/** Whether lists are to be as long as most of them are: where their reader needs one length, and nobody chose it. */
export const asksForSize = ({ format, listSize }: Pick<ExportOptions, 'format' | 'listSize'>): boolean =>
  format.takes.includes('listSize') && (listSize ?? format.defaults?.listSize) === undefined;

/** Finds out how many responses most items have. */
export class ListSizes {
  private readonly items = new Map<number, number>();

  add({ responses: { length } }: Pick<Item, 'responses'>): void {
    this.items.set(length, (this.items.get(length) ?? 0) + 1);
  }

  /** The size that most have, the larger one of two that as many have; undefined where there are no items. */
  get most(): number | undefined {
    return [...this.items].sort(([a, times], [b, others]) => others - times || b - a)[0]?.[0];
  }
}
