import type { Table } from '../tables/table';

/** Where the cells of a heat map lie, in pixels. */
export interface HeatLayout {
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly columns: number;
  readonly rows: number;
}

/** Of more rows nobody sees the whole at a glance; sorting and searching bring others into view. */
export const maxRows = 400;
/** So many steps from nothing to all. */
const steps = 20;
/** Of the height of a cell, at its foot: how long it is tells how much, also where colours tell little. */
const barHeight = 3;
const gap = 1;

/**
 * The shapes of a heat map: one path for all cells of the same shade, so that thousands of cells are a few elements.
 */
export interface HeatShapes {
  readonly fills: readonly { readonly share: number; readonly path: string }[];
  readonly bars: string;
  readonly outlines: string;
}

/** @param shadeOf how much of it there is in a cell, from 0 to 1; null where there is nothing to tell of */
export function heatShapes(layout: HeatLayout, shadeOf: (row: number, column: number) => number | null): HeatShapes {
  const { left, top, cellWidth, cellHeight, columns, rows } = layout;
  const [width, height] = [cellWidth - gap, cellHeight - gap];
  const fills = new Map<number, string>();
  let [bars, outlines] = ['', ''];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const shade = shadeOf(row, column);
      if (shade === null) continue;
      const [x, y] = [rounded(left + column * cellWidth), top + row * cellHeight];
      const box = `M${x} ${y}h${rounded(width)}v${height}h${rounded(-width)}z`;
      outlines += box;
      const step = Math.round(shade * steps);
      if (step > 0) fills.set(step, (fills.get(step) ?? '') + box);
      if (shade > 0)
        bars += `M${x} ${y + height - barHeight}h${rounded(width * shade)}v${barHeight}h${rounded(-width * shade)}z`;
    }
  }
  return {
    fills: [...fills].sort(([a], [b]) => a - b).map(([step, path]) => ({ share: step / steps, path })),
    bars,
    outlines,
  };
}

const rounded = (pixels: number): number => Math.round(pixels * 100) / 100;

/** The row and column of a cell under a point of the drawing; undefined beside them. */
export function heatCellAt(
  { left, top, cellWidth, cellHeight, columns, rows }: HeatLayout,
  x: number,
  y: number,
): { readonly row: number; readonly column: number } | undefined {
  const [row, column] = [Math.floor((y - top) / cellHeight), Math.floor((x - left) / cellWidth)];
  return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : undefined;
}

/**
 * All rows of a table with the shares that its cells show, as CSV (RFC 4180): empty where there is nothing to tell of.
 */
export function heatCsv(table: Table): string {
  const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const figure = (share: number | null): string => (share === null ? '' : String(Number(share.toPrecision(6))));
  const lines = Array.from({ length: table.count }, (_, at) =>
    [quoted(table.row(at).title), ...table.columns.map((column) => figure(table.cell(at, column).shade))].join(','),
  );
  return `${[[quoted(table.rowTitle), ...table.columns.map(({ title }) => quoted(title))].join(','), ...lines].join('\n')}\n`;
}
