import type { Column as FigureColumn } from '../../../src/core/model/report/document/blocks';
import type { Cell } from '../../../src/core/model/report/document/document';
import { briefText, numberIn } from '../../../src/core/model/report/document/values';
import { interval } from '../../../src/core/model/text/numbers';
import type { ReportViewState } from '../../../src/protocol/report';
import { emptyCell, noRow, sorted, type CellView, type Column, type RowHead, type Table } from './table';

/** A column of the document; `shade` says how dark its cells are, where they are no shares. */
export interface ShadedColumn<Row> extends FigureColumn<Row> {
  readonly shade?: (row: Row) => number | null;
}

interface Drawn<Row> extends Pick<Table, 'label' | 'rowTitle'> {
  readonly columns: readonly ShadedColumn<Row>[];
  readonly row: (row: Row) => RowHead;
}

/** Makes a table of rows whose figures are columns of the report's document. */
export function figureTable<Row>(rows: readonly Row[], { label, rowTitle, columns, row }: Drawn<Row>): Table {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    label,
    rowTitle,
    columns: columns.map(({ id, head, about = '' }): Column => ({ id, title: head, hint: about })),
    count: rows.length,
    row: (at) => (rows[at] === undefined ? noRow : row(rows[at])),
    cell: (at, { id }) => {
      const column = byId.get(id);
      if (!column || rows[at] === undefined) return emptyCell;
      const view = cellView(column.cell(rows[at]));
      return column.shade ? { ...view, shade: column.shade(rows[at]) } : view;
    },
  };
}

/** Rows by a column, where one is chosen. */
export function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly FigureColumn<Row>[],
  sort: ReportViewState['sort'],
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (!sort || !column) return rows;
  const values = rows.map((row) => numberIn(column.cell(row)));
  return sorted(rows.length, (at) => values[at] ?? null, sort.descending).flatMap((at) => rows[at] ?? []);
}

/** A cell of the document as the grid draws it. */
function cellView(cell: Cell): CellView {
  const { as, value, note = '', opens } = cell;
  const isShare = as === 'share';
  const ends = isShare && typeof value === 'object' ? value : null;
  const bounds = ends?.low != null && ends.high !== null ? interval({ low: ends.low, high: ends.high }) : '';
  return {
    text: briefText(cell),
    note: [note, bounds].filter((each) => each !== '').join(' · '),
    shade: isShare ? numberIn(cell) : null,
    opens,
  };
}
