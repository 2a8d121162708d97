import type { ColumnMetaData } from 'hyparquet';
import * as library from '../../libraries/parquet';
import type { FileBytes } from '../fileBytes';
import type { Leaf } from './parquetLeaf';
import { assertHeader, decodeDictionary, decodePage, type Lookup, type Page, type PageHeader } from './parquetPage';

/** Statistics are cut by every writer. In bytes. */
const maxHeaderBytes = 1 << 22;

/** Where a page begins, and how many rows of the group begin before it. */
interface PageStart {
  readonly at: number;
  readonly row: number;
}

/** What is known of a column of one row group; it grows as the column is read. */
export class Column {
  /** Pages of data, in order; all of them where the file has an index of its pages, else those that were come by. */
  readonly starts: PageStart[] = [];
  readonly end: number;
  private dictionary: Lookup | undefined;

  constructor(
    readonly file: FileBytes,
    readonly leaf: Leaf,
    readonly metadata: ColumnMetaData,
    index: { readonly offset: number; readonly length: number } | undefined,
  ) {
    this.end = this.begin + Number(metadata.total_compressed_size);
    for (const { offset, first_row_index: row } of index ? this.indexed(index) : [])
      this.starts.push({ at: Number(offset), row: Number(row) });
    if (this.starts.length === 0) this.starts.push({ at: this.begin, row: 0 });
  }

  private get begin(): number {
    return Number(this.metadata.dictionary_page_offset || this.metadata.data_page_offset);
  }

  /** The page header at `at`, and where its page begins. */
  header(at: number): { header: PageHeader; body: number } {
    const { header, length } = this.longHeader(at, 1 << 10);
    assertHeader(header, this.end - at - length);
    return { header, body: at + length };
  }

  private longHeader(at: number, size: number): { header: PageHeader; length: number } {
    const bytes = this.file.read(at, Math.min(at + size, this.end));
    const reader = { view: viewOf(bytes), offset: 0 };
    try {
      return { header: library.parquetHeader(reader), length: reader.offset };
    } catch (error) {
      // A header with long statistics goes on behind what was read of it.
      if (size >= maxHeaderBytes || at + size >= this.end) throw error;
      return this.longHeader(at, size * 8);
    }
  }

  page(header: PageHeader, body: number): Page {
    return decodePage(this.leaf, header, this.packed(header, body), this.metadata.codec, this.entries());
  }

  /** The dictionary, which stands before the pages where there is one. */
  private entries(): Lookup | undefined {
    if (this.dictionary || !this.metadata.encodings.some((encoding) => encoding.endsWith('_DICTIONARY')))
      return this.dictionary;
    const { header, body } = this.header(this.begin);
    if (header.type === 'DICTIONARY_PAGE')
      this.dictionary = decodeDictionary(this.leaf, header, this.packed(header, body), this.metadata.codec);
    return this.dictionary;
  }

  private packed({ compressed_page_size: size }: PageHeader, body: number): Buffer {
    return this.file.read(body, body + size);
  }

  private indexed({
    offset,
    length,
  }: {
    readonly offset: number;
    readonly length: number;
  }): readonly { readonly offset: bigint; readonly first_row_index: bigint }[] {
    const bytes = this.file.read(offset, offset + length);
    return library.readOffsetIndex({ view: viewOf(bytes), offset: 0 }).page_locations;
  }
}

/** Goes through a column, value by value; one page of it is held at a time. */
export class ColumnReader {
  private page: Page | undefined;
  /** Rows of the group that begin before the page, and in it. */
  private before = 0;
  private rows = 0;
  /** Where the next page begins. */
  private at = 0;
  /** The level that is next in the page, and the value. */
  private level = 0;
  private value = 0;

  constructor(private readonly column: Column) {}

  /** What the page that is held takes in memory. */
  get bytes(): number {
    return this.page?.bytes ?? 0;
  }

  /** Goes to where a row of the group begins. Throws `RangeError` where there is none. */
  seek(row: number): void {
    if (!this.page || row < this.before || row >= this.before + this.rows) {
      const start = this.column.starts.findLast((each) => each.row <= row);
      if (!start) throw new RangeError(`the column ${this.column.leaf.name} has no row ${row}`);
      // Unless the page lies on the way.
      if (!this.page || row < this.before || start.row >= this.before + this.rows) {
        this.at = start.at;
        this.before = start.row;
        this.rows = 0;
      }
      do if (!this.turn(row)) throw this.tooShort();
      while (row >= this.before + this.rows);
    }
    const { repetition, definition } = this.page as Page;
    this.level = 0;
    if (!repetition) this.level = row - this.before;
    else for (let begun = this.before - 1; ; this.level++) if (repetition[this.level] === 0 && ++begun === row) break;
    this.value = definition ? this.countDefined(definition) : this.level;
  }

  /** How deep the next value repeats; 0 where it begins a row, and at the end. */
  get repetition(): number {
    return this.ready()?.repetition?.[this.level] ?? 0;
  }

  /** How much of the next value there is. */
  get definition(): number {
    const page = this.ready();
    if (!page) throw this.tooShort();
    return page.definition?.[this.level] ?? this.column.leaf.maxDefinition;
  }

  /** The next value as JSON, null where there is none; and goes on. */
  next(): unknown {
    const isThere = this.definition === this.column.leaf.maxDefinition;
    this.level++;
    return isThere ? this.page?.value(this.value++) : null;
  }

  /** The page with the next level. */
  private ready(): Page | undefined {
    while (this.page && this.level >= this.page.count) if (!this.turn(0)) return undefined;
    return this.page;
  }

  /**
   * Goes to the next page, passing over those that tell in their headers that they end before `row`. False at the end.
   */
  private turn(row: number): boolean {
    const { column } = this;
    const isFlat = column.leaf.maxRepetition === 0;
    this.before += this.rows;
    this.rows = 0;
    while (this.at < column.end) {
      const { header, body } = column.header(this.at);
      const { data_page_header: v1, data_page_header_v2: v2 } = header;
      const start = { at: this.at, row: this.before };
      this.at = body + header.compressed_page_size;
      if (!v1 && !v2) continue;
      if ((column.starts.at(-1)?.at ?? 0) < start.at) column.starts.push(start);
      const told = v2 ? v2.num_rows : isFlat ? (v1?.num_values ?? 0) : undefined;
      if (told !== undefined && this.before + told <= row) {
        this.before += told;
        continue;
      }
      // The page before is let go first.
      this.page = undefined;
      const page = column.page(header, body);
      this.page = page;
      this.rows = page.repetition
        ? page.repetition.reduce((sum, level) => (level === 0 ? sum + 1 : sum), 0)
        : page.count;
      this.level = 0;
      this.value = 0;
      return true;
    }
    this.page = undefined;
    return false;
  }

  private countDefined(definition: Uint8Array): number {
    let count = 0;
    for (let i = 0; i < this.level; i++) if (definition[i] === this.column.leaf.maxDefinition) count++;
    return count;
  }

  private tooShort(): RangeError {
    return new RangeError(`the column ${this.column.leaf.name} ends early`);
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
