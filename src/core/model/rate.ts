/** A share of `n`, with the interval in which the share of all likely lies. */
export interface Rate {
  readonly rate: number;
  readonly n: number;
  readonly low: number;
  readonly high: number;
}

/** The standard normal's 97.5th percentile: intervals of 95 %. */
export const z95 = 1.959963984540054;

/**
 * The share `successes / n` with Wilson's score interval (E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, JASA 22, 1927):
 * (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n). It stays within 0 and 1 and says something even of 0 in 5. Null where `n` is 0.
 * `successes` may be a sum of values from 0 to 1 (levels of a scale): no such values vary more than yes and no with the same mean, so the interval is, if anything, too wide.
 */
export function rateOf(successes: number, n: number, z = z95): Rate | null {
  if (n === 0) return null;
  const p = successes / n;
  const scale = 1 + (z * z) / n;
  const middle = (p + (z * z) / (2 * n)) / scale;
  const reach = (z / scale) * Math.sqrt(Math.max(0, (p * (1 - p)) / n) + (z * z) / (4 * n * n));
  // At the ends the formula is exact; its rounding is not.
  return { rate: p, n, low: p <= 0 ? 0 : Math.max(0, middle - reach), high: p >= 1 ? 1 : Math.min(1, middle + reach) };
}
