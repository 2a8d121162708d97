import { namedIssues } from '../model/issues';
import { UserError, type Problem } from '../model/problem';
import { rulesSchema, type Rules } from '../model/rule';
import type { Document } from './document';
import { namedProblems, openNamed, type NamedDocument } from './namedDocument';

const rules: NamedDocument<Rules> = { schema: rulesSchema, initial: { version: 1, rules: [] } };

/** Opens a study's `rules.json`, or starts it where it is not there. Throws `UserError` that names file, rule, version and field for anything that is none. */
export const openRules = (path: string): Promise<Document<Rules>> => openNamed(path, rules);

/** Everything that is wrong with a `rules.json`; nothing where it is not there. */
export const ruleProblems = (path: string): Promise<Problem[]> => namedProblems(path, rules);

/** Rules that can be written. Throws `UserError` with the first thing that is wrong. */
export function checkedRules(value: Rules): Rules {
  const result = rulesSchema.safeParse(value);
  if (result.success) return result.data;
  throw new UserError(namedIssues(result.error, value)[0] ?? 'are no rules');
}
