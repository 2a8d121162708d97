import * as l10n from '@vscode/l10n';
import type { FileKind } from '../../study/recipe';
import { kindText } from '../layouts';
import { digits } from '../program';
import { allItems, optionName } from './options';
/** What Parquet can hold of JSON: texts, booleans, numbers, and lists and structs of these. */
export type ParquetKind = 'text' | 'boolean' | 'integer' | 'number' | 'list' | 'struct';

/** What a value of a Parquet column is. */
const parquetText = (kind: ParquetKind): string =>
  kindText(kind === 'text' ? 'string' : kind === 'integer' ? 'number' : kind === 'struct' ? 'object' : kind);

/** Where a value of a column stands; rows are counted from 1. */
interface ColumnPlace {
  readonly file: string;
  readonly row: number;
}

/** What can be wrong with the rows of an export, and what they are made of. */
export const exportRowProblems = {
  // write.ts
  'export.noSuchAnnotator': ({ annotators, known }: { annotators: readonly string[]; known: readonly string[] }) =>
    known.length === 0
      ? l10n.t('These annotators are not in the study, which has no annotators yet: {0}', annotators.join(', '))
      : l10n.t(
          'These annotators are not in the study: {0}. The annotators of the study are: {1}',
          annotators.join(', '),
          known.join(', '),
        ),
  /** `mayHaveAll`: whether the format can give a row to items that nobody judged. */
  'export.nothingJudged': ({ mayHaveAll }: { mayHaveAll: boolean }) =>
    mayHaveAll
      ? l10n.t(
          'There is nothing to export: no item has been judged yet. Judge some items, import labels, or turn on “{0}”.',
          allItems(),
        )
      : l10n.t('There is nothing to export: no item has been judged yet. Judge some items, or import labels.'),
  'export.noRowOfItems': ({ reasons }: { reasons: readonly { count: number; reason: string }[] }) =>
    l10n.t('there is nothing to export: no item gives a row ({0})', because(reasons)),
  'export.noRowOfAnnotations': ({
    annotations,
    reasons,
  }: {
    annotations: number;
    reasons: readonly { count: number; reason: string }[];
  }) =>
    annotations === 1
      ? l10n.t('there is nothing to export: of 1 annotation none gives a row ({0})', because(reasons))
      : l10n.t(
          'there is nothing to export: of {0} annotations none gives a row ({1})',
          digits(annotations),
          because(reasons),
        ),
  'export.emptySplit': ({ split, rows }: { split: string; rows: number }) =>
    l10n.t(
      'The split “{0}” has no row (total number of rows: {1}), and trainers stop at an empty file. Change the split sizes or the seed, or export without a split.',
      split,
      digits(rows),
    ),

  // rows/
  'export.noiseUnknown': () =>
    l10n.t(
      'No item was judged twice, so it is not known how many labels are wrong, and soft labels cannot be calculated. Have several annotators judge some items, or repeat items (“plan.repeats” in the project file).',
    ),
  /** `criteria`: those by which something was preferred. */
  'export.noSuchCriterion': ({ criterion, criteria }: { criterion: string; criteria: readonly string[] }) =>
    criteria.length === 0
      ? l10n.t('There are no preferences by the criterion “{0}”, or by any other single criterion.', criterion)
      : l10n.t(
          'There are no preferences by the criterion “{0}”. Criteria with preferences: {1}',
          criterion,
          criteria.join(', '),
        ),
  /** `kinds`: the kinds of file that the format is written as. */
  'export.onlyDates': ({ column, split, kinds }: { column: string; split: string; kinds: readonly FileKind[] }) =>
    kinds.includes('parquet')
      ? l10n.t(
          'In {1}, all texts in the column “{0}” are dates, so HF datasets would read them as timestamps. Choose Parquet as “{2}”, which keeps texts as they are, or choose another format.',
          column,
          split,
          optionName('file'),
        )
      : l10n.t(
          'In {1}, all texts in the column “{0}” are dates, so HF datasets would read them as timestamps. Choose another format: the trainers of this one do not read Parquet, which keeps texts as they are.',
          column,
          split,
        ),
  /** `readsCard`: whether the card of a folder would tell the types, and the trainers read it. */
  'export.datesInCalls': ({
    column,
    split,
    kinds,
    readsCard,
  }: {
    column: string;
    split: string;
    kinds: readonly FileKind[];
    readsCard: boolean;
  }) =>
    readsCard
      ? l10n.t(
          'In {1}, all calls have the same arguments, and “{0}” is a date in each, so HF datasets would read it as a timestamp from this file alone. Export into a folder: its card says that calls are JSON.',
          column,
          split,
        )
      : kinds.includes('parquet')
        ? l10n.t(
            'In {1}, all calls have the same arguments, and “{0}” is a date in each, so HF datasets would read it as a timestamp. Choose Parquet as “{2}”, which keeps calls as JSON, or choose another format.',
            column,
            split,
            optionName('file'),
          )
        : l10n.t(
            'In {1}, all calls have the same arguments, and “{0}” is a date in each, so the trainers of this format would read it as a timestamp: they load the file alone and read no Parquet. Choose another format.',
            column,
            split,
          ),

  // derive/ratings.ts, formats/ratings/armorm.ts; `format` is its title
  'export.noSuchAttribute': ({
    attribute,
    format,
    attributes,
  }: {
    attribute: string;
    format: string;
    attributes: readonly string[];
  }) =>
    l10n.t(
      'The format “{0}” has no attribute “{1}”. Its attributes are: {2}',
      format,
      attribute,
      attributes.join(', '),
    ),
  'export.aspectNotRated': ({ aspect, rated }: { aspect: string; rated: readonly string[] }) =>
    rated.length === 0
      ? l10n.t('There are no ratings for the aspect “{0}”, or for any other aspect.', aspect)
      : l10n.t('There are no ratings for the aspect “{0}”. Rated aspects: {1}', aspect, rated.join(', ')),
  /** `scale`: of the aspect; `asked`: of the format. */
  'export.aspectOfOtherScale': ({
    aspect,
    scale,
    format,
    attribute,
    asked: { min, max },
  }: {
    aspect: string;
    scale: { min: number; max: number };
    format: string;
    attribute: string;
    asked: { min: number; max: number };
  }) =>
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

  // folder/parquetColumns.ts
  'export.columnOfSeveralTypes': ({
    column,
    at,
    kind,
    first,
    firstKind,
  }: {
    column: string;
    at: ColumnPlace;
    kind: ParquetKind;
    first: ColumnPlace;
    firstKind: ParquetKind;
  }) =>
    l10n.t(
      '{0}: the column “{1}” has another type in row {2} than in row {3} of {4}, which Parquet does not allow. Found: {5} and {6}. Choose JSONL as “{7}”.',
      at.file,
      column,
      at.row,
      first.row,
      first.file,
      parquetText(kind),
      parquetText(firstKind),
      optionName('file'),
    ),
  'export.objectWithoutFields': ({ column, at }: { column: string; at: ColumnPlace }) =>
    l10n.t(
      '{0}: the column “{1}” contains only objects without fields, which Parquet does not allow. Choose JSONL as “{2}”.',
      at.file,
      column,
      optionName('file'),
    ),
};

const because = (reasons: readonly { readonly count: number; readonly reason: string }[]): string =>
  reasons.map(({ count, reason }) => `${digits(count)} × ${reason}`).join('; ');
