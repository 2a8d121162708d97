import { correlationOf } from '../correlation';
import { GrowableArray } from './counts/matrix';
import { countingSort } from './countingSort';
import type { VerdictTable } from './counts/verdictTable';

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

/**
 * What responses are worth by each criterion, as columns: 12 bytes a verdict while they come, 24 at the end. Pairs of
 * criteria take no memory, of which there are fifty million where somebody judges by ten thousand at once.
 */
export class Redundancy {
  /**
   * Response after response: the criteria that have a verdict on it, by their numbers, and its worths; where each
   * response ends.
   */
  private readonly criteria = new GrowableArray(new Uint32Array(1 << 12));
  private readonly worths = new GrowableArray(new Float64Array(1 << 12));
  private readonly ends = new GrowableArray(new Uint32Array(1 << 10));

  /** @param count of criteria */
  constructor(private readonly count: number) {}

  add({ criteria, width, worths }: VerdictTable): void {
    if (criteria.length < 2) return;
    const order = slotsByNumber(criteria);
    for (let index = 0; index < width; index++) {
      const before = this.criteria.length;
      for (const slot of order) {
        const worth = worths[slot * width + index] ?? Number.NaN;
        if (Number.isNaN(worth)) continue;
        this.criteria.push(criteria[slot] ?? 0);
        this.worths.push(worth);
      }
      // A verdict alone has nothing to go together with.
      if (this.criteria.length - before < 2) this.criteria.length = this.worths.length = before;
      else this.ends.push(this.criteria.length);
    }
  }

  /**
   * Those of which `isFound` says so, with verdicts by both on `fewest` responses or more; the closest first. It is
   * given the numbers of two criteria, their correlation, and on how many responses that is.
   */
  those(isFound: (a: number, b: number, correlation: number, n: number) => boolean, fewest: number): Redundant[] {
    const [criteria, worths, ends] = [this.criteria.all, this.worths.all, this.ends.all];
    const found: Redundant[] = [];
    // Where verdicts stand, criterion after criterion, and up to where their responses go.
    const order = countingSort(criteria);
    const upTo = new Uint32Array(criteria.length);
    for (let at = 0, response = 0; response < ends.length; response++)
      for (; at < (ends[response] ?? 0); at++) upTo[at] = ends[response] ?? 0;
    // The sums of one criterion with each that comes behind it, and which of these were met.
    const all = new Float64Array(this.count * sums);
    const met: number[] = [];
    for (let begin = 0; begin < order.length;) {
      const a = criteria[order[begin] ?? 0] ?? 0;
      let end = begin;
      for (; end < order.length; end++) {
        const place = order[end] ?? 0;
        if (criteria[place] !== a) break;
        const [x, last] = [worths[place] ?? 0, upTo[place] ?? 0];
        for (let other = place + 1; other < last; other++) {
          const [b, y] = [criteria[other] ?? 0, worths[other] ?? 0];
          const at = b * sums;
          if (all[at] === 0) met.push(b);
          all[at] = (all[at] ?? 0) + 1;
          all[at + 1] = (all[at + 1] ?? 0) + x;
          all[at + 2] = (all[at + 2] ?? 0) + y;
          all[at + 3] = (all[at + 3] ?? 0) + x * x;
          all[at + 4] = (all[at + 4] ?? 0) + y * y;
          all[at + 5] = (all[at + 5] ?? 0) + x * y;
        }
      }
      for (const b of met) {
        const at = b * sums;
        const [n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0] = [
          all[at],
          all[at + 1],
          all[at + 2],
          all[at + 3],
          all[at + 4],
          all[at + 5],
        ];
        const correlation = n < fewest ? null : correlationOf({ n, x, y, xx, yy, xy });
        if (correlation !== null && isFound(a, b, correlation, n)) found.push({ a, b, correlation, n });
        all.fill(0, at, at + sums);
      }
      met.length = 0;
      begin = end;
    }
    return found.sort(
      (one, other) =>
        Math.abs(other.correlation) - Math.abs(one.correlation) ||
        other.n - one.n ||
        one.a - other.a ||
        one.b - other.b,
    );
  }
}

/** The places of numbers, each of which comes once, in the order of these: mostly that in which they come. */
function slotsByNumber(numbers: readonly number[]): number[] {
  const order: number[] = [];
  let isSorted = true;
  for (let slot = 0; slot < numbers.length; slot++) {
    order.push(slot);
    if (slot > 0 && (numbers[slot - 1] ?? 0) > (numbers[slot] ?? 0)) isSorted = false;
  }
  return isSorted ? order : order.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
}
