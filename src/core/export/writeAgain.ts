import { firstIssue, UserError } from '../model/problem';
import { recipeSchema } from '../model/recipe';
import type { WriteAgain } from './folder/check';
import { cardName } from './folder/target';
import { exportFormatNamed } from './index';
import { writeExport } from './write';

/** Writes an export as a manifest says it. Throws `UserError` where this version knows neither its format nor its options. */
export const writeAgain: WriteAgain = (study, { format: name, options, files }, out, signal) => {
  // Earlier versions wrote null for what nothing was said of, and the format beside the options.
  const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const parsed = recipeSchema.safeParse({ format: name, ...said });
  if (!parsed.success) throw new UserError(`its options are of another version: ${firstIssue(parsed.error)}`);
  const format = exportFormatNamed(parsed.data.format);
  if (!format) throw new UserError(`there is no format ${parsed.data.format} in this version`);
  return writeExport(study, { ...parsed.data, format, card: files?.some((file) => file.name === cardName) ?? false }, out, signal);
};
