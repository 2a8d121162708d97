import { Carried, waldInterval, withoutCollapse } from './carried';
import type { LogitFit } from './conditionalLogit';
import { inverse, product } from './inverse';
import type { ModelPair } from './modelPairs';
import { nearMaximum, profileInterval } from './profileInterval';
import { strengthPrior } from './strengths';

export interface RaoKupperFit {
  /** Log-strengths of models, and last the log of the threshold. */
  readonly weights: Float64Array;
  /** Of all of these, row by row, and intervals of their combinations, as in `conditionalLogit`. */
  readonly covariance: Float64Array;
  readonly interval: LogitFit['interval'];
  readonly isOneSided: LogitFit['isOneSided'];
  /** θ ≥ 1: how much stronger one must be to win as often as it does not; 1 where nobody ties. */
  readonly threshold: number;
  readonly logLikelihood: number;
}

const maxSteps = 60;
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
/** log(1 + exp(x)) without overflow. */
const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

/**
 * The model of ties of P. V. Rao and L. L. Kupper (Ties in Paired-Comparison Experiments: A Generalization of the
 * Bradley-Terry Model, JASA 62, 1967): i beats j with chance πᵢ / (πᵢ + θ πⱼ), and the rest is a tie. Of log-strengths βᵢ
 * and τ = log θ the log-likelihood is -log(1 + exp(τ - (βᵢ - βⱼ))) for a win, and for a tie that of both directions plus
 * log(exp(2τ) - 1): concave, so Newton's method finds its maximum. The same weak prior as `davidson` has; covariances over
 * items as in `conditionalLogit`.
 * @param pairs those of an item behind each other, some of them tied
 */
export function raoKupper(pairs: readonly ModelPair[], count: number): RaoKupperFit {
  const p = count + 1;
  let weights = new Float64Array(p);
  weights[count] = 0.5;
  let now = slopesAt(pairs, weights);
  for (let step = 0; step < maxSteps; step++) {
    const inverted = inverse(now.hessian, p);
    const direction = weights.map((_, row) =>
      now.gradient.reduce((sum, slope, column) => sum + (inverted[row * p + column] ?? 0) * slope, 0),
    );
    let moved = false;
    for (let length = 1; length > 1e-9 && !moved; length /= 2) {
      const next = weights.map((weight, at) => weight + length * (direction[at] ?? 0));
      if ((next[count] ?? 0) <= 0) continue;
      const there = slopesAt(pairs, next);
      if (there.value <= now.value) continue;
      [weights, now, moved] = [next, there, true];
    }
    if (!moved || Math.max(...now.gradient.map(Math.abs)) < 1e-9 * pairs.length) break;
  }
  const bread = inverse(now.hessian, p);
  const scale = now.items > 1 ? now.items / (now.items - 1) : 1;
  const carried = new Carried(p);
  slopesAt(pairs, weights, carried);
  carried.settled(now.meat);
  const covariance = withoutCollapse(
    product(product(bread, now.meat, p), bread, p).map((each) => each * scale),
    bread,
    carried,
  );
  const some = pairs.filter(({ first, second }) => carried.isOneSided(first) || carried.isOneSided(second));
  const nearly = nearMaximum((at) => slopesAt(some, at), weights, now.hessian);
  return {
    weights,
    covariance,
    isOneSided: (at) => carried.isOneSided(at),
    interval: (contrast, at) =>
      carried.isOneSided(at)
        ? profileInterval(nearly, weights, contrast, carried.inflation(at))
        : waldInterval(weights, covariance, contrast),
    threshold: Math.exp(weights[count] ?? 0),
    logLikelihood: now.value,
  };
}

interface Slopes {
  readonly value: number;
  readonly gradient: Float64Array;
  /** Minus the second derivatives. */
  readonly hessian: Float64Array;
  readonly meat: Float64Array;
  readonly items: number;
}

/** @param carried takes what each strength rests on, where it is asked for */
function slopesAt(pairs: readonly ModelPair[], weights: Float64Array, carried?: Carried): Slopes {
  const p = weights.length;
  const last = p - 1;
  const tau = weights[last] ?? 0;
  const gradient = new Float64Array(p);
  const hessian = new Float64Array(p * p);
  const meat = new Float64Array(p * p);
  const touched = new Set<number>();
  let own = new Float64Array(p);
  let [value, items, row] = [0, 0, Number.NaN];
  const closeItem = (): void => {
    carried?.close([...touched]);
    touched.clear();
    for (let a = 0; a < p; a++) {
      if (own[a] === 0) continue;
      for (let b = 0; b < p; b++) meat[a * p + b] = (meat[a * p + b] ?? 0) + (own[a] ?? 0) * (own[b] ?? 0);
    }
  };
  /** Minus log(1 + exp(τ - βᵢ + βⱼ)). */
  const addWin = (i: number, j: number): void => {
    const u = tau - (weights[i] ?? 0) + (weights[j] ?? 0);
    const chance = sigmoid(u);
    value -= softplus(u);
    const signs = [
      [last, 1],
      [i, -1],
      [j, 1],
    ] as const;
    for (const [a, x] of signs) {
      gradient[a] = (gradient[a] ?? 0) - chance * x;
      own[a] = (own[a] ?? 0) - chance * x;
      for (const [b, y] of signs) hessian[a * p + b] = (hessian[a * p + b] ?? 0) + chance * (1 - chance) * x * y;
    }
  };
  for (const pair of pairs) {
    if (pair.row !== row) {
      closeItem();
      own = new Float64Array(p);
      row = pair.row;
      items++;
    }
    if (carried) {
      const chance = sigmoid((weights[pair.first] ?? 0) - (weights[pair.second] ?? 0));
      const pull = (pair.outcome + 1) / 2 - chance;
      carried.add(pair.first, pull, pair.outcome);
      carried.add(pair.second, -pull, -pair.outcome);
      touched.add(pair.first).add(pair.second);
    }
    if (pair.outcome >= 0) addWin(pair.first, pair.second);
    if (pair.outcome <= 0) addWin(pair.second, pair.first);
    if (pair.outcome !== 0) continue;
    const rest = -Math.expm1(-2 * tau);
    value += 2 * tau + Math.log(rest);
    gradient[last] = (gradient[last] ?? 0) + 2 / rest;
    own[last] = (own[last] ?? 0) + 2 / rest;
    hessian[last * p + last] = (hessian[last * p + last] ?? 0) + (4 * Math.exp(-2 * tau)) / rest ** 2;
  }
  closeItem();
  for (let at = 0; at < last; at++) {
    value -= (strengthPrior / 2) * (weights[at] ?? 0) ** 2;
    gradient[at] = (gradient[at] ?? 0) - strengthPrior * (weights[at] ?? 0);
    hessian[at * p + at] = (hessian[at * p + at] ?? 0) + strengthPrior;
  }
  return { value, gradient, hessian, meat, items };
}
