import type { Criterion } from '../../model/rubric/criterion';
import { verdictAt, winnersBy } from '../../model/annotation/verdict';
import type { DraftUpdate, JudgingState } from '../modes/mode';
import { clamp } from '../modes/mode';

/**
 * Criteria × responses as rows and columns, and (where the study asks for it) a column for the winner of each
 * criterion.
 */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  /** Number of the winners' column; undefined where there is none. */
  readonly winners: number | undefined;
}

export function gridOf({ draft, list, task }: Pick<JudgingState, 'draft' | 'list' | 'task'>): Grid {
  const { length } = draft.places;
  const winners = task.winners && length > 1 ? length : undefined;
  return { rows: list.criteria.length, columns: length + (winners === undefined ? 0 : 1), winners };
}

/**
 * Row and column of the cell in hand; the first row where its criterion is in force no more. Undefined while the grid
 * is not in hand.
 */
export function placeInGrid({
  cell,
  list,
}: Pick<JudgingState, 'cell' | 'list'>): { readonly row: number; readonly column: number } | undefined {
  return cell === null || list.criteria.length === 0
    ? undefined
    : {
        row: Math.max(
          0,
          list.criteria.findIndex(({ id }) => id === cell.criterion),
        ),
        column: cell.column,
      };
}

/** Takes a cell into the hand, the nearest where there is none; its response is selected with it. */
export function toCell(state: JudgingState, row: number, column: number): DraftUpdate {
  const { rows, columns, winners } = gridOf(state);
  const criterion = state.list.criteria[clamp(row, rows)];
  const at = clamp(column, columns);
  return criterion
    ? { cell: { criterion: criterion.id, column: at }, ...(at !== winners && { selected: at }) }
    : { cell: null };
}

/** The next cell of the row, or the one before, and from its end on to the next row. */
export function alongCells(
  state: JudgingState,
  { row, column }: { readonly row: number; readonly column: number },
  by: -1 | 1,
): DraftUpdate {
  const { rows, columns } = gridOf(state);
  const at = clamp(row * columns + column + by, rows * columns);
  return toCell(state, Math.floor(at / columns), at % columns);
}

/** Tells whether a cell holds an answer. */
function isFilled(
  { draft, task }: Pick<JudgingState, 'draft' | 'task' | 'list'>,
  { id }: Criterion,
  column: number,
): boolean {
  return task.winners && column === draft.places.length
    ? winnersBy(draft.winners, id).length > 0
    : verdictAt(draft.verdicts, id, column) !== null;
}

/** Counts the cells and the empty ones among them, and finds the first empty one. */
export function cellsLeft(state: Pick<JudgingState, 'draft' | 'list' | 'task'>): {
  readonly left: number;
  readonly of: number;
  readonly first: { readonly row: number; readonly column: number } | undefined;
} {
  const { rows, columns } = gridOf(state);
  let left = 0;
  let first: { row: number; column: number } | undefined;
  for (const [row, criterion] of state.list.criteria.entries()) {
    for (let column = 0; column < columns; column++) {
      if (isFilled(state, criterion, column)) continue;
      left++;
      first ??= { row, column };
    }
  }
  return { left, of: rows * columns, first };
}
