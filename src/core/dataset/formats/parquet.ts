import { open, type FileHandle } from 'node:fs/promises';
import zlib from 'node:zlib';
import type { AsyncBuffer, ColumnMetaData, FileMetaData, ParquetParsers, RowGroup } from 'hyparquet';
import { UserError } from '../../model/problem';
import type { JsonObject } from '../fields';
import * as library from '../libraries/parquet';
import { plainJson } from './plainJson';
import type { Rows, Table } from './table';

/** How much unpacked data is decoded at a time for one row and its neighbours, for a scan, and for a scan of huge pages. In bytes. */
const nearby = 4 << 20;
const stretch = 16 << 20;
const longestStretch = 160 << 20;
const mostRows = 4096;
/** The most that is unpacked for one row. Most writers make pages of 1 MB; DuckDB makes pages of 100 MB, and lists run on from one to the next. In bytes. */
const longestPage = 256 << 20;
/** No writer puts more into a page; a damaged header may say anything, and memory is taken for what it says. */
const mostValues = 1 << 24;
/** Rows given at a time by a scan. */
const rowsAtATime = 1000;
/** Stretches of decoded rows that are kept for the next look. */
const keptBlocks = 3;

interface Group {
  readonly index: number;
  readonly start: number;
  readonly count: number;
  /** Unpacked, all columns. */
  readonly bytes: number;
  readonly rowGroup: RowGroup;
}

/** Where a page begins, and the first row in it; the file's own page index is made of the same. */
interface PageLocation {
  readonly offset: bigint;
  compressed_page_size: number;
  readonly first_row_index: bigint;
}

type Pages = Readonly<Record<string, PageLocation[]>>;

/**
 * Rows of a Parquet file. A row is found through the footer (row group) and the pages of each column: by the file's own page
 * index where it has one, else by walking the page headers once, so that a row group of any size is never decoded whole.
 */
export class ParquetTable implements Table {
  readonly problem = undefined;
  private readonly groups: readonly Group[];
  private readonly parsers: Partial<ParquetParsers>;
  /** The rows decoded last, by the ordinal of the first. */
  private readonly blocks = new Map<number, Promise<readonly JsonObject[]>>();
  private readonly pages = new Map<number, PageWalk[]>();

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
  ) {
    // The keys of a map become names at once, so they cannot wait as bytes.
    const hasNames = metadata.schema.some(({ converted_type: converted, logical_type: logical }) => /^MAP/.test(converted ?? '') || logical?.type === 'MAP' || logical?.type === 'VARIANT');
    this.parsers = hasNames ? { jsonFromBytes } : { jsonFromBytes, stringFromBytes: asBytes };
    let start = 0;
    this.groups = metadata.row_groups.map((rowGroup, index) => {
      const count = Number(rowGroup.num_rows);
      const bytes = rowGroup.columns.reduce((sum, { meta_data: column }) => sum + Number(column?.total_uncompressed_size ?? 0), 0);
      const group = { index, start, count, bytes, rowGroup };
      start += count;
      return group;
    });
  }

  static async open(path: string): Promise<ParquetTable> {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      const file = { byteLength: size, slice: (from: number, to = size) => bytesOf(handle, from, to) };
      return new ParquetTable(path, handle, file, await library.parquetMetadataAsync(file));
    } catch (error) {
      await handle.close();
      throw new UserError(`${path}: begins as a Parquet file, but its footer cannot be read (${reasonOf(error)}): it is cut off, damaged or still being written. Fetch or write it again`, { cause: error });
    }
  }

  get count(): number {
    const last = this.groups.at(-1);
    return last ? last.start + last.count : 0;
  }

  async rows(start: number, end: number): Promise<readonly JsonObject[]> {
    const rows: JsonObject[] = [];
    for (let at = start; at < end; at++) rows.push(await this.row(at));
    return rows;
  }

  private async row(ordinal: number): Promise<JsonObject> {
    const group = this.groups.find(({ start, count }) => ordinal >= start && ordinal < start + count);
    if (!group) throw new RangeError(`no row ${ordinal} in ${this.path}`);
    const size = rowsIn(group, nearby);
    const first = group.start + Math.floor((ordinal - group.start) / size) * size;
    const rows = await this.block(group, first, Math.min(first + size, group.start + group.count));
    return rows[ordinal - first] ?? {};
  }

  async *scan(signal?: AbortSignal): AsyncGenerator<Rows> {
    for (const group of this.groups) {
      for (let start = group.start; start < group.start + group.count; ) {
        signal?.throwIfAborted();
        const end = await this.stretchEnd(group, start);
        const rows = await this.read(group, start, end);
        for (let first = 0; first < rows.length; first += rowsAtATime) {
          signal?.throwIfAborted();
          yield { start: start + first, rows: rows.slice(first, first + rowsAtATime).map(jsonRow), bytes: Math.round(((start + first) / this.count) * this.file.byteLength) };
        }
        start = end;
      }
      this.pages.delete(group.index);
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Rows [start, end) of a group, decoded once for all who ask while they are kept. */
  private async block(group: Group, start: number, end: number): Promise<readonly JsonObject[]> {
    const known = this.blocks.get(start);
    const rows = known ?? this.decode(group, start, end);
    this.blocks.delete(start);
    this.blocks.set(start, rows);
    const [oldest] = this.blocks.keys();
    if (this.blocks.size > keptBlocks && oldest !== undefined) this.blocks.delete(oldest);
    rows.catch(() => this.blocks.delete(start));
    return rows;
  }

  private async decode(group: Group, start: number, end: number): Promise<readonly JsonObject[]> {
    return (await this.read(group, start, end)).map(jsonRow);
  }

  /** Rows [start, end) of a group, with their texts still as bytes. */
  private async read(group: Group, rowStart: number, rowEnd: number): Promise<readonly unknown[]> {
    try {
      const pageLocationsByGroup: Pages[] = [];
      const pages = await this.pagesOf(group, rowEnd);
      if (rowEnd - rowStart < group.count) pageLocationsByGroup[group.index] = pages;
      const options = { file: this.file, metadata: this.metadata, rowStart, rowEnd, useOffsetIndex: true, utf8: false, compressors, parsers: this.parsers, pageLocationsByGroup };
      return await library.parquetReadObjects(options);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`${this.path}: rows ${rowStart + 1} to ${rowEnd} cannot be read (${reasonOf(error)}). The file is damaged, or written in a way that hyparquet does not read; fetch it again, or write it again with another writer`, { cause: error });
    }
  }

  /** Where a scan that begins at `start` stops: behind a page of the largest column, so that none of its pages is decoded twice. */
  private async stretchEnd(group: Group, start: number): Promise<number> {
    const groupEnd = group.start + group.count;
    const end = Math.min(start + rowsIn(group, stretch), groupEnd);
    const sizeOf = ({ meta_data: column }: RowGroup['columns'][number]): number => Number(column?.total_uncompressed_size ?? 0);
    const largest = group.rowGroup.columns.reduce((top, column) => (sizeOf(column) > sizeOf(top) ? column : top));
    if (end === groupEnd || !largest.meta_data || largest.offset_index_offset) return end;
    const pages = (await this.pagesOf(group, end))[pathOf(largest.meta_data)] ?? [];
    const next = pages.find(({ first_row_index: first }) => group.start + Number(first) >= end);
    // Where a page is larger than that, unpacking it again takes time, and holding all of its rows would take memory.
    const most = Math.max(end, start + Math.floor((longestStretch * group.count) / group.bytes));
    return Math.min(next ? group.start + Number(next.first_row_index) : groupEnd, most);
  }

  /** Where the pages of those columns lie whose page index the file does not have, up to row `rowEnd` of the file and a little more. */
  private async pagesOf(group: Group, rowEnd: number): Promise<Pages> {
    let walks = this.pages.get(group.index);
    if (!walks) {
      walks = group.rowGroup.columns.flatMap(({ meta_data: column, offset_index_offset: index }) => (column && !index ? [new PageWalk(this.path, column, this.metadata, this.file)] : []));
      this.pages.set(group.index, walks);
      const [oldest] = this.pages.keys();
      if (this.pages.size > keptBlocks && oldest !== undefined) this.pages.delete(oldest);
    }
    const pages: [string, PageLocation[]][] = [];
    for (const walk of walks) pages.push([pathOf(walk.column), await walk.to(rowEnd - group.start)]);
    return Object.fromEntries(pages);
  }
}

const jsonRow = (row: unknown): JsonObject => plainJson(row) as JsonObject;
const pathOf = (column: ColumnMetaData): string => column.path_in_schema.join('.');

/**
 * The pages of one column, each with the first row in it, walked as far as was asked. A page of version 1 does not say how many
 * rows a list column has in it, so its repetition levels are counted; one that begins inside a row belongs to the page before.
 */
class PageWalk {
  private readonly locations: PageLocation[] = [];
  private readonly maxRepetition: number;
  private readonly end: number;
  private at: number;
  private row = 0;
  /** What the last location takes when it is unpacked. */
  private unpacked = 0;
  private walking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    readonly column: ColumnMetaData,
    metadata: FileMetaData,
    private readonly file: AsyncBuffer,
  ) {
    this.maxRepetition = library.getMaxRepetitionLevel(library.getTreePath(library.parquetSchema(metadata), column.path_in_schema));
    this.at = Number(column.dictionary_page_offset || column.data_page_offset);
    this.end = this.at + Number(column.total_compressed_size);
  }

  /** The pages up to the first that begins at `row` (of the group) or behind it. */
  async to(row: number): Promise<PageLocation[]> {
    this.walking = this.walking.catch(() => undefined).then(async () => {
      while (this.at < this.end && !(Number(this.locations.at(-1)?.first_row_index ?? -1) >= row)) await this.step();
    });
    await this.walking;
    return this.locations;
  }

  private async step(): Promise<void> {
    const { header, length } = await this.pageHeader(this.at, this.end);
    if (header.uncompressed_page_size > longestPage) throw this.tooLong(header.uncompressed_page_size);
    const size = length + header.compressed_page_size;
    const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header;
    const values = (v1 ?? v2 ?? dictionary)?.num_values ?? 0;
    if (!(values >= 0 && values <= mostValues && header.uncompressed_page_size >= 0 && header.compressed_page_size >= 0)) throw new Error(`a page of the column ${pathOf(this.column)} claims ${values} values`);
    if (v1 ?? v2) {
      const levels = v1 && this.maxRepetition > 0 ? repetitionLevels(await this.page(this.at + length, header), v1.num_values, this.maxRepetition) : undefined;
      const before = this.locations.at(-1);
      if (levels && levels[0] !== 0 && before) {
        before.compressed_page_size += size;
        this.unpacked += header.uncompressed_page_size;
        if (this.unpacked > longestPage) throw this.tooLong(this.unpacked);
      } else {
        this.unpacked = header.uncompressed_page_size;
        this.locations.push({ offset: BigInt(this.at), compressed_page_size: size, first_row_index: BigInt(this.row) });
      }
      this.row += levels ? levels.reduce((rows, level) => (level === 0 ? rows + 1 : rows), 0) : (v2?.num_rows ?? v1?.num_values ?? 0);
    }
    this.at += size;
  }

  private tooLong(bytes: number): UserError {
    return new UserError(`${this.path}: the column ${pathOf(this.column)} has pages that must be unpacked together, ${bytes >> 20} MB. Write the file with smaller row groups (in DuckDB "row_group_size 10000", in pyarrow row_group_size=10000)`);
  }

  private async pageHeader(at: number, end: number): Promise<{ header: ReturnType<typeof library.parquetHeader>; length: number }> {
    for (let size = 1 << 10; ; size *= 8) {
      const view = new DataView(await this.file.slice(at, Math.min(at + size, end)));
      try {
        const reader = { view, offset: 0 };
        const header = library.parquetHeader(reader);
        return { header, length: reader.offset };
      } catch (error) {
        // A header with long statistics goes on behind what was read of it.
        if (!(error instanceof RangeError) || at + size >= end) throw error;
      }
    }
  }

  private async page(at: number, header: { compressed_page_size: number; uncompressed_page_size: number }): Promise<Uint8Array> {
    const packed = new Uint8Array(await this.file.slice(at, at + header.compressed_page_size));
    return library.decompressPage(packed, header.uncompressed_page_size, this.column.codec, compressors);
  }
}

function repetitionLevels(page: Uint8Array, count: number, most: number): number[] {
  const levels = new Array<number>(count);
  library.readRleBitPackedHybrid({ view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 }, Math.ceil(Math.log2(most + 1)), levels);
  return levels;
}

/** How many rows of a group make `bytes`, on average. */
function rowsIn({ bytes, count }: Group, target: number): number {
  return Math.max(1, Math.min(mostRows, count, Math.floor((target * count) / Math.max(1, bytes))));
}

async function bytesOf(handle: FileHandle, from: number, to: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, done, Math.min(bytes.length - done, 1 << 30), from + done);
    if (bytesRead === 0) throw new Error('the file ends early');
    done += bytesRead;
  }
  return bytes.buffer;
}

const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array };
/** Node's own where it has one: they are several times as fast. */
const compressors: typeof library.compressors = {
  ...library.compressors,
  GZIP: (bytes) => zlib.unzipSync(bytes),
  BROTLI: (bytes) => zlib.brotliDecompressSync(bytes),
  ...(zstdDecompressSync && { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }),
};

const text = new TextDecoder();
/** A page may hold a hundred thousand texts of which a few are wanted: they stay bytes until their row is given out. */
const asBytes = (bytes: Uint8Array | undefined): unknown => bytes;

/** Text that claims to be JSON and is not stays text. */
function jsonFromBytes(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return undefined;
  const json = text.decode(bytes);
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
