import { bootstrapped, fewestItems } from './bootstrap';
import { rateOf, z95 } from './rate';
import type { Estimate } from '../model/report/quality';

export type { Estimate } from '../model/report/quality';

/** Of more items than this the formula is as good as draws of them. */
const maxResampled = 200;

/**
 * What is summed over items, so many numbers each: judgements of one item hang together, and items are what is drawn
 * again (see `bootstrapped`).
 */
export class ItemSums {
  private data: Float64Array;
  private filled = 0;

  constructor(
    readonly width: number,
    expected = 64,
  ) {
    this.data = new Float64Array(width * expected);
  }

  /** How many items there are. */
  get items(): number {
    return this.filled;
  }

  /** The numbers of one more item, all 0, to be added to. Until the next one is asked for. */
  item(): Float64Array {
    const { width, filled } = this;
    if ((filled + 1) * width > this.data.length) {
      const longer = new Float64Array(Math.max(width, this.data.length * 2));
      longer.set(this.data);
      this.data = longer;
    }
    this.filled++;
    return this.data.subarray(filled * width, (filled + 1) * width);
  }

  /** The numbers of an item. */
  of(item: number): Float64Array {
    return this.data.subarray(item * this.width, (item + 1) * this.width);
  }

  /** Sums of all. */
  totals(): Float64Array {
    const totals = new Float64Array(this.width);
    for (let item = 0, at = 0; item < this.filled; item++)
      for (let column = 0; column < this.width; column++, at++)
        totals[column] = (totals[column] ?? 0) + (this.data[at] ?? 0);
    return totals;
  }
}

/** A share to one of whose sides fewer items speak has an interval that does not end where draws of them do. */
const minOfSide = 10;

/**
 * A figure that follows from sums over items, with its interval over items: percentiles of 1,000 draws of all items for
 * up to 200 of them; of more ± z √(Σ gᵢ²), with gᵢ what one item moves the figure by, to which the bootstrap's goes
 * (the infinitesimal jackknife: B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 22). A share
 * that nearly all items say the same of has Wilson's interval of as many trials as vary as much (E. L. Korn and B. I.
 * Graubard, Confidence Intervals for Proportions with Small Expected Number of Positive Counts Estimated from Survey
 * Data, Survey Methodology 24, 1998): draws of items that say the same never find the others. Null where the sums give none.
 * @param figure what follows from the sums; must not keep them
 * @param range between which the interval lies
 */
export function estimateOf(
  sums: ItemSums,
  figure: (totals: Float64Array) => number | null,
  [least, most]: readonly [number, number] = [-Infinity, Infinity],
): Estimate | null {
  const { items, width } = sums;
  const totals = sums.totals();
  const value = figure(totals.slice());
  if (value === null || !Number.isFinite(value)) return null;
  if (items < fewestItems) return { value, low: null, high: null, items };
  const isShare = least === 0 && most === 1;
  const limited = (bounds: { readonly low: number; readonly high: number } | null): Estimate => {
    // Where every item says the same, draws of them do too: of a share it is Wilson's interval, of others there is none.
    if (!bounds || bounds.high - bounds.low < 1e-12) {
      const share = isShare ? rateOf(value * items, items) : null;
      return { value, low: share?.low ?? null, high: share?.high ?? null, items };
    }
    return { value, low: Math.max(least, bounds.low), high: Math.min(most, bounds.high), items };
  };
  if (isShare && value > 0 && value < 1 && Math.min(value, 1 - value) * items < minOfSide) {
    const variance = varianceOf(sums, totals, figure);
    const trials = variance > 0 ? (value * (1 - value)) / variance : items;
    const { low, high } = rateOf(value * trials, trials) ?? { low: null, high: null };
    return { value, low, high, items };
  }
  if (items <= maxResampled) {
    const drawn = new Float64Array(width);
    return limited(
      bootstrapped(items, (times) => {
        drawn.fill(0);
        for (let item = 0; item < items; item++) {
          const count = times[item] ?? 0;
          if (count === 0) continue;
          const own = sums.of(item);
          for (let column = 0; column < width; column++)
            drawn[column] = (drawn[column] ?? 0) + count * (own[column] ?? 0);
        }
        return figure(drawn.slice());
      }),
    );
  }
  const reach = z95 * Math.sqrt(varianceOf(sums, totals, figure));
  return limited({ low: value - reach, high: value + reach });
}

/** Σ gᵢ², with gᵢ what one item moves a figure by. */
function varianceOf(sums: ItemSums, totals: Float64Array, figure: (totals: Float64Array) => number | null): number {
  const { items, width } = sums;
  const slopes = slopesOf(totals, figure);
  const mean = slopes.reduce((sum, slope, column) => sum + slope * (totals[column] ?? 0), 0) / items;
  let variance = 0;
  for (let item = 0; item < items; item++) {
    const own = sums.of(item);
    let influence = -mean;
    for (let column = 0; column < width; column++) influence += (slopes[column] ?? 0) * (own[column] ?? 0);
    variance += influence * influence;
  }
  return variance;
}

/** How a figure moves with each of the sums, by central differences. */
function slopesOf(totals: Float64Array, figure: (totals: Float64Array) => number | null): Float64Array {
  return totals.map((total, column) => {
    const step = Math.max(Math.abs(total), 1) * 1e-6;
    const moved = (by: number): number => {
      const near = totals.slice();
      near[column] = total + by;
      return figure(near) ?? Number.NaN;
    };
    const slope = (moved(step) - moved(-step)) / (2 * step);
    return Number.isFinite(slope) ? slope : 0;
  });
}
