import { checkValue } from '../model/problems/checkValue';
import type { FieldIssue } from '../model/rubric/rubricView';
import { criterionSchema } from '../model/rubric/criterion';
import type { Rubrics } from '../model/rubric/rubric';
import { criterionNamed, type CriterionChanges } from './criteria';

/**
 * Lists the problems of a criterion once it has these changes, by field; none where it can be written. Throws
 * `UserError` where there is no such criterion.
 */
export function issuesOf(rubrics: Rubrics, id: string, changes: CriterionChanges): FieldIssue[] {
  const { criterion } = criterionNamed(rubrics, id);
  const changed = Object.fromEntries(
    Object.entries({ ...criterion, ...changes, id }).filter(([, value]) => value !== undefined),
  );
  const result = checkValue(criterionSchema, changed);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
}
