import { open, type FileHandle } from 'node:fs/promises';
import type { DataType, Field, RecordBatch } from 'apache-arrow';
import { formatCount } from '../../../model/text/formatCount';
import { UserError, messageOf, problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { wholeFileProblem, type WholeFileProblem } from '../../records/framer';
import * as library from '../../libraries/arrow';
import { assertColumns } from './arrowColumnChecks';
import { assertFooter, assertMessage } from './arrowMetadataChecks';
import { unpackLz4Frame } from './lz4Frame';
import { columnValueToJson } from '../json/columnValueToJson';
import type { TableRows, Table } from '../table/tableRows';
import { RowSizeCounter } from '../rowSizeCounter';
import { unpackZstd } from '../zstdFrames';

/** The longest record batch that is read; one batch is held whole. */
const maxBatchBytes = 2 ** 31 - 1;
const keptBatches = 2;
/** What is given at a time: so many rows, or fewer where they are large. In rows and bytes. */
const rowsAtATime = 1000;
const bytesAtATime = 16 << 20;
/** No schema takes more. In bytes. */
const maxMetadataLength = 64 << 20;

/** A message of the file: a dictionary or a record batch. */
interface Part {
  readonly offset: number;
  readonly length: number;
}

interface Batch extends Part {
  readonly start: number;
  readonly count: number;
  /** How many of the dictionaries stand before it. */
  readonly dictionaries: number;
}

/** What the columns of the batch at hand may still unpack to; they are unpacked in one turn. */
let room = maxBatchBytes;
const within = (unpack: (packed: Uint8Array, most: number) => Uint8Array) => (packed: Uint8Array) => {
  const unpacked = unpack(packed, room);
  room -= unpacked.length;
  return unpacked;
};
library.compressionRegistry.set(library.CompressionType.ZSTD, { decode: within(unpackZstd) });
library.compressionRegistry.set(library.CompressionType.LZ4_FRAME, { decode: within(unpackLz4Frame) });

/**
 * Rows of an Arrow IPC file or stream (Feather 2, the `.arrow` of HF datasets). The messages are walked once, by their
 * headers; a row then needs the schema, the dictionaries before its record batch, and that batch.
 */
export class ArrowTable implements Table {
  problem: WholeFileProblem | undefined;
  private schema: Buffer | undefined;
  private readonly dictionaries: Part[] = [];
  private readonly batches: Batch[] = [];
  private readonly kept = new Map<number, Promise<RecordBatch>>();
  private isFile = false;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  static async open(path: string): Promise<ArrowTable> {
    const handle = await open(path, 'r');
    try {
      const table = new ArrowTable(path, handle);
      await table.walk();
      return table;
    } catch (error) {
      await handle.close();
      if (error instanceof UserError) throw error;
      throw new UserError(problem('dataset.arrowSchema', { reason: messageOf(error) }, path), { cause: error });
    }
  }

  get count(): number {
    const last = this.batches.at(-1);
    return last ? last.start + last.count : 0;
  }

  async rows(start: number, end: number): Promise<readonly JsonObject[]> {
    const index = this.batches.findIndex((batch) => start >= batch.start && start < batch.start + batch.count);
    const batch = this.batches[index];
    if (!batch) throw new RangeError(`no row ${start} in ${this.path}`);
    const decoded = await this.decoded(index);
    return this.guarded(batch, () => rowsOf(decoded, start - batch.start, Math.min(end - batch.start, batch.count)));
  }

  async *scan(signal?: AbortSignal): AsyncGenerator<TableRows> {
    for (const [index, batch] of this.batches.entries()) {
      const decoded = await this.decode(index);
      for (let first = 0; first < batch.count;) {
        signal?.throwIfAborted();
        const rows = this.guarded(batch, () => rowsOf(decoded, first, Math.min(first + rowsAtATime, batch.count)));
        yield { start: batch.start + first, rows, bytes: batch.offset + batch.length };
        first += rows.length;
      }
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private async walk(): Promise<void> {
    const { size } = await this.handle.stat();
    this.isFile = (await this.bytes(0, 6)).toString('latin1') === 'ARROW1';
    let rows = 0;
    for (let offset = this.isFile ? 8 : 0; offset + 4 <= size;) {
      const message = await this.message(offset, size);
      if (!message) break;
      const { header, length } = message;
      if (offset + length > size) {
        this.problem = wholeFileProblem(
          problem('dataset.arrowCutOffInBatch', { batch: this.batches.length + 1, rows }),
        );
        break;
      }
      if (header.isSchema()) this.schema ??= await this.bytes(offset, length);
      else if (header.isDictionaryBatch()) {
        assertCounts(header.header(), header.bodyLength, `dictionary ${this.dictionaries.length + 1}`);
        this.dictionaries.push({ offset, length });
      } else if (header.isRecordBatch()) {
        const batch = header.header();
        assertCounts(batch, header.bodyLength, `record batch ${this.batches.length + 1}`);
        this.batches.push({ offset, length, start: rows, count: batch.length, dictionaries: this.dictionaries.length });
        rows += batch.length;
      }
      offset += length;
    }
    if (!this.schema && this.isFile) this.schema = await this.footerSchema(size);
    if (!this.schema) throw new Error('there is none');
  }

  /** The message at `offset`, with its length including its body; undefined at the end of the stream. */
  private async message(
    offset: number,
    size: number,
  ): Promise<{ header: library.Message; length: number } | undefined> {
    const prefix = await this.bytes(offset, Math.min(8, size - offset));
    const isMarked = prefix.readInt32LE(0) === -1;
    if (isMarked && prefix.length < 8) return undefined;
    const metadata = isMarked ? prefix.readInt32LE(4) : prefix.readInt32LE(0);
    const start = offset + (isMarked ? 8 : 4);
    if (metadata <= 0) return undefined;
    if (start + metadata > size) {
      this.problem = wholeFileProblem(problem('dataset.arrowCutOffBehindBatch', { batch: this.batches.length }));
      return undefined;
    }
    if (metadata > maxMetadataLength) throw new Error(`a message claims metadata of ${formatCount(metadata, 'byte')}`);
    const bytes = await this.bytes(start, metadata);
    assertMessage(bytes);
    const header = library.Message.decode(bytes);
    if (!(header.bodyLength >= 0)) throw new Error(`a message claims a length of ${header.bodyLength}`);
    return { header, length: start - offset + metadata + header.bodyLength };
  }

  /**
   * The schema as a message, from the footer of a file that has it there only (as apache-arrow for JavaScript writes
   * it).
   */
  private async footerSchema(size: number): Promise<Buffer> {
    const tail = await this.bytes(size - 10, 10);
    if (tail.toString('latin1', 4) !== 'ARROW1') throw new Error('the footer is missing');
    const length = tail.readInt32LE(0);
    if (!(length > 0 && length <= Math.min(size - 10, maxMetadataLength)))
      throw new Error(`the footer claims ${formatCount(length, 'byte')}`);
    const footer = await this.bytes(size - 10 - length, length);
    assertFooter(footer);
    const { schema } = library.Footer.decode(footer);
    const message = library.Message.encode(library.Message.from(schema));
    const padded = Buffer.alloc(8 + Math.ceil(message.length / 8) * 8);
    padded.writeInt32LE(-1, 0);
    padded.writeInt32LE(padded.length - 8, 4);
    padded.set(message, 8);
    return padded;
  }

  private decoded(index: number): Promise<RecordBatch> {
    const batch = this.kept.get(index) ?? this.decode(index);
    this.kept.delete(index);
    this.kept.set(index, batch);
    const [oldest] = this.kept.keys();
    if (this.kept.size > keptBatches && oldest !== undefined) this.kept.delete(oldest);
    batch.catch(() => this.kept.delete(index));
    return batch;
  }

  private async decode(index: number): Promise<RecordBatch> {
    const batch = this.batches[index];
    if (!batch || !this.schema) throw new RangeError(`no batch ${index} in ${this.path}`);
    if (batch.length > maxBatchBytes)
      throw new UserError(problem('dataset.arrowBatchTooLarge', { gigabytes: batch.length / 2 ** 30 }, this.path));
    // In a file, unlike a stream, dictionaries may stand behind the batches that need them.
    const dictionaries = this.isFile ? this.dictionaries : this.dictionaries.slice(0, batch.dictionaries);
    const parts = [this.schema];
    for (const { offset, length } of [...dictionaries, batch]) parts.push(await this.bytes(offset, length));
    return this.guarded(batch, () => {
      room = maxBatchBytes;
      const [first] = library.RecordBatchReader.from(Buffer.concat([...parts, endOfStream])) as Iterable<RecordBatch>;
      if (!first) throw new Error('the batch is empty');
      assertColumns(first.data.children);
      return first;
    });
  }

  private guarded<T>({ start, count }: Batch, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new UserError(
        problem('dataset.arrowRows', { first: start + 1, last: start + count, reason: messageOf(error) }, this.path),
        { cause: error },
      );
    }
  }

  private async bytes(offset: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await this.handle.read(buffer, 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }
}

const endOfStream = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/** Every column takes a bit a row or more; a damaged header may say anything, and memory is taken for what it says. */
function assertCounts(
  { length, nodes }: { readonly length: number; readonly nodes: readonly { readonly length: number }[] },
  bytes: number,
  name: string,
): void {
  const most = bytes * 8;
  if (!(length >= 0 && length <= most && nodes.every((node) => node.length >= 0 && node.length <= most)))
    throw new Error(`${name} claims more rows than its ${bytes} bytes hold`);
}

/** Rows [start, end) of a batch, or as many of them as are given at a time. */
function rowsOf(batch: RecordBatch, start: number, end: number): JsonObject[] {
  const columns = batch.schema.fields.map(({ name, type }, i) => ({
    name,
    type: type as DataType,
    values: batch.getChildAt(i),
  }));
  const weight = new RowSizeCounter();
  const rows: JsonObject[] = [];
  for (let at = start, bytes = 0; at < end && bytes < bytesAtATime; at++) {
    rows.push(
      Object.fromEntries(columns.map(({ name, type, values }) => [name, jsonOf(values?.get(at), type, weight)])),
    );
    bytes += weight.take();
  }
  return rows;
}

/** A value as Arrow gives it, as plain JSON. Its type says what numbers mean: Arrow's dates are milliseconds. */
function jsonOf(value: unknown, type: DataType, weight: RowSizeCounter): unknown {
  weight.add(typeof value === 'string' ? value.length : 0);
  if (value === null || value === undefined) return null;
  const { DataType: is } = library;
  if (is.isDictionary(type)) return jsonOf(value, type.dictionary as DataType, weight);
  if (is.isTimestamp(type) || is.isDate(type))
    return columnValueToJson(value instanceof Date ? value : new Date(Number(value)));
  if (is.isDecimal(type)) return decimal(value as Uint32Array, type.scale);
  if (is.isStruct(type)) {
    const entries = [...(value as Iterable<[string, unknown]>)];
    return Object.fromEntries(entries.map(([name, entry], i) => [name, jsonOf(entry, childType(type, i), weight)]));
  }
  if (is.isMap(type)) {
    const entryType = childType(type, 0);
    return Object.fromEntries(
      [...(value as Iterable<[unknown, unknown]>)].map(([key, entry]) => [
        String(key),
        jsonOf(entry, childType(entryType, 1), weight),
      ]),
    );
  }
  if (is.isList(type) || is.isLargeList(type) || is.isFixedSizeList(type))
    return Array.from(value as Iterable<unknown>, (entry) => jsonOf(entry, childType(type, 0), weight));
  return columnValueToJson(value);
}

function childType(type: DataType, index: number): DataType {
  const child = (type.children as Field[] | undefined)?.[index];
  if (!child) throw new Error('a nested type without its parts');
  return child.type as DataType;
}

/** Words of 32 bits, the least first, in two's complement. */
function decimal(words: Uint32Array, scale: number): number {
  const bits = BigInt(words.length * 32);
  const value = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return Number(BigInt.asIntN(Number(bits), value)) / 10 ** scale;
}
