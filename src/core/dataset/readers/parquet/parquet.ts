import { open, type FileHandle } from 'node:fs/promises';
import type { FileMetaData, RowGroup, SchemaTree } from 'hyparquet';
import { formatCount } from '../../../model/text/formatCount';
import { problem, UserError, type Problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import * as library from '../../libraries/parquet';
import { FileBytes } from '../fileBytes';
import { Column } from './parquetColumn';
import { leafOf, type Leaf } from './parquetLeaf';
import { RowReader } from './parquetRows';
import type { TableRows, Table } from '../table/tableRows';

/** How much is decoded at a time for a row and its neighbours, and given at a time by a scan. In bytes, and rows. */
const nearby = 4 << 20;
const bytesAtATime = 16 << 20;
const rowsAtATime = 1000;
const maxNeighbours = 4096;
/**
 * Stretches of decoded rows that are kept for the next look, and row groups of which it is known where their pages are.
 */
const keptBlocks = 3;
/**
 * Pages up to this are kept for the next look into the same row group; larger ones (as DuckDB makes them) are unpacked
 * again. In bytes.
 */
const keptPages = 32 << 20;

interface Group {
  readonly start: number;
  readonly count: number;
  /** Unpacked, all columns. */
  readonly bytes: number;
  readonly rowGroup: RowGroup;
}

interface Block {
  readonly start: number;
  readonly rows: readonly JsonObject[];
}

/**
 * Rows of a Parquet file. A row is found through the footer (row group) and the pages of each column: by the file's own
 * page index where it has one, else by walking the pages. Of every column one page is unpacked at a time, and values
 * are made of it for the rows that are wanted. hyparquet reads the footer, the headers and the single values; it would
 * make values of whole row groups (1.3 GB of memory for a file of 19 MB).
 */
export class ParquetTable implements Table {
  readonly problem = undefined;
  private readonly tree: SchemaTree;
  private readonly leaves: ReadonlyMap<string, Leaf>;
  private readonly groups: readonly Group[];
  /** The rows decoded last, the newest at the end. */
  private readonly blocks: Block[] = [];
  private readonly columns = new Map<Group, ReadonlyMap<string, Column>>();
  private openGroup: { readonly group: Group; readonly reader: RowReader } | undefined;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly file: FileBytes,
    metadata: FileMetaData,
  ) {
    this.tree = library.parquetSchema(metadata);
    this.leaves = new Map(leafPaths(this.tree).map((leafPath) => [leafPath.join('.'), leafOf(this.tree, leafPath)]));
    let start = 0;
    this.groups = metadata.row_groups.map((rowGroup) => {
      const count = Number(rowGroup.num_rows);
      if (!Number.isSafeInteger(count) || count < 0 || (count > 0 && this.leaves.size === 0))
        throw new RangeError(`a row group claims ${formatCount(count, 'row')}`);
      const bytes = rowGroup.columns.reduce(
        (sum, { meta_data: column }) => sum + Number(column?.total_uncompressed_size ?? 0),
        0,
      );
      const group = { start, count, bytes, rowGroup };
      start += count;
      return group;
    });
  }

  static async open(path: string): Promise<ParquetTable> {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      const file = new FileBytes(handle.fd, size);
      const slice = (from: number, to = size): ArrayBuffer => file.read(from, to).buffer as ArrayBuffer;
      // Marking geographic columns, it would walk back and forth for ever where a damaged schema counts down.
      return new ParquetTable(
        path,
        handle,
        file,
        await library.parquetMetadataAsync({ byteLength: size, slice }, { geoparquet: false }),
      );
    } catch (error) {
      await handle.close();
      throw new UserError(problem('dataset.parquetFooter', { reason: reasonOf(error) }, path), { cause: error });
    }
  }

  get count(): number {
    const last = this.groups.at(-1);
    return last ? last.start + last.count : 0;
  }

  rows(start: number, end: number): Promise<readonly JsonObject[]> {
    // What is thrown here is for whoever waits.
    return Promise.resolve().then(() => {
      const block =
        this.blocks.find((known) => start >= known.start && start < known.start + known.rows.length) ??
        this.decode(start);
      return block.rows.slice(start - block.start, end - block.start);
    });
  }

  async *scan(signal?: AbortSignal): AsyncGenerator<TableRows> {
    for (const group of this.groups) {
      const reader = this.guarded(group, () => this.readerOf(group));
      for (let first = 0; first < group.count;) {
        signal?.throwIfAborted();
        const from = first;
        const rows = this.guarded(group, () =>
          reader.rows(from, Math.min(from + rowsAtATime, group.count), bytesAtATime),
        );
        first += rows.length;
        yield await Promise.resolve({
          start: group.start + from,
          rows,
          bytes: Math.round(((group.start + first) / this.count) * this.file.size),
        });
      }
      this.columns.delete(group);
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** A row with those around it. */
  private decode(ordinal: number): Block {
    const group = this.groups.find(({ start, count }) => ordinal >= start && ordinal < start + count);
    if (!group) throw new RangeError(`no row ${ordinal} in ${this.path}`);
    const size = Math.max(1, Math.min(maxNeighbours, Math.floor((nearby * group.count) / Math.max(1, group.bytes))));
    const wanted = ordinal - group.start;
    const first = Math.floor(wanted / size) * size;
    return this.guarded(group, () => {
      const reader = this.openGroup?.group === group ? this.openGroup.reader : this.readerOf(group);
      this.openGroup = undefined;
      const rowsFrom = (from: number): Block => ({
        start: group.start + from,
        rows: reader.rows(from, Math.min(first + size, group.count), bytesAtATime),
      });
      let block = rowsFrom(first);
      // Where the rows before it are large, the row stands alone.
      if (ordinal >= block.start + block.rows.length) block = rowsFrom(wanted);
      if (reader.bytes <= keptPages) this.openGroup = { group, reader };
      this.blocks.push(block);
      this.blocks.splice(0, this.blocks.length - keptBlocks);
      return block;
    });
  }

  private readerOf(group: Group): RowReader {
    return new RowReader(this.tree, this.columnsOf(group));
  }

  private columnsOf(group: Group): ReadonlyMap<string, Column> {
    const known = this.columns.get(group);
    if (known) return known;
    const columns = new Map<string, Column>();
    for (const { meta_data: metadata, offset_index_offset: offset, offset_index_length: length } of group.rowGroup
      .columns) {
      const leaf = metadata && this.leaves.get(metadata.path_in_schema.join('.'));
      if (leaf)
        columns.set(
          leaf.name,
          new Column(this.file, leaf, metadata, offset && length ? { offset: Number(offset), length } : undefined),
        );
    }
    this.columns.set(group, columns);
    const [oldest] = this.columns.keys();
    if (this.columns.size > keptBlocks && oldest) this.columns.delete(oldest);
    return columns;
  }

  private guarded<T>({ start, count }: Group, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new UserError(
        problem('dataset.parquetRows', { first: start + 1, last: start + count, reason: reasonOf(error) }, this.path),
        { cause: error },
      );
    }
  }
}

function leafPaths({ children, path }: SchemaTree): string[][] {
  return children.length === 0 ? (path.length > 0 ? [path] : []) : children.flatMap(leafPaths);
}

/**
 * Words of JavaScript say nothing about a file: what it stumbles over is something that is not where the file should
 * have it.
 */
function reasonOf(error: unknown): Problem | string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof TypeError ||
    /undefined|NaN|Invalid (typed array|array|string) length|Array buffer allocation|call stack|bounds of/i.test(
      message,
    )
    ? problem('dataset.partMissing', {})
    : message;
}
