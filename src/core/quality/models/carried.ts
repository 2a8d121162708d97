import { z95 } from '../rate';
import type { Interval } from './profileInterval';

/** Where fewer clusters speak for one of the two sides, errors from the sandwich are too small (P. Peduzzi et al., 1996). */
const minOfSide = 10;

/** What a feature of choices rests on, counted in clusters (items). */
export class Carried {
  readonly clusters: Uint32Array;
  private readonly above: Uint32Array;
  private readonly below: Uint32Array;
  /** Of choices: how many, the squares of how many a cluster has, and of their pulls. */
  private readonly choices: Float64Array;
  private readonly squares: Float64Array;
  private readonly pulls: Float64Array;
  private readonly own: Float64Array;
  private readonly ownAbove: Uint8Array;
  private readonly ownBelow: Uint8Array;
  /** How alike choices of one cluster are, from 0 to 1. */
  private alike = 0;

  constructor(features: number) {
    [this.clusters, this.above, this.below] = [0, 0, 0].map(() => new Uint32Array(features)) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    this.choices = new Float64Array(features);
    this.squares = new Float64Array(features);
    this.pulls = new Float64Array(features);
    this.own = new Float64Array(features);
    this.ownAbove = new Uint8Array(features);
    this.ownBelow = new Uint8Array(features);
  }

  /**
   * Takes a choice.
   * @param pull on the weight of the feature
   * @param even what the pull is where all alternatives are as likely: above 0 where it speaks for the feature
   */
  add(feature: number, pull: number, even: number): void {
    this.own[feature] = (this.own[feature] ?? 0) + 1;
    this.pulls[feature] = (this.pulls[feature] ?? 0) + pull * pull;
    if (even >= -1e-12) this.ownAbove[feature] = 1;
    if (even <= 1e-12) this.ownBelow[feature] = 1;
  }

  /** Takes it that the choices of a cluster are all there. */
  close(features: readonly number[]): void {
    for (const feature of features) {
      const count = this.own[feature] ?? 0;
      this.clusters[feature] = (this.clusters[feature] ?? 0) + 1;
      this.choices[feature] = (this.choices[feature] ?? 0) + count;
      this.squares[feature] = (this.squares[feature] ?? 0) + count * count;
      this.above[feature] = (this.above[feature] ?? 0) + (this.ownAbove[feature] ?? 0);
      this.below[feature] = (this.below[feature] ?? 0) + (this.ownBelow[feature] ?? 0);
      this.own[feature] = 0;
      this.ownAbove[feature] = 0;
      this.ownBelow[feature] = 0;
    }
  }

  /**
   * Takes it that all choices are there. How alike those of one cluster are is what the squares of their sums are more
   * than the sums of their squares, over all features that can tell; all of one where none can.
   * @param meat the squares of the sums, on its diagonal
   */
  settled(meat: Float64Array): this {
    const p = this.clusters.length;
    let [more, most] = [0, 0];
    for (let feature = 0; feature < p; feature++) {
      if (this.isOneSided(feature) || (this.pulls[feature] ?? 0) === 0) continue;
      const weight = this.clusters[feature] ?? 0;
      more += weight * ((meat[feature * p + feature] ?? 0) / (this.pulls[feature] ?? 1) - 1);
      most += weight * (this.sizeOf(feature) - 1);
    }
    this.alike = most > 0 ? Math.min(1, Math.max(0, more / most)) : 1;
    return this;
  }

  /** Whether too few clusters speak for one of the two sides. */
  isOneSided(feature: number): boolean {
    const clusters = this.clusters[feature] ?? 0;
    return clusters > 0 && Math.min(this.above[feature] ?? 0, this.below[feature] ?? 0) < minOfSide;
  }

  /**
   * By how much more its choices vary than as many that know nothing of each other: 1 + (k - 1) ρ of clusters of k (L.
   * Kish, Survey Sampling, 1965; B. R. Moulton, Journal of Econometrics 32, 1986).
   */
  inflation(feature: number): number {
    return 1 + (this.sizeOf(feature) - 1) * this.alike;
  }

  private sizeOf(feature: number): number {
    const choices = this.choices[feature] ?? 0;
    return choices > 0 ? (this.squares[feature] ?? 0) / choices : 1;
  }
}

/** Errors as they are, but of one-sided features no smaller than the curvature of the likelihood has them. */
export function withoutCollapse(covariance: Float64Array, bread: Float64Array, carried: Carried): Float64Array {
  const p = carried.clusters.length;
  const factors = Float64Array.from({ length: p }, (_, at) => {
    const [own, least] = [covariance[at * p + at] ?? 0, (bread[at * p + at] ?? 0) * carried.inflation(at)];
    return carried.isOneSided(at) && own > 0 ? Math.sqrt(Math.max(1, least / own)) : 1;
  });
  return covariance.map((each, at) => each * (factors[Math.floor(at / p)] ?? 1) * (factors[at % p] ?? 1));
}

/** A combination of weights with its errors on both sides. */
export function waldInterval(weights: Float64Array, covariance: Float64Array, contrast: Float64Array): Interval {
  const p = weights.length;
  let [value, variance] = [0, 0];
  for (let a = 0; a < p; a++) {
    const share = contrast[a] ?? 0;
    if (share === 0) continue;
    value += share * (weights[a] ?? 0);
    for (let b = 0; b < p; b++) variance += share * (contrast[b] ?? 0) * (covariance[a * p + b] ?? 0);
  }
  const reach = z95 * Math.sqrt(Math.max(0, variance));
  return { low: value - reach, high: value + reach };
}
