import { recipeProblem } from '../core/export/recipeProblem';
import { recipeNames, recipesProblem } from '../core/export/recipes';
import { fileProblem, type FileProblem } from '../core/model/problems/problem';
import type { Project } from '../core/model/study/project';

/** Lists why recipes of a project give no export: unknown fields or formats, or options that a format does not take. */
export function recipeProblems(file: string, project: Project, names = recipeNames(project)): FileProblem[] {
  const fault = recipesProblem(project);
  if (fault) return [fileProblem('error', { file }, fault)];
  return names.flatMap((name) => {
    const found = recipeProblem(project, name);
    return found ? [fileProblem('error', { file }, found)] : [];
  });
}
