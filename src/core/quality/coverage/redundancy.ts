import { correlationOf } from '../correlation';
import { longer, NumberTable } from './numberTable';
import type { Sheet } from './sheet';

/** Two criteria that say the same of responses, or the opposite. */
export interface Redundant {
  /** Numbers of the criteria. */
  readonly a: number;
  readonly b: number;
  /** Pearson's correlation of their worths; phi where both are yes or no. */
  readonly correlation: number;
  /** Responses on which both have a verdict. */
  readonly n: number;
}

/** n, Σx, Σy, Σx², Σy², Σxy. */
const sums = 6;

/** Sums over responses on which two criteria have a verdict each: 70 bytes for every two that ever met. */
export class Redundancy {
  private readonly pairs = new NumberTable();
  private values = new Float64Array(1 << 12);

  constructor(private readonly criteria: number) {}

  add({ criteria, width, worths }: Sheet): void {
    for (let first = 0; first < criteria.length; first++) {
      for (let second = first + 1; second < criteria.length; second++) {
        const [a, b] = [criteria[first] ?? 0, criteria[second] ?? 0];
        // The one with the smaller number is x.
        const [x, y] = a < b ? [first, second] : [second, first];
        let at = -1;
        for (let index = 0; index < width; index++) {
          const [one, other] = [worths[x * width + index] ?? Number.NaN, worths[y * width + index] ?? Number.NaN];
          if (Number.isNaN(one) || Number.isNaN(other)) continue;
          if (at < 0) at = this.placeOf(Math.min(a, b) * this.criteria + Math.max(a, b));
          const all = this.values;
          all[at] = (all[at] ?? 0) + 1;
          all[at + 1] = (all[at + 1] ?? 0) + one;
          all[at + 2] = (all[at + 2] ?? 0) + other;
          all[at + 3] = (all[at + 3] ?? 0) + one * one;
          all[at + 4] = (all[at + 4] ?? 0) + other * other;
          all[at + 5] = (all[at + 5] ?? 0) + one * other;
        }
      }
    }
  }

  /** Those that go together by `least` or more, either way, on `fewest` responses or more; the closest first. */
  above(least: number, fewest: number): Redundant[] {
    const found: Redundant[] = [];
    const all = this.values;
    for (let place = 0; place < this.pairs.size; place++) {
      const [n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0] = all.subarray(place * sums, (place + 1) * sums);
      if (n < fewest) continue;
      const correlation = correlationOf({ n, x, y, xx, yy, xy });
      if (correlation === null || Math.abs(correlation) < least) continue;
      const key = this.pairs.keyAt(place);
      found.push({ a: Math.floor(key / this.criteria), b: key % this.criteria, correlation, n });
    }
    return found.sort((one, other) => Math.abs(other.correlation) - Math.abs(one.correlation) || other.n - one.n || one.a - other.a || one.b - other.b);
  }

  private placeOf(key: number): number {
    const place = this.pairs.add(key) * sums;
    if (place + sums > this.values.length) this.values = longer(this.values);
    return place;
  }
}
