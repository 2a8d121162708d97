import * as l10n from '@vscode/l10n';
import type { CoverageSlice } from '../../../src/core/model/report/coverage';
import { byTitle } from '../../../src/core/model/report/document/coverage/slices';
import { sliceValueText } from '../../../src/core/model/report/document/names';
import type { ReportFigures } from '../../../src/protocol/report';

/** A slice as a column; -1 is the whole study. */
interface SliceColumn {
  readonly id: string;
  readonly head: string;
  readonly about: string;
  readonly number: number;
  readonly slice: CoverageSlice | undefined;
}

/** The whole study and its slices of one kind, as columns. */
export const sliceColumns = ({ slices }: ReportFigures, by: string): readonly SliceColumn[] => [
  { id: 'all', head: l10n.t('All'), about: l10n.t('The whole study'), number: -1, slice: undefined },
  ...[...slices.entries()]
    .filter(([, slice]) => slice.by === by)
    .map(([number, { by: kind, value }]) => ({
      id: String(number),
      head: sliceTitle({ value }),
      about: `${byTitle(kind)}: ${sliceTitle({ value })}`,
      number,
      slice: { by: kind, value },
    })),
];

export const sliceTitle = ({ value }: Pick<CoverageSlice, 'value'>): string => sliceValueText(value);

/** By what a study is sliced, as people say it within a sentence; paths in the metadata are their own names. */
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
