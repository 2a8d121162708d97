import { checkValue } from '../model/problems/checkValue';
import { firstIssue, problem, UserError } from '../model/problems/problem';
import { recipeSchema, type Recipe } from '../model/study/recipe';
import type { Study } from '../study/study';
import type { RecreateExport } from './folder/checkExport';
import { formatDeclared } from './ownFormats/studyFormats';
import { annotatorName, isBenchmarkPseudonym } from './rows/pseudonyms';
import { writeExport } from './write';

/**
 * What writes an export as a manifest says it. Throws `UserError` where this version knows neither its format nor its
 * options, or names are hidden and what tells them is missing.
 * @param pseudonyms the salt of the pseudonyms, which no manifest holds
 * @param mediaFolders where files that records name are looked for, behind those of the dataset and the study
 * @param benchmarks the files that were decontaminated against, as a recipe names them: a manifest with pseudonyms does
 *   not
 */
export const recreateWith =
  (pseudonyms?: string, benchmarks?: readonly string[], mediaFolders?: readonly string[]): RecreateExport =>
  async (study, { format: name, declared, options, pseudonymised }, out, rowFolder, signal) => {
    if (pseudonymised && pseudonyms === undefined) throw new UserError(problem('export.saltNotGiven', {}));
    // Earlier versions wrote null for what nothing was said of, and the format beside the options.
    const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
    const parsed = checkValue(recipeSchema, { format: name, ...said, ...(pseudonymised && { pseudonyms }) });
    if (!parsed.success)
      throw new UserError(problem('export.optionsOfOtherVersion', { issue: firstIssue(parsed.error) }));
    if (benchmarks && !hidesBenchmarks(parsed.data)) throw new UserError(problem('export.benchmarksAreTold', {}));
    const recipe = pseudonymised ? named(study, parsed.data, benchmarks) : parsed.data;
    const format = formatDeclared(recipe.format, declared);
    if (!format) throw new UserError(problem('export.formatOfOtherVersion', { format: recipe.format }));
    return writeExport(study, { ...recipe, format }, out, signal, undefined, { mediaFolders, rowFolder });
  };

const hidesBenchmarks = ({ contamination }: Recipe): boolean =>
  contamination?.files.some(isBenchmarkPseudonym) ?? false;

/**
 * The recipe with the names that stand behind its pseudonyms; what is none, or of nobody here, stays, and so do groups
 * (`isOfGroup`). Throws `UserError` where the benchmark files are hidden and not given.
 */
function named(study: Study, recipe: Recipe, benchmarks: readonly string[] | undefined): Recipe {
  const { annotators, contamination } = recipe;
  const isHidden = hidesBenchmarks(recipe);
  if (isHidden && !benchmarks) throw new UserError(problem('export.benchmarksNotGiven', {}));
  return {
    ...recipe,
    ...(annotators && {
      annotators: annotators.map(
        (each) => study.replay.annotators().find((name) => annotatorName(name, recipe) === each) ?? each,
      ),
    }),
    ...(contamination && isHidden && benchmarks && { contamination: { ...contamination, files: [...benchmarks] } }),
  };
}
