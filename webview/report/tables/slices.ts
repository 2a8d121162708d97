import * as l10n from '@vscode/l10n';
import type { CoverageSlice } from '../../../src/core/model/report/coverage';
import type { ReportFigures } from '../../../src/protocol/report';
import type { Column } from './table';

/** The whole study as a column. */
export const wholeColumn = (): Column => ({ id: 'all', title: l10n.t('All'), hint: l10n.t('The whole study') });

/** The slices of one kind, as columns. */
export function sliceColumns({ slices }: ReportFigures, by: string): Column[] {
  return [...slices.entries()]
    .filter(([, slice]) => slice.by === by)
    .map(([number, slice]) => ({
      id: String(number),
      title: sliceTitle(slice),
      hint: `${byTitle(slice.by)}: ${sliceTitle(slice)}`,
    }));
}

export const sliceTitle = ({ value }: CoverageSlice): string => value ?? l10n.t('(others)');

/** Number of the slice that a column stands for; -1 is the whole study. */
export const sliceOf = (column: string): number => (/^\d+$/.test(column) ? Number(column) : -1);

/** By what a study is sliced, as people say it; paths in the metadata are their own names. */
export function byTitle(by: string): string {
  switch (by) {
    case 'annotator':
      return l10n.t('Annotator');
    case 'round':
      return l10n.t('Round');
    case 'source':
      return l10n.t('Source');
    case 'model':
      return l10n.t('Model');
    case 'response':
      return l10n.t('Response');
    case 'language':
      return l10n.t('Language');
    case 'tags':
      return l10n.t('Tags');
    default:
      return by;
  }
}

/** The same within a sentence. */
export function byName(by: string): string {
  switch (by) {
    case 'annotator':
      return l10n.t('annotator');
    case 'round':
      return l10n.t('round');
    case 'source':
      return l10n.t('source');
    case 'model':
      return l10n.t('model');
    case 'response':
      return l10n.t('response');
    case 'language':
      return l10n.t('language');
    case 'tags':
      return l10n.t('tags');
    default:
      return by;
  }
}
