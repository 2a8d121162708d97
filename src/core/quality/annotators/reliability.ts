import { inverse } from '../cholesky';
import { z95 } from '../rate';
import type { Pairwise } from './pairwise';
import { reliabilityRanges, type Agreeing } from './reliabilityRange';

/** How far what somebody says is what all are after: 1 always, 0 no more than chance. */
export interface Reliability {
  readonly value: number;
  /** Between what it lies with a confidence of 95 %. */
  readonly low: number;
  readonly high: number;
  /** Items that they share with others. */
  readonly items: number;
}

const maxSteps = 500;
/** A weak pull to the mean, in things that two valued: of two annotators alone only r_a · r_b can be told. */
const pull = 0.01;
/** Of so many annotators the intervals are by all agreements together, which costs with the fourth power of their number. */
const maxTogether = 12;
/** Of more annotators than this the errors leave out what a wrong r of one does to that of the others: little of so many. */
const maxWhole = 300;

/** Whether two annotators are compared; both ways alike. */
type Compared = (a: number, b: number) => boolean;

/**
 * How reliable each annotator is, from agreement alone. Two who err independently are the same beyond chance by r_a · r_b,
 * whatever the right answer is (one factor of the matrix of agreement, as in A. P. Dawid and A. M. Skene's model with one
 * error rate for each; for two categories r = 1 − 2 ε). So somebody who answers at random has r = 0 even where most do:
 * those who agree with each other tell the others. Fitted by least squares.
 */
export function reliabilityOf(
  table: Pairwise,
  members: readonly number[],
  counts: Compared = () => true,
): ReadonlyMap<number, Reliability> {
  const factor = factorOf(table, members, counts);
  const own = [...factor.keys()];
  const r = Float64Array.from(factor.values());
  const items = new Float64Array(own.length);
  eachItem(table, own, counts, (entries) => {
    for (const place of new Set(entries.flatMap(({ a, b }) => [a, b]))) items[place] = (items[place] ?? 0) + 1;
  });
  const ranges =
    own.length <= maxTogether ? rangesTogether(table, own, r, counts) : rangesByErrors(table, own, r, items, counts);
  return new Map(
    own.map((annotator, place) => {
      const value = r[place] ?? 0;
      const [low, high] = ranges[place] ?? [0, 1];
      return [annotator, { value, low: Math.min(value, low), high: Math.max(value, high), items: items[place] ?? 0 }];
    }),
  );
}

/** Two annotators of an item by their places, in how much both valued, and by how much it is the same beyond chance. */
interface Entry {
  readonly a: number;
  readonly b: number;
  readonly all: number;
  readonly beyond: number;
}

/** Calls back with all pairs of annotators of an item, item after item. */
function eachItem(
  { entries, chance }: Pairwise,
  own: readonly number[],
  counts: Compared,
  each: (entries: readonly Entry[]) => void,
): void {
  const placeOf = new Map(own.map((annotator, place) => [annotator, place]));
  let open: Entry[] = [];
  for (let at = 0; at < entries.item.length; at++) {
    if (at > 0 && entries.item[at] !== entries.item[at - 1] && open.length > 0) {
      each(open);
      open = [];
    }
    const [a, b] = [placeOf.get(entries.a[at] ?? -1), placeOf.get(entries.b[at] ?? -1)];
    if (a === undefined || b === undefined || !counts(entries.a[at] ?? 0, entries.b[at] ?? 0)) continue;
    const all = entries.all[at] ?? 0;
    open.push({ a, b, all, beyond: ((entries.same[at] ?? 0) - chance * all) / (1 - chance) });
  }
  if (open.length > 0) each(open);
}

/** Intervals by all agreements together, with their covariances over items. */
function rangesTogether(
  table: Pairwise,
  own: readonly number[],
  r: Float64Array,
  counts: Compared,
): readonly (readonly [number, number])[] {
  const { count, all, same, chance } = table;
  const shared: number[] = [];
  const agreements: Agreeing[] = [];
  const pairOf = new Map<number, number>();
  for (const [a, first] of own.entries())
    for (const [b, second] of own.entries()) {
      const things = all[first * count + second] ?? 0;
      if (a >= b || things === 0 || !counts(first, second)) continue;
      pairOf.set(a * own.length + b, shared.push(things) - 1);
      agreements.push({ a, b, beyond: ((same[first * count + second] ?? 0) / things - chance) / (1 - chance) });
    }
  const size = agreements.length;
  // One thing more that could be anything: a few that are all the same are no proof that all others would be.
  const covariances = new Float64Array(size * size);
  for (const [pair, things] of shared.entries()) covariances[pair * size + pair] = (things * (1 - chance)) ** -2;
  let items = 0;
  eachItem(table, own, counts, (entries) => {
    items++;
    const apart = entries.map(({ a, b, all: things, beyond }): readonly [number, number] => {
      const pair = pairOf.get(Math.min(a, b) * own.length + Math.max(a, b)) ?? 0;
      return [pair, (beyond - (r[a] ?? 0) * (r[b] ?? 0) * things) / (shared[pair] ?? 1)];
    });
    for (const [row, one] of apart)
      for (const [column, other] of apart)
        covariances[row * size + column] = (covariances[row * size + column] ?? 0) + one * other;
  });
  return reliabilityRanges(agreements, covariances, items, r);
}

/** Intervals of value ± errors, which are by the sandwich of its estimating equations over items (P. J. Huber, 1967). */
function rangesByErrors(
  table: Pairwise,
  own: readonly number[],
  r: Float64Array,
  items: Float64Array,
  counts: Compared,
): readonly (readonly [number, number])[] {
  const size = own.length;
  const matrix = slopes(table, own, r, counts);
  const isWhole = size <= maxWhole;
  const bread = isWhole ? inverse(matrix, size) : matrix;
  const variances = new Float64Array(size);
  eachItem(table, own, counts, (entries) => {
    const moves = new Map<number, number>();
    for (const { a, b, all, beyond } of entries) {
      const [one, other] = [r[a] ?? 0, r[b] ?? 0];
      const excess = beyond - one * other * all;
      moves.set(a, (moves.get(a) ?? 0) + other * excess);
      moves.set(b, (moves.get(b) ?? 0) + one * excess);
    }
    if (isWhole)
      for (let row = 0; row < size; row++) {
        let moved = 0;
        for (const [place, excess] of moves) moved += (bread[row * size + place] ?? 0) * excess;
        variances[row] = (variances[row] ?? 0) + moved * moved;
      }
    else
      for (const [place, excess] of moves)
        variances[place] = (variances[place] ?? 0) + (excess / (bread[place * size + place] ?? 1)) ** 2;
  });
  return own.map((_, place) => {
    const [value, shared] = [r[place] ?? 0, items[place] ?? 0];
    const error = Math.sqrt((variances[place] ?? 0) * (shared > 1 ? shared / (shared - 1) : Infinity));
    return [Math.max(0, value - z95 * error), Math.min(1, value + z95 * error)];
  });
}

/** How the estimating equations move with r: what a wrong r of one does to that of the others is in it. */
function slopes({ count, all }: Pairwise, own: readonly number[], r: Float64Array, counts: Compared): Float64Array {
  const size = own.length;
  const matrix = new Float64Array(size * size);
  for (const [row, a] of own.entries()) {
    let diagonal = pull;
    for (const [column, b] of own.entries()) {
      if (row === column || !counts(a, b)) continue;
      const shared = all[a * count + b] ?? 0;
      diagonal += shared * (r[column] ?? 0) ** 2;
      matrix[row * size + column] = shared * (r[row] ?? 0) * (r[column] ?? 0);
    }
    matrix[row * size + row] = diagonal;
  }
  return matrix;
}

/** r of each annotator who is compared with another, from 0 to 1. Empty where agreement says nothing. */
export function factorOf(
  { count, all, same, chance }: Pairwise,
  members: readonly number[],
  counts: Compared = () => true,
): ReadonlyMap<number, number> {
  if (1 - chance < 1e-9) return new Map();
  const shared = (a: number, b: number): number => (a !== b && counts(a, b) ? (all[a * count + b] ?? 0) : 0);
  const others = new Map(members.map((a) => [a, members.filter((b) => shared(a, b) > 0)] as const));
  const own = members.filter((a) => (others.get(a)?.length ?? 0) > 0);
  let factor = new Map(own.map((a) => [a, 0.5]));
  for (let step = 0; step < maxSteps; step++) {
    const mean = [...factor.values()].reduce((sum, each) => sum + each, 0) / own.length;
    const before = factor;
    let moved = 0;
    // All at once: one after the other, of two annotators alone the first would come out as the better one.
    factor = new Map(
      own.map((a) => {
        let [above, below] = [pull * mean, pull];
        for (const b of others.get(a) ?? []) {
          const [weight, r] = [all[a * count + b] ?? 0, before.get(b) ?? 0];
          above += (((same[a * count + b] ?? 0) - chance * weight) / (1 - chance)) * r;
          below += weight * r * r;
        }
        // Half of the way: the full one swings for ever.
        const last = before.get(a) ?? 0;
        const next = (last + Math.min(1, Math.max(0, above / below))) / 2;
        moved = Math.max(moved, Math.abs(next - last));
        return [a, next];
      }),
    );
    if (moved < 1e-7) break;
  }
  return factor;
}
