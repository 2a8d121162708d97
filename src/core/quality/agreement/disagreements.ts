import type { CriterionDisagreement } from '../../model/report/quality';
import { estimateOf, ItemSums } from '../estimate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { criterionOf, pairOf, placeOf } from '../judgements/units';
import { eachUnit, valuesOf, type ValuedByAnnotation, type Wanted } from '../judgements/valuesOf';

/** Items on which annotators contradict each other, and by which criteria that is explained. */

/**
 * How much annotators contradict each other on items, by row: the number of two values on the same thing that differ.
 * Of preferences only opposite ones are counted, by the stronger of the two (1 where nobody stated a strength): a tie is
 * no opposite, and each such two lead to a row in both directions. Items without any are not in the map.
 * @param isOf only contradictions that involve one of these annotations
 */
export function contradictions(
  judgements: StudyJudgements,
  kind: string,
  wanted: Wanted,
  isOf: Wanted = () => true,
): Map<number, number> {
  const found = new Map<number, number>();
  const valued = valuesOf(judgements, kind, wanted);
  const strength = strengthsIn(judgements, kind, wanted);
  eachUnit(valued, (begin, end) => {
    let cost = 0;
    for (let a = begin; a < end; a++)
      for (let b = a + 1; b < end; b++) {
        const [one, other] = [valued.values[a] ?? 0, valued.values[b] ?? 0];
        if (one === other || (kind === 'preferences' && one * other >= 0)) continue;
        const [first, second] = [valued.annotations[a] ?? 0, valued.annotations[b] ?? 0];
        if (isOf(first) || isOf(second))
          cost += Math.max(strength(valued.units[begin] ?? 0, first), strength(valued.units[begin] ?? 0, second));
      }
    const row = valued.items[begin] ?? 0;
    if (cost > 0) found.set(row, (found.get(row) ?? 0) + cost);
  });
  return found;
}

/** The strength that an annotation stated of two responses, 1 to 3; 1 where it stated none. */
function strengthsIn(
  judgements: StudyJudgements,
  kind: string,
  wanted: Wanted,
): (unit: number, annotation: number) => number {
  const stated = new Map<string, number>();
  if (kind === 'preferences' && judgements.values.has('strengths')) {
    const { units, annotations, values } = valuesOf(judgements, 'strengths', wanted);
    for (let at = 0; at < values.length; at++)
      stated.set(`${units[at]} ${annotations[at]}`, Math.max(1, Math.abs(values[at] ?? 0)));
  }
  return (unit, annotation) => stated.get(`${unit} ${annotation}`) ?? 1;
}

/** Rows of items on which several annotators gave a value of a kind to the same thing. */
export function judgedBySeveral(judgements: StudyJudgements, kind: string, wanted: Wanted): Set<number> {
  const rows = new Set<number>();
  const valued = valuesOf(judgements, kind, wanted);
  eachUnit(valued, (begin, end) => {
    if (end - begin > 1) rows.add(valued.items[begin] ?? 0);
  });
  return rows;
}

/**
 * For each criterion, the disputed items on which annotators also differ in its verdicts on one of the responses that
 * they dispute; the most items first. A criterion on which they differ as often where they agree explains nothing: so
 * that share stands beside it.
 */
export function disputedCriteria(judgements: StudyJudgements, kind: string, wanted: Wanted): CriterionDisagreement[] {
  const disputed = contradictions(judgements, kind, wanted);
  const several = judgedBySeveral(judgements, kind, wanted);
  const places = disputedPlaces(judgements, kind, wanted);
  const verdicts = valuesOf(judgements, 'verdicts', wanted);
  /** By number of the criterion, by row: whether verdicts on it differ. */
  const differs = new Map<number, Map<number, boolean>>();
  eachUnit(verdicts, (begin, end) => {
    const row = verdicts.items[begin] ?? 0;
    const unit = verdicts.units[begin] ?? 0;
    if (end - begin < 2 || !several.has(row) || (disputed.has(row) && !places.has(placeOf(unit, 'verdicts')))) return;
    const own = differs.get(criterionOf(unit)) ?? new Map<number, boolean>();
    differs.set(criterionOf(unit), own);
    own.set(row, own.get(row) === true || differ(valuesIn(verdicts, begin, end)));
  });
  return [...differs]
    .map(([number, rows]) => {
      const sums = new ItemSums(2);
      const counts = { items: 0, of: 0 };
      for (const [row, isApart] of rows) {
        if (disputed.has(row)) {
          counts.of++;
          if (isApart) counts.items++;
        } else sums.item().set([isApart ? 1 : 0, 1]);
      }
      return {
        criterion: judgements.criteria[number] ?? '',
        ...counts,
        whereAgreed: estimateOf(sums, ([apart = 0, all = 0]) => (all > 0 ? apart / all : null), [0, 1]),
      };
    })
    .filter(({ of }) => of > 0)
    .sort((a, b) => b.items - a.items || (a.criterion < b.criterion ? -1 : 1));
}

/** Rows of disputed items on which annotators differ in a criterion's verdicts on what they dispute. */
export function disputedOn(judgements: StudyJudgements, kind: string, wanted: Wanted, criterion: string): Set<number> {
  const disputed = contradictions(judgements, kind, wanted);
  const places = disputedPlaces(judgements, kind, wanted);
  const verdicts = valuesOf(judgements, 'verdicts', wanted);
  const rows = new Set<number>();
  eachUnit(verdicts, (begin, end) => {
    const [row, unit] = [verdicts.items[begin] ?? 0, verdicts.units[begin] ?? 0];
    if (
      judgements.criteria[criterionOf(unit)] !== criterion ||
      !disputed.has(row) ||
      !places.has(placeOf(unit, 'verdicts'))
    )
      return;
    if (differ(valuesIn(verdicts, begin, end))) rows.add(row);
  });
  return rows;
}

/** Rows of items on which annotators give different verdicts on the same by a criterion. */
export function differingVerdicts(judgements: StudyJudgements, wanted: Wanted, criterion: string): Set<number> {
  const verdicts = valuesOf(judgements, 'verdicts', wanted);
  const rows = new Set<number>();
  eachUnit(verdicts, (begin, end) => {
    if (judgements.criteria[criterionOf(verdicts.units[begin] ?? 0)] !== criterion) return;
    if (differ(valuesIn(verdicts, begin, end))) rows.add(verdicts.items[begin] ?? 0);
  });
  return rows;
}

const valuesIn = ({ values }: ValuedByAnnotation, begin: number, end: number): number[] =>
  Array.from({ length: end - begin }, (_, at) => values[begin + at] ?? 0);
const differ = (values: readonly number[]): boolean => values.some((value) => value !== values[0]);

/** Places of the responses of which annotators say something contradictory. */
function disputedPlaces(judgements: StudyJudgements, kind: string, wanted: Wanted): Set<number> {
  const places = new Set<number>();
  const valued = valuesOf(judgements, kind, wanted);
  eachUnit(valued, (begin, end) => {
    const own = valuesIn(valued, begin, end);
    const unit = valued.units[begin] ?? 0;
    if (kind === 'preferences') {
      if (own.includes(1) && own.includes(-1)) for (const place of pairOf(unit)) places.add(place);
    } else if (differ(own)) places.add(placeOf(unit, kind));
  });
  return places;
}
