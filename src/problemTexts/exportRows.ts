import * as l10n from '@vscode/l10n';
import type { Messages } from '../core/model/problems';
import type { ExportRowProblems } from '../core/model/problems/exportRows';
import { withoutCliOptions } from './withoutCliOptions';
import { digits, inProgram } from './program';
import { allItems, optionName } from './exportOptions';

export const exportRowMessages: Messages<ExportRowProblems> = {
  'export.noSuchAnnotator': ({ annotators, known }) =>
    known.length === 0
      ? l10n.t('These annotators are not in the study, which has no annotators yet: {0}', annotators.join(', '))
      : l10n.t(
          'These annotators are not in the study: {0}. The annotators of the study are: {1}',
          annotators.join(', '),
          known.join(', '),
        ),
  'export.nothingJudged': ({ mayHaveAll }) =>
    mayHaveAll
      ? l10n.t(
          'There is nothing to export: no item has been judged yet. Judge some items, import labels, or turn on “{0}”.',
          allItems(),
        )
      : l10n.t('There is nothing to export: no item has been judged yet. Judge some items, or import labels.'),
  'export.noRowOfItems': ({ reasons }) =>
    l10n.t('there is nothing to export: no item gives a row ({0})', because(reasons)),
  'export.noRowOfAnnotations': ({ annotations, reasons }) =>
    annotations === 1
      ? l10n.t('there is nothing to export: of 1 annotation none gives a row ({0})', because(reasons))
      : l10n.t(
          'there is nothing to export: of {0} annotations none gives a row ({1})',
          digits(annotations),
          because(reasons),
        ),
  'export.emptySplit': ({ split, rows }) =>
    l10n.t(
      'The split “{0}” has no row (total number of rows: {1}), and trainers stop at an empty file. Change the split sizes or the seed, or export without a split.',
      split,
      digits(rows),
    ),

  'export.noiseUnknown': () =>
    l10n.t(
      'No item was judged twice, so it is not known how many labels are wrong, and soft labels cannot be calculated. Have several annotators judge some items, or repeat items (“plan.repeats” in the project file).',
    ),
  'export.noSuchCriterion': ({ criterion, criteria }) =>
    criteria.length === 0
      ? l10n.t('There are no preferences by the criterion “{0}”, or by any other single criterion.', criterion)
      : l10n.t(
          'There are no preferences by the criterion “{0}”. Criteria with preferences: {1}',
          criterion,
          criteria.join(', '),
        ),
  'export.onlyDates': ({ column, split }) =>
    l10n.t(
      'In {1}, all texts in the column “{0}” are dates, so HF datasets would read them as timestamps. Choose Parquet as “{2}”, which keeps texts as they are, or choose another format.',
      column,
      split,
      optionName('file'),
    ),

  'export.noSuchAttribute': ({ attribute, format, attributes }) =>
    l10n.t(
      'The format “{0}” has no attribute “{1}”. Its attributes are: {2}',
      format,
      attribute,
      attributes.join(', '),
    ),
  'export.aspectNotRated': ({ aspect, rated }) =>
    rated.length === 0
      ? l10n.t('There are no ratings for the aspect “{0}”, or for any other aspect.', aspect)
      : l10n.t('There are no ratings for the aspect “{0}”. Rated aspects: {1}', aspect, rated.join(', ')),
  'export.aspectOfOtherScale': ({ aspect, scale, format, attribute, asked: { min, max } }) =>
    l10n.t(
      'The aspect “{0}” has a scale from {1} to {2}, but the attribute “{3}” of the format “{4}” has a scale from {5} to {6}. Use another aspect (“{7}”), change the scale (“task.aspects” in the project file), or choose a format that supports any scale ({8}).',
      aspect,
      scale.min,
      scale.max,
      attribute,
      format,
      min,
      max,
      optionName('attributes'),
      'armorm, ms-swift-regression',
    ),
  'export.aspectNamedMessages': () =>
    l10n.t(
      'The name of an aspect is “messages”, which is also the column of the conversation. Give it another name in “{0}”, for example {1}',
      optionName('attributes'),
      'quality=messages',
    ),

  'export.columnOfSeveralTypes': ({ column, at, first }) =>
    l10n.t(
      '{0}: the column “{1}” has another type in row {2} than in row {3} of {4}, which Parquet does not allow. Choose JSONL as “{5}”.',
      at.file,
      column,
      at.row,
      first.row,
      first.file,
      optionName('file'),
    ),
  'export.objectWithoutFields': ({ column, at }) =>
    l10n.t(
      '{0}: the column “{1}” contains only objects without fields, which Parquet does not allow. Choose JSONL as “{2}”.',
      at.file,
      column,
      optionName('file'),
    ),
};

const because = (reasons: readonly { readonly count: number; readonly reason: string }[]): string =>
  reasons
    .map(
      ({ count, reason }) =>
        `${digits(count)} × ${inProgram({ commandLine: reason, editor: withoutCliOptions(reason) })}`,
    )
    .join('; ');
