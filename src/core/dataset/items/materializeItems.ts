import { open, rm } from 'node:fs/promises';
import type { ItemGrouping } from '../grouping/itemGrouping';
import { LineWriter } from '../records/lineWriter';
import type { ItemOrProblem } from './parsedItem';
import { RowFile, type WrittenRow } from './rowFile';
import { withoutTextsOfTurns, withTextsOfTurns } from './textsOfTurns';

/**
 * Items that are not records: several in one record (message trees), or one in several (messages of a conversation,
 * rows gathered by prompt). They are written out once, one a line, so that the same index gives random access to them.
 *
 * Message trees hold several items a record, messages of a tree and gathered rows make one item of several
 * (`grouping`): these are read from the cache like any JSONL, each with the place of its record. Copies and indexes lie
 * in the cache by the version of their sources and go when nobody has used them for a month.
 */

export interface MaterializeOptions {
  /** Which items and problems are written. */
  readonly only?: (parsed: ItemOrProblem) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Writes items, and what is wrong with records, to `copy`, one a line, after each of the groupings in turn. */
export async function materializeItems(
  batches: AsyncIterable<readonly ItemOrProblem[]>,
  copy: string,
  { groupings, only, signal }: MaterializeOptions & { readonly groupings: readonly ItemGrouping[] },
): Promise<void> {
  const files = groupings.map((_, controller) => `${copy}.rows${controller}`);
  try {
    let rows = batches;
    for (const [controller, grouping] of groupings.entries()) {
      const file = await RowFile.write(files[controller] ?? '', asRows(rows, grouping));
      rows = together(file, grouping, signal);
    }
    await writeLines(copy, linesOf(rows, only));
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
}

export async function writeLines(path: string, batches: AsyncIterable<readonly string[]>): Promise<void> {
  const lines = new LineWriter(await open(path, 'w'));
  try {
    for await (const batch of batches) for (const line of batch) await lines.line(line);
  } finally {
    await lines.close();
  }
}

async function* linesOf(
  batches: AsyncIterable<readonly ItemOrProblem[]>,
  only: (parsed: ItemOrProblem) => boolean = () => true,
): AsyncGenerator<readonly string[]> {
  for await (const batch of batches) yield batch.filter(only).map(asLine);
}

async function* asRows(
  batches: AsyncIterable<readonly ItemOrProblem[]>,
  grouping: ItemGrouping,
): AsyncGenerator<readonly WrittenRow[]> {
  for await (const batch of batches) yield batch.map((row) => writtenRow(row, grouping));
}

/** What a grouping makes of rows, in the order in which the groups began. */
async function* together(
  file: RowFile,
  grouping: ItemGrouping,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ItemOrProblem[]> {
  for await (const lines of file.groups(signal)) yield grouping.combine(lines.map(rowOf));
  yield grouping.end?.() ?? [];
}

/** An item, or what is wrong with a record, as a line that `rowOf` reads. */
export const asLine = (parsed: ItemOrProblem): string => JSON.stringify(withoutTextsOfTurns(parsed));

export const writtenRow = (row: ItemOrProblem, { key }: ItemGrouping): WrittenRow => ({
  key: 'item' in row ? key(row) : undefined,
  line: asLine(row),
});

export function rowOf(line: string): ItemOrProblem {
  const row = JSON.parse(line) as ItemOrProblem;
  return 'item' in row ? { ...row, item: { ...row.item, responses: withTextsOfTurns(row.item) } } : row;
}
