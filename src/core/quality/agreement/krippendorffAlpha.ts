import type { Metric } from '../../model/report/coverage';

/** How well those agree who valued the same units. */
export interface Agreement {
  /**
   * 1 where all agree, 0 where they agree as chance would have it; null where there is nothing to compare, or all
   * values are the same.
   */
  readonly alpha: number | null;
  /** Units with two values or more. */
  readonly units: number;
  /** Values on those. */
  readonly values: number;
  /** Pairs of values on the same unit, and how many of them are equal. */
  readonly pairs: number;
  readonly equal: number;
}

/**
 * Krippendorff's alpha = 1 − Do / De (K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011), for any
 * number of observers and with values missing. With m values on a unit and n on all units that have two or more, Do =
 * 1/n Σ units 1/(m−1) Σ pairs δ² and De = 1/(n(n−1)) Σ all pairs δ². δ² is 0 or 1 (nominal), the squared difference
 * (interval), or the squared difference of mid-ranks (ordinal: Krippendorff's Σ n_g from one value to the other, less
 * half of both ends, is just that).
 *
 * The sums need no pairs: Σ (a−b)² over all pairs of m values is m times their squared deviations from their mean;
 * nominal pairs are counted by value. O(n log n).
 * @param values those of one unit after those of another
 * @param ends where each unit's values end
 */
export function krippendorffAlpha(values: Float64Array, ends: Uint32Array, metric: Metric): Agreement {
  const { pairable, unitEnds } = onlyPairable(values, ends);
  const ranks = metric === 'ordinal' ? midRanks(pairable) : undefined;
  const measured = ranks ? pairable.map((value) => ranks.get(value) ?? 0) : pairable;
  const n = pairable.length;
  let pairs = 0;
  let equal = 0;
  let observed = 0;
  for (let unit = 0, begin = 0; unit < unitEnds.length; unit++) {
    const end = unitEnds[unit] ?? begin;
    const m = end - begin;
    const same = equalPairs(pairable, begin, end);
    pairs += (m * (m - 1)) / 2;
    equal += same;
    observed +=
      (metric === 'nominal' ? (m * (m - 1)) / 2 - same : m * squaredDeviations(measured, begin, end)) / (m - 1);
    begin = end;
  }
  const expected = metric === 'nominal' ? unequalPairs(pairable) : n * squaredDeviations(measured, 0, n);
  const alpha = n === 0 || expected === 0 ? null : 1 - ((n - 1) * observed) / expected;
  return { alpha, units: unitEnds.length, values: n, pairs, equal };
}

/** The values of units that have two or more. */
function onlyPairable(values: Float64Array, ends: Uint32Array): { pairable: Float64Array; unitEnds: number[] } {
  const pairable = new Float64Array(values.length);
  const unitEnds: number[] = [];
  let length = 0;
  for (let unit = 0, begin = 0; unit < ends.length; unit++) {
    const end = ends[unit] ?? begin;
    if (end - begin > 1) {
      for (let at = begin; at < end; at++) pairable[length++] = values[at] ?? 0;
      unitEnds.push(length);
    }
    begin = end;
  }
  return { pairable: pairable.subarray(0, length), unitEnds };
}

/** The rank of each value among all, from 1 and rising; those that are equal share the mean of theirs. */
export function midRanks(values: Float64Array): ReadonlyMap<number, number> {
  const sorted = values.slice().sort();
  const rankOf = new Map<number, number>();
  for (let begin = 0; begin < sorted.length;) {
    let end = begin + 1;
    while (end < sorted.length && sorted[end] === sorted[begin]) end++;
    rankOf.set(sorted[begin] ?? 0, (begin + 1 + end) / 2);
    begin = end;
  }
  return rankOf;
}

function squaredDeviations(values: Float64Array, begin: number, end: number): number {
  let sum = 0;
  for (let at = begin; at < end; at++) sum += values[at] ?? 0;
  const mean = sum / (end - begin);
  let squares = 0;
  for (let at = begin; at < end; at++) squares += ((values[at] ?? 0) - mean) ** 2;
  return squares;
}

/** How many of the pairs of values from one place to another are equal. */
export function equalPairs(values: Float64Array, begin: number, end: number): number {
  let count = 0;
  for (let a = begin; a < end; a++) for (let b = a + 1; b < end; b++) if (values[a] === values[b]) count++;
  return count;
}

function unequalPairs(values: Float64Array): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let count = (values.length * (values.length - 1)) / 2;
  for (const same of counts.values()) count -= (same * (same - 1)) / 2;
  return count;
}
