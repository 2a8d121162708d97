import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { midRanks } from './krippendorffAlpha';

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
  /** Fleiss' κ, for categories. */
  readonly kappa: Estimate | null;
  /** Units with two values or more, and values on them. */
  readonly units: number;
  readonly values: number;
  /** Why there is no α. */
  readonly why?: 'no-overlap' | 'all-same';
}

/** More categories than this are not told apart: their differences count. */
const maxCategories = 40;
/** Of more levels than this coincidences take too much room for each item: ranks are summed in their place. */
const maxLevels = 7;

/**
 * Krippendorff's α (K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011) with an interval over items, the
 * share of equal pairs, and Fleiss' κ (J. L. Fleiss, Measuring Nominal Scale Agreement Among Many Raters, Psychological
 * Bulletin 76, 1971; with unequal numbers of raters the agreement of each unit counts alike).
 *
 * All three follow from sums over items: of nominal, ordinal and ratio values the coincidences o(c, k), to which each
 * pair of values on a unit of m adds 1 / (m − 1), so that D_o = Σ o(c, k) δ²(c, k) and D_e = Σ n(c) n(k) δ²(c, k) / (n −
 * 1); of interval values n, Σ x, Σ x² and Σ m / (m − 1) · squared deviations of each unit, as δ² is a sum of squares. So
 * it is of ordinal values on many levels, each as its rank among all (`ranked`).
 *
 * Of signed values each unit counts half as it stands and half with its two things swapped. That leaves what was observed
 * as it is and makes the chances of v and -v equal: α = 0 is then what people who choose a side at random agree.
 * @param withInterval whether more than the bare α is wanted
 */
export function alphaByItem(valued: Valued, metric: AlphaMetric, withInterval = true): AlphaEstimate {
  const found = coincidencesOf(measured(valued, metric), metric);
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
 * taken those of the unit, and added those of the unit without them. Ranks of many levels are those among all, and move to
 * first order with whom is left out.
 */
export function alphaWithoutEach(valued: Valued, metric: AlphaMetric, annotators: number): (number | null)[] {
  const ofAll = measured(valued, metric);
  const { values, annotators: by, isSigned = false, shifts } = ofAll;
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
    addUnit(own, some, 0, some.length, shifts);
    if (categories) addCoincidences(own.subarray(fixed), some, 0, some.length, places);
    return own;
  };
  eachPairable(ofAll, (begin, end) => {
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
        for (let column = 0; column < width; column++) add(change, column, (rest[column] ?? 0) - (whole[column] ?? 0));
    }
  });
  return without.map((change) => {
    const totals = all.map((total, column) => total + (change[column] ?? 0));
    return (totals[6] ?? 0) < 1 ? null : alphaOf(totals, categories, metric, isSigned);
  });
}

/**
 * n, Σ x, Σ x², Σ m / (m − 1) · squared deviations, pairs, equal pairs, units, Σ of each unit's share of equal pairs, Σ of
 * shifts.
 */
const fixed = 9;

/** Calls with each run of values on one unit, where there are two or more. */
function eachPairable(
  { items, units, values }: Pick<Valued, 'items' | 'units' | 'values'>,
  take: (begin: number, end: number) => void,
): void {
  for (let begin = 0; begin < values.length;) {
    let end = begin + 1;
    while (end < values.length && units[end] === units[begin] && items[end] === items[begin]) end++;
    if (end - begin > 1) take(begin, end);
    begin = end;
  }
}

interface Measured extends Valued {
  /** By rank: what one more value there moves α by, in that it moves the ranks of others. */
  readonly shifts?: ReadonlyMap<number, number>;
}

/** Values as they are held against each other: ordinal ones on many levels as ranks. */
function measured(valued: Valued, metric: AlphaMetric): Measured {
  const isRanked = metric === 'ordinal' && valued.isSigned !== true && !categoriesOf(valued.values, metric, false);
  return isRanked ? ranked(valued) : valued;
}

/**
 * Ranks among all values that have others on their unit (equal ones share the mean of theirs), sorted once. α of ranks as
 * interval values is Krippendorff's ordinal α.
 *
 * An item that is drawn twice moves the ranks of all others, too. To first order that adds up: with G(x) the slope of α in
 * the rank of values x, a value y raises those above it by 1 and its equals by ½, so it moves α by Σ G(x > y) + ½ G(y).
 */
function ranked(valued: Valued): Measured {
  const { values } = valued;
  const pairable: number[] = [];
  eachPairable(valued, (begin, end) => {
    for (let at = begin; at < end; at++) pairable.push(values[at] ?? 0);
  });
  const rankOf = midRanks(Float64Array.from(pairable));
  const ranks = Float64Array.from(values, (value) => rankOf.get(value) ?? 0);
  const n = pairable.length;
  const mean = (n + 1) / 2;
  let [observed, expected] = [0, 0];
  const means = new Float64Array(values.length);
  eachPairable(valued, (begin, end) => {
    const m = end - begin;
    const own = ranks.subarray(begin, end).reduce((sum, rank) => sum + rank, 0) / m;
    for (let at = begin; at < end; at++) {
      const rank = ranks[at] ?? 0;
      means[at] = own;
      observed += (m / (m - 1)) * (rank - own) ** 2;
      expected += n * (rank - mean) ** 2;
    }
  });
  const slopes = new Map<number, number>([...rankOf.values()].map((rank) => [rank, 0]));
  eachPairable(valued, (begin, end) => {
    const scale = (end - begin) / (end - begin - 1);
    for (let at = begin; at < end; at++) {
      const rank = ranks[at] ?? 0;
      const ofObserved = (2 * scale * (rank - (means[at] ?? 0))) / expected;
      const ofExpected = (2 * n * (rank - mean) * observed) / expected ** 2;
      slopes.set(rank, (slopes.get(rank) ?? 0) - (n - 1) * (ofObserved - ofExpected));
    }
  });
  const shifts = new Map<number, number>();
  let above = 0;
  for (const [rank, slope] of [...slopes].reverse()) {
    shifts.set(rank, expected > 0 ? above + slope / 2 : 0);
    above += slope;
  }
  return { ...valued, values: ranks, shifts };
}

interface Coincidences {
  /** What is said above, then of categories the coincidences row by row, then how often each was given. */
  readonly sums: ItemSums;
  readonly units: number;
  readonly values: number;
  /** The values there are, rising; undefined where there are too many, or their differences count. */
  readonly categories: Float64Array | undefined;
}

function coincidencesOf(measured: Measured, metric: AlphaMetric): Coincidences | undefined {
  const { items, values, isSigned = false, shifts } = measured;
  const categories = categoriesOf(values, metric, isSigned);
  const width = categories?.length ?? 0;
  const places = new Map(categories ? [...categories].map((value, at) => [value, at]) : []);
  const sums = new ItemSums(fixed + width * width + width);
  let [unitCount, valueCount] = [0, 0];
  let item = -1;
  let row: Float64Array = new Float64Array(0);
  eachPairable(measured, (begin, end) => {
    if (items[begin] !== item) {
      item = items[begin] ?? -1;
      row = sums.item();
    }
    unitCount++;
    valueCount += end - begin;
    addUnit(row, values, begin, end, shifts);
    if (categories) addCoincidences(row.subarray(fixed), values, begin, end, places);
  });
  return unitCount === 0 ? undefined : { sums, units: unitCount, values: valueCount, categories };
}

/** The values there are, rising; undefined where there are too many, or their differences count. */
function categoriesOf(values: ArrayLike<number>, metric: AlphaMetric, isSigned: boolean): Float64Array | undefined {
  const distinct = metric === 'interval' ? undefined : distinctOf(values, isSigned);
  const most = metric === 'ordinal' && !isSigned ? maxLevels : maxCategories;
  return distinct && distinct.length <= most ? distinct : undefined;
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

function addUnit(
  row: Float64Array,
  values: ArrayLike<number>,
  begin: number,
  end: number,
  shifts: Measured['shifts'],
): void {
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
  if (shifts) for (let at = begin; at < end; at++) add(row, 8, shifts.get(values[at] ?? 0) ?? 0);
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
    const shift = totals[8] ?? 0;
    const sum = isSigned ? 0 : raw;
    const expected = n * squares - sum * sum;
    return expected <= 1e-9 * Math.max(1, squares) ? null : 1 - ((n - 1) * observed) / expected + shift;
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
