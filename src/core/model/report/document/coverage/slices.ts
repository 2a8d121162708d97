import * as l10n from '@vscode/l10n';
import { whole } from '../../../text/numbers';
import { cellAt, sliceDimensions, type Cell, type CellTable, type CoverageSlice } from '../../coverage';
import { proportionOf } from '../../proportion';
import { count, noted, text, type Column } from '../blocks';
import { sliceValueText } from '../names';
import { rate } from './rates';

/** What all criteria together have in one slice. */
export interface SliceTotals extends Cell {
  readonly slice: CoverageSlice;
}

/** Slices with the sums of their cells, by what has several of them. */
export function sliceTotals(slices: readonly CoverageSlice[], table: CellTable): readonly SliceTotals[] {
  const telling = sliceDimensions(slices).filter((by) => slices.filter((slice) => slice.by === by).length > 1);
  const criteria = table.slices.length === 0 ? 0 : table.worths.length / table.slices.length;
  return table.slices.flatMap((number, column): SliceTotals[] => {
    const slice = slices[number];
    if (!slice || !telling.includes(slice.by)) return [];
    const cells = Array.from({ length: criteria }, (_, criterion) => cellAt(table, criterion, column));
    const sum = (key: keyof Cell): number => cells.reduce((all, cell) => all + cell[key], 0);
    return [
      {
        slice,
        chances: sum('chances'),
        filled: sum('filled'),
        notApplicable: sum('notApplicable'),
        unfilled: sum('unfilled'),
        valued: sum('valued'),
        worth: sum('worth'),
      },
    ];
  });
}

export const sliceColumns = (): readonly Column<SliceTotals>[] => [
  {
    id: 'slice',
    head: l10n.t('Slice'),
    cell: ({ slice }) => text(l10n.t('{0}: {1}', byTitle(slice.by), sliceValueText(slice.value))),
  },
  {
    id: 'filled',
    head: l10n.t('Filled'),
    cell: ({ filled, notApplicable, chances }) => rate(proportionOf(filled + notApplicable, chances)),
  },
  {
    id: 'unfilled',
    head: l10n.t('Empty'),
    cell: ({ unfilled, chances }) => noted(count(unfilled), l10n.t('of {0}', whole(chances))),
  },
  { id: 'yes', head: l10n.t('Yes'), cell: ({ worth, valued }) => rate(proportionOf(worth, valued)) },
];

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
