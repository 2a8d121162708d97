/** Where a sequence changes its mean. */
export interface ChangePoint {
  /** The first value after it. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly p: number;
}

/** So many values stand on each side. */
const minSide = 10;

/**
 * The most likely change of the mean of a sequence (E. S. Page, Continuous Inspection Schemes, Biometrika 41, 1954): where
 * the sum of deviations from the mean is the furthest from 0, with the chance of as much by the supremum of a Brownian
 * bridge, 2 Σ (−1)^(k+1) exp(−2 k² x²) (M. Csörgő and L. Horváth, Limit Theorems in Change-Point Analysis, 1997). Null for
 * fewer than 20 values, or where nothing varies.
 */
export function changePoint(values: readonly number[]): ChangePoint | null {
  const n = values.length;
  if (n < 2 * minSide) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let [sum, furthest, at] = [0, -1, 0];
  for (let end = 1; end < n; end++) {
    sum += (values[end - 1] ?? 0) - mean;
    if (end < minSide || end > n - minSide || Math.abs(sum) <= furthest) continue;
    furthest = Math.abs(sum);
    at = end;
  }
  const meanOf = (some: readonly number[]): number => some.reduce((all, value) => all + value, 0) / some.length;
  const [before, after] = [meanOf(values.slice(0, at)), meanOf(values.slice(at))];
  // The variance around both means: around one mean the change itself would be noise.
  const variance =
    values.reduce((all, value, place) => all + (value - (place < at ? before : after)) ** 2, 0) / Math.max(1, n - 2);
  if (variance < 1e-12) return before === after ? null : { at, before, after, p: 0 };
  const x = furthest / Math.sqrt(variance * n);
  let p = 0;
  for (let k = 1; k <= 100; k++) p += 2 * (k % 2 === 1 ? 1 : -1) * Math.exp(-2 * k * k * x * x);
  return { at, before, after, p: Math.max(0, Math.min(1, p)) };
}
