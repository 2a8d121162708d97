import { checkValue } from '../model/problems/checkValue';
import { namedIssues } from '../model/problems/namedIssues';
import { problem, UserError } from '../model/problems/problem';
import { rubricsSchema, type Rubrics } from '../model/rubric/rubric';

/** A library that is one. Throws `UserError` with the first thing that is wrong. */
export function checkedRubrics(value: unknown): Rubrics {
  const result = checkValue(rubricsSchema, value);
  if (result.success) return result.data;
  throw new UserError(problem('rubric.invalid', { reason: namedIssues(result.error, value)[0] ?? '' }));
}
