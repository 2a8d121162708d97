import { problem } from '../../model/problems/problem';
import type { JsonObject } from '../fields/recordFields';
import { groupingsOf } from '../grouping/grouping';
import { itemReference, type ItemReference, type RowPlaces } from '../items/itemReference';
import { parseRecord } from '../items/parse';
import type { ItemOrProblem } from '../items/parsedItem';
import type { Layout } from '../layouts/layout';
import { runs } from '../layouts/runs/runs';
import { materialized } from '../layouts/texts/materialized';
import type { RawRecord } from '../records/rawRecord';
import { streamRecords } from '../records/recordStream';
import { inOrder } from './inOrder';
import { assertVersion, bytesOfVersion, DatasetChanged, eachOf } from './fileVersion';

/** So many bytes of files are kept as read: those of the items that stand beside each other. */
const keptBytes = 8 << 20;

/**
 * Items of the cache of which some are named by where their rows stand (`ItemReference`). Nothing that people have, and
 * no layout that a project can name: whoever writes such a line chooses which files are read.
 */
export const references: Layout = { ...materialized, name: 'references', composes: true };

/** A record of the cache with an item in place of its reference. */
export const recordOfItem = ({ line }: RawRecord, item: ItemOrProblem): RawRecord => ({
  line,
  value: item as unknown as JsonObject,
});

/** Reads files whose rows are named by their places. */
export class RunRows {
  private readonly kept = new Map<string, { readonly version: string; readonly rows: readonly ItemOrProblem[] }>();
  /** Of all files, each as often as it was read. */
  bytesRead = 0;
  private bytes = 0;

  /** @param most of files that are kept as read, in bytes */
  constructor(private readonly most = keptBytes) {}

  /** Rejects with `DatasetChanged` where a file is not the one any more that the places are of. */
  async rowsAt(places: RowPlaces): Promise<readonly ItemOrProblem[]> {
    const files = new Map(places.map(([file, version]) => [file, version]));
    const rows = new Map(
      await eachOf([...files], async ([file, version]) => [file, await this.rowsOf(file, version)] as const),
    );
    return places.map(([file, , row]) => {
      const found = rows.get(file)?.[row - 1];
      if (!found) throw new DatasetChanged(problem('dataset.changed', {}, file));
      return found;
    });
  }

  /** `whole` of records, in their order; the next is being read while one is looked at. */
  wholes(raws: readonly RawRecord[]): AsyncGenerator<RawRecord> {
    return inOrder(raws, 2, (raw) => this.whole(raw));
  }

  /**
   * The record of the cache with the item that it names, as if it had been written out; as it is where it holds the item
   * itself. Rejects as `rowsAt`.
   */
  async whole(raw: RawRecord): Promise<RawRecord> {
    const reference = itemReference(raw);
    return reference ? recordOfItem(raw, await this.item(reference)) : raw;
  }

  /** The item that a reference names. Rejects as `rowsAt`. */
  async item({ of, at, pairs }: ItemReference): Promise<ItemOrProblem> {
    const [grouping] = groupingsOf({ layout: runs, mapping: {}, pairs });
    const made = grouping?.combine(await this.rowsAt(of))[at];
    const [[file] = ['']] = of;
    if (!made) throw new DatasetChanged(problem('dataset.changed', {}, file));
    return made;
  }

  private async rowsOf(file: string, version: string): Promise<readonly ItemOrProblem[]> {
    const known = this.kept.get(file);
    if (known?.version === version) {
      await assertVersion(file, version);
      return known.rows;
    }
    const rows: ItemOrProblem[] = [];
    for await (const records of streamRecords(file))
      for (const raw of records) rows.push(...parseRecord(raw, file, { layout: runs, mapping: {} }));
    await assertVersion(file, version);
    this.bytesRead += bytesOfVersion(version);
    this.keep(file, version, rows);
    return rows;
  }

  private keep(file: string, version: string, rows: readonly ItemOrProblem[]): void {
    this.forget(file);
    this.kept.set(file, { version, rows });
    this.bytes += bytesOfVersion(version);
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.most || oldest === file) return;
      this.forget(oldest);
    }
  }

  private forget(file: string): void {
    const known = this.kept.get(file);
    if (known) this.bytes -= bytesOfVersion(known.version);
    this.kept.delete(file);
  }
}
