import type { ReportQuestion } from '../../../src/core/model/report/document/todo';

/** A table as the grid draws it: it asks for what is on the screen only. */
export interface Table {
  /** What the table is, for a screen reader. */
  readonly label: string;
  /** What stands in the first column. */
  readonly rowTitle: string;
  readonly columns: readonly Column[];
  readonly count: number;
  /** Name of a row, by its place. */
  row(at: number): RowHead;
  cell(at: number, column: Column): CellView;
}

export interface Column {
  /** A figure's name, or the number of a slice as text; "all" is the whole study. */
  readonly id: string;
  readonly title: string;
  /** What the figure is and where it comes from. */
  readonly hint: string;
}

export interface RowHead {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

export interface CellView {
  readonly text: string;
  /** Its n and, of a rate, its interval. */
  readonly note: string;
  /** How dark it is, from 0 to 1; null for not at all. */
  readonly shade: number | null;
  /** The items behind it, where they can be opened. */
  readonly opens?: ReportQuestion | undefined;
}

export const emptyCell: CellView = { text: '', note: '', shade: null };
export const noRow: RowHead = { id: '', title: '', note: '' };

/** Places of rows by a value, those without one last whichever the way; equal ones as they stand. */
export function sorted(count: number, valueOf: (at: number) => number | null, descending: boolean): number[] {
  const values = Array.from({ length: count }, (_, at) => valueOf(at));
  const mode = descending ? -1 : 1;
  return [...values.keys()].sort((a, b) => {
    const [left = null, right = null] = [values[a], values[b]];
    if (left === null || right === null) return left === right ? a - b : left === null ? 1 : -1;
    return (left - right) * mode || a - b;
  });
}

/** Places of the rows whose texts hold every word of a search. */
export function matching(rows: readonly (readonly string[])[], search: string): number[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...rows.keys()].filter((at) => {
    const text = (rows[at] ?? []).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** One of a list. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** How many it stands for. */
  readonly count?: string;
}
