import { exportFormats } from '../../core/export';
import { defaultsOf } from '../../core/export/builders/defaults';
import type { Fields } from '../../core/export/fields';
import type { ExportFormat } from '../../core/export/format';
import { droppedOf, notesOf } from '../../core/export/rows/tally';
import { withoutMetadata } from '../../core/export/rows/filterValueCounts';
import { disagreements } from '../../core/export/summary';
import { trainerFormatsOf } from '../../core/export/trainers';
import { recipeTexts, type RecipeTexts } from '../../core/model/study/recipeText';
import type { ExportSetting, FormatChoices, PreviewCounts } from '../../protocol/export';
import { shownRow } from './exportDraft';
import { exportForm } from './exportForm';
import { rowLearned } from './rowLearned';
import type { ExportTaskResult } from '../worker/exportWorker';

/** What an export can be written as, and its options. */
export const formatChoices = (): Pick<ExportSetting, 'formats' | 'trainers' | 'form'> => ({
  ...choicesOf(exportFormats),
  form: exportForm(),
});

/** Formats with the trainers that read them. */
export function choicesOf(among: readonly ExportFormat[]): FormatChoices {
  return {
    formats: among.map((format) => {
      const { name, title, family, takes, files, names = [] } = format;
      return {
        name,
        title,
        family,
        takes,
        defaults: defaultTexts(format),
        files,
        namesModels: names.length > 0,
      };
    }),
    trainers: trainerFormatsOf(among).map(({ trainer, formats }) => ({
      trainer,
      formats: formats.map(({ format }) => format.name),
    })),
  };
}

/** What a format goes by where nobody chooses, in the texts that would say so. */
function defaultTexts(of: ExportFormat): RecipeTexts {
  const { format: _, ...texts } = recipeTexts({ format: of.name, ...defaultsOf(of) });
  return texts;
}

/**
 * The counts of a look, in words, and its first rows cut to what is shown.
 * @param trainer the only one whose reading of the rows is told; an empty text for all
 * @param isBlind whether the columns that name models are left out, and values of metadata, which may name them
 */
export function previewCounts(
  { tally: counted, rows }: ExportTaskResult,
  format: ExportFormat,
  trainer: string,
  isBlind = false,
): PreviewCounts {
  const unseen = isBlind ? (format.names ?? []) : [];
  const tally = isBlind ? { ...counted, met: withoutMetadata(counted.met) } : counted;
  const unreadable = tally.problems.filter(({ severity }) => severity === 'error').length;
  const { opposite, ...notes } = notesOf(tally);
  return {
    rows: Object.entries(tally.rows).map(([split, count]) => ({ split, count })),
    annotations: tally.annotations,
    unjudged: tally.notes.unjudged ?? 0,
    opposite: opposite ?? null,
    dropped: Object.values(droppedOf(tally)),
    notes: [...Object.values(notes), ...disagreements(tally)],
    unreadable,
    repeated: tally.problems.length - unreadable,
    first: rows.map(({ json }) => ({
      json: shownRow(json, unseen, format.reals),
      learned: rowLearned(format, JSON.parse(json) as Fields, trainer),
    })),
  };
}
