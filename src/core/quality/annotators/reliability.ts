import { inverse } from '../cholesky';
import type { Pairwise } from './pairwise';

/** How far what somebody says is what all are after: 1 always, 0 no more than chance. */
export interface Reliability {
  readonly value: number;
  /** Standard error over items. */
  readonly error: number;
  /** Items that they share with others. */
  readonly items: number;
}

const maxSteps = 500;
/** A weak pull to the mean, in things that two valued: of two annotators alone only r_a · r_b can be told. */
const pull = 0.01;
/** Of more annotators than this the errors leave out what a wrong r of one does to that of the others: little of so many. */
const maxWhole = 300;

/**
 * How reliable each annotator is, from agreement alone. Two who err independently are the same beyond chance by r_a · r_b,
 * whatever the right answer is (one factor of the matrix of agreement, as in A. P. Dawid and A. M. Skene's model with one
 * error rate for each; for two categories r = 1 − 2 ε). So somebody who answers at random has r = 0 even where most do:
 * those who agree with each other tell the others. Fitted by least squares; errors are by the sandwich of its estimating
 * equations over items (P. J. Huber, 1967).
 * @param counts whether two annotators are compared; both ways alike
 */
export function reliabilityOf(
  table: Pairwise,
  members: readonly number[],
  counts: (a: number, b: number) => boolean = () => true,
): ReadonlyMap<number, Reliability> {
  const { entries, chance } = table;
  const factor = factorOf(table, members, counts);
  const own = [...factor.keys()];
  const size = own.length;
  if (size === 0) return new Map();
  const placeOf = new Map(own.map((annotator, place) => [annotator, place]));
  const r = Float64Array.from(own, (annotator) => factor.get(annotator) ?? 0);
  const matrix = slopes(table, own, r, counts);
  const isWhole = size <= maxWhole;
  const bread = isWhole ? inverse(matrix, size) : matrix;
  const variances = new Float64Array(size);
  const items = new Float64Array(size);
  const open = new Map<number, number>();
  let item = -1;
  const close = (): void => {
    for (const place of open.keys()) items[place] = (items[place] ?? 0) + 1;
    if (isWhole)
      for (let row = 0; row < size; row++) {
        let moved = 0;
        for (const [place, excess] of open) moved += (bread[row * size + place] ?? 0) * excess;
        variances[row] = (variances[row] ?? 0) + moved * moved;
      }
    else
      for (const [place, excess] of open)
        variances[place] = (variances[place] ?? 0) + (excess / (bread[place * size + place] ?? 1)) ** 2;
    open.clear();
  };
  for (let at = 0; at < entries.item.length; at++) {
    if (entries.item[at] !== item) {
      close();
      item = entries.item[at] ?? -1;
    }
    const [a, b] = [placeOf.get(entries.a[at] ?? -1), placeOf.get(entries.b[at] ?? -1)];
    if (a === undefined || b === undefined || !counts(entries.a[at] ?? 0, entries.b[at] ?? 0)) continue;
    const [one, other, all] = [r[a] ?? 0, r[b] ?? 0, entries.all[at] ?? 0];
    const excess = ((entries.same[at] ?? 0) - chance * all) / (1 - chance) - one * other * all;
    open.set(a, (open.get(a) ?? 0) + other * excess);
    open.set(b, (open.get(b) ?? 0) + one * excess);
  }
  close();
  return new Map(
    own.map((annotator, place) => {
      const shared = items[place] ?? 0;
      const free = shared > 1 ? shared / (shared - 1) : Infinity;
      return [annotator, { value: r[place] ?? 0, error: Math.sqrt((variances[place] ?? 0) * free), items: shared }];
    }),
  );
}

/** How the estimating equations move with r: what a wrong r of one does to that of the others is in it. */
function slopes(
  { count, all }: Pairwise,
  own: readonly number[],
  r: Float64Array,
  counts: (a: number, b: number) => boolean,
): Float64Array {
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
  counts: (a: number, b: number) => boolean = () => true,
): ReadonlyMap<number, number> {
  if (1 - chance < 1e-9) return new Map();
  const shared = (a: number, b: number): number => (a !== b && counts(a, b) ? (all[a * count + b] ?? 0) : 0);
  const others = new Map(members.map((a) => [a, members.filter((b) => shared(a, b) > 0)] as const));
  const own = members.filter((a) => (others.get(a)?.length ?? 0) > 0);
  const factor = new Map(own.map((a) => [a, 0.5]));
  for (let step = 0; step < maxSteps; step++) {
    const mean = [...factor.values()].reduce((sum, each) => sum + each, 0) / own.length;
    let moved = 0;
    for (const a of own) {
      let [above, below] = [pull * mean, pull];
      for (const b of others.get(a) ?? []) {
        const [weight, r] = [all[a * count + b] ?? 0, factor.get(b) ?? 0];
        above += (((same[a * count + b] ?? 0) - chance * weight) / (1 - chance)) * r;
        below += weight * r * r;
      }
      // Half of the way: of two annotators the full one swings for ever.
      const before = factor.get(a) ?? 0;
      const next = (before + Math.min(1, Math.max(0, above / below))) / 2;
      moved = Math.max(moved, Math.abs(next - before));
      factor.set(a, next);
    }
    if (moved < 1e-7) break;
  }
  return factor;
}
