/**
 * What came out of comparing two: the first is better, the second is, or neither (a tie, both bad, not to be told, …).
 */
export type ComparisonResult = 'a' | 'b' | 'neither';

/** How two were compared, in either order; undefined where they were not. */
export type Compared = (a: number, b: number) => ComparisonResult | undefined;

export interface Tournament {
  /** The two to compare next, the one shown first in front; undefined once the order is known. */
  readonly next: readonly [number, number] | undefined;
  /** So many comparisons are left at most. */
  readonly left: number;
}

/**
 * Which two of `count` to compare next so that the fewest comparisons order them all: merge insertion (Ford and
 * Johnson, A Tournament Problem, 1959), which needs Σ ⌈log2(3k/4)⌉ for k = 1…n at most - the fewest possible up to 11
 * and close to it beyond. Two of which neither is better take one place, so one of them needs no more comparing. What
 * was compared already is not asked again, in whatever order it came.
 */
export function tournament(count: number, compared: Compared): Tournament {
  const asking = new Asking(compared);
  try {
    sorted(
      [...Array(count).keys()].map((index) => [index]),
      asking,
    );
    return { next: undefined, left: 0 };
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
    const { a, b } = error;
    return { next: a < b ? [a, b] : [b, a], left: Math.max(1, maxComparisons(count) - asking.count) };
  }
}

/** Comparisons that merge insertion needs for so many at most. */
export function maxComparisons(count: number): number {
  let sum = 0;
  for (let k = 1; k <= count; k++) sum += Math.ceil(Math.log2((3 * k) / 4));
  return sum;
}

/** Responses of one place; the first speaks for all. */
type Group = number[];

/** Thrown where the order depends on a comparison that nobody made. */
class Unknown extends Error {
  constructor(
    readonly a: number,
    readonly b: number,
  ) {
    super();
  }
}

class Asking {
  count = 0;

  constructor(private readonly compared: Compared) {}

  of([a = 0]: Group, [b = 0]: Group): ComparisonResult {
    const order = this.compared(a, b);
    if (order === undefined) throw new Unknown(a, b);
    this.count++;
    return order;
  }
}

/** Groups, best first. Joins those of which neither is better. */
function sorted(groups: Group[], asking: Asking): Group[] {
  if (groups.length < 2) return groups;
  const winners: Group[] = [];
  /** The one that each winner beat, by the winner's first. */
  const losers = new Map<number, Group>();
  for (let i = 0; i + 1 < groups.length; i += 2) {
    const [a, b] = [groups[i] as Group, groups[i + 1] as Group];
    const order = asking.of(a, b);
    if (order === 'neither') winners.push([...a, ...b]);
    else {
      const [winner, loser] = order === 'a' ? [a, b] : [b, a];
      winners.push(winner);
      losers.set(winner[0] ?? 0, loser);
    }
  }
  const chain = sorted(winners, asking);
  // Ford and Johnson go up from the worst; here the best is in front, so the last one's loser goes to the end without a
  // question.
  const pending: { readonly group: Group; readonly winner?: Group }[] = [];
  for (const winner of [...chain].reverse()) {
    const group = losers.get(winner[0] ?? 0);
    losers.delete(winner[0] ?? 0);
    if (group) pending.push({ group, winner });
  }
  const [first] = pending;
  if (first && first.winner === chain.at(-1)) {
    chain.push(first.group);
    pending.shift();
  }
  // Without a winner above: the odd one, and what was beaten by one that joined another's place.
  for (const group of [...(groups.length % 2 === 1 ? [groups.at(-1) as Group] : []), ...losers.values()])
    pending.push({ group });
  for (const { group, winner } of byJacobsthal(pending))
    insert(chain, group, winner ? chain.indexOf(winner) + 1 : 0, asking);
  return chain;
}

/** Puts a group where it belongs in a chain, best first, at `from` or behind; halving what is left to search. */
function insert(chain: Group[], group: Group, from: number, asking: Asking): void {
  let low = from;
  let high = chain.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = chain[middle] as Group;
    const order = asking.of(group, other);
    if (order === 'neither') {
      other.push(...group);
      return;
    }
    if (order === 'a') high = middle;
    else low = middle + 1;
  }
  chain.splice(low, 0, group);
}

/**
 * The order in which halving wastes nothing: up to the next Jacobsthal number (1, 3, 5, 11, 21, …), then back down from
 * it.
 */
function byJacobsthal<T>(values: readonly T[]): T[] {
  const order: T[] = [];
  // `values[0]` is the second of Ford and Johnson's small ones: the first was inserted for nothing.
  let [before, until] = [1, 3];
  while (order.length < values.length) {
    for (let at = Math.min(until, values.length + 1); at > before; at--) order.push(values[at - 2] as T);
    [before, until] = [until, until + 2 * before];
  }
  return order;
}
