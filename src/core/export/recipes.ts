import { isReservedName } from '../model/text/fileName';
import { ownValue } from '../model/text/ownValue';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject } from '../dataset/fields/recordFields';
import { checkValue } from '../model/problems/checkValue';
import { firstIssue, inFile, problem, UsageError, UserError, wordsOf, type Problem } from '../model/problems/problem';
import type { Project } from '../model/study/project';
import { namedRecipeSchema, type NamedRecipe, type Recipe } from '../model/study/recipe';
import { studyPaths } from '../study/studyPaths';

/** A project's exports by name. */

/** The recipes as they stand in the project, by name; none where a list stands in their place (`recipesProblem`). */
export const recipesIn = ({ exports = {} }: Pick<Project, 'exports'>): Readonly<Record<string, unknown>> =>
  Array.isArray(exports) ? {} : exports;

/** What is wrong with a project's recipes as a whole; undefined where they are an object. */
export const recipesProblem = ({ exports }: Pick<Project, 'exports'>): Problem | undefined =>
  Array.isArray(exports) ? problem('export.recipesAreList', {}) : undefined;

/** Says in words what is wrong with a project's recipes as a whole; undefined where nothing is. */
export function recipesProblemText(project: Pick<Project, 'exports'>): string | undefined {
  const found = recipesProblem(project);
  return found && wordsOf(found);
}

/** The names, sorted. */
export const recipeNames = (project: Pick<Project, 'exports'>): string[] => Object.keys(recipesIn(project)).sort();

/** Whether there is a recipe of a name. */
export const hasRecipe = (project: Pick<Project, 'exports'>, name: string): boolean =>
  Object.hasOwn(recipesIn(project), name);

/** The format that a recipe names, as it is shown in lists; empty where it names none. */
export const recipeFormat = (project: Pick<Project, 'exports'>, name: string): string =>
  textIn(ownValue(recipesIn(project), name), 'format') ?? '';

/**
 * A recipe as a project holds it. Throws `UserError` where it is none, by its place in the project.
 * @param name in the project
 */
export function readRecipe(name: string, value: unknown): NamedRecipe {
  if (name.trim() === '') throw new UserError(problem('export.recipeWithoutName', {}));
  const parsed = checkValue(namedRecipeSchema, value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: ['exports', name, ...path], message }));
  throw new UserError(problem('export.recipeNotValid', { issue: firstIssue({ issues }) }));
}

/**
 * The recipe with a name, and the folder that it is written to. Throws `UsageError` where there is none, and
 * `UserError` with file and field where it is faulty; the others can be used all the same.
 */
export function recipeNamed(
  projectFile: string,
  project: Project,
  name: string,
): { readonly recipe: Recipe; readonly folder: string } {
  const fault = recipesProblem(project);
  if (fault) throw inFile(projectFile, new UserError(fault));
  if (!hasRecipe(project, name))
    throw new UsageError(problem('export.noSuchRecipe', { name, recipes: recipeNames(project) }));
  const { out, ...recipe } = readIn(projectFile, name, recipesIn(project)[name]);
  return { recipe, folder: folderOf(projectFile, name, out) };
}

function readIn(projectFile: string, name: string, value: unknown): NamedRecipe {
  try {
    return readRecipe(name, value);
  } catch (error) {
    throw inFile(projectFile, error);
  }
}

/**
 * Throws `UsageError` where another recipe is written to the same folder as the one with this name, as "a/b" and "a b"
 * are, and on many disks "A" and "a": what one wrote the other would replace.
 */
export function assertOwnFolder(projectFile: string, project: Pick<Project, 'exports'>, name: string): void {
  const exports = recipesIn(project);
  const folder = folderOf(projectFile, name, textIn(ownValue(exports, name), 'out'));
  const twin = Object.entries(exports).find(
    ([other, value]) => other !== name && folded(folderOf(projectFile, other, textIn(value, 'out'))) === folded(folder),
  );
  if (twin) throw new UsageError(problem('export.recipesShareFolder', { name, other: twin[0], folder }));
}

/** A path as disks compare it that heed neither case nor how letters are composed. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase();

const textIn = (value: unknown, field: string): string | undefined =>
  isObject(value) && typeof value[field] === 'string' && value[field] !== '' ? value[field] : undefined;

const folderOf = (projectFile: string, name: string, out: string | undefined): string =>
  out === undefined
    ? join(studyPaths(resolve(projectFile)).exports, folderName(name))
    : resolve(dirname(resolve(projectFile)), out);

/**
 * The project with a recipe under a name, in the place of another of that name. Throws `UserError` where a list stands
 * in the place of recipes.
 * @param folder absolute; undefined for the standard one
 */
export function withRecipe(
  project: Project,
  projectFile: string,
  name: string,
  recipe: Recipe,
  folder: string | undefined,
): Project {
  const standard = join(studyPaths(resolve(projectFile)).exports, folderName(name));
  const out =
    folder === undefined || folder === standard
      ? undefined
      : relative(dirname(resolve(projectFile)), folder)
          .split(sep)
          .join('/') || '.';
  const named: NamedRecipe = { ...recipe, ...(out !== undefined && { out }) };
  // An empty list holds nothing that could be lost.
  if (Array.isArray(project.exports) && project.exports.length > 0)
    throw inFile(projectFile, new UserError(problem('export.recipesAreList', {})));
  return { ...project, exports: { ...recipesIn(project), [name]: named } };
}

/** The project without a recipe. */
export function withoutRecipe(project: Project, name: string): Project {
  const { exports: _, ...rest } = project;
  const left = Object.fromEntries(Object.entries(recipesIn(project)).filter(([each]) => each !== name));
  return Object.keys(left).length === 0 ? rest : { ...project, exports: left };
}

/** A name as that of a folder, which every system takes: its letters and digits, of any script, with hyphens between. */
export function folderName(name: string, nameless = 'export'): string {
  const words = name
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  if (words === '') return nameless;
  return isReservedName(words) ? `${nameless}-${words}` : words;
}
