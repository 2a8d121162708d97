import { estimateOf, ItemSums, type Estimate } from '../estimate';

export interface PairAgreement {
  /** Cohen's κ; null where one of the two, or both, always say the same. */
  readonly kappa: Estimate | null;
  /** The share of units on which both say the same. */
  readonly same: Estimate | null;
  /** Units that both valued. */
  readonly units: number;
}

/**
 * Cohen's κ = (p_o − p_e) / (1 − p_e) of two annotators (J. Cohen, A Coefficient of Agreement for Nominal Scales,
 * Educational and Psychological Measurement 20, 1960), with an interval over items.
 * @param categories how many values there are, from 0
 * @param pairs what the first and the second said of each unit that both valued, by item, items rising
 * @param opposites of each value of a preference, what it is with its two responses swapped: both count alike in p_e, so
 *   that κ does not depend on which of them a file lists first
 */
export function cohenKappa(
  categories: number,
  pairs: Iterable<{ readonly item: number; readonly first: number; readonly second: number }>,
  opposites?: readonly number[],
): PairAgreement {
  const sums = new ItemSums(2 * categories + 2);
  let item = -1;
  let units = 0;
  let row: Float64Array = new Float64Array(0);
  for (const { item: of, first, second } of pairs) {
    if (of !== item) {
      item = of;
      row = sums.item();
    }
    units++;
    row[first] = (row[first] ?? 0) + 1;
    row[categories + second] = (row[categories + second] ?? 0) + 1;
    row[2 * categories] = (row[2 * categories] ?? 0) + 1;
    if (first === second) row[2 * categories + 1] = (row[2 * categories + 1] ?? 0) + 1;
  }
  const shares = (totals: Float64Array): readonly [n: number, same: number] => [
    totals[2 * categories] ?? 0,
    totals[2 * categories + 1] ?? 0,
  ];
  return {
    units,
    same: estimateOf(
      sums,
      (totals) => {
        const [n, same] = shares(totals);
        return n > 0 ? same / n : null;
      },
      [0, 1],
    ),
    kappa: estimateOf(
      sums,
      (totals) => {
        const [n, same] = shares(totals);
        const chance = chanceOf(totals, categories, opposites) / (n * n);
        return n === 0 || 1 - chance < 1e-12 ? null : (same / n - chance) / (1 - chance);
      },
      [-1, 1],
    ),
  };
}

/**
 * Returns how often two who know nothing of each other say the same: Σ over values of how often the first says it times
 * how often the second does. Over n² it is p_e.
 * @param counts how often the first says each value, then how often the second does
 */
export function chanceOf(counts: ArrayLike<number>, categories: number, opposites?: readonly number[]): number {
  let chance = 0;
  for (let each = 0; each < categories; each++) {
    const other = opposites?.[each] ?? each;
    const countFrom = (from: number): number => ((counts[from + each] ?? 0) + (counts[from + other] ?? 0)) / 2;
    chance += countFrom(0) * countFrom(categories);
  }
  return chance;
}
