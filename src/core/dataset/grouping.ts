import type { Item } from '../model/item';
import type { Problem } from '../model/problem';
import { LayoutError } from './fields';
import { gathered } from './gather';
import { contentHash, promptKey } from './identity';
import type { Content, Joining, Part } from './layouts/layout';
import type { Parsed, ParsedItem, Reading } from './parse';
import { placeOf } from './rawRecord';

/** Makes items of rows that belong together, wherever they stand in a dataset. */
export interface Grouping {
  /** What rows of one group have in common; undefined for a row that stays by itself. */
  readonly key: (row: Item) => string | undefined;
  /** The items of a group, or of something that stays by itself. */
  readonly combine: (rows: readonly Parsed[]) => readonly Parsed[];
}

/** What is to be put together when a dataset is read so, in this order. */
export function groupingsOf({ layout: { joins }, gather }: Reading): readonly Grouping[] {
  return [...(joins ? [joining(joins)] : []), ...(gather ? [byPrompt] : [])];
}

/** Rows after the groupings, in the order in which groups began. */
export function grouped(rows: readonly Parsed[], groupings: readonly Grouping[]): readonly Parsed[] {
  return groupings.reduce((before, { key, combine }) => {
    const groups = new Map<string, Parsed[]>();
    for (const [index, row] of before.entries()) {
      const name = 'item' in row ? key(row.item) : undefined;
      const mark = name === undefined ? `row ${index}` : `key ${name}`;
      groups.set(mark, [...(groups.get(mark) ?? []), row]);
    }
    return [...groups.values()].flatMap(combine);
  }, rows);
}

/** One item of rows with the same prompt; the rows and what keeps them apart where they cannot be one. */
const byPrompt: Grouping = {
  key: promptKey,
  combine(rows) {
    const [first] = rows;
    if (!first || 'problem' in first) return rows;
    try {
      const unread = rows.flatMap((row) => ('item' in row && row.unread) || [])[0];
      return [{ ...itemOf(gathered(rows.flatMap((row) => ('item' in row ? [contentOf(row)] : []))), first), ...(unread && { unread }) }];
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      const problem: Problem = { severity: 'warning', file: first.file, ...placeOf(first), message: error.message };
      return [...rows, { problem }];
    }
  },
};

/** The items of records that are parts of them. */
function joining({ key, join }: Joining): Grouping {
  return {
    key,
    combine(rows) {
      const parts = rows.flatMap((row): Part[] => ('item' in row ? [row] : []));
      const [first] = parts;
      if (!first) return rows;
      const { items, faults } = join(parts);
      return [...items.map((content) => itemOf(content, content.place ?? first)), ...faults.map(({ part, reason }): Parsed => ({ problem: { severity: 'error', file: part.file, ...placeOf(part), message: reason } }))];
    },
  };
}

function itemOf({ id, labels = [], place: _, unread: __, ...content }: Content, place: Omit<ParsedItem, 'item' | 'labels'>): ParsedItem {
  const hash = contentHash(content);
  return { item: { ...content, id: id ?? hash, hash }, labels, file: place.file, ...placeOf(place) };
}

function contentOf({ item: { id, hash: _, ...content }, labels }: ParsedItem): Content {
  return { ...content, id, labels };
}
