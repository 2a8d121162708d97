import { nextLimit, normalAbove, normalTail } from '../chance';
import type { Pairwise } from './pairwise';

/**
 * Whether somebody differs from the others by more than chance. Of people who judge alike the one who by luck agrees
 * least always stands below the rest, so that each is tested against the others among themselves, with at most 5 % false
 * ones among those who are named.
 */
export interface Difference {
  /** The share of their values that are those of others, and the others' share among themselves. */
  readonly same: number;
  readonly others: number;
  /** What of the difference is likely not luck: drawn to 0 the more, the less it rests on (B. Efron and C. Morris, Data Analysis Using Stein's Estimator, JASA 70, 1975). */
  readonly shrunk: number;
  /** The chance of being so far below the others by luck. */
  readonly p: number;
  readonly isTold: boolean;
  /** Items that they share with others, and how many more would tell a difference like this one, with a chance of 80 %. */
  readonly items: number;
  readonly more: number;
}

/** A smaller difference is not told, however sure. */
export const minDifference = 0.1;
/** Fewer shared items than this say nothing of somebody. */
const minItems = 10;
const power = 0.8;

interface Tested {
  readonly annotator: number;
  readonly same: number;
  readonly others: number;
  readonly error: number;
  readonly p: number;
  readonly items: number;
}

/**
 * Tests everybody of a group against the others of it. Who stands out the most is told first, and no longer one of the
 * others: a second one is held against those who are left.
 * @param counts whether two annotators are compared; both ways alike
 */
export function differencesOf(
  table: Pairwise,
  members: readonly number[],
  counts: (a: number, b: number) => boolean = () => true,
): ReadonlyMap<number, Difference> {
  const found = new Map<number, Tested>();
  const told = new Set<number>();
  let tests = testsOf(table, members, counts);
  const count = tests.length;
  for (const each of tests) found.set(each.annotator, each);
  const shrunk = shrinkage(tests);
  while (told.size < count) {
    const furthest = tests
      .filter(({ same, others, items }) => items >= minItems && others - same >= minDifference)
      .reduce<Tested | undefined>((least, each) => (least && least.p <= each.p ? least : each), undefined);
    if (!furthest || furthest.p > nextLimit(count, told.size)) break;
    told.add(furthest.annotator);
    found.set(furthest.annotator, furthest);
    tests = testsOf(
      table,
      members.filter((each) => !told.has(each)),
      counts,
    );
    // Those who are left are compared without the one who differs.
    for (const each of tests) found.set(each.annotator, each);
  }
  const limit = nextLimit(count, told.size);
  return new Map(
    [...found].map(([annotator, { same, others, error, p, items }]) => [
      annotator,
      {
        same,
        others,
        p,
        items,
        isTold: told.has(annotator),
        shrunk: (others - same) * shrunk(error),
        more: moreItems(others - same, error, items, limit),
      },
    ]),
  );
}

/** How many more items tell a difference: n (z_α + z_power)² error² / difference² in all. */
function moreItems(difference: number, error: number, items: number, limit: number): number {
  if (difference <= 0 || items === 0) return 0;
  const wanted = items * (((normalAbove(limit) + normalAbove(1 - power)) * error) / difference) ** 2;
  return Math.max(0, Math.ceil(wanted - items));
}

/** By the error of a difference: how much of it stays, with the variance between people after DerSimonian and Laird (1986). */
function shrinkage(tests: readonly Tested[]): (error: number) => number {
  const known = tests.filter(({ error }) => error > 0 && Number.isFinite(error));
  const weights = known.map(({ error }) => 1 / error ** 2);
  const total = weights.reduce((sum, each) => sum + each, 0);
  const squares = known.reduce((sum, { same, others }, at) => sum + (weights[at] ?? 0) * (others - same) ** 2, 0);
  const between = total > 0 ? Math.max(0, (squares - known.length) / total) : 0;
  return (error) => (between > 0 ? between / (between + error ** 2) : 0);
}

function testsOf(
  { entries, count }: Pairwise,
  members: readonly number[],
  counts: (a: number, b: number) => boolean,
): Tested[] {
  const isIn = new Uint8Array(count);
  for (const member of members) isIn[member] = 1;
  const wanted = (at: number): boolean => {
    const [a, b] = [entries.a[at] ?? 0, entries.b[at] ?? 0];
    return isIn[a] === 1 && isIn[b] === 1 && counts(a, b);
  };
  const [same, all, items] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let [totalSame, total] = [0, 0];
  for (let at = 0; at < entries.item.length; at++) {
    if (!wanted(at)) continue;
    const [s, n] = [entries.same[at] ?? 0, entries.all[at] ?? 0];
    totalSame += s;
    total += n;
    for (const annotator of [entries.a[at] ?? 0, entries.b[at] ?? 0]) {
      same[annotator] = (same[annotator] ?? 0) + s;
      all[annotator] = (all[annotator] ?? 0) + n;
    }
  }
  if (total === 0) return [];
  // Under the null all pairs agree alike: what an item adds beyond that is what chance does.
  const rate = totalSame / total;
  const [squares, crossed] = [new Float64Array(count), new Float64Array(count)];
  let [allSquares, item, own] = [0, -1, 0];
  const open = new Map<number, number>();
  const close = (): void => {
    for (const [annotator, excess] of open) {
      squares[annotator] = (squares[annotator] ?? 0) + excess * excess;
      crossed[annotator] = (crossed[annotator] ?? 0) + excess * own;
      items[annotator] = (items[annotator] ?? 0) + 1;
    }
    allSquares += own * own;
    open.clear();
    own = 0;
  };
  for (let at = 0; at < entries.item.length; at++) {
    if (entries.item[at] !== item) {
      close();
      item = entries.item[at] ?? -1;
    }
    if (!wanted(at)) continue;
    const excess = (entries.same[at] ?? 0) - rate * (entries.all[at] ?? 0);
    own += excess;
    for (const annotator of [entries.a[at] ?? 0, entries.b[at] ?? 0])
      open.set(annotator, (open.get(annotator) ?? 0) + excess);
  }
  close();
  return members.flatMap((annotator): Tested[] => {
    const [ownAll, rest] = [all[annotator] ?? 0, total - (all[annotator] ?? 0)];
    const shared = items[annotator] ?? 0;
    if (ownAll === 0 || rest === 0 || shared < 2) return [];
    const [share, others] = [(same[annotator] ?? 0) / ownAll, (totalSame - (same[annotator] ?? 0)) / rest];
    const [one, two] = [1 / ownAll + 1 / rest, 1 / rest];
    const variance =
      (one * one * (squares[annotator] ?? 0) - 2 * one * two * (crossed[annotator] ?? 0) + two * two * allSquares) *
      (shared / (shared - 1));
    const error = Math.sqrt(Math.max(0, variance));
    // Shares come in steps of one answer: half a step off, as in Yates' correction.
    const z = error > 0 ? Math.max(0, others - share - 0.5 / ownAll) / error : 0;
    return [{ annotator, same: share, others, error, p: normalTail(z), items: shared }];
  });
}
