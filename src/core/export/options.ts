import { UsageError } from '../model/problems/problem';
import { asksForJudgements, type Recipe } from '../model/study/recipe';
import { exportFormatNamed, exportFormats } from './index';
import type { ExportFormat, FormatOption } from './format';
import { type ExportOptions } from './format';

/** Options that make sense for some formats only (`ExportFormat.takes`). */
export const formatOptions = [
  'criterion',
  'pairs',
  'margin',
  'weight',
  'softLabel',
  'aggregate',
  'minStrength',
  'maxSimilarity',
  'maxLengthRatio',
  'noise',
  'listSize',
  'context',
  'evidence',
  'media',
  'steps',
  'neutral',
  'unnecessary',
  'attributes',
  'ties',
  'negative',
  'bare',
  'items',
] as const satisfies readonly FormatOption[];

/**
 * A recipe with its format. Throws `UsageError` for a format that there is not, and for options and kinds of files that
 * it does not take (tells which formats do), and for options that only say how others are meant, without these.
 */
export function exportOptionsOf({ format: name, ...options }: Recipe): ExportOptions {
  const format = exportFormatNamed(name);
  if (!format) throw new UsageError(`there is no format ${JSON.stringify(name)}; ${formatsLike(name)}`);
  const foreign = formatOptions.find((option) => options[option] !== undefined && !format.takes.includes(option));
  if (foreign !== undefined)
    throw new UsageError(
      `--${hyphened(foreign)}: the format ${name} does not take it. ${takenBy((each) => each.takes.includes(foreign))}`,
    );
  if (options.noise === 'smooth' && !format.takes.includes('softLabel'))
    throw new UsageError(
      `--noise smooth: writes soft labels, which the trainers of ${name} do not read. Filter or flip, or choose another format. ${takenBy((each) => each.takes.includes('noise') && each.takes.includes('softLabel'))}`,
    );
  const ofSplits = (['seed', 'groupBy', 'stratify'] as const).find(
    (option) => options[option] !== undefined && options.split === undefined,
  );
  if (ofSplits !== undefined)
    throw new UsageError(
      `--${hyphened(ofSplits)}: draws a split, and there is none. Say how prompts are shared out (--split train=0.9,test=0.1), or leave it out`,
    );
  const asking =
    options.items === 'all' ? asksForJudgements.find((option) => options[option] !== undefined) : undefined;
  if (asking !== undefined)
    throw new UsageError(
      `--items all: gives items a row that nobody judged, and --${asking === 'withFlags' ? 'flags' : hyphened(asking)} asks for judgements of them. Leave one of the two out`,
    );
  const { file } = options;
  if (file !== undefined && !format.files.includes(file))
    throw new UsageError(
      `--file ${file}: the trainers of the format ${name} read ${format.files.join(' and ')}. ${takenBy((each) => each.files.includes(file))}`,
    );
  return { ...options, format };
}

/** Where to look for the format that was meant: those whose names share a word with what was typed. */
export function formatsLike(name: string): string {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
  const alike = exportFormats.filter((each) => words.some((word) => each.name.includes(word)));
  return alike.length > 0
    ? `those like it are ${alike.map((each) => each.name).join(', ')} ("tiebreak formats" lists them all)`
    : '"tiebreak formats" lists them all';
}

function takenBy(doesTake: (format: ExportFormat) => boolean): string {
  const names = exportFormats.filter(doesTake).map(({ name }) => name);
  return names.length === 0 ? 'No format does' : `These do: ${names.join(', ')}`;
}

/** An option as it is typed in a terminal. */
const hyphened = (option: string): string => option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
