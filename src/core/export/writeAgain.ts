import { issueWords } from '../model/issueWords';
import { firstIssue, UserError } from '../model/problem';
import { recipeSchema } from '../model/recipe';
import type { WriteAgain } from './folder/check';
import { exportFormatNamed } from './index';
import { annotatorName } from './rows/pseudonyms';
import { writeExport } from './write';

/**
 * What writes an export as a manifest says it. Throws `UserError` where this version knows neither its format nor its options, or names are hidden and the salt is missing.
 * @param pseudonyms the salt of the pseudonyms, which no manifest holds
 */
export const writeAgainWith = (pseudonyms?: string): WriteAgain => async (study, { format: name, options, pseudonymised }, out, signal) => {
  if (pseudonymised && pseudonyms === undefined) throw new UserError('it names annotators by pseudonyms, and only their salt tells whose they are. Give the salt that it was made with (--pseudonyms)');
  // Earlier versions wrote null for what nothing was said of, and the format beside the options.
  const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const parsed = recipeSchema.safeParse({ format: name, ...said, ...(pseudonymised && { pseudonyms }) }, { error: issueWords });
  if (!parsed.success) throw new UserError(`its options are of another version: ${firstIssue(parsed.error)}`);
  const { annotators, ...recipe } = parsed.data;
  const format = exportFormatNamed(recipe.format);
  if (!format) throw new UserError(`there is no format ${recipe.format} in this version`);
  const named = annotators?.map((each) => (pseudonymised ? study.replay.annotators().find((known) => annotatorName(known, recipe) === each) : undefined) ?? each);
  return writeExport(study, { ...recipe, ...(named && { annotators: named }), format }, out, signal);
};
