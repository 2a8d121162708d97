import { problem, UsageError } from '../model/problems/problem';
import type { Recipe } from '../model/study/recipe';
import { formatOptions, judgementFilters, splitOptions } from '../model/study/options/recipeOptions';
import { exportFormatNamed, exportFormats } from './index';
import type { ExportFormat, ExportOptions } from './format';

/**
 * A recipe with its format. Throws `UsageError` for a format that there is not, and for options and kinds of files that
 * it does not take (tells which formats do), and for options that only say how others are meant, without these.
 */
export function exportOptionsOf({ format: name, ...options }: Recipe): ExportOptions {
  const format = exportFormatNamed(name);
  if (!format) throw new UsageError(problem('export.noSuchFormat', { format: name, alike: formatsLike(name) }));
  const foreign = formatOptions.find((option) => options[option] !== undefined && !format.takes.includes(option));
  if (foreign !== undefined)
    throw new UsageError(
      problem('export.optionNotTaken', {
        option: foreign,
        format: name,
        takenBy: takenBy((each) => each.takes.includes(foreign)),
      }),
    );
  if (options.noise === 'smooth' && !format.takes.includes('softLabel'))
    throw new UsageError(
      problem('export.noSoftLabels', {
        format: name,
        takenBy: takenBy((each) => each.takes.includes('noise') && each.takes.includes('softLabel')),
      }),
    );
  const ofSplits =
    options.split === undefined ? splitOptions.find((option) => options[option] !== undefined) : undefined;
  if (ofSplits !== undefined) throw new UsageError(problem('export.optionWithoutSplit', { option: ofSplits }));
  const asking = options.items === 'all' ? judgementFilters.find((option) => options[option] !== undefined) : undefined;
  if (asking !== undefined) throw new UsageError(problem('export.allItemsAskForJudgements', { option: asking }));
  const { file } = options;
  if (file !== undefined && !format.files.includes(file))
    throw new UsageError(
      problem('export.fileKindNotRead', {
        kind: file,
        format: name,
        kinds: format.files,
        takenBy: takenBy((each) => each.files.includes(file)),
      }),
    );
  return { ...options, format };
}

/** Names of the formats that may have been meant: those that share a word with what was typed. */
export function formatsLike(name: string): string[] {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
  return exportFormats.filter((each) => words.some((word) => each.name.includes(word))).map((each) => each.name);
}

const takenBy = (doesTake: (format: ExportFormat) => boolean): string[] =>
  exportFormats.filter(doesTake).map(({ name }) => name);
