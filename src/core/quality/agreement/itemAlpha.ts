import { estimateOf, ItemSums, type Estimate } from '../estimate';

/**
 * Values that several annotators gave to the same things, in three columns: what was valued (a response, a pair, a step:
 * units of one item stand together), by whom, and as what.
 */
export interface Valued {
  /** Numbers of the items, rising. */
  readonly items: ArrayLike<number>;
  readonly units: ArrayLike<number>;
  readonly annotators: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /**
   * Values say of two things which is the better one, and -v of them in the other order is the same: what is expected by
   * chance must not depend on which of them a file lists first.
   */
  readonly isSigned?: boolean;
}

/** How far apart two values are: see `krippendorffAlpha`; 'ratio': ((a − b) / (a + b))². */
export type AlphaMetric = 'nominal' | 'ordinal' | 'interval' | 'ratio';

export interface AlphaEstimate {
  /** Krippendorff's α; null where it cannot be computed. */
  readonly alpha: Estimate | null;
  /** The share of pairs of values on one unit that are the same. */
  readonly same: Estimate | null;
  /** Fleiss' κ, for categories (see `fleissKappa`). */
  readonly kappa: Estimate | null;
  /** Units with two values or more, and values on them. */
  readonly units: number;
  readonly values: number;
  /** Why there is no α. */
  readonly why?: 'no-overlap' | 'all-same';
}

/** More categories than this are not told apart: their differences count. */
const maxCategories = 40;

/**
 * Krippendorff's α (K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011) with an interval over items, the
 * share of equal pairs, and Fleiss' κ (J. L. Fleiss, Measuring Nominal Scale Agreement Among Many Raters, Psychological
 * Bulletin 76, 1971; with unequal numbers of raters the agreement of each unit counts alike).
 *
 * All three follow from sums over items: of nominal, ordinal and ratio values the coincidences o(c, k), to which each
 * pair of values on a unit of m adds 1 / (m − 1), so that D_o = Σ o(c, k) δ²(c, k) and D_e = Σ n(c) n(k) δ²(c, k) / (n −
 * 1); of interval values n, Σ x, Σ x² and Σ m / (m − 1) · squared deviations of each unit, as δ² is a sum of squares.
 *
 * Of signed values each unit counts half as it stands and half with its two things swapped. That leaves what was observed
 * as it is and makes the chances of v and -v equal: α = 0 is then what people who choose a side at random agree.
 * @param withInterval whether more than the bare α is wanted
 */
export function alphaByItem(valued: Valued, metric: AlphaMetric, withInterval = true): AlphaEstimate {
  const found = coincidencesOf(valued, metric);
  if (!found) return { alpha: null, same: null, kappa: null, units: 0, values: 0, why: 'no-overlap' };
  const { sums, units, values, categories } = found;
  const { isSigned = false } = valued;
  const ofTotals = (totals: Float64Array): number | null => alphaOf(totals, categories, metric, isSigned);
  const value = ofTotals(sums.totals());
  if (!withInterval)
    return {
      alpha: value === null ? null : { value, low: null, high: null, items: sums.items },
      same: null,
      kappa: null,
      units,
      values,
    };
  const alpha = estimateOf(sums, ofTotals, [-1, 1]);
  const isCategorical = categories !== undefined;
  return {
    alpha,
    same: estimateOf(sums, ([, , , , pairs = 0, equal = 0]) => (pairs > 0 ? equal / pairs : null), [0, 1]),
    kappa: isCategorical ? estimateOf(sums, (totals) => fleissOf(totals, categories.length, isSigned), [-1, 1]) : null,
    units,
    values,
    ...(!alpha && { why: 'all-same' as const }),
  };
}

/**
 * α without each annotator in turn, by their number; null where there is none. One pass: from the sums of each unit are
 * taken those of the unit, and added those of the unit without them.
 */
export function alphaWithoutEach(valued: Valued, metric: AlphaMetric, annotators: number): (number | null)[] {
  const { units, values, annotators: by, items, isSigned = false } = valued;
  const categories = categoriesOf(values, metric, isSigned);
  const places = new Map([...(categories ?? [])].map((value, at) => [value, at]));
  const width = fixed + places.size ** 2 + places.size;
  const all = new Float64Array(width);
  const without = Array.from({ length: annotators }, () => new Float64Array(width));
  const own = new Float64Array(width);
  const left: number[] = [];
  const sumsOf = (some: readonly number[]): Float64Array => {
    own.fill(0);
    if (some.length < 2) return own;
    addUnit(own, some, 0, some.length);
    if (categories) addCoincidences(own.subarray(fixed), some, 0, some.length, places);
    return own;
  };
  for (let begin = 0; begin < values.length;) {
    let end = begin + 1;
    while (end < values.length && units[end] === units[begin] && items[end] === items[begin]) end++;
    if (end - begin > 1) {
      left.length = 0;
      for (let at = begin; at < end; at++) left.push(values[at] ?? 0);
      const whole = sumsOf(left).slice();
      for (let column = 0; column < width; column++) add(all, column, whole[column] ?? 0);
      const people = new Set(Array.from({ length: end - begin }, (_, at) => by[begin + at] ?? 0));
      for (const annotator of people) {
        left.length = 0;
        for (let at = begin; at < end; at++) if (by[at] !== annotator) left.push(values[at] ?? 0);
        const rest = sumsOf(left);
        const change = without[annotator];
        if (change)
          for (let column = 0; column < width; column++)
            add(change, column, (rest[column] ?? 0) - (whole[column] ?? 0));
      }
    }
    begin = end;
  }
  return without.map((change) => {
    const totals = all.map((total, column) => total + (change[column] ?? 0));
    return (totals[6] ?? 0) < 1 ? null : alphaOf(totals, categories, metric, isSigned);
  });
}

/** n, Σ x, Σ x², Σ m / (m − 1) · squared deviations, pairs, equal pairs, units, Σ of each unit's share of equal pairs. */
const fixed = 8;

interface Coincidences {
  /** What is said above, then of categories the coincidences row by row, then how often each was given. */
  readonly sums: ItemSums;
  readonly units: number;
  readonly values: number;
  /** The values there are, rising; undefined where there are too many, or their differences count. */
  readonly categories: Float64Array | undefined;
}

function coincidencesOf(
  { items, units, values, isSigned = false }: Valued,
  metric: AlphaMetric,
): Coincidences | undefined {
  const count = values.length;
  const categories = categoriesOf(values, metric, isSigned);
  const width = categories?.length ?? 0;
  const places = new Map(categories ? [...categories].map((value, at) => [value, at]) : []);
  const sums = new ItemSums(fixed + width * width + width);
  let [unitCount, valueCount] = [0, 0];
  let item = -1;
  let row: Float64Array = new Float64Array(0);
  for (let begin = 0; begin < count;) {
    let end = begin + 1;
    while (end < count && units[end] === units[begin] && items[end] === items[begin]) end++;
    const m = end - begin;
    if (m > 1) {
      if (items[begin] !== item) {
        item = items[begin] ?? -1;
        row = sums.item();
      }
      unitCount++;
      valueCount += m;
      addUnit(row, values, begin, end);
      if (categories) addCoincidences(row.subarray(fixed), values, begin, end, places);
    }
    begin = end;
  }
  return unitCount === 0 ? undefined : { sums, units: unitCount, values: valueCount, categories };
}

/** The values there are, rising; undefined where there are too many, or their differences count. */
function categoriesOf(values: ArrayLike<number>, metric: AlphaMetric, isSigned: boolean): Float64Array | undefined {
  const distinct = metric === 'interval' ? undefined : distinctOf(values, isSigned);
  return distinct && distinct.length <= maxCategories ? distinct : undefined;
}

/** With each value its opposite, where they are signed. */
function distinctOf(values: ArrayLike<number>, isSigned: boolean): Float64Array {
  const seen = new Set<number>();
  for (let at = 0; at < values.length && seen.size <= maxCategories; at++) {
    const value = values[at] ?? 0;
    seen.add(value);
    if (isSigned) seen.add(-value);
  }
  return Float64Array.from(seen).sort();
}

function addUnit(row: Float64Array, values: ArrayLike<number>, begin: number, end: number): void {
  const m = end - begin;
  let [sum, squares, equal] = [0, 0, 0];
  for (let at = begin; at < end; at++) {
    const value = values[at] ?? 0;
    sum += value;
    squares += value * value;
    for (let other = begin; other < at; other++) if (values[other] === value) equal++;
  }
  const pairs = (m * (m - 1)) / 2;
  add(row, 0, m);
  add(row, 1, sum);
  add(row, 2, squares);
  add(row, 3, (m / (m - 1)) * Math.max(0, squares - (sum * sum) / m));
  add(row, 4, pairs);
  add(row, 5, equal);
  add(row, 6, 1);
  add(row, 7, equal / pairs);
}

function addCoincidences(
  cells: Float64Array,
  values: ArrayLike<number>,
  begin: number,
  end: number,
  places: ReadonlyMap<number, number>,
): void {
  const width = places.size;
  const weight = 1 / (end - begin - 1);
  for (let a = begin; a < end; a++) {
    const c = places.get(values[a] ?? 0) ?? 0;
    add(cells, width * width + c, 1);
    for (let b = begin; b < end; b++) if (b !== a) add(cells, c * width + (places.get(values[b] ?? 0) ?? 0), weight);
  }
}

const add = (row: Float64Array, at: number, value: number): void => void (row[at] = (row[at] ?? 0) + value);

/** α of the sums; null where all values are the same. */
function alphaOf(
  totals: Float64Array,
  categories: Float64Array | undefined,
  metric: AlphaMetric,
  isSigned: boolean,
): number | null {
  const n = totals[0] ?? 0;
  if (!categories) {
    const [, raw = 0, squares = 0, observed = 0] = totals;
    const sum = isSigned ? 0 : raw;
    const expected = n * squares - sum * sum;
    return expected <= 1e-9 * Math.max(1, squares) ? null : 1 - ((n - 1) * observed) / expected;
  }
  const width = categories.length;
  const cells = totals.subarray(fixed);
  const given = givenOf(totals, width, isSigned);
  const ranks = metric === 'ordinal' ? midRanksOf(given) : categories;
  let [observed, expected] = [0, 0];
  for (let c = 0; c < width; c++) {
    for (let k = 0; k < c; k++) {
      // Ranks of signed values lie symmetrically, so that a swapped unit has the same distances.
      const distance = distanceOf(ranks[c] ?? 0, ranks[k] ?? 0, metric);
      observed += ((cells[c * width + k] ?? 0) + (cells[k * width + c] ?? 0)) * distance;
      expected += 2 * (given[c] ?? 0) * (given[k] ?? 0) * distance;
    }
  }
  return expected <= 0 ? null : 1 - ((n - 1) * observed) / expected;
}

/** How often each category was given; of signed ones the mean of it and its opposite, which stands as far from the end. */
function givenOf(totals: Float64Array, width: number, isSigned: boolean): Float64Array {
  const given = totals.subarray(fixed + width * width, fixed + width * width + width);
  return isSigned ? given.map((count, at) => (count + (given[width - 1 - at] ?? 0)) / 2) : given;
}

function distanceOf(a: number, b: number, metric: AlphaMetric): number {
  if (metric === 'nominal') return a === b ? 0 : 1;
  if (metric === 'ratio') return a + b === 0 ? 0 : ((a - b) / (a + b)) ** 2;
  return (a - b) ** 2;
}

/** The mid-rank of each category, by how often each was given: Krippendorff's ordinal difference, see there. */
function midRanksOf(given: Float64Array): Float64Array {
  let below = 0;
  return given.map((count) => {
    const rank = below + count / 2;
    below += count;
    return rank;
  });
}

/** κ = (P − P_e) / (1 − P_e), P the mean of the units' shares of equal pairs, P_e = Σ p(c)². */
function fleissOf(totals: Float64Array, width: number, isSigned: boolean): number | null {
  const [n = 0, , , , , , units = 0, shares = 0] = totals;
  const given = givenOf(totals, width, isSigned);
  const chance = given.reduce((sum, count) => sum + (count / n) ** 2, 0);
  return units === 0 || 1 - chance < 1e-12 ? null : (shares / units - chance) / (1 - chance);
}
