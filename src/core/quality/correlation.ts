/** How two orders go together, by pairs. */
export interface PairCounts {
  readonly concordant: number;
  readonly discordant: number;
  /** Tied in the first order only, and in the second only. */
  readonly tiedInFirst: number;
  readonly tiedInSecond: number;
}

/**
 * Kendall's tau-b (M. G. Kendall, The Treatment of Ties in Ranking Problems, Biometrika 33, 1945): (C − D) / √((C + D +
 * T1)(C + D + T2)), from -1 to 1. Where the counts are summed over several rankings, pairs across them count nowhere:
 * it is tau-b within each, pooled. Null where one of the two orders ties everything.
 */
export function tauB({ concordant, discordant, tiedInFirst, tiedInSecond }: PairCounts): number | null {
  const untied = concordant + discordant;
  const product = (untied + tiedInFirst) * (untied + tiedInSecond);
  return product === 0 ? null : (concordant - discordant) / Math.sqrt(product);
}

/** Sums over pairs of values x and y. */
export interface Sums {
  readonly n: number;
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
}

/**
 * Pearson's correlation from sums (K. Pearson, Proceedings of the Royal Society 58, 1895); of values that are 0 or 1 it
 * is phi (G. U. Yule, 1912). Null where one of the two does not vary. Sums of values from 0 to 1 lose nothing that
 * matters by subtraction.
 */
export function correlationOf({ n, x, y, xx, yy, xy }: Sums): number | null {
  const [varianceX, varianceY] = [n * xx - x * x, n * yy - y * y];
  if (varianceX <= 1e-9 * n || varianceY <= 1e-9 * n) return null;
  return Math.max(-1, Math.min(1, (n * xy - x * y) / Math.sqrt(varianceX * varianceY)));
}
