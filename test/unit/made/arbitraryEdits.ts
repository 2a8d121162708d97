import fc from 'fast-check';
import { UserError } from '../../../src/core/model/problems/problem';
import { versionInForce, type Rubrics } from '../../../src/core/model/rubric/rubric';
import {
  addCriterion,
  changeCriterion,
  cloneCriterion,
  criterionNamed,
  flagFaulty,
  moveCriterion,
  removeCriterion,
  unflag,
} from '../../../src/core/rubric/criteria';
import { addRubric, changeRubric, cloneRubric, moveRubric, removeRubric } from '../../../src/core/rubric/library';
import { mergeCriteria } from '../../../src/core/rubric/mergeCriteria';
import type { EditContext } from '../../../src/core/rubric/versions';
import { anyCriterion, anyLibrary } from './rubrics';

const time = '2026-11-22T08:00:00.000Z';

/** One edit, of whatever stands at the places drawn; a library without criteria stays as it is. */
export type Step = (rubrics: Rubrics, editing: EditContext) => Rubrics;
export const place = fc.nat({ max: 20 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  onCriterion(
    fc.tuple(anyCriterion, place),
    (rubrics, id, [added, at], editing) =>
      addCriterion(rubrics, criterionNamed(rubrics, id).rubric, added, editing, at).rubrics,
  ),
  onCriterion(fc.constantFrom('Other words', 'Is it short?'), (rubrics, id, text, editing) =>
    changeCriterion(rubrics, id, { text, title: undefined }, editing),
  ),
  onCriterion(place, moveCriterion),
  onCriterion(fc.constant(null), (rubrics, id, _, editing) => removeCriterion(rubrics, id, editing)),
  onCriterion(
    place,
    (rubrics, id, at, editing) =>
      cloneCriterion(rubrics, id, editing, rubrics.rubrics[at % rubrics.rubrics.length]?.id).rubrics,
  ),
  onCriterion(place, (rubrics, id, at, editing) => mergeCriteria(rubrics, id, idAt(rubrics, at) ?? id, editing)),
  onCriterion(fc.constant('asks two things'), flagFaulty),
  onCriterion(fc.constant(null), (rubrics, id, _, editing) => unflag(rubrics, id, editing)),
  onCriterion(fc.integer({ min: -3, max: 3 }), (rubrics, id, weight, editing) =>
    changeCriterion(rubrics, id, { weight }, editing),
  ),
  onCriterion(fc.constantFrom(undefined, 0, 0.5, 1), (rubrics, id, threshold, editing) =>
    changeCriterion(rubrics, id, { gate: threshold === undefined ? undefined : { threshold } }, editing),
  ),
  onRubric((rubrics, id, editing) => cloneRubric(rubrics, id, {}, editing).rubrics),
  onRubric((rubrics, id, editing) => removeRubric(rubrics, id, editing)),
  onRubric((rubrics, id) => changeRubric(rubrics, id, { title: 'Other', scope: { kind: 'item', item: 'q1' } })),
  onRubric((rubrics, id) => moveRubric(rubrics, id, 1)),
  anyCriterion.map(
    (each): Step =>
      (rubrics, editing) =>
        addRubric(rubrics, { title: 'Style' }, [{ ...each, id: 'named' }, each], editing).rubrics,
  ),
);

export function idAt({ rubrics }: Rubrics, at: number): string | undefined {
  const ids = rubrics.flatMap((each) => versionInForce(each).criteria.map(({ id }) => id));
  return ids[at % ids.length];
}

function onCriterion<T>(
  values: fc.Arbitrary<T>,
  edit: (rubrics: Rubrics, id: string, value: T, editing: EditContext) => Rubrics,
): fc.Arbitrary<Step> {
  return fc.tuple(place, values).map(([at, value]): Step => (rubrics, editing) => {
    const id = idAt(rubrics, at);
    return id === undefined ? rubrics : edit(rubrics, id, value, editing);
  });
}

function onRubric(edit: (rubrics: Rubrics, id: string, editing: EditContext) => Rubrics): fc.Arbitrary<Step> {
  return place.map((at): Step => (rubrics, editing) => {
    const found = rubrics.rubrics[at % Math.max(rubrics.rubrics.length, 1)];
    return found ? edit(rubrics, found.id, editing) : rubrics;
  });
}

/**
 * A session of editing: steps, and judgements in between, under all that is in force then. What cannot be done is told
 * and changes nothing.
 */
export const anySession = fc.tuple(anyLibrary, fc.array(fc.tuple(anyStep, fc.boolean()), { maxLength: 12 }));

/** Hears of every library on the way, with the versions in use then. */
export function play(
  [start, steps]: readonly [Rubrics, readonly (readonly [Step, boolean])[]],
  hear: (rubrics: Rubrics, used: ReadonlyMap<string, ReadonlySet<number>>) => void,
): void {
  const used = new Map<string, Set<number>>();
  let rubrics = start;
  for (const [step, isJudged] of steps) {
    try {
      rubrics = step(rubrics, { used, time, author: 'ana' });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
    hear(rubrics, used);
    if (isJudged)
      for (const each of rubrics.rubrics)
        used.set(each.id, new Set([...(used.get(each.id) ?? []), versionInForce(each).version]));
  }
}
