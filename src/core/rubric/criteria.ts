import { checkValue } from '../model/problems/checkValue';
import {
  criterionSchema,
  type Criterion,
  type CriterionFields,
  type UnplacedCriterion,
} from '../model/rubric/criterion';
import { firstIssue, problem, UserError } from '../model/problems/problem';
import { versionInForce, type PlacedCriterion, type Rubrics } from '../model/rubric/rubric';
import { criterionIds, idFor } from './ids';
import { withCriteria, type EditContext, type EditResult } from './versions';

/**
 * Edits of the criteria of a library. Each gives another library, in which a version in use is as it was (see
 * `withCriteria`).
 */

/** Changes of a criterion; `undefined` takes a field away. */
export type CriterionChanges = { readonly [Field in keyof CriterionFields]?: CriterionFields[Field] | undefined };

/** The criterion with an id, in the version in force of its rubric. Throws `UserError` where there is none. */
export function criterionNamed({ rubrics }: Rubrics, id: string): PlacedCriterion {
  for (const rubric of rubrics) {
    const { version, criteria } = versionInForce(rubric);
    const criterion = criteria.find((each) => each.id === id);
    if (criterion) return { rubric: rubric.id, version, criterion };
  }
  const before = rubrics.find(({ versions }) =>
    versions.some(({ criteria }) => criteria.some((each) => each.id === id)),
  );
  throw new UserError(
    before
      ? problem('rubric.criterionNotInForce', { id, rubric: before.id })
      : problem('rubric.criterionUnknown', { id }),
  );
}

/**
 * Adds a criterion to a rubric, at a 0-based place or as the least important. Throws `UserError` where there is no such
 * rubric, or the criterion is none.
 */
export function addCriterion(
  rubrics: Rubrics,
  rubric: string,
  criterion: UnplacedCriterion,
  editing: EditContext,
  at = Infinity,
): EditResult {
  const [placed] = placedCriteria([withoutId(criterion)], criterionIds(rubrics), editing.draw);
  if (!placed) throw new RangeError('one criterion gives one');
  return {
    rubrics: withCriteria(rubrics, rubric, (criteria) => inserted(criteria, placed, at), editing),
    id: placed.id,
  };
}

/**
 * Changes what a criterion says; its id stays. Throws `UserError` where there is no such criterion, or it is none with
 * the changes.
 */
export function changeCriterion(
  rubrics: Rubrics,
  id: string,
  changes: CriterionChanges,
  editing: EditContext,
): Rubrics {
  const { rubric, criterion } = criterionNamed(rubrics, id);
  const fields = Object.entries({ ...criterion, ...changes, id }).filter(([, value]) => value !== undefined);
  return putCriterion(rubrics, rubric, checkedCriterion({ ...Object.fromEntries(fields), id }), editing);
}

/**
 * Moves a criterion to a 0-based place of importance in its rubric; one that is out of reach is the nearest. Throws
 * `UserError` where there is no such criterion.
 */
export function moveCriterion(rubrics: Rubrics, id: string, to: number, editing: EditContext): Rubrics {
  const { rubric, criterion } = criterionNamed(rubrics, id);
  return withCriteria(
    rubrics,
    rubric,
    (criteria) =>
      inserted(
        criteria.filter((each) => each !== criterion),
        criterion,
        to,
      ),
    editing,
  );
}

/**
 * Takes a criterion out of its rubric. Versions in use keep it. Throws `UserError` where there is no such criterion.
 */
export function removeCriterion(rubrics: Rubrics, id: string, editing: EditContext): Rubrics {
  const { rubric, criterion } = criterionNamed(rubrics, id);
  return withCriteria(rubrics, rubric, (criteria) => criteria.filter((each) => each !== criterion), editing);
}

/**
 * Adds a copy of a criterion with an id of its own: right behind it, or at the end of another rubric. What was merged
 * into the criterion stays its own. Throws `UserError` where there is no such criterion or rubric.
 */
export function cloneCriterion(rubrics: Rubrics, id: string, editing: EditContext, into?: string): EditResult {
  const { rubric, criterion } = criterionNamed(rubrics, id);
  const { merged: _merged, ...copy } = withoutId(criterion);
  if (into !== undefined && into !== rubric) return addCriterion(rubrics, into, copy, editing);
  const at = rubrics.rubrics.find((each) => each.id === rubric);
  return addCriterion(
    rubrics,
    rubric,
    copy,
    editing,
    at ? versionInForce(at).criteria.indexOf(criterion) + 1 : Infinity,
  );
}

/**
 * Says that a criterion should not be judged by any more, and why: it stays in its rubric and is not in force. Throws
 * `UserError` where there is no such criterion, or no reason.
 */
export function flagFaulty(rubrics: Rubrics, id: string, reason: string, editing: EditContext): Rubrics {
  if (reason.trim() === '') throw new UserError(problem('rubric.faultyWithoutReason', {}));
  return changeCriterion(rubrics, id, { faulty: { reason } }, editing);
}

/** Takes that back. Throws `UserError` where there is no such criterion. */
export function unflag(rubrics: Rubrics, id: string, editing: EditContext): Rubrics {
  return changeCriterion(rubrics, id, { faulty: undefined }, editing);
}

/**
 * Criteria with ids: their own where they have one that is free, else one made of title or text. Adds them to `taken`.
 * Throws `UserError` for one that is none.
 */
export function placedCriteria(
  criteria: readonly UnplacedCriterion[],
  taken: Set<string>,
  draw?: () => string,
): Criterion[] {
  return criteria.map((criterion) => {
    const id =
      criterion.id !== undefined && !taken.has(criterion.id)
        ? criterion.id
        : idFor(criterion.title ?? criterion.text, taken, 'criterion', draw);
    taken.add(id);
    return checkedCriterion({ ...criterion, id });
  });
}

/** A criterion without the id that names it. */
export function withoutId({ id: _id, ...rest }: UnplacedCriterion): UnplacedCriterion {
  return rest;
}

/** The library with a criterion in the place of the one with its id, in its rubric. */
export function putCriterion(rubrics: Rubrics, rubric: string, criterion: Criterion, editing: EditContext): Rubrics {
  return withCriteria(
    rubrics,
    rubric,
    (criteria) => criteria.map((each) => (each.id === criterion.id ? criterion : each)),
    editing,
  );
}

/** Throws `UserError` for what is no criterion. */
export function checkedCriterion(value: { readonly id: string }): Criterion {
  const result = checkValue(criterionSchema, value);
  if (result.success) return result.data;
  throw new UserError(problem('rubric.criterionInvalid', { id: value.id, reason: firstIssue(result.error) }));
}

function inserted(criteria: readonly Criterion[], criterion: Criterion, place: number): Criterion[] {
  const at = Math.min(Math.max(place, 0), criteria.length);
  return [...criteria.slice(0, at), criterion, ...criteria.slice(at)];
}
