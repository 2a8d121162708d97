import { categoriesOf, eachUnit } from '../judgements/valuesOf';
import type { Valued } from '../agreement/itemAlpha';

/**
 * How often each two of several annotators say the same of the same thing, kept by item, so that what is worked out from
 * it has intervals over items. An entry is one item and two annotators of it, `a` below `b`; entries of an item stand
 * behind each other.
 */
export interface Pairwise {
  /** Annotators, those who valued nothing among them. */
  readonly count: number;
  readonly entries: Entries;
  /** By `a · count + b`, and the same by `b · count + a`: things that both valued, those of which both say the same, items. */
  readonly all: Float64Array;
  readonly same: Float64Array;
  readonly items: Float64Array;
  /** The share of the same that is expected by chance alone: Σ p² over how often each value is said. */
  readonly chance: number;
}

export interface Entries {
  readonly item: number[];
  readonly a: number[];
  readonly b: number[];
  readonly same: number[];
  readonly all: number[];
}

/**
 * Counts for each two annotators what both valued and how often both say the same.
 * @param isWanted leaves out values, by their place; all of one annotator on one thing must be alike
 */
export function pairwiseOf(
  valued: Valued & { readonly items: ArrayLike<number> },
  count: number,
  isWanted: (at: number) => boolean = () => true,
): Pairwise {
  const entries: Entries = { item: [], a: [], b: [], same: [], all: [] };
  const table = {
    all: new Float64Array(count * count),
    same: new Float64Array(count * count),
    items: new Float64Array(count * count),
  };
  const said = new Map<number, number>();
  /** Of the item that is read: by two annotators, the place of their entry. */
  let open = new Map<number, number>();
  let item = -1;
  eachUnit(valued, (begin, end) => {
    const own: number[] = [];
    for (let at = begin; at < end; at++) if (isWanted(at)) own.push(at);
    if (own.length < 2) return;
    if (valued.items[begin] !== item) {
      item = valued.items[begin] ?? -1;
      open = new Map();
    }
    for (const at of own) said.set(valued.values[at] ?? 0, (said.get(valued.values[at] ?? 0) ?? 0) + 1);
    for (const [place, first] of own.entries())
      for (const second of own.slice(place + 1)) {
        const [x, y] = [valued.annotators[first] ?? 0, valued.annotators[second] ?? 0];
        if (x === y) continue;
        const [a, b] = x < y ? [x, y] : [y, x];
        let entry = open.get(a * count + b);
        if (entry === undefined) {
          entry = entries.item.push(item) - 1;
          entries.a.push(a);
          entries.b.push(b);
          entries.same.push(0);
          entries.all.push(0);
          open.set(a * count + b, entry);
          addBoth(table.items, count, a, b, 1);
        }
        const isSame = valued.values[first] === valued.values[second] ? 1 : 0;
        entries.same[entry] = (entries.same[entry] ?? 0) + isSame;
        entries.all[entry] = (entries.all[entry] ?? 0) + 1;
        addBoth(table.all, count, a, b, 1);
        addBoth(table.same, count, a, b, isSame);
      }
  });
  return { count, entries, ...table, chance: chanceOf(said, valued.isSigned === true) };
}

function addBoth(table: Float64Array, count: number, a: number, b: number, value: number): void {
  table[a * count + b] = (table[a * count + b] ?? 0) + value;
  table[b * count + a] = (table[b * count + a] ?? 0) + value;
}

function chanceOf(said: ReadonlyMap<number, number>, isSigned: boolean): number {
  const { categories, opposites } = categoriesOf({ values: [...said.keys()], isSigned });
  const total = [...said.values()].reduce((sum, each) => sum + each, 0);
  if (total === 0) return 0;
  return categories.reduce((sum, value, at) => {
    const own = said.get(value) ?? 0;
    const other = opposites ? (said.get(categories[opposites[at] ?? at] ?? value) ?? 0) : own;
    return sum + ((own + other) / 2 / total) ** 2;
  }, 0);
}

/** How many annotators have a pair with another one of `among`, and who they are. */
export function comparable({ count, all }: Pairwise, among: readonly number[]): number[] {
  return among.filter((a) => among.some((b) => (all[a * count + b] ?? 0) > 0));
}

/**
 * A weighted share of the same over chosen entries, with its variance over items.
 * @param weightOf what an entry of two annotators counts; 0 leaves it out
 */
export function shareOf(
  { entries }: Pairwise,
  weightOf: (a: number, b: number) => number,
): { readonly value: number; readonly variance: number; readonly items: number } | null {
  let [same, all] = [0, 0];
  for (let at = 0; at < entries.item.length; at++) {
    const weight = weightOf(entries.a[at] ?? 0, entries.b[at] ?? 0);
    same += weight * (entries.same[at] ?? 0);
    all += weight * (entries.all[at] ?? 0);
  }
  if (all <= 0) return null;
  const value = same / all;
  let [sum, own, items, item] = [0, 0, 0, -1];
  let has = false;
  const close = (): void => {
    sum += own * own;
    if (has) items++;
    own = 0;
    has = false;
  };
  for (let at = 0; at < entries.item.length; at++) {
    if (entries.item[at] !== item) {
      close();
      item = entries.item[at] ?? -1;
    }
    const weight = weightOf(entries.a[at] ?? 0, entries.b[at] ?? 0);
    if (weight === 0) continue;
    has = true;
    own += weight * ((entries.same[at] ?? 0) - value * (entries.all[at] ?? 0));
  }
  close();
  return { value, variance: items > 1 ? (sum / (all * all)) * (items / (items - 1)) : Infinity, items };
}
