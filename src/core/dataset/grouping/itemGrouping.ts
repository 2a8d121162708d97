import type { ItemOrProblem, ParsedItem } from '../items/parsedItem';

/** Makes items of rows that belong together, wherever they stand in a dataset. */
export interface ItemGrouping {
  /** What rows of one group have in common; undefined for a row that stays by itself. */
  readonly key: (row: ParsedItem) => string | undefined;
  /** The items of a group, or of something that stays by itself. */
  readonly combine: (rows: readonly ItemOrProblem[]) => readonly ItemOrProblem[];
  /** What is told behind all groups. */
  readonly end?: () => readonly ItemOrProblem[];
}
