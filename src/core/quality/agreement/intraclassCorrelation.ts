/**
 * Intraclass correlations of targets that raters rated (P. E. Shrout and J. L. Fleiss, Intraclass Correlations: Uses in
 * Assessing Rater Reliability, Psychological Bulletin 86, 1979): `one`: each target by raters of its own, ICC(1, 1);
 * `two`: the same raters, drawn of many, ICC(2, 1); `three`: these raters only, ICC(3, 1). `Mean`: of the mean of all
 * raters, (1, k), (2, k) and (3, k).
 */
export interface IntraclassCorrelations {
  readonly one: number;
  readonly two: number;
  readonly three: number;
  readonly oneMean: number;
  readonly twoMean: number;
  readonly threeMean: number;
}

/**
 * The six of a table without gaps.
 * @param ratings by target: one rating of each rater. Null for fewer than two targets or raters, or no variance.
 */
export function intraclassCorrelations(ratings: readonly (readonly number[])[]): IntraclassCorrelations | null {
  const [n, k] = [ratings.length, ratings[0]?.length ?? 0];
  if (n < 2 || k < 2) return null;
  const all = ratings.flat();
  const mean = all.reduce((sum, value) => sum + value, 0) / (n * k);
  const squares = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const ofTargets = ratings.reduce((sum, own) => sum + k * (meanOf(own) - mean) ** 2, 0);
  const ofRaters = Array.from({ length: k }, (_, rater) => meanOf(ratings.map((own) => own[rater] ?? 0))).reduce(
    (sum, own) => sum + n * (own - mean) ** 2,
    0,
  );
  const between = ofTargets / (n - 1);
  const within = (squares - ofTargets) / (n * (k - 1));
  const raters = ofRaters / (k - 1);
  const error = Math.max(0, squares - ofTargets - ofRaters) / ((n - 1) * (k - 1));
  if (squares < 1e-12) return null;
  return {
    one: (between - within) / (between + (k - 1) * within),
    two: (between - error) / (between + (k - 1) * error + (k * (raters - error)) / n),
    three: (between - error) / (between + (k - 1) * error),
    oneMean: (between - within) / between,
    twoMean: (between - error) / (between + (raters - error) / n),
    threeMean: (between - error) / between,
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a target with m ratings: 1, m, m², their sum, (their sum)² / m, the sum of their squares. */
export const icc1Width = 6;

/** Adds a target to the sums that `icc1Of` takes. */
export function addTarget(row: Float64Array, ratings: readonly number[]): void {
  const m = ratings.length;
  const sum = ratings.reduce((all, value) => all + value, 0);
  const squares = ratings.reduce((all, value) => all + value * value, 0);
  for (const [at, value] of [1, m, m * m, sum, (sum * sum) / m, squares].entries()) row[at] = (row[at] ?? 0) + value;
}

/**
 * ICC(1, 1) of targets with different numbers of raters, from sums: (MSB − MSW) / (MSB + (m₀ − 1) MSW) with m₀ = (N − Σ m² /
 * N) / (n − 1) (the analysis of variance of unbalanced groups: A. Donner, A Review of Inference Procedures for the
 * Intraclass Correlation Coefficient, International Statistical Review 54, 1986). Null where nothing varies.
 */
export function icc1Of([n = 0, all = 0, squaredSizes = 0, sum = 0, means = 0, squares = 0]: Float64Array):
  number | null {
  if (n < 2 || all <= n) return null;
  const between = (means - (sum * sum) / all) / (n - 1);
  const within = Math.max(0, squares - means) / (all - n);
  const size = (all - squaredSizes / all) / (n - 1);
  const total = between + (size - 1) * within;
  return total <= 1e-12 ? null : (between - within) / total;
}
