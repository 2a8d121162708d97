import { ownOf } from '../model/own';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject } from '../dataset/fields';
import { issueWords } from '../model/issueWords';
import { firstIssue, inFile, UsageError, UserError } from '../model/problem';
import type { Project } from '../model/project';
import { namedRecipeSchema, type NamedRecipe, type Recipe } from '../model/recipe';
import { studyPaths } from '../study/study';

/** A project's exports by name. */

/** The names, sorted. */
export const recipeNames = ({ exports = {} }: Pick<Project, 'exports'>): string[] => Object.keys(exports).sort();

/** The format that a recipe names, as it is shown in lists; empty where it names none. */
export const recipeFormat = ({ exports = {} }: Pick<Project, 'exports'>, name: string): string => textIn(ownOf(exports, name), 'format') ?? '';

/** A recipe as a project holds it. Throws `UserError` where it is none, by its place in the project. @param name in the project */
export function readRecipe(name: string, value: unknown): NamedRecipe {
  const parsed = namedRecipeSchema.safeParse(value, { error: issueWords });
  if (parsed.success) return parsed.data;
  throw new UserError(firstIssue({ issues: parsed.error.issues.map(({ path, message }) => ({ path: ['exports', name, ...path], message })) }));
}

/** The recipe with a name, and the folder that it is written to. Throws `UsageError` where there is none, and `UserError` with file and field where it is faulty; the others can be used all the same. */
export function recipeNamed(projectFile: string, project: Project, name: string): { readonly recipe: Recipe; readonly folder: string } {
  if (!Object.hasOwn(project.exports ?? {}, name)) {
    const names = recipeNames(project);
    throw new UsageError(`there is no recipe ${JSON.stringify(name)} in this project; ${names.length === 0 ? 'it has none' : `there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`}. "Export Preferences" saves one, and "exports" in the project holds them`);
  }
  const { out, ...recipe } = readIn(projectFile, name, project.exports?.[name]);
  return { recipe, folder: folderOf(projectFile, name, out) };
}

function readIn(projectFile: string, name: string, value: unknown): NamedRecipe {
  try {
    return readRecipe(name, value);
  } catch (error) {
    throw inFile(projectFile, error);
  }
}

/** Throws `UsageError` where another recipe is written to the same folder as the one with this name, as "a/b" and "a b" are: what one wrote the other would replace. */
export function assertOwnFolder(projectFile: string, { exports = {} }: Pick<Project, 'exports'>, name: string): void {
  const folder = folderOf(projectFile, name, textIn(ownOf(exports, name), 'out'));
  const twin = Object.entries(exports).find(([other, value]) => other !== name && folderOf(projectFile, other, textIn(value, 'out')) === folder);
  if (twin) throw new UsageError(`the recipes ${JSON.stringify(name)} and ${JSON.stringify(twin[0])} are written to the same folder, ${folder}, and one would replace the other. Name another as "out" of one of them`);
}

const textIn = (value: unknown, field: string): string | undefined => (isObject(value) && typeof value[field] === 'string' && value[field] !== '' ? value[field] : undefined);

const folderOf = (projectFile: string, name: string, out: string | undefined): string => (out === undefined ? join(studyPaths(resolve(projectFile)).exports, folderName(name)) : resolve(dirname(resolve(projectFile)), out));

/** The project with a recipe under a name, in the place of another of that name. @param folder absolute; undefined for the standard one */
export function withRecipe(project: Project, projectFile: string, name: string, recipe: Recipe, folder: string | undefined): Project {
  const standard = join(studyPaths(resolve(projectFile)).exports, folderName(name));
  const out = folder === undefined || folder === standard ? undefined : relative(dirname(resolve(projectFile)), folder).split(sep).join('/') || '.';
  const named: NamedRecipe = { ...recipe, ...(out !== undefined && { out }) };
  return { ...project, exports: { ...project.exports, [name]: named } };
}

/** The project without a recipe. */
export function withoutRecipe(project: Project, name: string): Project {
  const { exports = {}, ...rest } = project;
  const left = Object.fromEntries(Object.entries(exports).filter(([each]) => each !== name));
  return Object.keys(left).length === 0 ? rest : { ...project, exports: left };
}

/** A name as that of a folder: its letters and digits, of any script, with hyphens between. */
export const folderName = (name: string): string => name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '').slice(0, 80) || 'export';
