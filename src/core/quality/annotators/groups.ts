import { fewestItems } from '../bootstrap';
import { normalAbove } from '../chance';
import { shareOf, type Pairwise } from './pairwise';
import { factorOf } from './reliability';

/** A share with its error over items. */
export interface ShareWithError {
  readonly value: number;
  readonly error: number;
  readonly items: number;
}

/** Annotators who agree with each other, and with others much less. */
export interface Group {
  /** Numbers of at least two annotators. */
  readonly members: readonly number[];
  /** The share of the same among them, and with those of other groups. */
  readonly inside: ShareWithError;
  readonly across: ShareWithError;
}

/** Groups of which it is told agree so much less with each other than inside, in the share of the same. */
const minGap = 0.15;
/** The chance of a false group, over all ways to divide annotators. */
const level = 0.01;
/** Up to so many are divided in all ways; more are divided by the furthest direction, and improved one by one. */
const maxDivided = 12;
const maxMoves = 1000;

/**
 * Divides annotators into groups that want different things: first what one right answer explains is taken away (somebody
 * careless agrees with nobody, and is no group), then the two sides are looked for which agree inside beyond it, and
 * across below it. They are groups only where both sides agree inside by more than across, and by more than the best of
 * all 2^(n−1) divisions would by chance. Each side is divided again. Empty where all are of one mind.
 */
export function groupsOf(table: Pairwise, members: readonly number[]): Group[] {
  const parts = divided(table, members);
  if (parts.length < 2) return [];
  const partOf = new Map(parts.flatMap((part, at) => part.map((member) => [member, at] as const)));
  return parts
    .flatMap((part, at): Group[] => {
      const inside = withError(shareOf(table, (a, b) => (partOf.get(a) === at && partOf.get(b) === at ? 1 : 0)));
      const across = withError(
        shareOf(table, (a, b) =>
          partOf.has(a) && partOf.has(b) && (partOf.get(a) === at) !== (partOf.get(b) === at) ? 1 : 0,
        ),
      );
      return inside && across ? [{ members: part, inside, across }] : [];
    })
    .sort((one, other) => other.members.length - one.members.length);
}

function withError(share: ReturnType<typeof shareOf>): ShareWithError | null {
  return share && { value: share.value, error: Math.sqrt(share.variance), items: share.items };
}

function divided(table: Pairwise, members: readonly number[]): number[][] {
  const [best] = divisions(table, members)
    .map((sides) => ({ sides, apart: apartness(table, ...sides) }))
    .filter(({ apart }) => apart > 0)
    .sort((one, other) => other.apart - one.apart);
  return best ? best.sides.flatMap((side) => divided(table, side)) : [[...members]];
}

type Sides = readonly [one: readonly number[], other: readonly number[]];

/** The squares of how far both sides agree inside more than across, in errors; 0 where the best of all divisions is as far by chance. */
function apartness(table: Pairwise, one: readonly number[], other: readonly number[]): number {
  const side = new Map([...one.map((a) => [a, 1] as const), ...other.map((a) => [a, 2] as const)]);
  const shareIn = (isOf: (a: number | undefined, b: number | undefined) => boolean): ReturnType<typeof shareOf> =>
    shareOf(table, (a, b) => (isOf(side.get(a), side.get(b)) ? 1 : 0));
  const across = shareIn((a, b) => a !== undefined && b !== undefined && a !== b);
  const both = shareIn((a, b) => a !== undefined && b !== undefined);
  if (!across || !both) return 0;
  // Of few items all may be the same by luck: that is no certainty.
  const spread = both.value * (1 - both.value);
  const varianceOf = ({ variance, items }: typeof both): number => Math.max(variance, spread / items);
  // The greatest of N standard normals is below √(2 ln N) and some; N = 2^(n−1).
  const limit = 2 * (one.length + other.length - 1) * Math.LN2 + normalAbove(level) ** 2;
  let squares = 0;
  for (const which of [1, 2]) {
    const inside = shareIn((a, b) => a === which && b === which);
    if (!inside || inside.items < fewestItems) return 0;
    const gap = inside.value - across.value;
    const z = gap / Math.sqrt(varianceOf(inside) + varianceOf(across));
    if (gap < minGap || !(z > normalAbove(level))) return 0;
    squares += z * z;
  }
  return squares > limit ? squares : 0;
}

/**
 * Two ways to divide annotators, each with two at least on a side: by what they agree beyond what one right answer
 * explains, and beyond the mean of all. The first is not misled by somebody careless, the second not where one answer
 * explains just one of two groups.
 */
function divisions(table: Pairwise, members: readonly number[]): Sides[] {
  const size = members.length;
  if (size < 4) return [];
  const factor = factorOf(table, members);
  const own = new Set(members);
  const mean = shareOf(table, (a, b) => (own.has(a) && own.has(b) ? 1 : 0))?.value ?? 0;
  const expected = [
    (a: number, b: number) => table.chance + (1 - table.chance) * (factor.get(a) ?? 0) * (factor.get(b) ?? 0),
    () => mean,
  ];
  return expected.flatMap((of): Sides[] => {
    const excess = excessOf(table, members, of);
    const sides = size <= maxDivided ? bestOfAll(size, excess) : improved(size, excess, furthest(size, excess));
    const on = (side: number): number[] => members.filter((_, at) => sides[at] === side);
    return on(1).length > 1 && on(-1).length > 1 ? [[on(1), on(-1)]] : [];
  });
}

/** How many of the things that two valued they say the same of, beyond what is expected of them. */
function excessOf(
  { count, all, same }: Pairwise,
  members: readonly number[],
  expected: (a: number, b: number) => number,
): Float64Array {
  const size = members.length;
  const excess = new Float64Array(size * size);
  for (const [row, a] of members.entries())
    for (const [column, b] of members.entries())
      if (row !== column)
        excess[row * size + column] = (same[a * count + b] ?? 0) - (all[a * count + b] ?? 0) * expected(a, b);
  return excess;
}

function bestOfAll(size: number, excess: Float64Array): Int8Array {
  let best = new Int8Array(size);
  let most = -Infinity;
  for (let mask = 1; mask < 2 ** (size - 1); mask++) {
    const sides = Int8Array.from({ length: size }, (_, at) => (((mask >> at) & 1) === 1 ? -1 : 1));
    const second = sides.filter((side) => side < 0).length;
    if (second < 2 || size - second < 2) continue;
    let own = 0;
    for (let a = 0; a < size; a++)
      for (let b = 0; b < a; b++) own += (excess[a * size + b] ?? 0) * (sides[a] ?? 0) * (sides[b] ?? 0);
    if (own > most) [best, most] = [sides, own];
  }
  return best;
}

/** Sides by the signs of the leading eigenvector, by powers of the matrix with its diagonal raised so that all are positive. */
function furthest(size: number, excess: Float64Array): Int8Array {
  const rowSums = Array.from({ length: size }, (_, row) =>
    excess.subarray(row * size, (row + 1) * size).reduce((sum, each) => sum + Math.abs(each), 0),
  );
  const raised = Math.max(...rowSums);
  let vector = Float64Array.from({ length: size }, (_, at) => Math.cos(at + 1));
  for (let step = 0; step < 200; step++) {
    const next = vector.map((own, row) => {
      let sum = raised * own;
      for (let column = 0; column < size; column++) sum += (excess[row * size + column] ?? 0) * (vector[column] ?? 0);
      return sum;
    });
    const length = Math.hypot(...next) || 1;
    vector = next.map((each) => each / length);
  }
  return Int8Array.from(vector, (each) => (each < 0 ? -1 : 1));
}

/** Moves one annotator at a time to the other side, the one that helps most, while one does. */
function improved(size: number, excess: Float64Array, from: Int8Array): Int8Array {
  const sides = from.slice();
  for (let move = 0; move < maxMoves; move++) {
    let [best, most] = [-1, 1e-9];
    for (let a = 0; a < size; a++) {
      let gain = 0;
      for (let b = 0; b < size; b++) gain -= (excess[a * size + b] ?? 0) * (sides[a] ?? 0) * (sides[b] ?? 0);
      if (gain > most) [best, most] = [a, gain];
    }
    if (best < 0) break;
    sides[best] = -(sides[best] ?? 1);
  }
  return sides;
}
