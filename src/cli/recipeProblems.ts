import { recipeFault } from '../core/export/recipeFault';
import { recipeNames, recipesFault } from '../core/export/recipes';
import type { FileProblem } from '../core/model/problems/problem';
import type { Project } from '../core/model/study/project';

/**
 * What no export can be made of: recipes with fields or a format that there are not, or options that it does not take.
 */
export function recipeProblems(file: string, project: Project, names = recipeNames(project)): FileProblem[] {
  const fault = recipesFault(project);
  if (fault !== undefined) return [{ severity: 'error', file, message: fault }];
  return names.flatMap((name): FileProblem[] => {
    const message = recipeFault(project, name);
    return message === undefined ? [] : [{ severity: 'error', file, message }];
  });
}
