import { cellAt, countsOfCell, type Cell, type CellTable } from '../../model/report/coverage';
import type { Coverage } from './coverageResult';
import type { Cells } from './counts/matrix';

/**
 * Every cell of a study's matrix, the whole study first: what is left of coverage once the process that counted it is
 * gone.
 */
export function tableOfCells({
  criteria,
  slices,
  matrix,
}: Pick<Coverage, 'criteria' | 'slices'> & { readonly matrix: Cells }): CellTable {
  const numbers = [-1, ...slices.keys()];
  const counts = new Uint32Array(criteria.length * numbers.length * countsOfCell);
  const worths = new Float64Array(criteria.length * numbers.length);
  let at = 0;
  for (const criterion of criteria.keys()) {
    for (const slice of numbers) {
      const { chances, filled, notApplicable, valued, worth } = matrix.cell(criterion, slice);
      counts.set([chances, filled, notApplicable, valued], at * countsOfCell);
      worths[at++] = worth;
    }
  }
  return { slices: numbers, counts, worths };
}

/**
 * The columns of a table that these slices stand in, as a table of their own; slices that it does not have are left
 * out.
 */
export function columnsOfCells(table: CellTable, slices: readonly number[]): CellTable {
  const columns = slices.map((slice) => table.slices.indexOf(slice)).filter((column) => column >= 0);
  const width = table.slices.length;
  const criteria = width === 0 ? 0 : table.worths.length / width;
  const counts = new Uint32Array(criteria * columns.length * countsOfCell);
  const worths = new Float64Array(criteria * columns.length);
  let at = 0;
  for (let criterion = 0; criterion < criteria; criterion++) {
    for (const column of columns) {
      const from = criterion * width + column;
      counts.set(table.counts.subarray(from * countsOfCell, (from + 1) * countsOfCell), at * countsOfCell);
      worths[at++] = table.worths[from] ?? 0;
    }
  }
  return { slices: columns.map((column) => table.slices[column] ?? -1), counts, worths };
}

/** A table of all slices as what it was made of. */
export class TableOfCells implements Cells {
  constructor(private readonly table: CellTable) {}

  cell(criterion: number, slice = -1): Cell {
    return cellAt(this.table, criterion, slice + 1);
  }
}
