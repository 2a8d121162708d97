import { ownValue } from '../model/text/ownValue';
import { problem, UserError, wordsOf, type Problem } from '../model/problems/problem';
import type { Project } from '../model/study/project';
import { exportOptionsOf } from './options';
import { readRecipe, recipesIn } from './recipes';

/**
 * Why no export can be made of a recipe of the project, by its place there: fields that there are not, a format that
 * there is not, options that it does not take; undefined where one can.
 */
export function recipeProblem(project: Pick<Project, 'exports' | 'formats'>, name: string): Problem | undefined {
  try {
    const { out: _, ...recipe } = readRecipe(name, ownValue(recipesIn(project), name));
    try {
      exportOptionsOf(recipe, project);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return problem('export.recipeOptions', { recipe: name, reason: error.message });
    }
    return undefined;
  } catch (error) {
    if (error instanceof UserError && error.problem) return error.problem;
    throw error;
  }
}

/** Says in words why no export can be made of a recipe; undefined where one can. */
export function recipeProblemText(project: Pick<Project, 'exports' | 'formats'>, name: string): string | undefined {
  const found = recipeProblem(project, name);
  return found && wordsOf(found);
}
