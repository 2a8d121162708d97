/** A share of all `n` there are: nothing was drawn, so there is no interval. */
export interface Proportion {
  readonly rate: number;
  readonly n: number;
}

/** A share of `n`, with the interval of 95 % in which the share of all likely lies. */
export interface Rate extends Proportion {
  readonly low: number;
  readonly high: number;
}

/** The standard normal's 97.5th percentile: intervals of 95 %. */
export const z95 = 1.959963984540054;

/**
 * The share `successes / n` with Wilson's score interval (E. B. Wilson, Probable Inference, the Law of Succession, and
 * Statistical Inference, JASA 22, 1927): (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n). It stays within 0 and 1 and
 * says something even of 0 in 5. Null where `n` is 0. It holds for trials that know nothing of each other, each yes or
 * no. Means of levels, and what hangs together by item, take `rateByItem` (quality/bootstrap).
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

/** The share `part / n` of all there are; null where there are none. */
export const proportionOf = (part: number, n: number): Proportion | null => (n === 0 ? null : { rate: part / n, n });
