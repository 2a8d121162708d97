import { problem, UsageError } from '../model/problems/problem';
import { nearestNames } from '../model/text/nearestNames';
import type { Project } from '../model/study/project';
import type { Recipe } from '../model/study/recipe';
import { formatOptions, judgementFilters, splitOptions } from '../model/study/options/recipeOptions';
import { exportFormats } from './index';
import { formatNamed, formatNames } from './ownFormats/studyFormats';
import type { ExportFormat, ExportOptions } from './format';

/**
 * A recipe with its format. Throws `UsageError` for a format that there is not, and for options and kinds of files that
 * it does not take (tells which formats do), and for options that only say how others are meant, without these;
 * `UserError` where the format is one that the project declares, and that is faulty.
 */
export function exportOptionsOf(
  { format: name, ...options }: Recipe,
  project: Pick<Project, 'formats'> = {},
): ExportOptions {
  const format = formatNamed(name, project);
  if (!format)
    throw new UsageError(problem('export.noSuchFormat', { format: name, alike: formatsLike(name, project) }));
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

/** Names of the formats that may have been meant: those that share a word with what was typed, or are nearly it. */
export function formatsLike(name: string, project: Pick<Project, 'formats'> = {}): string[] {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
  const names = formatNames(project);
  const alike = names.filter((each) => words.some((word) => each.toLowerCase().includes(word)));
  return [...new Set([...nearestNames(name, Object.keys(project.formats ?? {})), ...alike])];
}

const takenBy = (doesTake: (format: ExportFormat) => boolean): string[] =>
  exportFormats.filter(doesTake).map(({ name }) => name);
