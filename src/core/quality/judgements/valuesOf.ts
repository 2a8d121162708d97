import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { Valued } from '../agreement/itemAlpha';
import { flagKind, ratingKind, type StudyJudgements, type ValueColumns } from './studyJudgements';
import type { Metric } from '../../model/report/coverage';
import { metricOfRatings, metricOfVerdicts } from '../agreement/metric';

/** Which annotations count. */
export type Wanted = (annotation: number) => boolean;

const byKinds = new WeakMap<StudyJudgements, Map<string, Wanted>>();

/**
 * Those by judges of some kinds, but for what came again and what was skipped: the same function each time, by which
 * `valuesOf` knows what it has gathered already.
 */
export function firstBy(judgements: StudyJudgements, kinds: readonly JudgeKind[]): Wanted {
  let known = byKinds.get(judgements);
  if (!known) byKinds.set(judgements, (known = new Map<string, Wanted>()));
  const key = kinds.join(' ');
  let wanted = known.get(key);
  if (!wanted) {
    const { annotations, annotators } = judgements;
    const counts = annotators.map(({ kind }) => kinds.includes(kind));
    wanted = (annotation) =>
      annotations.repeat[annotation] === 0 &&
      annotations.skipped[annotation] === 0 &&
      counts[annotations.annotator[annotation] ?? -1] === true;
    known.set(key, wanted);
  }
  return wanted;
}

/** Those of whole responses: what is known of the text of a response says nothing of one of its turns. */
export const ofWhole =
  ({ annotations }: StudyJudgements): Wanted =>
  (annotation) =>
    annotations.turn[annotation] === -1;

/** Of the annotations by which an annotator judged an item, under several contexts and turns, the first that is wanted. */
export function oncePerItem({ annotations, annotators }: StudyJudgements, wanted: Wanted): Wanted {
  const first = new Map<number, number>();
  for (let at = 0; at < annotations.row.length; at++) {
    const key = (annotations.row[at] ?? 0) * annotators.length + (annotations.annotator[at] ?? 0);
    if (wanted(at) && !first.has(key)) first.set(key, at);
  }
  const chosen = new Set(first.values());
  return (annotation) => chosen.has(annotation);
}

/** Values of one kind, with the annotation of each. */
export interface ValuedByAnnotation extends Valued {
  readonly annotations: Uint32Array;
  /** Of each the place among all values of the kind; of a preference that is its place in `pairs` too. */
  readonly places: Uint32Array;
}

const gathered = new WeakMap<ValueColumns, WeakMap<Wanted, ValuedByAnnotation>>();

/** The values of one kind that wanted annotations gave, those of a unit behind each other, units rising. Not to be changed. */
export function valuesOf({ values, annotations }: StudyJudgements, kind: string, wanted: Wanted): ValuedByAnnotation {
  const columns = values.get(kind) ?? noValues;
  let known = gathered.get(columns);
  if (!known) gathered.set(columns, (known = new WeakMap<Wanted, ValuedByAnnotation>()));
  const found = known.get(wanted) ?? gatheredOf(columns, annotations, isSigned(kind), wanted);
  known.set(wanted, found);
  return found;
}

const noValues: ValueColumns = { unit: [], value: [], annotation: [] };

function gatheredOf(
  columns: ValueColumns,
  annotations: StudyJudgements['annotations'],
  isSigned: boolean,
  wanted: Wanted,
): ValuedByAnnotation {
  const isWanted = memoized(wanted, annotations.row.length);
  const order = orderOf(columns).filter((at) => isWanted(columns.annotation[at] ?? 0));
  const found = {
    items: new Uint32Array(order.length),
    units: new Float64Array(order.length),
    annotators: new Uint32Array(order.length),
    values: new Float64Array(order.length),
    annotations: new Uint32Array(order.length),
    places: order,
    isSigned,
  };
  for (const [place, at] of order.entries()) {
    const annotation = columns.annotation[at] ?? 0;
    found.annotations[place] = annotation;
    found.items[place] = annotations.row[annotation] ?? 0;
    found.units[place] = columns.unit[at] ?? 0;
    found.annotators[place] = annotations.annotator[annotation] ?? 0;
    found.values[place] = columns.value[at] ?? 0;
  }
  return found;
}

function memoized(wanted: Wanted, count: number): Wanted {
  const known = new Uint8Array(count);
  return (annotation) => {
    if (known[annotation] === 0) known[annotation] = wanted(annotation) ? 2 : 1;
    return known[annotation] === 2;
  };
}

/** Where the values of each kind stand by their units: sorted once, for every figure takes some of them in that order. */
const orders = new WeakMap<ValueColumns, Uint32Array>();

/** Places of values in the order of their units, those of one unit as they were given. */
function orderOf(columns: ValueColumns): Uint32Array {
  const known = orders.get(columns);
  if (known?.length === columns.unit.length) return known;
  const found = orderedBy(columns.unit);
  orders.set(columns, found);
  return found;
}

/** Places of numbers in their order, those of the same number as they were. */
function orderedBy(keys: readonly number[]): Uint32Array {
  const count = keys.length;
  const most = keys.reduce((max, key) => Math.max(max, key), 0);
  // A key and a place in one number, so that both are sorted by the machine's own order of numbers; where that number would
  // be too large, the place of the key among all keys.
  let rankOf = (key: number): number => key;
  if ((most + 1) * count > Number.MAX_SAFE_INTEGER) {
    const ranks = new Map<number, number>();
    for (const key of Float64Array.from(keys).sort()) if (!ranks.has(key)) ranks.set(key, ranks.size);
    rankOf = (key) => ranks.get(key) ?? 0;
  }
  return Uint32Array.from(
    Float64Array.from(keys, (key, at) => rankOf(key) * count + at).sort(),
    (each) => each % count,
  );
}

/** Calls with each run of values of one unit: from `begin` to before `end`. */
export function eachUnit({ units }: Pick<Valued, 'units'>, take: (begin: number, end: number) => void): void {
  for (let begin = 0; begin < units.length;) {
    let end = begin + 1;
    while (end < units.length && units[end] === units[begin]) end++;
    take(begin, end);
    begin = end;
  }
}

/** Whether values of a kind say which of two responses is the better one, as 1 or -1 times something. */
export const isSigned = (kind: string): boolean => kind === 'preferences' || kind === 'strengths';

/** The values of a kind, and with each of signed ones its opposite, rising; of each, the place of its opposite. */
export function categoriesOf({ values, isSigned = false }: Pick<Valued, 'values' | 'isSigned'>): {
  readonly categories: readonly number[];
  readonly opposites: readonly number[] | undefined;
} {
  const distinct = new Set(Array.from(values));
  if (isSigned) for (const value of [...distinct]) distinct.add(-value);
  const categories = [...distinct].sort((a, b) => a - b);
  return { categories, opposites: isSigned ? categories.map((_, at) => categories.length - 1 - at) : undefined };
}

/** How far apart two values of a kind are: by the scale they are given on. */
export function metricOf({ values, criteria, scales }: StudyJudgements, kind: string): Metric {
  const start = ratingKind('');
  if (kind.startsWith(start)) return metricOfRatings(kind.slice(start.length), values.get(kind)?.value ?? [], scales);
  if (kind === 'verdicts') return metricOfVerdicts(criteria, scales);
  // Places in rankings are ranks as they stand.
  if (kind === 'rankings') return 'interval';
  return kind === 'strengths' ? 'ordinal' : 'nominal';
}

/** Whether the values of a kind are few and told apart one from the other, as κ and the model of Dawid and Skene do. */
export const areCategories = (kind: string): boolean =>
  !kind.startsWith(ratingKind('')) && kind !== 'rankings' && kind !== 'strengths';

/** Kinds by how much they say of a study, the most first: preferences, then what is said of single responses. */
export function kindsIn({ values }: StudyJudgements): string[] {
  const rank = (kind: string): number => {
    const known = ['preferences', 'strengths', 'rankings', 'acceptable'].indexOf(kind);
    if (known >= 0) return known;
    if (kind.startsWith(ratingKind(''))) return 4;
    if (kind.startsWith(flagKind(''))) return 7;
    if (kind === 'runCategories' || kind === 'runFirstCategories') return 8;
    return kind === 'verdicts' ? 5 : 6;
  };
  return [...values.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
