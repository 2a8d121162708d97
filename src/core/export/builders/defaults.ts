import type { ExportFormat, FileContext, ExportOptions } from '../format';
import { tulu3 } from '../dedup/decontamination';
import { defaultThreshold } from '../dedup/nearDuplicates';
import type { Recipe } from '../../model/study/recipe';
import { formatOptions, recipeOptions, recipeRow, type FormatOption } from '../../model/study/options/recipeOptions';

/** Options with a format's own in the place of those that nobody chose. */
export function withDefaults(options: ExportOptions, defaults: ExportFormat['defaults'] = {}): ExportOptions {
  const open = Object.entries(defaults).filter(([name]) => options[name as keyof typeof defaults] === undefined);
  return open.length === 0 ? options : { ...options, ...Object.fromEntries(open) };
}

/** What formats that take an option go by where neither a person nor the format chose it; pairs first, as in manifests. */
const general: Partial<Record<FormatOption, string>> = {
  pairs: recipeOptions.pairs.default,
  ...Object.fromEntries(
    formatOptions.flatMap((field) => {
      const { default: value } = recipeRow(field);
      return value === undefined ? [] : [[field, value]];
    }),
  ),
};

/**
 * What a format goes by in any study where nobody chose: its own (`ExportFormat.defaults`), and of those that hold for
 * all formats the ones that it takes.
 */
export function defaultsOf({ takes, defaults }: Pick<ExportFormat, 'takes' | 'defaults'>): Readonly<Partial<Recipe>> {
  return {
    ...Object.fromEntries(Object.entries(general).filter(([name]) => takes.includes(name as FormatOption))),
    ...defaults,
  };
}

/**
 * The values that an export goes by where nobody chose any: its format's (`defaultsOf`), and those that depend on other
 * options or the study, such as the length of lists that most items have.
 * @param file what was decided for all rows; undefined where nothing was
 */
export function defaultsTaken(
  options: ExportOptions,
  file: Pick<FileContext, 'listSize'> | undefined,
): Readonly<Record<string, unknown>> {
  const { format, split, groupBy, nearDuplicates, contamination } = options;
  const taken: Readonly<Record<string, unknown>> = {
    ...(format.takes.includes('listSize') && file?.listSize !== undefined && { listSize: file.listSize }),
    ...defaultsOf(format),
    ...(contamination && contamination.share === undefined && { overlap: tulu3.above }),
    ...(contamination && contamination.gram === undefined && { gram: tulu3.gram }),
    ...(split && { seed: 0 }),
    ...(groupBy && nearDuplicates === undefined && { nearDuplicates: defaultThreshold }),
  };
  return Object.fromEntries(
    Object.entries(taken).filter(([name]) => options[name as keyof ExportOptions] === undefined),
  );
}

/** Whether rows of a format hold the prompt. Tables that name items by their ids alone do not. */
export const hasPrompt = ({ takes }: Pick<ExportFormat, 'takes'>): boolean => takes.includes('context');
