import { rm } from 'node:fs/promises';
import type { ItemGrouping } from '../grouping/itemGrouping';
import type { ItemReference, RowPlaces } from './itemReference';
import { asLine, rowOf, writeLines, writtenRow, type MaterializeOptions } from './materializeItems';
import type { ItemOrProblem, ParsedItem } from './parsedItem';
import { RowFile, type WrittenRow } from './rowFile';

/** Reads rows where they stand. */
export interface RowSource {
  /**
   * The rows of each file, with no more of each than its grouping looks at to tell how many items and problems there are,
   * in which order, and their ids; undefined of a file of which one row is not read again at the cost of this row.
   */
  readonly leanRows: (files: readonly string[]) => AsyncIterable<LeanRows | undefined>;
  /** All rows of another file. */
  readonly wholeRows: (file: string) => AsyncIterable<readonly ItemOrProblem[]>;
  readonly rowsAt: (places: RowPlaces) => Promise<readonly ItemOrProblem[]>;
}

export interface LeanRows {
  readonly version: string;
  readonly rows: readonly ParsedItem[];
}

export interface ReferOptions extends MaterializeOptions {
  readonly grouping: ItemGrouping;
  readonly pairs: ItemReference['pairs'];
  readonly source: RowSource;
}

/**
 * Writes to `copy` where the rows of each item stand, a line each, so that 100,000 runs in files of their own are not
 * copied; and as `materializeItems` does, items of which a row stands in a file of many. Until all rows are known, no
 * more than lean ones are kept.
 */
export async function referItems(files: readonly string[], copy: string, options: ReferOptions): Promise<void> {
  const rows = `${copy}.rows`;
  try {
    const written = await RowFile.write(rows, rowsOf(files, options));
    await writeLines(copy, references(written, options));
  } finally {
    await rm(rows, { force: true });
  }
}

/** What is kept of a row that is read again where it stands. */
interface LeanRow {
  readonly lean: ParsedItem;
  readonly version: string;
}

async function* rowsOf(
  files: readonly string[],
  { grouping, source }: ReferOptions,
): AsyncGenerator<readonly WrittenRow[]> {
  let at = 0;
  for await (const found of source.leanRows(files)) {
    const file = files[at++] ?? '';
    if (found)
      yield found.rows.map((lean) => ({
        key: grouping.key(lean),
        line: JSON.stringify({ lean, version: found.version } satisfies LeanRow),
      }));
    else for await (const batch of source.wholeRows(file)) yield batch.map((row) => writtenRow(row, grouping));
  }
}

/** The lines of all groups. */
async function* references(file: RowFile, options: ReferOptions): AsyncGenerator<readonly string[]> {
  const { grouping, source, only = () => true, signal } = options;
  for await (const lines of file.groups(signal)) {
    const rows = lines.map((line) => {
      const value = JSON.parse(line) as LeanRow | ItemOrProblem;
      return 'lean' in value ? value : rowOf(line);
    });
    const lean = rows.filter((row) => 'lean' in row);
    if (lean.length === rows.length) yield linesOfLean(lean, options);
    else {
      const whole: ItemOrProblem[] = [];
      for (const row of rows) whole.push(...('lean' in row ? await source.rowsAt(placesOf([row])) : [row]));
      yield grouping.combine(whole).filter(only).map(asLine);
    }
  }
  yield (grouping.end?.() ?? []).filter(only).map(asLine);
}

function linesOfLean(
  rows: readonly LeanRow[],
  { grouping, pairs, only = () => true }: ReferOptions,
): readonly string[] {
  const of = placesOf(rows);
  return grouping
    .combine(rows.map(({ lean }) => lean))
    .flatMap((made, at) =>
      !only(made)
        ? []
        : ['item' in made ? JSON.stringify({ id: made.item.id, of, at, pairs } satisfies ItemReference) : asLine(made)],
    );
}

const placesOf = (rows: readonly LeanRow[]): RowPlaces =>
  rows.map(({ lean: { file, line }, version }) => [file, version, line]);
