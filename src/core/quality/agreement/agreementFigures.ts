import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { tauB } from '../correlation';
import {
  areCategories,
  categoriesOf,
  firstBy,
  eachUnit,
  isSigned,
  kindsIn,
  metricOf,
  valuesOf,
  type ValuedByAnnotation,
  type Wanted,
} from '../judgements/valuesOf';
import { partsByAnnotation } from '../judgements/parts';
import { ratingKind, type StudyJudgements } from '../judgements/studyJudgements';
import { settingOf } from '../judgements/units';
import type { AgreementFigures, AgreementRow, AnnotatorPair, SliceAgreement } from '../../model/report/quality';
import type { JudgeKind } from '../../model/annotation/judgeKind';
import { cohenKappa } from './cohenKappa';
import { criterionNoise } from './criterionNoise';
import { addTarget, icc1Of, icc1Width } from './intraclassCorrelation';
import { contradictions, disputedCriteria, judgedBySeveral } from './disagreements';
import { alphaByItem } from './itemAlpha';
import { kendallW } from './kendallW';

/** So many pairs of annotators, and slices, are told; those with the most items. */
const maxPairs = 100;
const maxSlices = 100;
/** Slices with fewer units that several valued are not told. */
const minUnits = 10;

/**
 * How well annotators agree: by each kind of value, by each two of them, and by slice, group and round of the kind
 * that says most.
 */
export function agreementOf(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
): Omit<AgreementFigures, 'criteriaWithout' | 'criterionNoise'> {
  const wanted = firstBy(judgements, voters);
  const rows = agreementByKind(judgements, voters);
  const main = mainKind(rows);
  return {
    rows,
    main,
    ...concordanceOf(judgements, wanted),
    pairs: main === null ? [] : pairsOf(judgements, main, wanted),
    slices: main === null ? [] : slicesOf(judgements, main, wanted),
    disputed: main === null ? 0 : contradictions(judgements, main, wanted).size,
    several: main === null ? 0 : judgedBySeveral(judgements, main, wanted).size,
    criteria: main === null ? [] : disputedCriteria(judgements, main, wanted),
  };
}

/** Agreement by each kind of value. */
export function agreementByKind(judgements: StudyJudgements, voters: readonly JudgeKind[]): AgreementRow[] {
  const wanted = firstBy(judgements, voters);
  return kindsIn(judgements).map((kind) => agreementOn(judgements, kind, wanted));
}

/**
 * What criteria have to do with it: those of disputed items once more without annotators who differ from the others, so that
 * it is not them; and how often verdicts on each differ without them.
 * @param differing numbers of annotators
 */
export function criteriaWithout(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  main: string | null,
  differing: ReadonlySet<number>,
): Pick<AgreementFigures, 'criteriaWithout' | 'criterionNoise'> {
  const isOfVoter = firstBy(judgements, voters);
  const wanted: Wanted = (at) => isOfVoter(at) && !differing.has(judgements.annotations.annotator[at] ?? -1);
  return {
    criteriaWithout: main === null || differing.size === 0 ? null : disputedCriteria(judgements, main, wanted),
    criterionNoise: criterionNoise(judgements, wanted),
  };
}

/** The kind of value by which annotators are compared: the first on which several said something of enough units. */
export function mainKind(rows: readonly AgreementRow[]): string | null {
  const candidates = rows.filter(({ kind, units }) => units > 0 && kind !== 'strengths' && kind !== 'rankings');
  return (candidates.find(({ units }) => units >= minUnits) ?? candidates[0])?.kind ?? null;
}

/** Agreement on one kind of value. */
export function agreementOn(
  judgements: StudyJudgements,
  kind: string,
  wanted: Wanted,
  withIntervals = true,
): AgreementRow {
  const valued = valuesOf(judgements, kind, wanted);
  const metric = metricOf(judgements, kind);
  const found = alphaByItem(valued, metric, withIntervals);
  const isRating = kind.startsWith(ratingKind(''));
  return {
    kind,
    metric,
    ...found,
    // Levels of a rating are no categories: somebody who is off by one agrees better than who is off by three.
    kappa: isRating ? null : found.kappa,
    icc: withIntervals && isRating ? correlationWithin(valued) : null,
  };
}

/** ICC(1, 1): see `icc1Of`. */
function correlationWithin(valued: ValuedByAnnotation): Estimate | null {
  const sums = new ItemSums(icc1Width);
  let item = -1;
  let row: Float64Array = new Float64Array(0);
  eachUnit(valued, (begin, end) => {
    if (end - begin < 2) return;
    if (valued.items[begin] !== item) {
      item = valued.items[begin] ?? -1;
      row = sums.item();
    }
    addTarget(
      row,
      Array.from({ length: end - begin }, (_, at) => valued.values[begin + at] ?? 0),
    );
  });
  return estimateOf(sums, icc1Of, [-1, 1]);
}

/**
 * Kendall's W of the rankings of each item, and tau-b of each two of them: means over items that several ranked whole,
 * three responses or more.
 */
function concordanceOf(judgements: StudyJudgements, wanted: Wanted): Pick<AgreementFigures, 'w' | 'tau'> {
  const valued = valuesOf(judgements, 'rankings', wanted);
  const [ofW, ofTau] = [new ItemSums(2), new ItemSums(2)];
  for (let begin = 0; begin < valued.values.length;) {
    let end = begin + 1;
    while (end < valued.values.length && valued.items[end] === valued.items[begin]) end++;
    // Those of one item in one setting are held against each other.
    const settings = new Map<number, number[]>();
    for (; begin < end; begin++) {
      const setting = settingOf(valued.units[begin] ?? 0);
      settings.set(setting, settings.get(setting) ?? []);
      settings.get(setting)?.push(begin);
    }
    const [ws, all]: [number[], number[]] = [[], []];
    for (const at of settings.values()) {
      const rankings = rankingsIn(valued, at);
      if (rankings.length < 2) continue;
      const w = kendallW(rankings.map((own) => own.map((value) => value * (own.length - 1) + 1)));
      if (w !== null) ws.push(w);
      const taus = rankings.flatMap((one, place) =>
        rankings.slice(place + 1).flatMap((other) => tauOf(one, other) ?? []),
      );
      if (taus.length > 0) all.push(meanOf(taus));
    }
    if (ws.length > 0) ofW.item().set([meanOf(ws), 1]);
    if (all.length > 0) ofTau.item().set([meanOf(all), 1]);
  }
  const mean = ([sum = 0, count = 0]: Float64Array): number | null => (count > 0 ? sum / count : null);
  return { w: estimateOf(ofW, mean, [0, 1]), tau: estimateOf(ofTau, mean, [-1, 1]) };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The rankings of one item in one setting by annotation; those of other responses than the first's are left out. */
function rankingsIn({ units, annotations, values }: ValuedByAnnotation, places: readonly number[]): number[][] {
  const byAnnotation = new Map<number, Map<number, number>>();
  for (const at of places) {
    const annotation = annotations[at] ?? 0;
    let own = byAnnotation.get(annotation);
    if (!own) byAnnotation.set(annotation, (own = new Map<number, number>()));
    own.set(units[at] ?? 0, values[at] ?? 0);
  }
  const all = [...byAnnotation.values()];
  const ranked = [...(all[0]?.keys() ?? [])];
  return all
    .filter((own) => own.size === ranked.length && ranked.every((unit) => own.has(unit)))
    .map((own) => ranked.map((unit) => own.get(unit) ?? 0));
}

function tauOf(one: readonly number[], other: readonly number[]): number | null {
  let [concordant, discordant, tiedInFirst, tiedInSecond] = [0, 0, 0, 0];
  for (let a = 0; a < one.length; a++) {
    for (let b = a + 1; b < one.length; b++) {
      const [x, y] = [Math.sign((one[a] ?? 0) - (one[b] ?? 0)), Math.sign((other[a] ?? 0) - (other[b] ?? 0))];
      if (x !== 0 && y !== 0) {
        if (x === y) concordant++;
        else discordant++;
      } else if (x === 0 && y !== 0) tiedInFirst++;
      else if (y === 0 && x !== 0) tiedInSecond++;
    }
  }
  return tauB({ concordant, discordant, tiedInFirst, tiedInSecond });
}

/** Each two annotators who valued the same, those with the most units first. */
function pairsOf(judgements: StudyJudgements, kind: string, wanted: Wanted): AnnotatorPair[] {
  const valued = valuesOf(judgements, kind, wanted);
  const { categories: known, opposites } = categoriesOf(valued);
  const categories = new Map(known.map((value, at) => [value, at]));
  const isNominal = areCategories(kind) && categories.size <= 40;
  const count = judgements.annotators.length;
  const shared = new Map<number, { item: number; first: number; second: number }[]>();
  eachUnit(valued, (begin, end) => {
    for (let a = begin; a < end; a++) {
      for (let b = begin; b < end; b++) {
        const [one, other] = [valued.annotators[a] ?? 0, valued.annotators[b] ?? 0];
        if (one >= other) continue;
        let list = shared.get(one * count + other);
        if (!list) shared.set(one * count + other, (list = []));
        list.push({ item: valued.items[a] ?? 0, first: valued.values[a] ?? 0, second: valued.values[b] ?? 0 });
      }
    }
  });
  return [...shared]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, maxPairs)
    .map(([key, list]) => {
      const numbered = list.map(({ item, first, second }) =>
        isNominal
          ? { item, first: categories.get(first) ?? 0, second: categories.get(second) ?? 0 }
          : // Values that are numbers are held against each other only as the same or not.
            { item, first: 0, second: first === second ? 0 : 1 },
      );
      const { kappa, same, units } = isNominal
        ? cohenKappa(categories.size, numbered, opposites)
        : cohenKappa(2, numbered);
      return {
        a: judgements.annotators[Math.floor(key / count)]?.name ?? '',
        b: judgements.annotators[key % count]?.name ?? '',
        kappa: isNominal ? kappa : null,
        same,
        units,
      };
    });
}

/** α by slice of the dataset, group of annotators, and round. */
function slicesOf(judgements: StudyJudgements, kind: string, wanted: Wanted): SliceAgreement[] {
  const valued = valuesOf(judgements, kind, wanted);
  const parts = new Map<string, { by: string; value: string | null; at: number[] }>();
  const partsOf = partsByAnnotation(judgements);
  const metric = metricOf(judgements, kind);
  for (let at = 0; at < valued.values.length; at++) {
    for (const { by, value } of partsOf(valued.annotations[at] ?? 0)) {
      const key = JSON.stringify([by, value]);
      let part = parts.get(key);
      if (!part) parts.set(key, (part = { by, value, at: [] }));
      part.at.push(at);
    }
  }
  return [...parts.values()]
    .sort((a, b) => b.at.length - a.at.length)
    .slice(0, maxSlices)
    .flatMap(({ by, value, at }) => {
      const { alpha, same, units } = alphaByItem(
        {
          items: at.map((each) => valued.items[each] ?? 0),
          units: at.map((each) => valued.units[each] ?? 0),
          annotators: at.map((each) => valued.annotators[each] ?? 0),
          values: at.map((each) => valued.values[each] ?? 0),
          isSigned: isSigned(kind),
        },
        metric,
      );
      return units >= minUnits ? [{ by, value, metric, alpha, same, units }] : [];
    });
}
