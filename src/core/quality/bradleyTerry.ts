import { inverseDiagonal } from './cholesky';

/**
 * Pairs, each by how much the winner is above the loser in each feature: row `r` has `values[i]` in `columns[i]` for
 * `i` from `ends[r - 1]` to `ends[r]`.
 */
export interface Differences {
  readonly features: number;
  readonly ends: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
  /** How often each row was seen, parts included; once where left out. */
  readonly counts?: Float64Array;
  /** Precision of the prior on each weight, 1 where left out. */
  readonly ridge?: number;
}

export interface Weights {
  /** Of each feature: by how much the log-odds of winning rise where it is 1 higher. 0 where no pair differs in it. */
  readonly logOdds: Float64Array;
  readonly standardErrors: Float64Array;
  /**
   * By how much the prior draws each to 0, to first order: ridge · H⁻¹ · weights. What it is without the prior is about
   * this much further from 0; where a feature always wins there is no end to it.
   */
  readonly drawn: Float64Array;
  /**
   * 1 where the standard error takes into account that other features are not known either; else it is that with all
   * others held, and too small.
   */
  readonly joint: Uint8Array;
}

/**
 * A prior of a normal with this precision on each weight: nothing beside some dozens of pairs, and what keeps a weight
 * finite where a feature always wins.
 */
export const usualRidge = 1;
/**
 * So many features that meet in pairs, directly or through others, get joint standard errors: the matrix of more takes
 * too long to invert.
 */
const maxJoint = 400;
const maxSteps = 50;

/**
 * What each feature is worth by who won: logistic regression on the differences of two, without an intercept, which is
 * the Bradley-Terry model (R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs, Biometrika 39,
 * 1952) with a strength that is linear in features. P(winner) = σ(Σ w·difference). A ridge (S. le Cessie and J. C. van
 * Houwelingen, Ridge Estimators in Logistic Regression, Applied Statistics 41, 1992) keeps it stable. Newton's method,
 * each step by conjugate gradients; standard errors are the roots of the diagonal of the inverse of the Hessian with
 * its ridge.
 */
export function bradleyTerry(pairs: Differences): Weights {
  const { logOdds, probabilities } = fitted(pairs);
  const curvature = curvatureOf(pairs, probabilities);
  const { ridge = usualRidge } = pairs;
  const drawn = solved(
    pairs,
    curvature,
    logOdds.map((weight) => ridge * weight),
    1e-12 * ridge,
  );
  return { logOdds, drawn, ...errorsOf(pairs, curvature) };
}

/** The weights alone, to the same bits: their errors take longer. */
export const logOddsOf = (pairs: Differences): Float64Array => fitted(pairs).logOdds;

function fitted(pairs: Differences): { readonly logOdds: Float64Array; readonly probabilities: Float64Array } {
  const { features } = pairs;
  const weights = new Float64Array(features);
  const probabilities = new Float64Array(pairs.ends.length);
  let value = lossOf(pairs, weights, probabilities);
  for (let step = 0; step < maxSteps; step++) {
    const gradient = gradientOf(pairs, weights, probabilities);
    const size = Math.sqrt(dot(gradient, gradient));
    if (size < 1e-7 * Math.sqrt(features + 1)) break;
    const curvature = curvatureOf(pairs, probabilities);
    const direction = solved(pairs, curvature, gradient, Math.min(0.01, size) * size);
    const next = new Float64Array(features);
    let length = 1;
    let lower = Infinity;
    for (; length > 1e-6; length /= 2) {
      for (let at = 0; at < features; at++) next[at] = (weights[at] ?? 0) + length * (direction[at] ?? 0);
      lower = lossOf(pairs, next, probabilities);
      if (lower <= value) break;
    }
    const gain = value - lower;
    if (!(gain >= 0)) break;
    weights.set(next);
    value = lower;
    if (gain <= 1e-12 * Math.max(1, value)) break;
  }
  lossOf(pairs, weights, probabilities);
  return { logOdds: weights, probabilities };
}

/** Minus the log-likelihood and the ridge's part; leaves the probability of each row's winner in `probabilities`. */
function lossOf(
  { ends, columns, values, counts, ridge = usualRidge }: Differences,
  weights: Float64Array,
  probabilities: Float64Array,
): number {
  let loss = (ridge / 2) * dot(weights, weights);
  for (let row = 0, at = 0; row < ends.length; row++) {
    let sum = 0;
    for (const end = ends[row] ?? 0; at < end; at++) sum += (weights[columns[at] ?? 0] ?? 0) * (values[at] ?? 0);
    probabilities[row] = 1 / (1 + Math.exp(-sum));
    loss += (counts?.[row] ?? 1) * (sum > 0 ? Math.log1p(Math.exp(-sum)) : Math.log1p(Math.exp(sum)) - sum);
  }
  return loss;
}

function curvatureOf({ counts }: Differences, probabilities: Float64Array): Float64Array {
  return probabilities.map((p, row) => (counts?.[row] ?? 1) * p * (1 - p));
}

/** Uphill. */
function gradientOf(
  { ends, columns, values, counts, ridge = usualRidge }: Differences,
  weights: Float64Array,
  probabilities: Float64Array,
): Float64Array {
  const gradient = weights.map((weight) => -ridge * weight);
  for (let row = 0, at = 0; row < ends.length; row++) {
    const missing = (counts?.[row] ?? 1) * (1 - (probabilities[row] ?? 0));
    for (const end = ends[row] ?? 0; at < end; at++)
      gradient[columns[at] ?? 0] = (gradient[columns[at] ?? 0] ?? 0) + missing * (values[at] ?? 0);
  }
  return gradient;
}

/** The diagonal of the Hessian. */
function diagonalOf(
  { features, ends, columns, values, ridge = usualRidge }: Differences,
  curvature: Float64Array,
): Float64Array {
  const diagonal = new Float64Array(features).fill(ridge);
  for (let row = 0, at = 0; row < ends.length; row++) {
    for (const end = ends[row] ?? 0; at < end; at++)
      diagonal[columns[at] ?? 0] = (diagonal[columns[at] ?? 0] ?? 0) + (curvature[row] ?? 0) * (values[at] ?? 0) ** 2;
  }
  return diagonal;
}

/** The Hessian times a vector. */
function product(
  { ends, columns, values, ridge = usualRidge }: Differences,
  curvature: Float64Array,
  vector: Float64Array,
): Float64Array {
  const result = vector.map((value) => ridge * value);
  for (let row = 0, begin = 0; row < ends.length; row++) {
    const end = ends[row] ?? 0;
    let sum = 0;
    for (let at = begin; at < end; at++) sum += (vector[columns[at] ?? 0] ?? 0) * (values[at] ?? 0);
    sum *= curvature[row] ?? 0;
    for (let at = begin; at < end; at++)
      result[columns[at] ?? 0] = (result[columns[at] ?? 0] ?? 0) + sum * (values[at] ?? 0);
    begin = end;
  }
  return result;
}

/**
 * Solves Hessian · x = `right` by conjugate gradients with its diagonal as preconditioner (M. R. Hestenes and E.
 * Stiefel, 1952), until what is left is as short as `tolerance`.
 */
function solved(pairs: Differences, curvature: Float64Array, right: Float64Array, tolerance: number): Float64Array {
  const diagonal = diagonalOf(pairs, curvature);
  const x = new Float64Array(right.length);
  const left = right.slice();
  let scaled = left.map((value, at) => value / (diagonal[at] ?? 1));
  const direction = scaled.slice();
  let before = dot(left, scaled);
  for (let step = 0; step < 500 && Math.sqrt(dot(left, left)) > tolerance; step++) {
    const image = product(pairs, curvature, direction);
    const length = before / dot(direction, image);
    for (let at = 0; at < x.length; at++) {
      x[at] = (x[at] ?? 0) + length * (direction[at] ?? 0);
      left[at] = (left[at] ?? 0) - length * (image[at] ?? 0);
    }
    scaled = left.map((value, at) => value / (diagonal[at] ?? 1));
    const now = dot(left, scaled);
    for (let at = 0; at < x.length; at++) direction[at] = (scaled[at] ?? 0) + (now / before) * (direction[at] ?? 0);
    before = now;
  }
  return x;
}

function errorsOf(pairs: Differences, curvature: Float64Array): Pick<Weights, 'standardErrors' | 'joint'> {
  const standardErrors = diagonalOf(pairs, curvature).map((value) => 1 / Math.sqrt(value));
  const { ridge = usualRidge } = pairs;
  const joint = new Uint8Array(pairs.features);
  const groups = groupsOf(pairs);
  const small = [...groups.members].filter(([, members]) => members.length <= maxJoint);
  const blocks = new Map(
    small.map(([root, members]) => [
      root,
      { place: new Map(members.map((feature, at) => [feature, at])), matrix: new Float64Array(members.length ** 2) },
    ]),
  );
  for (let row = 0, begin = 0; row < pairs.ends.length; row++) {
    const end = pairs.ends[row] ?? 0;
    const block = begin < end ? blocks.get(groups.rootOf(pairs.columns[begin] ?? 0)) : undefined;
    if (block) addOuter(pairs, begin, end, curvature[row] ?? 0, block);
    begin = end;
  }
  for (const [root, members] of small) {
    const matrix = blocks.get(root)?.matrix;
    if (!matrix) continue;
    for (let at = 0; at < members.length; at++)
      matrix[at * members.length + at] = (matrix[at * members.length + at] ?? 0) + ridge;
    const diagonal = inverseDiagonal(matrix, members.length);
    for (const [at, feature] of members.entries()) {
      standardErrors[feature] = Math.sqrt(diagonal[at] ?? 0);
      joint[feature] = 1;
    }
  }
  return { standardErrors, joint };
}

function addOuter(
  { columns, values }: Differences,
  begin: number,
  end: number,
  curvature: number,
  { place, matrix }: { readonly place: ReadonlyMap<number, number>; readonly matrix: Float64Array },
): void {
  for (let a = begin; a < end; a++) {
    const row = (place.get(columns[a] ?? 0) ?? 0) * place.size;
    for (let b = begin; b < end; b++) {
      const at = row + (place.get(columns[b] ?? 0) ?? 0);
      matrix[at] = (matrix[at] ?? 0) + curvature * (values[a] ?? 0) * (values[b] ?? 0);
    }
  }
}

/** Features that meet in pairs, directly or through others (union-find). */
function groupsOf({ features, ends, columns }: Differences): {
  rootOf: (feature: number) => number;
  members: Map<number, number[]>;
} {
  const above = Uint32Array.from({ length: features }, (_, feature) => feature);
  const rootOf = (feature: number): number => {
    let root = feature;
    while (above[root] !== root) root = above[root] ?? root;
    for (let at = feature; at !== root;) {
      const next = above[at] ?? root;
      above[at] = root;
      at = next;
    }
    return root;
  };
  for (let row = 0, begin = 0; row < ends.length; row++) {
    const end = ends[row] ?? 0;
    for (let at = begin + 1; at < end; at++) above[rootOf(columns[at] ?? 0)] = rootOf(columns[begin] ?? 0);
    begin = end;
  }
  const members = new Map<number, number[]>();
  for (let feature = 0; feature < features; feature++) {
    const root = rootOf(feature);
    const group = members.get(root);
    if (group) group.push(feature);
    else members.set(root, [feature]);
  }
  return { rootOf, members };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
