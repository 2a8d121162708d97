import type { Metric } from '../../../../../src/core/model/report/coverage';
import type { Rate, Proportion } from '../../../../../src/core/model/report/proportion';
import { rateByItem } from '../../../../../src/core/quality/bootstrap';

/** The formulas of the docstrings as they stand there, over plain arrays: slow, and plain to see. */

export const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const z = 1.959963984540054;

/**
 * Wilson's interval: the shares q that are z of their own standard errors √(q(1−q)/n) away from p, the roots of (1 +
 * z²/n) q² − (2p + z²/n) q + p² = 0.
 */
export function rate(successes: number, n: number): Rate | null {
  if (n === 0) return null;
  const p = successes / n;
  const [a, b, c] = [1 + z ** 2 / n, -(2 * p + z ** 2 / n), p ** 2];
  const root = Math.sqrt(b ** 2 - 4 * a * c);
  return { rate: p, n, low: (-b - root) / (2 * a), high: (-b + root) / (2 * a) };
}

/** A share of all there are. */
export const share = (part: number, n: number): Proportion | null => (n === 0 ? null : { rate: part / n, n });

/**
 * The same of what hangs together by item, in the order of the items; its interval is tested by itself
 * (`bootstrap.test.ts`).
 */
export function byItem(each: readonly { readonly item: number; readonly part: number }[]): Rate | null {
  const items = [...new Set(each.map(({ item }) => item))]
    .sort((a, b) => a - b)
    .map((item) => each.filter((one) => one.item === item));
  return rateByItem(
    items.map((own) => sum(own.map(({ part }) => part))),
    items.map(({ length }) => length),
  );
}

/** Σ (x − mean)² / (n − 1). */
export const variance = (values: readonly number[]): number | null =>
  values.length < 2 ? null : sum(values.map((each) => (each - mean(values)) ** 2)) / (values.length - 1);

/** Σ (x − mean x)(y − mean y) / √(Σ (x − mean x)² Σ (y − mean y)²). */
export function pearson(x: readonly number[], y: readonly number[]): number | null {
  const [dx, dy] = [x, y].map((values) => values.map((each) => each - mean(values))) as [number[], number[]];
  const [xx, yy] = [sum(dx.map((each) => each ** 2)), sum(dy.map((each) => each ** 2))];
  return xx < 1e-9 || yy < 1e-9 ? null : sum(dx.map((each, at) => each * dy[at]!)) / Math.sqrt(xx * yy);
}

/** Kendall's tau-b of signs, two for each pair: Σ st / √(Σ s² Σ t²). */
export function kendall(signs: readonly (readonly [number, number])[]): number | null {
  const [ss, tt] = [sum(signs.map(([s]) => s * s)), sum(signs.map(([, t]) => t * t))];
  return ss * tt === 0 ? null : sum(signs.map(([s, t]) => s * t)) / Math.sqrt(ss * tt);
}

/**
 * Krippendorff's alpha of values by unit: 1 − Do / De, with every two values of a unit weighed by 1/(m − 1), and every
 * two of all.
 */
export function krippendorff(units: readonly (readonly number[])[], metric: Metric): number | null {
  const pairable = units.filter(({ length }) => length > 1);
  const all = pairable.flat();
  const n = all.length;
  const below = (value: number): number => all.filter((each) => each < value).length;
  const at = (value: number): number => all.filter((each) => each === value).length;
  const distance = (a: number, b: number): number => {
    if (metric === 'nominal') return a === b ? 0 : 1;
    return metric === 'interval' ? (a - b) ** 2 : (below(a) + at(a) / 2 - below(b) - at(b) / 2) ** 2;
  };
  const apart = (values: readonly number[]): number => sum(values.flatMap((a) => values.map((b) => distance(a, b))));
  const observed = sum(pairable.map((unit) => apart(unit) / (unit.length - 1))) / n;
  const expected = apart(all) / (n * (n - 1));
  return n === 0 || expected === 0 ? null : 1 - observed / expected;
}

/** By how much the winner of a pair is above its loser, by feature. */
export type Differences = ReadonlyMap<string, number>;

/**
 * Logistic regression on differences with a ridge of 1, by Newton's method with the whole Hessian; weights and their
 * standard errors by feature.
 */
export function logistic(
  features: readonly string[],
  rows: readonly Differences[],
): Map<string, { readonly logOdds: number; readonly drawn: number; readonly standardError: number }> {
  const x = rows.map((row) => features.map((feature) => row.get(feature) ?? 0));
  let weights = features.map(() => 0);
  let inverted: number[][] = [];
  for (let step = 0; step < 40; step++) {
    const p = x.map((row) => 1 / (1 + Math.exp(-sum(row.map((value, at) => value * weights[at]!)))));
    const slope = weights.map((weight, a) => sum(x.map((row, r) => (1 - p[r]!) * row[a]!)) - weight);
    inverted = inverse(
      weights.map((_, a) =>
        weights.map((__, b) => sum(x.map((row, r) => p[r]! * (1 - p[r]!) * row[a]! * row[b]!)) + Number(a === b)),
      ),
    );
    weights = weights.map((weight, a) => weight + sum(slope.map((each, b) => each * inverted[a]![b]!)));
  }
  return new Map(
    features.map((feature, at) => [
      feature,
      {
        logOdds: weights[at]!,
        drawn: sum(inverted[at]!.map((each, b) => each * weights[b]!)),
        standardError: Math.sqrt(inverted[at]![at]!),
      },
    ]),
  );
}

/** By Gauss and Jordan. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
  for (const i of rows.keys()) {
    const pivot = rows[i]![i]!;
    rows[i] = rows[i]!.map((value) => value / pivot);
    for (const k of rows.keys())
      if (k !== i) rows[k] = rows[k]!.map((value, at) => value - rows[i]![at]! * rows[k]![i]!);
  }
  return rows.map((row) => row.slice(rows.length));
}
