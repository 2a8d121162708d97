import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { bitsFor, readHybrid } from '../../../../src/core/dataset/readers/parquet/parquetLevels';
import { openTable } from '../../../../src/core/dataset/readers/table/openTable';
import { unpackLz4Frame } from '../../../../src/core/dataset/readers/arrow/lz4Frame';
import { RowSizeCounter } from '../../../../src/core/dataset/readers/rowSizeCounter';
import { unpackZstd } from '../../../../src/core/dataset/readers/zstdFrames';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { fetchRecordsOf, streamRecordsOf } from '../../made/readRecords';
import { arrowOf, parquetOf } from '../../made/tables';

/** The metadata of a stream's first message, its schema: a flatbuffer that can be written to. */
const schemaOf = (stream: Buffer): Buffer => stream.subarray(8, 8 + stream.readInt32LE(4));
const follow = (metadata: Buffer, at: number): number => at + metadata.readUInt32LE(at);
/** Where a field of a table lies. */
function fieldOf(metadata: Buffer, table: number, index: number): number {
  const fields = table - metadata.readInt32LE(table);
  return table + metadata.readUInt16LE(fields + 4 + index * 2);
}
/** Where the vector of the schema's fields lies, and its first field. */
function fieldsOf(metadata: Buffer): { vector: number; first: number } {
  const schema = follow(metadata, fieldOf(metadata, follow(metadata, 0), 2));
  const vector = follow(metadata, fieldOf(metadata, schema, 1));
  return { vector, first: follow(metadata, vector + 4) };
}

const rows = [...Array(50).keys()].map((n) => ({ prompt: `p${n}`, tags: [`a${n}`, 'b', 'c'] }));

describe('a table that claims more than it holds is refused before memory is taken for it', () => {
  it.each<[string, (metadata: Buffer) => void, RegExp]>([
    [
      'two hundred million fields',
      (metadata) => metadata.writeUInt32LE(200_000_000, fieldsOf(metadata).vector),
      /its metadata claim/,
    ],
    [
      'a field that holds itself',
      (metadata) => {
        const list = follow(metadata, fieldsOf(metadata).vector + 8);
        const children = follow(metadata, fieldOf(metadata, list, 5));
        metadata.writeInt32LE(list - (children + 4), children + 4);
      },
      /The schema of the Arrow file cannot be read/,
    ],
    [
      'a name of two gigabytes',
      (metadata) =>
        metadata.writeUInt32LE(0x7fffffff, follow(metadata, fieldOf(metadata, fieldsOf(metadata).first, 0))),
      /its metadata claim/,
    ],
    [
      'a table that lies elsewhere',
      (metadata) => metadata.writeInt32LE(1 << 30, fieldsOf(metadata).first),
      /The schema of the Arrow file cannot be read/,
    ],
  ])('Arrow: %s', async (_, harm, message) => {
    const bytes = arrowOf(rows, 'stream');
    harm(schemaOf(bytes));
    const path = temporaryFile('a.arrow', bytes);
    for (const read of [streamRecordsOf, fetchRecordsOf])
      await expect(read(path)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringMatching(message) as string,
      });
  });

  it('Parquet: a column of which fewer than none are', async () => {
    const bytes = parquetOf(rows);
    // The schema's element: its name, then (field 5, an i32) how many children it has, zigzag.
    const at = bytes.indexOf(Buffer.from('tags\x15\x02', 'latin1'));
    expect(at).toBeGreaterThan(0);
    bytes[at + 5] = 0x01;
    const path = temporaryFile('a.parquet', bytes);
    for (const read of [streamRecordsOf, fetchRecordsOf])
      await expect(read(path)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringMatching(/cannot be read/) as string,
      });
  });

  it.each<[string, number[], RegExp]>([
    ['run backwards', [0, 3, 1], /Rows 1 to 2 cannot be read \(the offsets of a column run backwards\)/],
    ['begin before their values', [-5, 1, 3], /the offsets of a column run backwards/],
    ['end behind their values', [0, 1, 1 << 28], /a column is shorter than it claims/],
  ])('Arrow: lists whose offsets %s', async (_, offsets, message) => {
    const numbers = new arrow.List(new arrow.Field('item', new arrow.Int32(), true));
    const bytes = Buffer.from(
      arrow.tableToIPC(new arrow.Table({ lists: arrow.vectorFromArray([[7], [8, 9]], numbers) }), 'stream'),
    );
    const at = bytes.indexOf(Buffer.from(Int32Array.of(0, 1, 3).buffer));
    expect(at).toBeGreaterThan(0);
    Buffer.from(Int32Array.from(offsets).buffer).copy(bytes, at);
    const path = temporaryFile('a.arrow', bytes);
    for (const read of [streamRecordsOf, fetchRecordsOf])
      await expect(read(path)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringMatching(message) as string,
      });
  });

  it('Arrow: a text that is named in every row is given in stretches that stay small', async () => {
    const long = 'x'.repeat(1 << 20);
    const texts = arrow.vectorFromArray(
      Array<string>(600).fill(long),
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
    );
    const path = temporaryFile('a.arrow', Buffer.from(arrow.tableToIPC(new arrow.Table({ prompt: texts }), 'file')));
    const table = await openTable(path, 'arrow');
    const sizes: number[] = [];
    for await (const chunk of table.scan()) sizes.push(chunk.rows.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
    expect(Math.max(...sizes)).toBeLessThan(20);
    expect((await table.rows(599, 600))[0]).toEqual({ prompt: long });
    await table.close();
  });

  it('Parquet: the same, and a page that is too large to unpack is told', async () => {
    const folder = temporaryFolder();
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const write = (query: string, name: string): Promise<unknown> =>
      connection.run(
        `copy (${query}) to '${join(folder, name)}' (format parquet, string_dictionary_page_size_limit 100000000)`,
      );
    await write("select repeat('x', 1 << 20) as prompt from range(600)", 'texts.parquet');
    await write("select list_transform(range(300), n -> repeat('x', 1 << 20)) as list", 'list.parquet');
    connection.closeSync();
    const table = await openTable(join(folder, 'texts.parquet'), 'parquet');
    const sizes: number[] = [];
    for await (const chunk of table.scan()) sizes.push(chunk.rows.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
    expect(Math.max(...sizes)).toBeLessThan(20);
    for (const ordinal of [599, 0, 300])
      expect((await table.rows(ordinal, ordinal + 1))[0]).toEqual({ prompt: 'x'.repeat(1 << 20) });
    await table.close();
    await expect(streamRecordsOf(join(folder, 'list.parquet'))).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        /list\.parquet: Row 1 cannot be read \(a page unpacks to 314,574,046 bytes; write the file with smaller row groups, in DuckDB "row_group_size 10000", in pyarrow row_group_size=10000\)/,
      ) as string,
    });
  });

  it('a row that grows larger than any record ends there', () => {
    const weight = new RowSizeCounter();
    weight.add(200 << 20);
    expect(weight.take()).toBeGreaterThan(200 << 20);
    for (const text of [100 << 20, 100 << 20]) weight.add(text);
    expect(() => weight.add(100 << 20)).toThrow('a row of more than 256 MB');
  });

  it('packed data that unpack to more than they may are not unpacked', () => {
    // A frame of one block that repeats one byte 100,000 times.
    const zstd = Buffer.from([
      0x28,
      0xb5,
      0x2f,
      0xfd,
      0x00,
      0x58,
      ...[0, 8, 16].map((shift) => (((100_000 << 3) | 3) >> shift) & 0xff),
      0x61,
    ]);
    expect(unpackZstd(zstd, 100_000)).toHaveLength(100_000);
    expect(() => unpackZstd(zstd, 99_999)).toThrow(/99999|larger than/);
    const claim = Buffer.alloc(8, 0x7f);
    const lz4 = Buffer.concat([
      Buffer.from([4, 0x22, 0x4d, 0x18, 0x68, 0x70]),
      claim,
      Buffer.alloc(1),
      Buffer.from([4, 0, 0, 0x80]),
      Buffer.from('abcd'),
      Buffer.alloc(4),
    ]);
    expect(Buffer.from(unpackLz4Frame(lz4, 100)).toString()).toBe('abcd');
    expect(() => unpackLz4Frame(lz4, 3)).toThrow('the LZ4 frame holds more than 3 bytes');
  });
});

describe('levels', () => {
  it.each<[string, number[], number, number[]]>([
    ['a run', [10, 3], 2, [3, 3, 3, 3, 3]],
    ['packed bits', [3, 0b10001000, 0b11000110, 0b11111010], 3, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['a run and packed bits', [4, 1, 3, 0b01010101], 1, [1, 1, 1, 0, 1, 0, 1, 0, 1, 0]],
    ['a run that claims more than is wanted', [0xfe, 0xff, 0xff, 0xff, 0x0e, 1], 1, [1, 1, 1]],
  ])('are read: %s', (_, bytes, width, expected) => {
    const output = new Uint8Array(expected.length);
    readHybrid(Uint8Array.from(bytes), 0, bytes.length, width, output);
    expect([...output]).toEqual(expected);
  });

  it('that end early are an error', () => {
    expect(() => readHybrid(Uint8Array.from([2, 1]), 0, 2, 1, new Uint8Array(3))).toThrow('its levels end early');
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [255, 8],
  ])('up to %i take %i bits', (most, bits) => expect(bitsFor(most)).toBe(bits));
});
