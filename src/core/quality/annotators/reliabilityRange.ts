import { inverse } from '../cholesky';

/** Two annotators by their places, and what they are the same beyond chance: about r_a · r_b. */
export interface Agreeing {
  readonly a: number;
  readonly b: number;
  readonly beyond: number;
}

/** A rise of the distance by more than this is chance in 5 of 100 (χ² of one degree of freedom). */
const limit = 3.841;
const maxSweeps = 60;
const maxHalvings = 12;
const ends = [0, 1] as const;

/**
 * Between what each r lies, from 0 to 1: all values that the agreements do not reject, whatever the r of the others are
 * (the distance test of W. K. Newey and K. D. West, Hypothesis Testing with Efficient Method of Moments Estimation,
 * International Economic Review 28, 1987). An interval of value ± errors takes for granted that each r can be told. Of
 * two who alone agree only r_a · r_b can: then each lies anywhere from there to 1.
 * @param covariances of the agreements, by `row · agreements.length + column`; overwritten
 * @param items that the covariances are from
 * @param fitted r of each annotator, near the least distance
 */
export function reliabilityRanges(
  agreements: readonly Agreeing[],
  covariances: Float64Array,
  items: number,
  fitted: Float64Array,
): readonly (readonly [low: number, high: number])[] {
  const distance = new Distance(agreements, inverse(covariances, agreements.length), fitted.length);
  const [best, least] = distance.least(fitted);
  // Covariances of few items are themselves uncertain (H. Hotelling's T² instead of χ²).
  const most = least + limit * (items / Math.max(1, items - agreements.length));
  return [...fitted.keys()].map((annotator) => {
    const isOpen = (value: number): boolean =>
      [best, fitted].some((start) =>
        startsAt(start, annotator, value).some((from) => distance.least(from, annotator)[1] <= most),
      );
    const [low, high] = ends.map((end) => {
      if (isOpen(end)) return end;
      let [inside, outside] = [best[annotator] ?? 0, end as number];
      for (let halving = 0; halving < maxHalvings; halving++) {
        const middle = (inside + outside) / 2;
        if (isOpen(middle)) inside = middle;
        else outside = middle;
      }
      return inside;
    });
    return [low ?? 0, high ?? 1] as const;
  });
}

/** Others as they are, and so that what is the same with them stays. */
function startsAt(start: Float64Array, annotator: number, value: number): Float64Array[] {
  const scale = (start[annotator] ?? 0) / Math.max(0.05, value);
  return [start, start.map((r) => Math.min(1, r * scale))].map((from) => {
    const own = from.slice();
    own[annotator] = value;
    return own;
  });
}

/** How far agreements are from what follows from r, by the inverse of their covariances. */
class Distance {
  private readonly pairsOf: readonly (readonly (readonly [pair: number, other: number])[])[];

  constructor(
    private readonly agreements: readonly Agreeing[],
    private readonly weights: Float64Array,
    annotators: number,
  ) {
    this.pairsOf = Array.from({ length: annotators }, (_, annotator) =>
      agreements.flatMap(({ a, b }, pair) =>
        a === annotator ? [[pair, b] as const] : b === annotator ? [[pair, a] as const] : [],
      ),
    );
  }

  /** The least distance from a start on, one r after the other, each from 0 to 1. @param fixed one that stays as it is */
  least(start: Float64Array, fixed = -1): readonly [r: Float64Array, distance: number] {
    const { agreements, weights, pairsOf } = this;
    const size = agreements.length;
    const r = start.slice();
    const apart = Float64Array.from(agreements, ({ a, b, beyond }) => beyond - (r[a] ?? 0) * (r[b] ?? 0));
    const pulls = new Float64Array(size);
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++)
        pulls[row] = (pulls[row] ?? 0) + (weights[row * size + column] ?? 0) * (apart[column] ?? 0);
    const sum = (): number => apart.reduce((all, each, pair) => all + each * (pulls[pair] ?? 0), 0);
    let before = sum();
    for (let sweep = 0; sweep < maxSweeps; sweep++) {
      for (const [annotator, pairs] of pairsOf.entries()) {
        if (annotator === fixed) continue;
        let [slope, curve] = [0, 0];
        for (const [pair, other] of pairs) {
          slope += (r[other] ?? 0) * (pulls[pair] ?? 0);
          for (const [second, another] of pairs)
            curve += (r[other] ?? 0) * (r[another] ?? 0) * (weights[pair * size + second] ?? 0);
        }
        if (curve < 1e-9) continue;
        const own = r[annotator] ?? 0;
        const moved = Math.min(1, Math.max(0, own + slope / curve)) - own;
        r[annotator] = own + moved;
        for (const [pair, other] of pairs) {
          const change = moved * (r[other] ?? 0);
          apart[pair] = (apart[pair] ?? 0) - change;
          for (let row = 0; row < size; row++)
            pulls[row] = (pulls[row] ?? 0) - change * (weights[row * size + pair] ?? 0);
        }
      }
      const now = sum();
      if (before - now < 1e-3) return [r, now];
      before = now;
    }
    return [r, before];
  }
}
