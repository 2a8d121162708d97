/** Groups of items by number, and the splits they are dealt to. */
export interface SplitAssignment {
  /** Of each group, by rank. */
  readonly strata: Uint32Array;
  /** Items of each group; a number without items is no group. */
  readonly sizes: Uint32Array;
  /** What each group drew. */
  readonly draws: Float64Array;
  /** Of each split, summing to 1. */
  readonly shares: readonly number[];
  /** Gets the split of each group. */
  readonly placed: Uint8Array;
}

/**
 * Deals groups to splits, stratum after stratum, so that each split gets its share of the stratum's items as exactly as
 * whole groups allow: it misses it by less than the largest group of the stratum has.
 *
 * The largest groups come first, those of one size as they were drawn. A group goes where it has room, to the split
 * that is the least full for its share, so that large and small groups are spread alike. Where it has room nowhere, it
 * goes to a split that still lacks something, the one that lacks most in this and all strata before; so what rounds the
 * same way in every stratum does not add up (of a hundred strata with three items each, a share of a tenth gets
 * thirty).
 */
export function assignSplits({ strata, sizes, draws, shares, placed }: SplitAssignment): void {
  const order = Uint32Array.from(sizes.keys()).filter((group) => (sizes[group] ?? 0) > 0);
  order.sort(
    (a, b) =>
      (strata[a] ?? 0) - (strata[b] ?? 0) || (sizes[b] ?? 0) - (sizes[a] ?? 0) || (draws[a] ?? 0) - (draws[b] ?? 0),
  );
  const lacking = shares.map(() => 0);
  for (let start = 0; start < order.length;) {
    const end = endOfStratum(order, strata, start);
    const groups = order.subarray(start, end);
    const items = groups.reduce((sum, group) => sum + (sizes[group] ?? 0), 0);
    const targets = shares.map((share) => share * items);
    const room = [...targets];
    for (const group of groups) {
      const size = sizes[group] ?? 0;
      const split =
        best(room, (left, i) => (left >= size - rounding ? left / (targets[i] ?? 1) : undefined)) ??
        best(room, (left, i) => (left > rounding ? left + (lacking[i] ?? 0) : undefined)) ??
        0;
      room[split] = (room[split] ?? 0) - size;
      placed[group] = split;
    }
    room.forEach((left, i) => (lacking[i] = (lacking[i] ?? 0) + left));
    start = end;
  }
}

function endOfStratum(order: Uint32Array, strata: Uint32Array, start: number): number {
  let end = start;
  while (end < order.length && strata[order[end] ?? 0] === strata[order[start] ?? 0]) end++;
  return end;
}

/** Sums of shares are not exact. */
const rounding = 1e-6;

/** The place of the value that counts most, the first of several; undefined where none counts. */
function best(
  values: readonly number[],
  worthOf: (value: number, index: number) => number | undefined,
): number | undefined {
  let found: { readonly index: number; readonly worth: number } | undefined;
  for (const [index, value] of values.entries()) {
    const worth = worthOf(value, index);
    if (worth !== undefined && (!found || worth > found.worth + rounding * 1e-3)) found = { index, worth };
  }
  return found?.index;
}
