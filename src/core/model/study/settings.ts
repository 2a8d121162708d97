import { checkValue } from '../problems/checkValue';
import { currentQuestion, projectSchema, type Project } from './project';
import type { SettingIssue, SettingPath } from './settingPath';

/**
 * A project with another value at a place; undefined takes it out, so that what holds by default holds, and what is
 * empty then with it. Gives what is wrong with it instead, where it would be none.
 */
export function withSetting(project: Project, path: SettingPath, value: unknown): Project | readonly SettingIssue[] {
  const companions = value === undefined ? (meaningless[path.join('.')] ?? []) : [];
  const changed = settled(
    companions.reduce<unknown>(
      (at, key) => replaced(at, [...path.slice(0, -1), key], undefined),
      replaced(project, path, value),
    ) as Document,
  );
  const checked = checkValue(projectSchema, changed);
  if (!checked.success)
    return checked.error.issues.map((each) => ({ path: each.path.map(keyOf), message: each.message }));
  return changed as Project;
}

/** What says nothing without a setting, and goes with it. */
const meaningless: Readonly<Record<string, readonly string[]>> = {
  'plan.filter.text': ['regex', 'matchCase', 'wholeWord', 'metadata'],
  'plan.controls.first': ['pass'],
};

/** A project as it stands in its file, or as it would: nobody knows yet whether it is one. */
type Document = Readonly<Record<string, unknown>>;

const keyOf = (key: PropertyKey): string | number => (typeof key === 'symbol' ? String(key) : key);

function replaced(at: unknown, [key, ...rest]: SettingPath, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(at)) return at.with(Number(key), replaced(at[Number(key)], rest, value));
  const object = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>) : {};
  const inner = replaced(object[key], rest, value);
  if (inner !== undefined && !isEmptyObject(inner)) return { ...object, [key]: inner };
  const { [String(key)]: _, ...others } = object;
  return others;
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** As many control items are shown where nobody says how many: one of twenty. */
const usualControlRate = 0.05;

/** Parts that say nothing alone, added to or taken out with what they belong to. */
function settled(project: Document): Document {
  const { plan, ...others } = project;
  if (plan === undefined) return project;
  const { controls, repeats, ...rest } = plan as Readonly<Record<'controls' | 'repeats', Document | undefined>>;
  const next = {
    ...rest,
    ...(repeats?.rate !== undefined && { repeats }),
    ...(controls?.items !== undefined && { controls: { rate: usualControlRate, ...controls } }),
  };
  return Object.keys(next).length === 0 ? others : { ...project, plan: next };
}

/**
 * A project that asks another question. A version under which somebody may have judged stays as it is, and the question
 * is the next version.
 * @param isUnused whether nobody can have judged under the version in force
 */
export function withQuestion(project: Project, text: string, isUnused: boolean): Project | readonly SettingIssue[] {
  const { questions } = project.task;
  const now = currentQuestion(project);
  return withSetting(
    project,
    ['task', 'questions'],
    isUnused
      ? questions.map((each) => (each.version === now.version ? { ...each, text } : each))
      : [...questions, { version: now.version + 1, text }],
  );
}

export const isIssues = (result: Project | readonly SettingIssue[]): result is readonly SettingIssue[] =>
  Array.isArray(result);
