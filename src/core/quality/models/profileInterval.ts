import { z95 } from '../rate';
import { inverse } from './inverse';

/** A penalised log-likelihood at some weights, with its gradient and minus its second derivatives, row by row. */
export interface Slopes {
  readonly value: number;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
}
/** An interval of 95 %. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export type Objective = (weights: Float64Array) => Slopes;

const [maxSteps, maxTries] = [25, 40];

/**
 * The interval of 95 % of a combination of weights by the profile of the penalised likelihood: all values at which its
 * maximum over all other weights lies no more than z²/2 below that of all (D. Venzon and S. Moolgavkar, A Method for
 * Computing Profile-Likelihood-Based Confidence Intervals, Applied Statistics 37, 1988). Where one side always wins the
 * likelihood is flat to that side, and errors from its curvature at the maximum are no measure (G. Heinze and M.
 * Schemper, A Solution to the Problem of Separation in Logistic Regression, Statistics in Medicine 21, 2002).
 * @param best the weights at the maximum
 * @param contrast by how much of each weight the combination is made
 * @param inflation by how much more observations that hang together vary than as many that do not
 */
export function profileInterval(
  objective: Objective,
  best: Float64Array,
  contrast: Float64Array,
  inflation: number,
): Interval {
  const top = objective(best);
  const drop = (z95 * z95 * inflation) / 2;
  const middle = dot(contrast, best);
  const spread = Math.sqrt(Math.max(1e-12, dot(contrast, times(inverse(top.hessian, best.length), contrast))));
  const end = (sign: 1 | -1): number => {
    let weights = best;
    // By how much the maximum where the combination is `reach` off lies above the threshold.
    const over = (reach: number): number => {
      const found = maximumAt(objective, weights, contrast, middle + sign * reach);
      weights = found.weights;
      return found.value - top.value + drop;
    };
    let [near, nearOver, far] = [0, drop, spread * z95 * Math.sqrt(inflation)];
    let farOver = over(far);
    for (let tries = 0; farOver > 0 && tries < maxTries; tries++) {
      [near, nearOver, far] = [far, farOver, far * 1.6];
      farOver = over(far);
    }
    // False position, in which the end that stays counts half (the Illinois method).
    let before = 0;
    for (let tries = 0; tries < maxTries && far - near > 1e-3 * Math.max(1, far); tries++) {
      const next = near + ((far - near) * nearOver) / (nearOver - farOver);
      const at = over(next);
      if (Math.abs(at) < 1e-3 * drop) return middle + sign * next;
      if (at > 0) {
        if (before > 0) farOver /= 2;
        [near, nearOver, before] = [next, at, 1];
      } else {
        if (before < 0) nearOver /= 2;
        [far, farOver, before] = [next, at, -1];
      }
    }
    return middle + sign * ((near + far) / 2);
  };
  return { low: end(-1), high: end(1) };
}

/** The maximum among weights whose combination is `target`: Newton's method along that plane. */
function maximumAt(
  objective: Objective,
  from: Float64Array,
  contrast: Float64Array,
  target: number,
): { readonly weights: Float64Array; readonly value: number } {
  const p = from.length;
  const norm = dot(contrast, contrast);
  const off = (target - dot(contrast, from)) / norm;
  let weights = from.map((weight, at) => weight + off * (contrast[at] ?? 0));
  let now = objective(weights);
  for (let step = 0; step < maxSteps; step++) {
    const inverted = inverse(now.hessian, p);
    const [up, across] = [times(inverted, now.gradient), times(inverted, contrast)];
    const pull = dot(contrast, up) / dot(contrast, across);
    const direction = up.map((each, at) => each - pull * (across[at] ?? 0));
    const promised = dot(direction, now.gradient);
    if (!(promised > 1e-6)) break;
    let moved = false;
    for (let length = 1; length > 1e-6 && !moved; length /= 2) {
      const next = weights.map((weight, at) => weight + length * (direction[at] ?? 0));
      const there = objective(next);
      if (!(there.value > now.value)) continue;
      [weights, now, moved] = [next, there, true];
    }
    if (!moved) break;
  }
  return { weights, value: now.value };
}

/**
 * A likelihood of which a part is computed, and the rest is a parabola that touches it at its maximum: of many items few
 * carry a feature that always wins, and the others tell of the weights well.
 */
export function nearMaximum(part: Objective, best: Float64Array, hessian: Float64Array): Objective {
  const p = best.length;
  const atBest = part(best);
  const gradient = atBest.gradient.slice();
  const rest = hessian.map((each, at) => each - (atBest.hessian[at] ?? 0));
  return (weights) => {
    const own = part(weights);
    const moved = weights.map((weight, at) => weight - (best[at] ?? 0));
    const through = times(rest, moved);
    return {
      value: own.value - dot(gradient, moved) - dot(through, moved) / 2,
      gradient: Float64Array.from(
        { length: p },
        (_, at) => (own.gradient[at] ?? 0) - (gradient[at] ?? 0) - (through[at] ?? 0),
      ),
      hessian: own.hessian.map((each, at) => each + (rest[at] ?? 0)),
    };
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** A square matrix times a vector. */
function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const p = vector.length;
  return vector.map((_, row) => {
    let sum = 0;
    for (let column = 0; column < p; column++) sum += (matrix[row * p + column] ?? 0) * (vector[column] ?? 0);
    return sum;
  });
}
