import type { Judgement } from '../../../../../src/core/model/annotation/annotation';
import type {
  ContradictedPair,
  CriterionFigures,
  CriterionFinding,
  NamedAnnotation,
  NamedRate,
  PreferredPair,
  RedundantFigures,
  StudyFigures,
} from '../../../../../src/core/model/report/coverage';
import { comparedIn, type Compared } from './criteria';
import {
  cellsOf,
  countingIn,
  criteriaOf,
  inForce,
  madeUnder,
  preferencesOf,
  type Judged,
  type PlainCell,
  type PlainStudy,
} from './plainStudy';
import { byItem, pearson, share, sum } from './statistics';

const fewest = 10;
const even = 1e-9;

/** `StudyFigures`, each figure as its comment says; what is told of criteria rests on their figures. */
export function studyByHand(study: PlainStudy, criteria: readonly CriterionFigures[]): StudyFigures {
  const { judged, orphans, repeats } = countingIn(study);
  const cells = cellsOf(study, judged);
  const compared = comparedIn(cells, preferencesOf(judged)).filter(({ tied }) => !tied);
  const both = compared.filter(({ worths }) => worths.length > 0);
  const skipped = judged.filter(({ annotation }) => annotation.judgement.skip).length;
  const [against, equal] = [
    both.filter((each) => scoresOf(each)[1] > scoresOf(each)[0] + even),
    both.filter((each) => Math.abs(scoresOf(each)[0] - scoresOf(each)[1]) <= even),
  ];
  const without = study.items.flatMap(({ id, rubrics }, ordinal) =>
    study.rubrics.some(
      (rubric) => rubrics.includes(rubric.id) && inForce(rubric).criteria.some(({ faulty }) => !faulty),
    )
      ? []
      : [{ item: id, ordinal }],
  );
  const comparing = judged.filter(({ annotation: { judgement } }) => judgement.ranking ?? judgement.comparisons);
  const current = (id: string): number | undefined =>
    study.rubrics.flatMap((rubric) => (rubric.id === id ? [inForce(rubric).version] : []))[0];
  const old = judged.filter((each) => madeUnder(each, study).some(({ id, version }) => current(id) !== version));
  const known = new Set(criteriaOf(study).map(({ criterion }) => criterion.id));
  const unknown = judged
    .flatMap(({ annotation: { judgement } }) => (judgement.skip ? [] : (judgement.verdicts ?? [])))
    .filter(({ criterion }) => !known.has(criterion));
  const chances = cells.length;
  const finding = (
    is: (figures: CriterionFigures) => boolean,
    n: (figures: CriterionFigures) => number,
  ): CriterionFinding[] =>
    criteria
      .filter(is)
      .map((figures) => ({ criterion: figures.id, n: n(figures) }))
      .sort((a, b) => b.n - a.n);
  const verdicts = ({ yes }: CriterionFigures): number => yes?.n ?? 0;
  return {
    items: {
      count: study.items.length,
      judged: new Set(judged.map(({ ordinal }) => ordinal)).size,
      unjudged: {
        count: study.items.length - new Set(judged.map(({ ordinal }) => ordinal)).size,
        first: [...study.items.keys()].filter((ordinal) => !judged.some((each) => each.ordinal === ordinal)),
      },
      withoutRubric: { rate: share(without.length, study.items.length), count: without.length, first: without },
    },
    annotations: {
      count: judged.length,
      skipped,
      annotators: new Set(judged.map(({ annotation }) => annotation.annotator)).size,
      orphans,
      repeats,
      byModels: 0,
    },
    origins: {
      criteria: counted(
        criteriaOf(study)
          .filter(({ rubric, criterion: { id } }) => inForce(rubric).criteria.some((each) => each.id === id))
          .map(({ criterion: { origin } }) =>
            origin === undefined ? 'unknown' : origin.kind === 'human' ? 'human' : `${origin.kind} ${origin.name}`,
          ),
      ).map(([origin, n]) => ({ origin, criteria: n })),
      annotations: counted(
        judged.map(({ annotation: { origin } }) =>
          origin.kind === 'model'
            ? `model ${origin.name}`
            : origin.kind === 'imported' && origin.by !== undefined
              ? `imported ${origin.by}`
              : origin.kind,
        ),
      ).map(([origin, n]) => ({ origin, annotations: n })),
    },
    unfilled: share(cells.filter(({ value }) => value === undefined).length, chances),
    unfilledSlices: [],
    varyingBy: [],
    lowAgreement: finding(
      ({ agreement: { alpha, units } }) => alpha !== null && alpha < 0.667 && units >= fewest,
      ({ agreement }) => agreement.units,
    ),
    alwaysYes: finding((each) => verdicts(each) >= fewest && each.yes?.rate === 1, verdicts),
    alwaysNo: finding((each) => verdicts(each) >= fewest && each.yes?.rate === 0, verdicts),
    neverUsed: criteria
      .filter((each) => each.inForce && each.faulty === null && each.filled + each.notApplicable === 0)
      .map(({ id }) => id),
    neverSeparating: finding(
      ({ separation, variance }) =>
        separation.pairs >= fewest && separation.same + separation.against === 0 && (variance ?? 0) > 1e-12,
      ({ separation }) => separation.pairs,
    ),
    wrongWay: finding(
      ({ weight, separation, implied }) =>
        implied !== null &&
        implied.pairs >= fewest &&
        separation.against > separation.same &&
        (weight > 0
          ? implied.logOdds + 1.959963984540054 * implied.standardError < 0
          : weight < 0 && implied.logOdds - 1.959963984540054 * implied.standardError > 0),
      ({ implied }) => implied!.pairs,
    ),
    redundant: redundantIn(cells, criteria),
    // None differs on so few pairs of verdicts.
    differingAnnotators: [],
    unexplained: {
      ...named(
        both.filter((each) => !isExplained(each)),
        both.length,
        pairOf,
      ),
      rate: byItem(both.map((each) => ({ item: each.judged.ordinal, part: Number(!isExplained(each)) }))),
    },
    against: {
      ...named(against, both.length, contradictedOf),
      rate: byItem(both.map((each) => ({ item: each.judged.ordinal, part: Number(against.includes(each)) }))),
      equal: equal.length,
    },
    preferences: compared.length,
    withoutReason: named(
      comparing.filter(({ annotation }) => !saysWhy(annotation.judgement)),
      comparing.length,
      annotationOf,
    ),
    underOldVersions: {
      ...named(old, judged.length - skipped, annotationOf),
      versions: study.rubrics.flatMap(({ id }) =>
        counted(
          judged.flatMap((each) =>
            madeUnder(each, study)
              .filter((ref) => ref.id === id)
              .map(({ version }) => version),
          ),
        )
          .sort(([a], [b]) => b - a)
          .map(([version, annotations]) => ({ rubric: id, version, current: current(id)!, annotations })),
      ),
    },
    unknownCriteria: {
      verdicts: unknown.length,
      ids: [...new Set(unknown.map(({ criterion }) => criterion))].sort().slice(0, 20),
    },
  };
}

/** How often each comes, the most frequent first. */
const counted = <T extends string | number>(values: readonly T[]): [T, number][] =>
  [...new Set(values)]
    .map((value): [T, number] => [value, values.filter((each) => each === value).length])
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));

/** All of them, in the order of what they are called: there are fewer than are named. */
function named<S, T>(
  found: readonly S[],
  of: number,
  show: (each: S) => readonly [name: string, value: T],
): NamedRate<T> {
  return {
    rate: share(found.length, of),
    count: found.length,
    first: found
      .map(show)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, value]) => value),
  };
}

const annotationOf = ({ annotation: { id, item, annotator }, ordinal }: Judged): readonly [string, NamedAnnotation] => [
  id,
  { annotation: id, item, ordinal, annotator },
];

function pairOf({ judged: { annotation, ordinal }, first, second }: Compared): readonly [string, PreferredPair] {
  const { id, item, annotator } = annotation;
  return [`${id} ${first} ${second}`, { item, ordinal, annotator, annotation: id, winner: first, loser: second }];
}

function contradictedOf(pair: Compared): readonly [string, ContradictedPair] {
  const possible = sum(pair.worths.map(({ definition }) => Math.max(0, definition.weight)));
  const [winnerScore, loserScore] = scoresOf(pair).map((score) => (possible > 0 ? score / possible : null)) as [
    number | null,
    number | null,
  ];
  const [name, value] = pairOf(pair);
  return [name, { ...value, winnerScore, loserScore }];
}

/** Σ weight · worth of both; of one that fails gates only of the gates that it fails. */
function scoresOf({ worths }: Compared): [number, number] {
  return (['first', 'second'] as const).map((side) => {
    const failed = worths.filter((each) => each.definition.gate && each[side] < each.definition.gate.threshold);
    return sum((failed.length > 0 ? failed : worths).map((each) => each.definition.weight * each[side]));
  }) as [number, number];
}

/** A criterion favours the winner by its weight, or stops the loser and not the winner by its gate. */
const isExplained = ({ worths }: Compared): boolean =>
  worths.some(
    ({ definition: { weight, gate }, first, second }) =>
      weight * (first - second) > even || (gate !== undefined && second < gate.threshold && first >= gate.threshold),
  );

function saysWhy({
  rationale = '',
  because = [],
  critiques = [],
  verdicts = [],
  ratings = [],
  comparisons = [],
}: Judgement): boolean {
  const words = [
    rationale,
    ...because,
    ...critiques.flatMap(({ text, strengths = '', weaknesses = '', suggestion = '' }) => [
      text,
      strengths,
      weaknesses,
      suggestion,
    ]),
    ...[...verdicts, ...ratings].map(({ note = '' }) => note),
  ];
  return (
    words.some((text) => text.trim() !== '') ||
    critiques.some(({ spans = [], missing = [] }) => spans.length + missing.length > 0) ||
    comparisons.some(({ criterion }) => criterion !== undefined)
  );
}

/** Every two criteria, over all responses of all annotations where both have a worth. */
function redundantIn(cells: readonly PlainCell[], criteria: readonly CriterionFigures[]): RedundantFigures[] {
  const found = criteria.flatMap(({ id: a }, at) =>
    criteria.slice(at + 1).flatMap(({ id: b }): RedundantFigures[] => {
      const both = cells
        .filter(({ criterion, worth }) => criterion === a && worth !== undefined)
        .flatMap((one) => {
          const other = cells.find(
            (each) => each.criterion === b && each.judged === one.judged && each.response === one.response,
          )?.worth;
          return other === undefined ? [] : [[one.worth!, other] as const];
        });
      const correlation =
        both.length < fewest
          ? null
          : pearson(
              both.map(([x]) => x),
              both.map(([, y]) => y),
            );
      if (correlation === null) return [];
      const pair = { a, b, correlation, n: both.length };
      if (Math.abs(correlation) >= 0.9) return [pair];
      const [one, other] = [a, b].map((id) => criteria.find((each) => each.id === id)!.agreement);
      if (both.length < 50 || [one!, other!].some(({ alpha, units }) => units < fewest || (alpha ?? 0) < 0.3))
        return [];
      const corrected = Math.max(-1, Math.min(1, correlation / Math.sqrt(one!.alpha! * other!.alpha!)));
      return Math.abs(corrected) >= 0.8 ? [{ ...pair, corrected }] : [];
    }),
  );
  return found.sort(
    (one, other) =>
      (Math.abs(Math.abs(other.correlation) - Math.abs(one.correlation)) > even
        ? Math.abs(other.correlation) - Math.abs(one.correlation)
        : 0) || other.n - one.n,
  );
}
