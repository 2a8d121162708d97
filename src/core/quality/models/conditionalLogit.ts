import { Carried, waldInterval, withoutCollapse } from './carried';
import { inverse, product } from './inverse';
import { nearMaximum, profileInterval, type Interval, type Objective } from './profileInterval';

/**
 * Choices among alternatives that differ in features, in columns. The alternatives of choice `c` are those from
 * `ends[c - 1]` to `ends[c]`, its chosen one the first of them; alternative `a` has `values[i]` in `columns[i]` for `i` from
 * `featureEnds[a - 1]` to `featureEnds[a]`. Choices of one cluster (an item) stand behind each other.
 */
export class Choices {
  readonly ends: number[] = [];
  readonly featureEnds: number[] = [];
  readonly columns: number[] = [];
  readonly values: number[] = [];
  readonly clusters: number[] = [];

  constructor(readonly features: number) {}

  /** @param alternatives features of each by column, the chosen one's first */
  add(cluster: number, alternatives: readonly (readonly (readonly [column: number, value: number])[])[]): void {
    for (const own of alternatives) {
      for (const [column, value] of own) {
        if (value === 0) continue;
        this.columns.push(column);
        this.values.push(value);
      }
      this.featureEnds.push(this.columns.length);
    }
    this.ends.push(this.featureEnds.length);
    this.clusters.push(cluster);
  }

  /** Those in which an alternative has one of the features. */
  having(isWanted: (feature: number) => boolean): Choices {
    const some = new Choices(this.features);
    for (let choice = 0, alternative = 0, at = 0; choice < this.ends.length; choice++) {
      const end = this.ends[choice] ?? 0;
      const last = this.featureEnds[end - 1] ?? 0;
      let isOne = false;
      for (let x = at; x < last && !isOne; x++) isOne = isWanted(this.columns[x] ?? 0);
      if (isOne) {
        for (; alternative < end; alternative++) {
          for (; at < (this.featureEnds[alternative] ?? 0); at++) {
            some.columns.push(this.columns[at] ?? 0);
            some.values.push(this.values[at] ?? 0);
          }
          some.featureEnds.push(some.columns.length);
        }
        some.ends.push(some.featureEnds.length);
        some.clusters.push(this.clusters[choice] ?? 0);
      }
      [alternative, at] = [end, last];
    }
    return some;
  }
}

export interface LogitFit {
  /** What a feature that is 1 higher adds to the utility of an alternative: to the log of its odds. */
  readonly weights: Float64Array;
  /** Covariances of the weights, row by row: the sandwich over clusters, but of no weight less than `errorOf` has it. */
  readonly covariance: Float64Array;
  readonly standardErrors: Float64Array;
  readonly logLikelihood: number;
  readonly choices: number;
  readonly clusters: number;
  /** Clusters in which an alternative has the feature: what its weight rests on. */
  readonly carriers: Uint32Array;
  /** Whether fewer than ten of them speak for one of the two sides, so that nobody knows how far it goes to the other. */
  readonly isOneSided: (feature: number) => boolean;
  /**
   * The interval of 95 % of a combination of weights.
   * @param feature whose clusters decide how: by the covariance, or where few speak against the rest, by the profile
   */
  readonly interval: (contrast: Float64Array, feature: number) => Interval;
}

const maxSteps = 60;

/**
 * The conditional logit model (D. McFadden, Conditional Logit Analysis of Qualitative Choice Behavior, 1974): the chance
 * of alternative a is exp(w · x_a) / Σ exp(w · x_b). Many models of preferences are one: Bradley-Terry (two alternatives,
 * a feature for each model), Davidson's with ties (a third alternative: half of both, and a feature of its own: R. R.
 * Davidson, On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments, JASA 65, 1970),
 * Plackett-Luce (one choice a place: R. L. Plackett, The Analysis of Permutations, Applied Statistics 24, 1975), and each
 * of them with covariates. Newton's method on the penalised likelihood.
 *
 * Choices on one item hang together, so the covariance is the sandwich over clusters H⁻¹ (Σ g gᵀ) H⁻¹ · m / (m − 1) (H.
 * White, Maximum Likelihood Estimation of Misspecified Models, Econometrica 50, 1982; K.-Y. Liang and S. L. Zeger,
 * Longitudinal Data Analysis Using Generalized Linear Models, Biometrika 73, 1986), to which a bootstrap over items goes.
 * Where nearly all that have a feature are chosen it collapses, and intervals are by the profile (`profileInterval`).
 * @param ridge the precision of a normal prior on each weight: what keeps one finite that always wins
 */
export function conditionalLogit(choices: Choices, ridge: number | Float64Array = 1e-6): LogitFit {
  const p = choices.features;
  const penalties = typeof ridge === 'number' ? new Float64Array(p).fill(ridge) : ridge;
  const weights = new Float64Array(p);
  const pass = new Pass(choices, penalties);
  let value = pass.run(weights);
  for (let step = 0; step < maxSteps; step++) {
    const { gradient, hessian } = pass;
    if (Math.max(0, ...gradient.map(Math.abs)) < 1e-9 * Math.max(1, choices.ends.length)) break;
    const direction = solve(hessian, gradient, p);
    let length = 1;
    let better = -Infinity;
    for (; length > 1e-8; length /= 2) {
      better = pass.run(weights.map((weight, at) => weight + length * (direction[at] ?? 0)));
      if (better >= value - 1e-12 * Math.abs(value)) break;
    }
    if (length <= 1e-8) {
      pass.run(weights);
      break;
    }
    for (let at = 0; at < p; at++) weights[at] = (weights[at] ?? 0) + length * (direction[at] ?? 0);
    const gain = better - value;
    value = better;
    if (gain < 1e-12 * Math.max(1, Math.abs(value))) break;
  }
  const logLikelihood = pass.run(weights, true);
  const bread = inverse(pass.hessian, p);
  const clusters = pass.clusterCount;
  const sandwich = product(product(bread, pass.meat, p), bread, p);
  const scale = clusters > 1 ? clusters / (clusters - 1) : 1;
  const carried = pass.carried.settled(pass.meat);
  const covariance = withoutCollapse(
    sandwich.map((each) => each * scale),
    bread,
    carried,
  );
  const standardErrors = Float64Array.from({ length: p }, (_, at) =>
    Math.sqrt(Math.max(0, covariance[at * p + at] ?? 0)),
  );
  const hessian = pass.hessian.slice();
  const nearly = once(() =>
    nearMaximum(
      objectiveOf(
        choices.having((feature) => carried.isOneSided(feature)),
        penalties,
      ),
      weights,
      hessian,
    ),
  );
  return {
    weights,
    covariance,
    standardErrors,
    logLikelihood,
    choices: choices.ends.length,
    clusters,
    carriers: carried.clusters,
    isOneSided: (feature) => carried.isOneSided(feature),
    interval: (contrast, feature) =>
      carried.isOneSided(feature)
        ? profileInterval(nearly(), weights, contrast, carried.inflation(feature))
        : waldInterval(weights, covariance, contrast),
  };
}

function objectiveOf(choices: Choices, penalties: Float64Array): Objective {
  const pass = new Pass(choices, penalties);
  return (weights) => {
    const value = pass.run(weights);
    return { value, gradient: pass.gradient.slice(), hessian: pass.hessian.slice() };
  };
}

/** One pass over all choices: the penalised log-likelihood with its gradient, minus its Hessian, and the meat. */
class Pass {
  readonly gradient: Float64Array;
  /** Minus the matrix of second derivatives, with the penalties. */
  readonly hessian: Float64Array;
  readonly meat: Float64Array;
  readonly carried: Carried;
  clusterCount = 0;

  constructor(
    private readonly choices: Choices,
    private readonly penalties: Float64Array,
  ) {
    const p = choices.features;
    this.gradient = new Float64Array(p);
    this.hessian = new Float64Array(p * p);
    this.meat = new Float64Array(p * p);
    this.carried = new Carried(p);
  }

  run(weights: Float64Array, withMeat = false): number {
    const { gradient, hessian, meat, penalties, carried } = this;
    const { ends, featureEnds, columns, values, clusters } = this.choices;
    const p = weights.length;
    gradient.fill(0);
    hessian.fill(0);
    meat.fill(0);
    this.clusterCount = 0;
    let likelihood = 0;
    const own = new Float64Array(p);
    const touched: number[] = [];
    const mean = new Float64Array(p);
    let cluster = Number.NaN;
    const closeCluster = (): void => {
      if (Number.isNaN(cluster)) return;
      this.clusterCount++;
      for (const a of touched)
        for (const b of touched) meat[a * p + b] = (meat[a * p + b] ?? 0) + (own[a] ?? 0) * (own[b] ?? 0);
      carried.close(touched);
      for (const a of touched) own[a] = 0;
      touched.length = 0;
    };
    for (let choice = 0, alternative = 0; choice < ends.length; choice++) {
      const end = ends[choice] ?? 0;
      if (withMeat && clusters[choice] !== cluster) {
        closeCluster();
        cluster = clusters[choice] ?? 0;
      }
      const begin = alternative;
      let top = -Infinity;
      const utilities: number[] = [];
      for (; alternative < end; alternative++) {
        let sum = 0;
        for (
          let at = alternative === 0 ? 0 : (featureEnds[alternative - 1] ?? 0);
          at < (featureEnds[alternative] ?? 0);
          at++
        )
          sum += (weights[columns[at] ?? 0] ?? 0) * (values[at] ?? 0);
        utilities.push(sum);
        top = Math.max(top, sum);
      }
      let total = 0;
      for (const utility of utilities) total += Math.exp(utility - top);
      likelihood += (utilities[0] ?? 0) - top - Math.log(total);
      const seen: number[] = [];
      for (let at = 0; at < utilities.length; at++) {
        const share = Math.exp((utilities[at] ?? 0) - top) / total;
        const from = begin + at === 0 ? 0 : (featureEnds[begin + at - 1] ?? 0);
        for (let x = from; x < (featureEnds[begin + at] ?? 0); x++) {
          const column = columns[x] ?? 0;
          if (!seen.includes(column)) seen.push(column);
          mean[column] = (mean[column] ?? 0) + share * (values[x] ?? 0);
          for (let y = from; y < (featureEnds[begin + at] ?? 0); y++) {
            const cell = column * p + (columns[y] ?? 0);
            hessian[cell] = (hessian[cell] ?? 0) + share * (values[x] ?? 0) * (values[y] ?? 0);
          }
        }
      }
      const chosen = begin === 0 ? 0 : (featureEnds[begin - 1] ?? 0);
      const last = featureEnds[end - 1] ?? 0;
      for (const a of seen) {
        for (const b of seen) hessian[a * p + b] = (hessian[a * p + b] ?? 0) - (mean[a] ?? 0) * (mean[b] ?? 0);
        let pull = -(mean[a] ?? 0);
        for (let x = chosen; x < (featureEnds[begin] ?? 0); x++) if (columns[x] === a) pull += values[x] ?? 0;
        gradient[a] = (gradient[a] ?? 0) + pull;
        if (withMeat) {
          if (!touched.includes(a)) touched.push(a);
          own[a] = (own[a] ?? 0) + pull;
          let even = 0;
          for (let x = chosen; x < last; x++) if (columns[x] === a) even -= (values[x] ?? 0) / (end - begin);
          for (let x = chosen; x < (featureEnds[begin] ?? 0); x++) if (columns[x] === a) even += values[x] ?? 0;
          carried.add(a, pull, even);
        }
      }
      for (const a of seen) mean[a] = 0;
    }
    if (withMeat) closeCluster();
    for (let at = 0; at < p; at++) {
      const penalty = penalties[at] ?? 0;
      likelihood -= (penalty / 2) * (weights[at] ?? 0) ** 2;
      gradient[at] = (gradient[at] ?? 0) - penalty * (weights[at] ?? 0);
      hessian[at * p + at] = (hessian[at * p + at] ?? 0) + penalty;
    }
    return likelihood;
  }
}

/** Works something out when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function solve(matrix: Float64Array, right: Float64Array, p: number): Float64Array {
  const inverted = inverse(matrix, p);
  return right.map((_, row) => {
    let sum = 0;
    for (let column = 0; column < p; column++) sum += (inverted[row * p + column] ?? 0) * (right[column] ?? 0);
    return sum;
  });
}
