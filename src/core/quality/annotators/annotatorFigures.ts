import type { JudgeKind } from '../../model/annotation/judgeKind';
import type {
  AgreementFigures,
  AnnotatorFigures,
  AnnotatorsFigures,
  ConfusionFigures,
  DifferenceFigures,
  Parting,
} from '../../model/report/quality';
import { alphaWithoutEach } from '../agreement/itemAlpha';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { settledByOthers, type KnownPreferences } from '../judgements/knownPreferences';
import {
  areCategories,
  categoriesOf,
  eachUnit,
  firstBy,
  metricOf,
  valuesOf,
  type Wanted,
} from '../judgements/valuesOf';
import { ratingKind, type StudyJudgements } from '../judgements/studyJudgements';
import { criterionOf } from '../judgements/units';
import { maxNoise } from '../noise/noise';
import { controlSums, repeatSums } from '../noise/noiseReport';
import type { Plan } from '../../model/study/planSchema';
import { fewestItems } from '../bootstrap';
import { discoveries } from '../chance';
import { z95 } from '../rate';
import { changePoint } from './changePoint';
import { controlTests } from './controlTests';
import { dawidSkene, type Labels } from './dawidSkene';
import type { Difference } from './differences';
import type { ShareWithError } from './groups';
import { leaningsApart, leaningsOf, type Leaning } from './leanings';
import { pairwiseOf } from './pairwise';
import { reliabilityOf, type Reliability } from './reliability';
import { longestRun } from './runs';
import type { Standing } from './standing';
import { whereApart } from './whereApart';

/** A change is told that would come by chance in less than one of so many, and of all that are told in less than 5 %. */
const driftLevel = 0.01;
/** Values of more kinds than this have no confusion that anybody would read. */
const maxCategories = 12;

const share = ([part = 0, all = 0]: Float64Array): number | null => (all > 0 ? part / all : null);
const unit = [0, 1] as const;

/** How each annotator judges, beside the others and beside what is known. */
export function annotatorsOf(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
  { main, rows }: Pick<AgreementFigures, 'main' | 'rows'>,
  standing: Standing | undefined,
  controls?: Plan['controls'],
): AnnotatorsFigures {
  const wanted = firstBy(judgements, voters);
  const compared = standing && comparisonsIn(judgements, standing);
  const skene = standing && main !== null && areCategories(main) ? errorRates(judgements, standing) : undefined;
  const without =
    standing && main !== null
      ? alphaWithoutEach(standing.valued, metricOf(judgements, main), judgements.annotators.length)
      : undefined;
  const sides = sidesOf(judgements, wanted);
  const uniform = uniformOf(judgements, wanted);
  const reliable = preferenceReliability(judgements, wanted, standing);
  const positions = positionsOf(judgements);
  const tests = controlTests(judgements, wanted, controls);
  const numbers = judgements.annotators.flatMap(({ kind }, number) => (voters.includes(kind) ? [number] : []));
  const changes = numbers.map((number) => driftOf(judgements, compared?.[number]));
  const isChange = discoveries(changes.map((change) => change?.p ?? null));
  const partings = partingsOf(judgements, wanted, numbers, standing);
  const annotators = numbers.map((number, at): AnnotatorFigures => {
    const own: Wanted = (annotation) => wanted(annotation) && judgements.annotations.annotator[annotation] === number;
    const agreed = compared?.[number];
    const difference = standing?.differences.get(number);
    return {
      ...workOf(judgements, number),
      withOthers: agreed ? estimateOf(agreed.sums, share, unit) : null,
      others: difference?.others ?? agreed?.others ?? null,
      difference: difference ? figuresOfDifference(difference) : null,
      alphaWithout: numbers.length > 2 ? (without?.[number] ?? null) : null,
      controls: rightOf(controlSums(judgements, own, known)),
      adjudicated: rightOf(
        controlSums(judgements, own, settledByOthers(judgements, judgements.annotators[number]?.name ?? '')),
      ),
      test: tests.get(number) ?? null,
      repeats: rightOf(repeatSums(judgements, voters, number)),
      epsilon: noiseBy(reliable.get(number)),
      accuracy: skene?.accuracy[number] ?? null,
      firstWins: sides.first[number] ? estimateOf(sides.first[number], share, unit) : null,
      longerWins: sides.longer[number] ? estimateOf(sides.longer[number], share, unit) : null,
      ...uniform(number),
      run: longestRun(positions[number] ?? []),
      ...confidenceOf(judgements, number, compared),
      drift: isChange[at] === true && (changes[at]?.p ?? 1) < driftLevel ? (changes[at] ?? null) : null,
      partings: partings.of(number),
    };
  });
  const nameOf = (number: number): string => judgements.annotators[number]?.name ?? '';
  return {
    annotators: annotators.sort((a, b) => b.judged - a.judged || (a.name < b.name ? -1 : 1)),
    main,
    alpha: rows.find(({ kind }) => kind === main)?.alpha ?? null,
    groups: (standing?.groups ?? []).map(({ members, inside, across }) => ({
      annotators: members.map(nameOf),
      inside: estimateWith(inside),
      across: estimateWith(across),
    })),
    groupsPart: partings.groups,
    copies: (standing?.copies ?? []).map(({ a, b, ...rest }) => ({ ...rest, a: nameOf(a), b: nameOf(b) })),
    categories: skene?.categories ?? [],
    confusion: skene?.confusion ?? [],
  };
}

const figuresOfDifference = ({ shrunk, p, isTold, items, more }: Difference): DifferenceFigures => ({
  shrunk,
  p,
  isTold,
  items,
  more,
});

/** The interval of 95 % by an error. */
function estimateWith({ value, error, items }: ShareWithError): Estimate {
  const [low, high] = [value - z95 * error, value + z95 * error];
  return items < fewestItems
    ? { value, low: null, high: null, items }
    : { value, low: Math.max(0, low), high: Math.min(1, high), items };
}

/** How reliable strict preferences are, within each group. */
function preferenceReliability(
  judgements: StudyJudgements,
  wanted: Wanted,
  standing: Standing | undefined,
): ReadonlyMap<number, Reliability> {
  const valued = valuesOf(judgements, 'preferences', wanted);
  const table = pairwiseOf(valued, judgements.annotators.length, (at) => valued.values[at] !== 0);
  const all = judgements.annotators.map((_, number) => number);
  const teams = standing && standing.groups.length > 0 ? standing.groups.map(({ members }) => members) : [all];
  return new Map(teams.flatMap((team) => [...reliabilityOf(table, team, standing?.isCompared)]));
}

/** ε = (1 − r) / 2 of two sides. */
function noiseBy(reliable: Reliability | undefined): Estimate | null {
  if (!reliable) return null;
  const { value, low, high, items } = reliable;
  const epsilon = (r: number): number => Math.min(maxNoise, (1 - r) / 2);
  return items < fewestItems
    ? { value: epsilon(value), low: null, high: null, items }
    : { value: epsilon(value), low: epsilon(high), high: epsilon(low), items };
}

/** What each of those who differ, and the first group, go by that others do not, and the slice in which they agree least. */
function partingsOf(
  judgements: StudyJudgements,
  wanted: Wanted,
  numbers: readonly number[],
  standing: Standing | undefined,
): { readonly of: (number: number) => readonly Parting[]; readonly groups: Parting | null } {
  const leanings = leaningsOf(judgements, wanted);
  const groups = standing?.groups ?? [];
  const sameGroup = (a: number, b: number): boolean => standing?.groupOf(a) === standing?.groupOf(b);
  const byAnnotator = leaningsApart(
    leanings,
    numbers.map((own) => ({ own: [own], others: numbers.filter((each) => each !== own && sameGroup(own, each)) })),
  );
  const traitOf = ({ trait, share: own, others }: Leaning): Parting => ({ on: 'trait', trait, share: own, others });
  const [first, ...rest] = groups;
  const between = first
    ? [
        ...(leaningsApart(leanings, [{ own: first.members, others: rest.flatMap(({ members }) => members) }])[0]?.map(
          traitOf,
        ) ?? []),
        ...sliceBetween(judgements, standing, (a, b) => !sameGroup(a, b)),
      ]
    : [];
  return {
    of: (number) => [
      ...(byAnnotator[numbers.indexOf(number)]?.map(traitOf) ?? []),
      ...(standing?.differences.get(number)?.isTold === true
        ? sliceBetween(judgements, standing, (a, b) => (a === number) !== (b === number) && sameGroup(a, b))
        : []),
    ],
    groups: between.reduce<Parting | null>((most, each) => (most && gapOf(most) >= gapOf(each) ? most : each), null),
  };
}

const gapOf = (parting: Parting): number =>
  parting.on === 'trait' ? Math.abs(parting.share - parting.others) : parting.elsewhere - parting.same;

function sliceBetween(
  judgements: StudyJudgements,
  standing: Standing | undefined,
  isAsked: (a: number, b: number) => boolean,
): Parting[] {
  const found = standing && whereApart(judgements, standing, isAsked);
  return found ? [{ on: 'slice', ...found }] : [];
}

function rightOf(sums: ItemSums): Estimate | null {
  return estimateOf(sums, ([wrong = 0, all = 0]) => (all > 0 ? 1 - wrong / all : null), unit);
}

function workOf(
  { annotations, annotators }: StudyJudgements,
  number: number,
): Pick<AnnotatorFigures, 'name' | 'kind' | 'judged' | 'skipped' | 'pace' | 'time' | 'last'> {
  const { name, kind } = annotators[number] ?? { name: '', kind: 'human' };
  let [judged, skipped, time, last] = [0, 0, 0, -Infinity];
  const durations: number[] = [];
  for (let at = 0; at < annotations.row.length; at++) {
    if (annotations.annotator[at] !== number) continue;
    if (annotations.skipped[at] === 1) skipped++;
    else if (annotations.repeat[at] === 0) judged++;
    last = Math.max(last, annotations.time[at] ?? 0);
    const duration = annotations.duration[at] ?? -1;
    if (duration < 0) continue;
    time += duration;
    if (annotations.skipped[at] === 0) durations.push(duration);
  }
  durations.sort((a, b) => a - b);
  const at = (part: number): number =>
    durations[Math.min(durations.length - 1, Math.floor(part * durations.length))] ?? 0;
  return {
    name,
    kind,
    judged,
    skipped,
    pace: durations.length === 0 ? null : { median: at(0.5), low: at(0.05), high: at(0.95) },
    time,
    last: Number.isFinite(last) ? new Date(last).toISOString() : null,
  };
}

/** How the values of one annotator go with those of the others. */
interface Compared {
  /** By item: pairs with another's value on the same unit that are the same, and all such pairs. */
  readonly sums: ItemSums;
  /** The share of pairs among the others that are the same. */
  readonly others: number | null;
  /** By annotation: the share of others' values that are the same. */
  readonly byAnnotation: ReadonlyMap<number, number>;
}

function comparisonsIn({ annotators }: StudyJudgements, { valued, isCompared }: Standing): Compared[] {
  const count = annotators.length;
  const sums = Array.from({ length: count }, () => new ItemSums(2));
  const items = new Int32Array(count).fill(-1);
  const rows: Float64Array[] = [];
  const agreed = Array.from({ length: count }, () => new Map<number, { same: number; all: number }>());
  const all = { same: 0, pairs: 0 };
  eachUnit(valued, (begin, end) => {
    for (let a = begin; a < end; a++) {
      const own = valued.annotators[a] ?? 0;
      let [same, pairs] = [0, 0];
      for (let b = begin; b < end; b++) {
        const other = valued.annotators[b] ?? 0;
        if (other === own || !isCompared(own, other)) continue;
        pairs++;
        if (valued.values[a] === valued.values[b]) same++;
      }
      if (pairs === 0) continue;
      if (items[own] !== valued.items[a]) {
        items[own] = valued.items[a] ?? -1;
        rows[own] = sums[own]?.item() ?? new Float64Array(2);
      }
      const row = rows[own];
      if (row) {
        row[0] = (row[0] ?? 0) + same;
        row[1] = (row[1] ?? 0) + pairs;
      }
      all.same += same / 2;
      all.pairs += pairs / 2;
      const annotation = valued.annotations[a] ?? 0;
      const known = agreed[own]?.get(annotation) ?? { same: 0, all: 0 };
      known.same += same;
      known.all += pairs;
      agreed[own]?.set(annotation, known);
    }
  });
  return sums.map((own, number) => {
    const [same = 0, pairs = 0] = own.totals();
    const rest = all.pairs - pairs;
    return {
      sums: own,
      others: rest > 0 ? (all.same - same) / rest : null,
      byAnnotation: new Map(
        [...(agreed[number] ?? [])].map(([annotation, { same: s, all: n }]) => [annotation, s / n]),
      ),
    };
  });
}

interface ErrorRates {
  readonly categories: readonly number[];
  /** By annotator: how often they say what is likely true. */
  readonly accuracy: readonly (number | undefined)[];
  readonly confusion: readonly ConfusionFigures[];
}

/** Labels of `units` units, and behind them the same of units whose two responses stand in the other order. */
const withSwapped = ({ units, annotators, values }: Labels, count: number, opposites: readonly number[]): Labels => ({
  units: [...Array.from(units), ...Array.from(units, (each) => each + count)],
  annotators: [...Array.from(annotators), ...Array.from(annotators)],
  values: [...Array.from(values), ...Array.from(values, (each) => opposites[each] ?? each)],
});

/** Dawid and Skene's error rates, of units that several valued: what is likely true is asked within each group. */
function errorRates({ annotators }: StudyJudgements, { valued, groups, groupOf }: Standing): ErrorRates | undefined {
  const { categories, opposites } = categoriesOf(valued);
  if (categories.length < 2 || categories.length > maxCategories) return undefined;
  const width = categories.length;
  const accuracy: (number | undefined)[] = [];
  const found = new Map<number, Float64Array>();
  for (let group = 0; group < Math.max(1, groups.length); group++) {
    const labels = { units: [] as number[], annotators: [] as number[], values: [] as number[] };
    let units = 0;
    eachUnit(valued, (begin, end) => {
      const own: number[] = [];
      for (let at = begin; at < end; at++) if (groupOf(valued.annotators[at] ?? 0) === group) own.push(at);
      if (own.length < 2) return;
      for (const at of own) {
        labels.units.push(units);
        labels.annotators.push(valued.annotators[at] ?? 0);
        labels.values.push(categories.indexOf(valued.values[at] ?? 0));
      }
      units++;
    });
    if (units === 0) continue;
    // Of preferences each unit is there once more with its two responses swapped, and each counts half.
    const { confusion, posteriors } = opposites
      ? dawidSkene(withSwapped(labels, units, opposites), width, 2)
      : dawidSkene(labels, width, 1);
    const [right, all] = [new Float64Array(annotators.length), new Float64Array(annotators.length)];
    for (const [at, annotator] of labels.annotators.entries()) {
      right[annotator] =
        (right[annotator] ?? 0) + (posteriors[(labels.units[at] ?? 0) * width + (labels.values[at] ?? 0)] ?? 0);
      all[annotator] = (all[annotator] ?? 0) + 1;
    }
    for (const [annotator, count] of all.entries()) {
      if (count === 0) continue;
      accuracy[annotator] = (right[annotator] ?? 0) / count;
      found.set(annotator, confusion.slice(annotator * width * width, (annotator + 1) * width * width));
    }
  }
  if (found.size === 0) return undefined;
  return {
    categories,
    accuracy,
    confusion: annotators.flatMap(({ name }, annotator) => {
      const own = found.get(annotator);
      return own
        ? [{ name, rows: categories.map((_, truth) => Array.from(own.subarray(truth * width, (truth + 1) * width))) }]
        : [];
    }),
  };
}

/** By annotator, by item: strict preferences for the first shown and for the longer, of those that have one. */
function sidesOf(
  { pairs, annotations, annotators, facts }: StudyJudgements,
  wanted: Wanted,
): { readonly first: readonly ItemSums[]; readonly longer: readonly ItemSums[] } {
  const { lengths } = facts.texts;
  const make = (): {
    readonly sums: ItemSums[];
    readonly add: (annotator: number, annotation: number, won: boolean) => void;
  } => {
    const sums = annotators.map(() => new ItemSums(2));
    /** By annotator, by row of an item, which comes under several contexts and turns. */
    const known = annotators.map(() => new Map<number, Float64Array>());
    return {
      sums,
      add(annotator, annotation, won) {
        const row = annotations.row[annotation] ?? 0;
        const own = known[annotator]?.get(row) ?? sums[annotator]?.item();
        if (!own) return;
        known[annotator]?.set(row, own);
        own[0] = (own[0] ?? 0) + (won ? 1 : 0);
        own[1] = (own[1] ?? 0) + 1;
      },
    };
  };
  const [first, longer] = [make(), make()];
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0 || !wanted(annotation)) continue;
    const annotator = annotations.annotator[annotation] ?? 0;
    if (annotations.shuffled[annotation] === 1) first.add(annotator, annotation, pairs.order[at] === outcome);
    if (annotations.turn[annotation] !== -1) continue;
    const difference = (lengths[pairs.first[at] ?? 0] ?? 0) - (lengths[pairs.second[at] ?? 0] ?? 0);
    if (difference !== 0) longer.add(annotator, annotation, Math.sign(difference) === outcome);
  }
  return { first: first.sums, longer: longer.sums };
}

/** Whether all responses of an item got the same verdicts or ratings, by annotator. */
function uniformOf(
  judgements: StudyJudgements,
  wanted: Wanted,
): (number: number) => Pick<AnnotatorFigures, 'uniform' | 'uniformOthers'> {
  const { annotations, annotators, values } = judgements;
  const kinds = [...values.keys()].filter((kind) => kind === 'verdicts' || kind.startsWith(ratingKind('')));
  /** By annotation and aspect: the first value, and whether another one differs. */
  const spread = new Map<number, { readonly first: Map<string, number>; places: number; differs: boolean }>();
  for (const kind of kinds) {
    const columns = values.get(kind);
    for (let at = 0; at < (columns?.annotation.length ?? 0); at++) {
      const annotation = columns?.annotation[at] ?? 0;
      if (!wanted(annotation) || (annotations.shown[annotation] ?? 0) < 2) continue;
      const known = spread.get(annotation) ?? { first: new Map<string, number>(), places: 0, differs: false };
      spread.set(annotation, known);
      const key = kind === 'verdicts' ? String(criterionOf(columns?.unit[at] ?? 0)) : kind;
      const value = columns?.value[at] ?? 0;
      const first = known.first.get(key);
      if (first === undefined) known.first.set(key, value);
      else {
        known.places++;
        if (first !== value) known.differs = true;
      }
    }
  }
  const counts = annotators.map(() => ({ same: 0, all: 0 }));
  for (const [annotation, { places, differs }] of spread) {
    const own = counts[annotations.annotator[annotation] ?? -1];
    if (!own || places === 0) continue;
    own.all++;
    if (!differs) own.same++;
  }
  const total = counts.reduce((sum, own) => ({ same: sum.same + own.same, all: sum.all + own.all }), {
    same: 0,
    all: 0,
  });
  return (number) => {
    const { same, all } = counts[number] ?? { same: 0, all: 0 };
    const sums = new ItemSums(2);
    for (let at = 0; at < all; at++) sums.item().set([at < same ? 1 : 0, 1]);
    return {
      uniform: estimateOf(sums, share, unit),
      uniformOthers: total.all > all ? (total.same - same) / (total.all - all) : null,
    };
  };
}

/** By annotator: where on the screen the best of each item stood, in the order of time. */
function positionsOf({ annotations, annotators }: StudyJudgements): number[][] {
  const own: number[][] = annotators.map(() => []);
  for (let at = 0; at < annotations.row.length; at++)
    if ((annotations.best[at] ?? -1) >= 0 && annotations.shuffled[at] === 1)
      own[annotations.annotator[at] ?? 0]?.push(at);
  return own.map((list) =>
    list.sort((a, b) => (annotations.time[a] ?? 0) - (annotations.time[b] ?? 0)).map((at) => annotations.best[at] ?? 0),
  );
}

/**
 * Stated confidence against the share of others who say the same: Brier's score (G. W. Brier, Verification of Forecasts
 * Expressed in Terms of Probability, Monthly Weather Review 78, 1950), and by level.
 */
function confidenceOf(
  { annotations }: StudyJudgements,
  number: number,
  compared: readonly Compared[] | undefined,
): Pick<AnnotatorFigures, 'brier' | 'calibration'> {
  const sums = new ItemSums(2);
  const byLevel = new Map<number, ItemSums>();
  for (const [annotation, right] of compared?.[number]?.byAnnotation ?? []) {
    const confidence = annotations.onScale.confidence[annotation] ?? NaN;
    if (Number.isNaN(confidence)) continue;
    sums.item().set([(confidence - right) ** 2, 1]);
    const level = Math.round(confidence * 4) / 4;
    const own = byLevel.get(level) ?? new ItemSums(2);
    byLevel.set(level, own);
    own.item().set([right, 1]);
  }
  return {
    brier: estimateOf(sums, share, unit),
    calibration: [...byLevel]
      .sort(([a], [b]) => a - b)
      .flatMap(([confidence, own]) => {
        const right = estimateOf(own, share, unit);
        return right ? [{ confidence, right }] : [];
      }),
  };
}

/** The most likely change, told where it is no chance (see `annotatorsOf`). */
function driftOf({ annotations }: StudyJudgements, compared: Compared | undefined): AnnotatorFigures['drift'] {
  const order = [...(compared?.byAnnotation ?? [])].sort(
    ([a], [b]) => (annotations.time[a] ?? 0) - (annotations.time[b] ?? 0),
  );
  const found = changePoint(order.map(([, right]) => right));
  if (!found) return null;
  const time = annotations.time[order[found.at]?.[0] ?? 0] ?? 0;
  return { at: new Date(time).toISOString(), before: found.before, after: found.after, p: found.p };
}
