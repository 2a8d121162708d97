import { UsageError } from '../model/problem';
import type { Recipe } from '../model/recipe';
import { exportFormatNamed, exportFormats } from './index';
import type { ExportFormat, FormatOption } from './format';

/** What is exported, and how: a recipe with its format found. */
export interface ExportOptions extends Readonly<Omit<Recipe, 'format'>> {
  readonly format: ExportFormat;
}

/** Options that make sense for some formats only (`ExportFormat.takes`). */
export const formatOptions = ['criterion', 'pairs', 'margin', 'weight', 'softLabel', 'aggregate', 'minStrength', 'maxSimilarity', 'maxLengthRatio', 'noise', 'listSize', 'steps', 'neutral', 'attributes', 'ties', 'negative', 'bare'] as const satisfies readonly FormatOption[];

/** A recipe with its format. Throws `UsageError` for a format that there is not, and for options and kinds of files that it does not take; tells which formats do. */
export function exportOptionsOf({ format: name, ...options }: Recipe): ExportOptions {
  const format = exportFormatNamed(name);
  if (!format) throw new UsageError(`there is no format ${JSON.stringify(name)}; the formats are ${exportFormats.map((each) => each.name).join(', ')}`);
  const foreign = formatOptions.find((option) => options[option] !== undefined && !format.takes.includes(option));
  if (foreign !== undefined) throw new UsageError(`--${hyphened(foreign)}: the format ${name} does not take it. ${takenBy((each) => each.takes.includes(foreign))}`);
  const { file } = options;
  if (file !== undefined && !format.files.includes(file)) throw new UsageError(`--file ${file}: the trainers of the format ${name} read ${format.files.join(' and ')}. ${takenBy((each) => each.files.includes(file))}`);
  return { ...options, format };
}

function takenBy(doesTake: (format: ExportFormat) => boolean): string {
  const names = exportFormats.filter(doesTake).map(({ name }) => name);
  return names.length === 0 ? 'No format does' : `These do: ${names.join(', ')}`;
}

/** An option as it is typed in a terminal. */
const hyphened = (option: string): string => option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
