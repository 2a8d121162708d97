import type { UnplacedCriterion } from '../model/rubric/criterion';
import { versionInForce, type Rubric, type Rubrics, type Scope } from '../model/rubric/rubric';
import { placedCriteria, withoutId } from './criteria';
import { criterionIds, idFor, rubricIds } from './ids';
import {
  firstVersion,
  isBound,
  withRubric,
  rubricNamed,
  withCriteria,
  type EditContext,
  type EditResult,
} from './versions';

/**
 * Edits of the rubrics of a library as a whole. Each gives another library, in which a version in use is as it was.
 *
 * Edits are told which versions of which rubrics annotations name (replay keeps these, of superseded lines too), change
 * the latest version where nobody has judged under it, and make the next one where somebody has. Verdicts name a
 * criterion by its id alone, so that is unique in the study and stays when its words change. What a form of packs
 * cannot carry is not listed by hand: what was written is read back, and every field that differs is counted (`packs`).
 */

/** What a rubric says beside its criteria. */
export interface RubricFields {
  readonly title: string;
  readonly description?: string | undefined;
  readonly scope?: Scope | undefined;
}

/**
 * Adds a rubric at the end of the library. Its id and those of its criteria are made of titles and texts. Throws
 * `UserError` for a criterion that is none.
 */
export function addRubric(
  rubrics: Rubrics,
  { title, description, scope }: RubricFields,
  criteria: readonly UnplacedCriterion[],
  editing: EditContext,
): EditResult {
  const id = idFor(title, rubricIds(rubrics, editing.used), 'rubric', editing.draw);
  const placed = placedCriteria(criteria, criterionIds(rubrics), editing.draw);
  const rubric = {
    id,
    title,
    ...(description !== undefined && { description }),
    ...(scope !== undefined && { scope }),
    versions: [firstVersion(id, placed, editing)],
  };
  return { rubrics: { ...rubrics, rubrics: [...rubrics.rubrics, rubric] }, id };
}

/**
 * Changes what a rubric says beside its criteria; `undefined` takes a description or scope away. That is of no version.
 * Throws `UserError` where there is no such rubric.
 */
export function changeRubric(rubrics: Rubrics, id: string, changes: Partial<RubricFields>): Rubrics {
  const changed = Object.entries({ ...rubricNamed(rubrics, id), ...changes }).filter(
    ([, value]) => value !== undefined,
  );
  return withRubric(rubrics, Object.fromEntries(changed) as Rubric);
}

/**
 * Adds a copy of a rubric as it is in force, behind it and with ids of its own. Throws `UserError` where there is no
 * such rubric.
 */
export function cloneRubric(
  rubrics: Rubrics,
  id: string,
  changes: Partial<RubricFields>,
  editing: EditContext,
): EditResult {
  const original = rubricNamed(rubrics, id);
  const unnamed = versionInForce(original).criteria.map(withoutId);
  const { rubrics: added, id: made } = addRubric(
    rubrics,
    { title: original.title, description: original.description, scope: original.scope, ...changes },
    unnamed,
    editing,
  );
  const clone = rubricNamed(added, made);
  return {
    rubrics: { ...added, rubrics: rubrics.rubrics.flatMap((each) => (each.id === id ? [each, clone] : [each])) },
    id: made,
  };
}

/**
 * Takes a rubric out of the library. Where annotations were made under it, or may have been elsewhere (`isBound`), it
 * stays, with a version that has no criteria, so that they can still be read. Throws `UserError` where there is no such
 * rubric.
 */
export function removeRubric(rubrics: Rubrics, id: string, editing: EditContext): Rubrics {
  const { versions } = rubricNamed(rubrics, id);
  if (versions.some((version) => isBound(editing, id, version))) return withCriteria(rubrics, id, () => [], editing);
  return { ...rubrics, rubrics: rubrics.rubrics.filter((each) => each.id !== id) };
}

/**
 * Moves a rubric to a 0-based place of the library; one that is out of reach is the nearest. Throws `UserError` where
 * there is no such rubric.
 */
export function moveRubric(rubrics: Rubrics, id: string, to: number): Rubrics {
  const rubric = rubricNamed(rubrics, id);
  const others = rubrics.rubrics.filter((each) => each !== rubric);
  const at = Math.min(Math.max(to, 0), others.length);
  return { ...rubrics, rubrics: [...others.slice(0, at), rubric, ...others.slice(at)] };
}
