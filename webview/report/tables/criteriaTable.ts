import * as l10n from '@vscode/l10n';
import { computed } from '@preact/signals';
import { cellAt, type Cell, type CriterionFigures } from '../../../src/core/model/report/coverage';
import { proportionOf } from '../../../src/core/model/report/proportion';
import type { ReportViewState, ReportFigures } from '../../../src/protocol/report';
import { figureColumns } from './figureColumns';
import { rateNote, rateText, whole } from '../../../src/core/model/text/numbers';
import { byName, sliceColumns, sliceOf, wholeColumn } from './slices';
import { cells, figures, viewState } from '../store';
import { emptyCell, matching, sorted, type CellView, type Column, type Table } from './table';

/** The criteria that the search finds, in the order chosen, as numbers. */
const criteriaShown = computed<readonly number[]>(() => {
  const all = figures.value?.criteria ?? [];
  const now = viewState.value;
  if (!now) return [];
  const found = matching(
    all.map(({ id, name, rubric, rubricTitle, tags }) => [id, name, rubric, rubricTitle, ...tags]),
    now.search,
  );
  const value = sortValue(now.sort?.column);
  if (!now.sort || !value) return found;
  return sorted(found.length, (at) => value(found[at] ?? 0), now.sort.descending).map((at) => found[at] ?? 0);
});

/** What rows are sorted by in a column: a figure, or what the cells of a slice show. */
function sortValue(column: string | undefined): ((criterion: number) => number | null) | undefined {
  if (column === undefined) return undefined;
  const figure = figureColumns().find(({ id }) => id === column);
  const all = figures.value?.criteria ?? [];
  if (figure) return (number) => (all[number] ? figure.value(all[number]) : null);
  const shows = viewState.value?.shows ?? 'yes';
  return (number) => {
    const cell = cellIn(number, column);
    return cell && cell.chances > 0 ? valueOf(cell, shows) : null;
  };
}

/** The cell of a criterion in the slice of a column, as far as the host has sent it. */
function cellIn(criterion: number, column: string): Cell | undefined {
  const table = cells.value?.table;
  const at = table?.slices.indexOf(sliceOf(column)) ?? -1;
  return table && at >= 0 ? cellAt(table, criterion, at) : undefined;
}

function valueOf(
  { chances, filled, notApplicable, unfilled, valued, worth }: Cell,
  shows: ReportViewState['shows'],
): number | null {
  switch (shows) {
    case 'yes':
      return valued === 0 ? null : worth / valued;
    case 'filled':
      return (filled + notApplicable) / chances;
    case 'unfilled':
      return unfilled / chances;
  }
}

function cellView(cell: Cell | undefined, shows: ReportViewState['shows']): CellView {
  if (!cell || cell.chances === 0) return emptyCell;
  const { chances, filled, notApplicable, unfilled, valued, worth } = cell;
  switch (shows) {
    case 'yes': {
      const rate = proportionOf(worth, valued);
      return { text: rateText(rate), note: rateNote(rate), shade: rate?.rate ?? null, opens: filled > 0 };
    }
    case 'filled': {
      const rate = proportionOf(filled + notApplicable, chances);
      return { text: rateText(rate), note: rateNote(rate), shade: rate?.rate ?? null, opens: filled > 0 };
    }
    case 'unfilled':
      return {
        text: whole(unfilled),
        note: l10n.t('of {0}', whole(chances)),
        shade: unfilled / chances,
        opens: unfilled > 0,
      };
  }
}

/** Criteria by their figures, or by slices. */
export function criteriaTable(report: ReportFigures, now: ReportViewState): Table {
  const rows = criteriaShown.value;
  const shown = figureColumns();
  const isFigures = now.by === 'figures';
  const hasGates = report.criteria.some(({ gate }) => gate !== null);
  const columns: readonly Column[] = isFigures
    ? shown.filter(({ id }) => id !== 'gate' || hasGates)
    : [wholeColumn(), ...sliceColumns(report, now.by)];
  return {
    label: isFigures ? l10n.t('Criteria and their statistics') : l10n.t('Criteria by {0}', byName(now.by)),
    rowTitle: l10n.t('Criterion'),
    columns,
    count: rows.length,
    row: (at) => rowOf(report.criteria[rows[at] ?? 0]),
    cell: (at, column) => {
      const number = rows[at] ?? 0;
      const criterion = report.criteria[number];
      const figure = isFigures ? shown.find(({ id }) => id === column.id) : undefined;
      return figure ? (criterion ? figure.view(criterion) : emptyCell) : cellView(cellIn(number, column.id), now.shows);
    },
  };
}

function rowOf(criterion: CriterionFigures | undefined): { id: string; title: string; note: string } {
  if (!criterion) return { id: '', title: '', note: '' };
  const { id, name, rubricTitle, inForce, faulty } = criterion;
  return {
    id,
    title: name,
    note: [...(faulty === null ? [] : [l10n.t('faulty')]), ...(inForce ? [] : [l10n.t('inactive')]), rubricTitle].join(
      ' · ',
    ),
  };
}

/** Which verdicts stand behind a cell of a column. */
export function stateBehind(column: string, shows: ReportViewState['shows']): 'filled' | 'unfilled' {
  const figure = figureColumns().find(({ id }) => id === column);
  return figure ? (figure.opens ?? 'filled') : shows === 'unfilled' ? 'unfilled' : 'filled';
}
