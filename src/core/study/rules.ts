import { UserError, problemOf, type Problem } from '../model/problem';
import { rulesSchema, type Rules } from '../model/rule';
import { openDocument, type Document, type IssueWords } from './document';

/** Opens a study's `rules.json`, or starts it where it is not there. Throws `UserError` that names file, rule, version and field for anything that is none. */
export function openRules(path: string): Promise<Document<Rules>> {
  return opened(path, ({ issues: [first, ...others] }, value) => {
    const said = first ? issueText(first, value) : 'is not valid';
    return others.length === 0 ? said : `${said} (and ${others.length} more, which "tiebreak validate" lists)`;
  });
}

/** Everything that is wrong with a `rules.json`; nothing where it is not there. */
export async function ruleProblems(path: string): Promise<Problem[]> {
  const found: string[] = [];
  const keep: IssueWords = ({ issues }, value) => {
    found.push(...issues.map((issue) => issueText(issue, value)));
    return '';
  };
  try {
    await opened(path, keep);
  } catch (error) {
    if (found.length === 0) return [problemOf(path, error)];
  }
  return found.map((message) => ({ severity: 'error', file: path, message }));
}

/** Rules that can be written. Throws `UserError` with the first thing that is wrong. */
export function checkedRules(rules: Rules): Rules {
  const result = rulesSchema.safeParse(rules);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UserError(issue ? issueText(issue, rules) : 'are no rules');
}

function opened(path: string, issueOf: IssueWords): Promise<Document<Rules>> {
  return openDocument<Rules>(path, rulesSchema, { version: 1, rules: [] }, issueOf);
}

/** An issue by the names that people know: `rule "short", version 2: scope: must not be empty`. */
function issueText({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }, value: unknown): string {
  const [list, at, field, place] = path;
  const rule = list === 'rules' && typeof at === 'number' ? valueAt(value, [list, at]) : undefined;
  if (typeof at !== 'number' || list !== 'rules') return [path.join('.'), message].filter((part) => part !== '').join(': ');
  const id = valueAt(rule, ['id']);
  const named = typeof id === 'string' && id !== '' ? `rule ${JSON.stringify(id)}` : `rule ${at + 1}`;
  const inVersion = field === 'versions' && typeof place === 'number';
  const version = inVersion ? valueAt(rule, ['versions', place, 'version']) : undefined;
  const where = inVersion ? `${named}, ${typeof version === 'number' ? `version ${version}` : `version at place ${place + 1}`}` : named;
  return [where, path.slice(inVersion ? 4 : 2).join('.'), message].filter((part) => part !== '').join(': ');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<PropertyKey, unknown>>)[key] : undefined), value);
}
