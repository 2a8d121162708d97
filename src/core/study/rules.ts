import { checkValue } from '../model/problems/checkValue';
import { namedIssues } from '../model/problems/namedIssues';
import { problem, UserError } from '../model/problems/problem';
import { ruleSchema, rulesSchema, type Rule, type Rules } from '../model/rubric/rule';
import { openLibrary, type Library, type LibraryKind, type LibraryPlace } from './library/libraryFiles';
import { fileNameOf } from './library/fileName';

const rules: LibraryKind<Rule, Rules> = {
  list: 'rules',
  schema: rulesSchema,
  entrySchema: ruleSchema,
  fileOf: ({ id }) => fileNameOf(id),
  mayLieIn: () => true,
  reconciled: (all) => all,
};

/**
 * Opens a study's rules. Throws `UserError` that names file, rule, version and field for anything that is none (see
 * `openLibrary`).
 */
export const openRules = (place: LibraryPlace, isTolerant = false): Promise<Library<Rules>> =>
  openLibrary(place, rules, isTolerant);

/** Rules that can be written. Throws `UserError` with the first thing that is wrong. */
export function checkedRules(value: Rules): Rules {
  const result = checkValue(rulesSchema, value);
  if (result.success) return result.data;
  throw new UserError(problem('rubric.rulesInvalid', { reason: namedIssues(result.error, value)[0] ?? '' }));
}
