import zlib from 'node:zlib';
import type { CompressionCodec, DecodedArray } from 'hyparquet';
import { formatCount } from '../../../model/text/formatCount';
import * as library from '../../libraries/parquet';
import type { Leaf } from './parquetLeaf';
import { bitsFor, readHybrid } from './parquetLevels';
import { unpackZstd } from '../zstdFrames';

export type PageHeader = ReturnType<typeof library.parquetHeader>;

/** The most that is unpacked at a time. Most writers make pages of 1 MB; DuckDB makes pages of 100 MB. In bytes. */
export const maxPageBytes = 256 << 20;
/** No writer puts more into a page; a damaged header may say anything, and memory is taken for what it says. */
const maxValues = 1 << 24;
/** WebAssembly keeps the memory that it grew to; what is larger than this is unpacked without. In bytes. */
const largeForWasm = 8 << 20;

/**
 * The value at an index, as JSON; made when it is asked for, as a page may hold a hundred thousand of which few are
 * wanted.
 */
export type Lookup = (index: number) => unknown;

/**
 * A page of a column: levels as Parquet has them (one for each value that there is or is not), and the values that
 * there are.
 */
export interface Page {
  readonly count: number;
  /** Absent where the column has one level only. */
  readonly repetition: Uint8Array | undefined;
  readonly definition: Uint8Array | undefined;
  readonly value: Lookup;
  /** What it takes in memory. */
  readonly bytes: number;
}

/** Throws `RangeError` where a header claims more than any page holds. */
export function assertHeader(
  { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary, ...header }: PageHeader,
  left: number,
): void {
  const values = (v1 ?? v2 ?? dictionary)?.num_values ?? 0;
  if (!(values >= 0 && values <= maxValues)) throw new RangeError(`a page claims ${formatCount(values, 'value')}`);
  if (!(header.compressed_page_size >= 0 && header.compressed_page_size <= left))
    throw new RangeError(`a page claims ${formatCount(header.compressed_page_size, 'byte')} of ${left}`);
  if (!(header.uncompressed_page_size >= 0 && header.uncompressed_page_size <= maxPageBytes))
    throw new RangeError(
      `a page unpacks to ${formatCount(header.uncompressed_page_size, 'byte')}; write the file with smaller row groups, in DuckDB "row_group_size 10000", in pyarrow row_group_size=10000`,
    );
}

/** Reads a page of data; `entries` is the dictionary of its column. */
export function decodePage(
  leaf: Leaf,
  header: PageHeader,
  packed: Uint8Array,
  codec: CompressionCodec,
  entries: Lookup | undefined,
): Page {
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  if (v2) {
    const { repetition_levels_byte_length: repeated, definition_levels_byte_length: defined } = v2;
    const levels = repeated + defined;
    if (!(repeated >= 0 && defined >= 0 && levels <= Math.min(packed.length, header.uncompressed_page_size)))
      throw new RangeError('a page claims longer levels than it holds');
    const repetition = levelsOf(packed, 0, repeated, leaf.maxRepetition, v2.num_values);
    const definition = levelsOf(packed, repeated, levels, leaf.maxDefinition, v2.num_values);
    const rest = packed.subarray(levels);
    const bytes = v2.is_compressed === false ? rest : unpack(rest, header.uncompressed_page_size - levels, codec);
    return pageOf(leaf, v2, repetition, definition, bytes, 0, entries);
  }
  if (!v1) throw new RangeError('a page without a header');
  const bytes = unpack(packed, header.uncompressed_page_size, codec);
  const view = viewOf(bytes);
  let at = 0;
  const levels = (most: number): Uint8Array | undefined => {
    if (most === 0) return undefined;
    const end = at + 4 + view.getUint32(at, true);
    const read = levelsOf(bytes, at + 4, end, most, v1.num_values);
    at = end;
    return read;
  };
  const repetition = levels(leaf.maxRepetition);
  const definition = levels(leaf.maxDefinition);
  return pageOf(leaf, v1, repetition, definition, bytes, at, entries);
}

/** Reads a dictionary; what was looked up once is kept. */
export function decodeDictionary(leaf: Leaf, header: PageHeader, packed: Uint8Array, codec: CompressionCodec): Lookup {
  const count = header.dictionary_page_header?.num_values ?? 0;
  const entry = plainValues(leaf, unpack(packed, header.uncompressed_page_size, codec), 0, count);
  const known = new Map<number, unknown>();
  return (index) => {
    if (index >= count) throw new RangeError(`a dictionary of ${count} is asked for entry ${index}`);
    if (!known.has(index)) known.set(index, entry(index));
    return known.get(index);
  };
}

function levelsOf(bytes: Uint8Array, at: number, end: number, most: number, count: number): Uint8Array | undefined {
  if (most === 0) return undefined;
  if (end > bytes.length) throw new RangeError('a page claims longer levels than it holds');
  const levels = new Uint8Array(count);
  readHybrid(bytes, at, end, bitsFor(most), levels);
  return levels;
}

function pageOf(
  leaf: Leaf,
  { num_values: count, encoding }: { readonly num_values: number; readonly encoding: string },
  repetition: Uint8Array | undefined,
  definition: Uint8Array | undefined,
  bytes: Uint8Array,
  at: number,
  entries: Lookup | undefined,
): Page {
  const values = definition
    ? definition.reduce((sum, level) => (level === leaf.maxDefinition ? sum + 1 : sum), 0)
    : count;
  const value = valuesOf(leaf, encoding, bytes, at, values, entries);
  return { count, repetition, definition, value, bytes: bytes.length + 10 * count };
}

function valuesOf(
  leaf: Leaf,
  encoding: string,
  bytes: Uint8Array,
  at: number,
  count: number,
  entries: Lookup | undefined,
): Lookup {
  const { type, type_length: length } = leaf.element;
  const reader = { view: viewOf(bytes), offset: at };
  switch (encoding) {
    case 'PLAIN':
      return plainValues(leaf, bytes, at, count);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      if (!entries) throw new RangeError('a page asks for a dictionary, and there is none');
      const indices = new Uint32Array(count);
      const width = bytes[at] ?? 0;
      if (count > 0 && width > 0) readHybrid(bytes, at + 1, bytes.length, width, indices);
      return (index) => entries(indices[index] ?? 0);
    }
    case 'RLE': {
      const flags = new Uint8Array(count);
      readHybrid(bytes, at + 4, bytes.length, 1, flags);
      return (index) => flags[index] === 1;
    }
    case 'BYTE_STREAM_SPLIT': {
      const values = library.byteStreamSplit(reader, count, type as NonNullable<typeof type>, length);
      return (index) => leaf.fromList(values, index);
    }
    case 'DELTA_BINARY_PACKED': {
      const values = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
      library.deltaBinaryUnpack(reader, count, values);
      return (index) => leaf.fromList(values, index);
    }
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      const lengths = new Int32Array(count);
      library.deltaBinaryUnpack(reader, count, lengths);
      return ranges(leaf, bytes, reader.offset, lengths);
    }
    case 'DELTA_BYTE_ARRAY':
      return sharedStarts(leaf, bytes, reader, count);
    default:
      throw new RangeError(`its encoding ${encoding} is not read`);
  }
}

function plainValues(leaf: Leaf, bytes: Uint8Array, at: number, count: number): Lookup {
  const { type, type_length: length } = leaf.element;
  if (type === undefined) throw new RangeError('a column without a type');
  if (type !== 'BYTE_ARRAY') {
    const values: DecodedArray = library.readPlain({ view: viewOf(bytes), offset: at }, type, count, length);
    return (index) => leaf.fromList(values, index);
  }
  const view = viewOf(bytes);
  const starts = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const next = at + 4 + view.getUint32(at, true);
    if (next > bytes.length) throw new RangeError('a value ends behind its page');
    starts[i] = at + 4;
    at = next;
  }
  return (index) => {
    const start = starts[index] ?? 0;
    return leaf.fromBytes(bytes.subarray(start, start + view.getUint32(start - 4, true)));
  };
}

/** Values one after the other, from `at` on. */
function ranges(leaf: Leaf, bytes: Uint8Array, at: number, lengths: Int32Array): Lookup {
  const ends = new Uint32Array(lengths.length);
  let end = at;
  for (const [i, length] of lengths.entries()) {
    end += length;
    if (length < 0 || end > bytes.length) throw new RangeError('a value ends behind its page');
    ends[i] = end;
  }
  return (index) => leaf.fromBytes(bytes.subarray((ends[index] ?? 0) - (lengths[index] ?? 0), ends[index]));
}

/** Values of which each begins as the one before it does. */
function sharedStarts(
  leaf: Leaf,
  bytes: Uint8Array,
  reader: { view: DataView; offset: number },
  count: number,
): Lookup {
  const [shared, own] = [new Int32Array(count), new Int32Array(count)];
  for (const lengths of [shared, own]) library.deltaBinaryUnpack(reader, count, lengths);
  const values: Uint8Array[] = [];
  let before = new Uint8Array(0);
  let at = reader.offset;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const [start, length] = [shared[i] ?? 0, own[i] ?? 0];
    sum += start + length;
    if (start < 0 || length < 0 || start > before.length || at + length > bytes.length || sum > maxPageBytes)
      throw new RangeError('a value ends behind its page');
    const value = new Uint8Array(start + length);
    value.set(before.subarray(0, start));
    value.set(bytes.subarray(at, at + length), start);
    values.push(value);
    before = value;
    at += length;
  }
  return (index) => leaf.fromBytes(values[index] ?? before);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Node's own where it has one: they are several times as fast. */
const unpackers: Partial<Record<CompressionCodec, (packed: Uint8Array, length: number) => Uint8Array>> = {
  ...library.compressors,
  UNCOMPRESSED: (packed) => packed,
  SNAPPY: (packed, length) => {
    if (length <= largeForWasm && library.compressors.SNAPPY) return library.compressors.SNAPPY(packed, length);
    const bytes = new Uint8Array(length);
    library.snappyUncompress(packed, bytes);
    return bytes;
  },
  GZIP: (packed, length) => zlib.unzipSync(packed, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (packed, length) => zlib.brotliDecompressSync(packed, { maxOutputLength: Math.max(1, length) }),
  ZSTD: unpackZstd,
};

function unpack(packed: Uint8Array, length: number, codec: CompressionCodec): Uint8Array {
  const unpacker = unpackers[codec];
  if (!unpacker) throw new RangeError(`its compression ${codec} is not read`);
  const bytes = unpacker(packed, length);
  if (bytes.length !== length)
    throw new RangeError(`a page unpacks to ${formatCount(bytes.length, 'byte')}, not to ${length}`);
  return bytes;
}
