import { exportOptionsOf } from '../core/export/options';
import { recipeNames } from '../core/export/recipes';
import { UserError, type Problem } from '../core/model/problem';
import type { Project } from '../core/model/project';

/** What no export can be made of: recipes with a format that there is not, or options that it does not take. */
export function recipeProblems(file: string, project: Project, names = recipeNames(project)): Problem[] {
  return names.flatMap((name): Problem[] => {
    const { out: _, ...recipe } = project.exports?.[name] ?? { format: '' };
    try {
      exportOptionsOf(recipe);
      return [];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [{ severity: 'error', file, message: `exports.${name}: ${error.message}` }];
    }
  });
}
