import { rateByItem } from '../../bootstrap';
import type { Rate } from '../../rate';
import { GrowableArray } from '../counts/matrix';
import { countingSort } from '../countingSort';

/**
 * Sums by criterion (or whatever has a number) and item, for rates with an interval over items: 24 bytes an annotation
 * and criterion.
 */
export class ItemSums {
  private readonly numbers = new GrowableArray(new Uint32Array(1 << 10));
  private readonly rows = new GrowableArray(new Uint32Array(1 << 10));
  private readonly parts = new GrowableArray(new Float64Array(1 << 10));
  private readonly wholes = new GrowableArray(new Float64Array(1 << 10));

  /** @param part of `whole` trials, or the sum of as many values from 0 to 1 */
  add(number: number, row: number, part: number, whole: number): void {
    if (whole === 0) return;
    this.numbers.push(number);
    this.rows.push(row);
    this.parts.push(part);
    this.wholes.push(whole);
  }

  /** The rate of each number from 0. @param count how many there are */
  rates(count: number): (Rate | null)[] {
    const [numbers, rows, parts, wholes] = [this.numbers.all, this.rows.all, this.parts.all, this.wholes.all];
    const order = countingSort(numbers);
    let at = 0;
    return Array.from({ length: count }, (_, number) => {
      const items = new Map<number, { part: number; whole: number }>();
      for (; at < order.length && numbers[order[at] ?? 0] === number; at++) {
        const entry = order[at] ?? 0;
        const row = rows[entry] ?? 0;
        const sums = items.get(row);
        if (!sums) items.set(row, { part: parts[entry] ?? 0, whole: wholes[entry] ?? 0 });
        else {
          sums.part += parts[entry] ?? 0;
          sums.whole += wholes[entry] ?? 0;
        }
      }
      // By row, so that nothing depends on the order in which annotations came.
      const sums = [...items].sort(([one], [other]) => one - other).map(([, each]) => each);
      return rateByItem(
        sums.map(({ part }) => part),
        sums.map(({ whole }) => whole),
      );
    });
  }
}
