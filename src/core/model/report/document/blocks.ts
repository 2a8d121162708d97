import type { Estimate } from '../estimate';
import type { ToldAs } from '../figureNames';
import type { Bars, Cell, Dots, Note, Scale, Table } from './document';
import type { ReportQuestion } from './todo';

type Opens = ReportQuestion | undefined;

/** Makes a cell of a kind of number; nothing, and no items of something, open nothing. */
const cellAs =
  (as: ToldAs) =>
  (value: Estimate | number | null, opens?: Opens): Cell =>
    value === null || value === 0 || !opens ? { as, value } : { as, value, opens };

export const count = cellAs('count');
export const share = cellAs('share');
export const number = cellAs('number');
export const time = cellAs('time');
export const correlation = cellAs('correlation');
export const weight = cellAs('weight');
export const text = (value: string, opens?: Opens): Cell => ({ as: 'text', value, ...(opens && { opens }) });

/** A cell with what it rests on. */
export const noted = (cell: Cell, note: string): Cell => (note === '' ? cell : { ...cell, note });

/** The figure without its interval. */
export const alone = (estimate: Estimate | null): number | null => estimate?.value ?? null;

/** A column of a table: what it is called, what it is, and its value of a row. */
export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly about?: string;
  readonly cell: (row: Row) => Cell;
}

/** A table, if it has rows, without the columns that none of them fills. */
export function tableOf<Row>(
  id: string,
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): readonly Table[] {
  if (rows.length === 0) return [];
  const filled = filledColumns(rows, columns);
  return [
    {
      is: 'table',
      id,
      title,
      heads: filled.map(({ id: name, head, about }) => ({
        id: name,
        text: head,
        ...(about !== undefined && { about }),
      })),
      rows: rows.map((row) => filled.map(({ cell }) => cell(row))),
    },
  ];
}

/** The columns that some row fills, after the first, which says what rows are of. */
export const filledColumns = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.filter(({ cell }, at) => at === 0 || rows.map(cell).some(({ value }) => value !== null && value !== ''));

/** A column of a table as dots, of the rows that have a number in it. */
export function dotsOf(
  tables: readonly Table[],
  column: string,
  title: string,
  scale: Scale | ((dots: Dots['dots']) => Scale),
): readonly Dots[] {
  return tables.flatMap(({ id, heads, rows }) => {
    const at = heads.findIndex((head) => head.id === column);
    const cells = rows.flatMap(([label, ...rest]) => {
      const cell = rest[at - 1];
      return label?.as === 'text' && cell && cell.as !== 'text' ? [{ label: label.value, cell }] : [];
    });
    const dots = cells.flatMap(({ label, cell: { value } }) =>
      value !== null && typeof value === 'object' ? [{ label, value }] : [],
    );
    return chartOf(`${id}.${column}`, title, cells[0]?.cell.as ?? 'number', scale, dots, true);
  });
}

/** Dots, if there are some. */
export const chartOf = (
  id: string,
  title: string,
  as: ToldAs,
  scale: Scale | ((dots: Dots['dots']) => Scale),
  dots: Dots['dots'],
  isInTable = false,
): readonly Dots[] =>
  dots.length === 0
    ? []
    : [{ is: 'dots', id, title, as, scale: typeof scale === 'function' ? scale(dots) : scale, dots, isInTable }];

/** Bars, if anything is counted. */
export const barsOf = (id: string, title: string, unit: string, bars: Bars['bars']): readonly Bars[] =>
  bars.every(({ count: each }) => each === 0) ? [] : [{ is: 'bars', id, title, unit, bars }];

/** A sentence, if there is one. */
export const noteOf = (sentence: string, opens?: ReportQuestion): readonly Note[] =>
  sentence === '' ? [] : [{ is: 'note', text: sentence, ...(opens && { opens }) }];

export const shareScale: Scale = { min: 0, max: 1, lines: [] };
export const evenScale: Scale = { min: 0, max: 1, lines: [0.5] };
