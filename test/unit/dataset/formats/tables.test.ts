import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { Dataset } from '../../../../src/core/dataset/dataset';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { unpackLz4Frame } from '../../../../src/core/dataset/readers/arrow/lz4Frame';
import { columnValueToJson } from '../../../../src/core/dataset/readers/json/columnValueToJson';
import { openTable } from '../../../../src/core/dataset/readers/table/openTable';
import { layoutNamed } from '../../../../src/core/dataset/layouts';
import { openRecords } from '../../../../src/core/dataset/records/openRecords';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { fetchRecordsOf, streamRecordsOf } from '../../made/readRecords';
import { arrowOf, parquetOf } from '../../made/tables';

const rowsOf = (count: number): Record<string, unknown>[] =>
  [...Array(count).keys()].map((n) => ({
    id: `q${n}`,
    prompt: `Question ${n}: ${Math.sin(n)}`,
    chosen: [...Array((n % 4) + 1).keys()].map((turn) => ({
      role: turn % 2 ? 'user' : 'assistant',
      content: `${n}.${turn} ${'x'.repeat(n % 50)}`,
    })),
    tags: n % 3 === 0 ? [] : ['a', `t${n}`],
    score: n % 5 === 0 ? null : n / 4,
    meta: { source: n % 2 ? 'web' : null, ok: n % 7 === 0 },
  }));
const placed = (rows: readonly unknown[]): { place: string; value: unknown }[] =>
  rows.map((value, i) => ({ place: `row ${i + 1}`, value }));

describe('a table', () => {
  it.each<[string, (rows: Record<string, unknown>[]) => Buffer]>([
    ['Parquet, one row group', (rows) => parquetOf(rows)],
    ['Parquet, many row groups and pages', (rows) => parquetOf(rows, { rowGroupSize: 37, pageSize: 200 })],
    [
      'Parquet, one row group of many pages that the file does not index',
      (rows) => parquetOf(rows, { pageSize: 100, offsetIndex: false }),
    ],
    ['Arrow file', (rows) => arrowOf(rows, 'file')],
    ['Arrow file of many batches', (rows) => arrowOf(rows, 'file', 17)],
    ['Arrow stream of many batches', (rows) => arrowOf(rows, 'stream', 17)],
  ])(
    'gives its rows, lists and structs as plain JSON, by streaming and by ordinal, whatever its name: %s',
    async (_, write) => {
      const rows = rowsOf(150);
      const path = temporaryFile('data.jsonl', write(rows));
      expect(await streamRecordsOf(path)).toEqual({ records: placed(rows), problem: undefined });
      expect(await fetchRecordsOf(path)).toEqual(placed(rows));
    },
  );

  it.each([true, false])(
    'is read in parts as it is read whole, wherever pages and rows part (page index: %s)',
    async (offsetIndex) => {
      const folder = temporaryFolder();
      let serial = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            lists: fc.array(fc.array(fc.string({ minLength: 200, maxLength: 3000 }), { maxLength: 4 }), {
              minLength: 20,
              maxLength: 60,
            }),
            pageSize: fc.integer({ min: 50, max: 5000 }),
          }),
          async ({ lists, pageSize }) => {
            const rows = lists.map((list, n) => ({ n, list, struct: { list, n } }));
            const path = join(folder, `${serial++}.parquet`);
            writeFileSync(path, parquetOf(rows, { pageSize, offsetIndex }));
            const table = await openTable(path, 'parquet');
            // As if the group were so large that few rows fit into what is decoded at a time.
            for (const group of (table as unknown as { groups: { bytes: number }[] }).groups)
              group.bytes = (4 << 20) * (rows.length / 3);
            for (const ordinal of [rows.length - 1, 0, rows.length >> 1, 1, 7])
              expect(await table.rows(ordinal, ordinal + 1)).toEqual([rows[ordinal]]);
            const all: unknown[] = [];
            for await (const chunk of table.scan()) all.push(...chunk.rows);
            expect(all).toEqual(rows);
            await table.close();
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  it('gives the same items as JSONL and CSV of the same rows', async () => {
    const rows = [...Array(30).keys()].map((n) => ({
      id: `q${n}`,
      prompt: `Question "${n}",\nand more`,
      chosen: `good ${n}`,
      rejected: n % 4 === 0 ? '' : `bad; ${n}`,
    }));
    const cells = (values: readonly string[]): string =>
      values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
    const folder = temporaryFolder();
    const contents: Record<string, string | Buffer> = {
      'a.jsonl': jsonl(rows),
      'a.json': JSON.stringify({ data: rows }),
      'a.csv': `${['id,prompt,chosen,rejected', ...rows.map((row) => cells(Object.values(row)))].join('\r\n')}\r\n`,
      'a.parquet': parquetOf(rows),
      'a.arrow': arrowOf(rows, 'stream', 8),
      'a.feather': arrowOf(rows, 'file', 8),
    };
    const reading = { layout: layoutNamed('preference-pairs')!, mapping: {} };
    const items = new Map<string, unknown[]>();
    for (const [name, content] of Object.entries(contents)) {
      const path = join(folder, name);
      writeFileSync(path, content);
      const all: unknown[] = [];
      items.set(name, all);
      for await (const batch of scan([path], reading))
        all.push(...batch.map((parsed) => ('item' in parsed ? parsed.item : parsed.problem)));
      const dataset = await Dataset.open([path], reading, { unpack: () => Promise.reject(new Error('is not packed')) });
      await dataset.whenComplete();
      expect(dataset.count).toBe(rows.length);
      const last = await dataset.at(29);
      expect(last && 'item' in last && last.item).toEqual(all[29]);
      await dataset.close();
    }
    expect(items.get('a.jsonl')).toHaveLength(30);
    for (const [name, all] of items) expect(all, name).toEqual(items.get('a.jsonl'));
  });

  it('tells of a row that does not fit by its number', async () => {
    const path = temporaryFile(
      'a.parquet',
      parquetOf([
        { prompt: 'a', chosen: 'b', rejected: 'c' },
        { prompt: null, chosen: 'x', rejected: 'y' },
      ]),
    );
    const all = [];
    for await (const batch of scan([path], { layout: layoutNamed('preference-pairs')!, mapping: {} }))
      all.push(...batch);
    expect(all[1]).toMatchObject({
      problem: {
        severity: 'error',
        file: path,
        line: 2,
        unit: 'row',
        message: expect.stringContaining(
          'There is no prompt: “chosen” and “rejected” do not begin with the same conversation, as in “Human: … Assistant: …”, and no other field looks like a prompt. Add a field “prompt”, or choose the prompt with --map prompt=FIELD. The item was left out. Correct the record, or choose another field with --map',
        ) as string,
      },
    });
  });

  it('that changes while it is open is not read from a wrong place', async () => {
    const path = temporaryFile('a.parquet', parquetOf(rowsOf(10)));
    const file = await openRecords(path, { unpack: () => Promise.reject(new Error('is not packed')) });
    expect([file.count, file.complete]).toEqual([10, true]);
    appendFileSync(path, 'more');
    await expect(file.record(3)).rejects.toThrow(/a\.parquet: The file changed on disk while it was open/);
    await file.close();
  });

  it.each<[string, string, Buffer, string]>([
    [
      'Parquet without its footer',
      'a.parquet',
      parquetOf(rowsOf(50)).subarray(0, 2000),
      'The footer of the Parquet file cannot be read (parquet file invalid (footer != PAR1)). The file is cut off, damaged or still being written. Fetch or write it again',
    ],
    [
      'Parquet with a damaged page',
      'a.parquet',
      harmed(parquetOf(rowsOf(50)), 60),
      'Rows 1 to 50 cannot be read (missing eof marker). The file is damaged, or written in a way that Tiebreak does not support. Fetch it again, or write it again with another writer',
    ],
    [
      'Arrow without a schema',
      'a.arrow',
      arrowOf(rowsOf(50), 'stream').subarray(0, 100),
      'The schema of the Arrow file cannot be read (there is none). The file is cut off or damaged. Fetch or write it again',
    ],
  ])('that is damaged is refused with what to do: %s', async (_, name, bytes, message) => {
    const path = temporaryFile(name, bytes);
    for (const read of [streamRecordsOf, fetchRecordsOf])
      await expect(read(path)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringContaining(`${path}: ${message}`) as string,
      });
  });

  it('an Arrow stream that is cut off is read up to there, and told', async () => {
    const rows = rowsOf(30);
    const bytes = arrowOf(rows, 'stream', 10);
    const path = temporaryFile('a.arrow', bytes.subarray(0, bytes.length - 500));
    expect(await streamRecordsOf(path)).toMatchObject({
      records: placed(rows.slice(0, 20)),
      problem: {
        message: 'The file is cut off in record batch 3. The rows before were read (20). Fetch or write the file again',
      },
    });
  });
});

function harmed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, at, at + 40);
  return copy;
}

describe('values that JSON does not have', () => {
  it('are plain JSON from Parquet', async () => {
    const day = new Date('2026-11-21T08:30:00.000Z');
    const picture = Buffer.alloc(70_000, 0x89);
    const columnData = [
      { name: 'long', data: [12n, 2n ** 60n, null], type: 'INT64' as const },
      { name: 'time', data: [day, null, day], type: 'TIMESTAMP' as const },
      { name: 'number', data: [Number.NaN, Infinity, -1.5], type: 'DOUBLE' as const },
      { name: 'picture', data: [picture, Buffer.from('text'), null], type: 'BYTE_ARRAY' as const },
      { name: 'json', data: [{ a: [1] }, ['x'], null], type: 'JSON' as const },
    ];
    const path = temporaryFile('a.parquet', Buffer.from(parquetWriteBuffer({ columnData })));
    expect((await streamRecordsOf(path)).records.map(({ value }) => value)).toEqual([
      { long: 12, time: day.toISOString(), number: null, picture: '<70,000 bytes>', json: { a: [1] } },
      { long: String(2n ** 60n), time: null, number: null, picture: 'text', json: ['x'] },
      { long: null, time: day.toISOString(), number: -1.5, picture: null, json: null },
    ]);
  });

  it('are plain JSON from Arrow', async () => {
    const day = new Date('2026-11-21T08:30:00.000Z');
    const columns: Record<string, arrow.Vector> = {
      long: arrow.vectorFromArray([12n, 2n ** 60n, null], new arrow.Int64()),
      time: arrow.vectorFromArray([day, null, day], new arrow.TimestampMicrosecond()),
      date: arrow.vectorFromArray([day, null, day], new arrow.DateDay()),
      number: arrow.vectorFromArray([Number.NaN, Infinity, -1.5], new arrow.Float64()),
      picture: arrow.vectorFromArray([Buffer.alloc(70_000, 0x89), Buffer.from('text'), null], new arrow.Binary()),
      kind: arrow.vectorFromArray(['web', 'book', 'web'], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())),
      large: arrow.vectorFromArray(['x', 'y', null], new arrow.LargeUtf8()),
      view: arrow.vectorFromArray(['x', 'a text of more than twelve bytes', null], new arrow.Utf8View()),
      vector: arrow.vectorFromArray(
        [[1, 2], [3, 4], null],
        new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Float32())),
      ),
    };
    for (const kind of ['file', 'stream'] as const) {
      const path = temporaryFile('a.arrow', Buffer.from(arrow.tableToIPC(new arrow.Table(columns), kind)));
      expect((await streamRecordsOf(path)).records.map(({ value }) => value)).toEqual([
        {
          long: 12,
          time: day.toISOString(),
          date: '2026-11-21T00:00:00.000Z',
          number: null,
          picture: '<70,000 bytes>',
          kind: 'web',
          large: 'x',
          view: 'x',
          vector: [1, 2],
        },
        {
          long: String(2n ** 60n),
          time: null,
          date: null,
          number: null,
          picture: 'text',
          kind: 'book',
          large: 'y',
          view: 'a text of more than twelve bytes',
          vector: [3, 4],
        },
        {
          long: null,
          time: day.toISOString(),
          date: '2026-11-21T00:00:00.000Z',
          number: -1.5,
          picture: null,
          kind: 'web',
          large: null,
          view: null,
          vector: null,
        },
      ]);
    }
  });
});

describe('files of other writers', () => {
  it.each(['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw'])(
    'Parquet by DuckDB is read, by streaming and from one large row group, packed with %s',
    async (codec) => {
      const folder = temporaryFolder();
      const rows = rowsOf(2000);
      writeFileSync(join(folder, 'a.jsonl'), jsonl(rows));
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      const path = join(folder, 'a.parquet');
      await connection.run(
        `copy (select * from read_json('${join(folder, 'a.jsonl')}', format = 'newline_delimited')) to '${path}' (format parquet, codec ${codec}, row_group_size 1000000)`,
      );
      connection.closeSync();
      expect((await streamRecordsOf(path)).records).toEqual(placed(rows));
      const file = await openRecords(path, { unpack: () => Promise.reject(new Error('is not packed')) });
      for (const ordinal of [1999, 0, 1000, 1001])
        expect(await file.record(ordinal)).toEqual({ line: ordinal + 1, unit: 'row', value: rows[ordinal] });
      await file.close();
    },
  );

  it.each([
    'parquet_version v1',
    'parquet_version v2',
    'parquet_version v2, codec zstd, string_dictionary_page_size_limit 1',
  ])('every type and encoding of Parquet by DuckDB is read as hyparquet reads it: %s', async (options) => {
    const path = join(temporaryFolder(), 'a.parquet');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const columns = [
      'i as long, i::int as int, (i % 7)::utinyint as tiny, (i * 1000000007)::ubigint as unsigned_long, i::uinteger as unsigned, i / 3.0::double as double, (i / 3)::float as float, i % 2 = 0 as flag',
      "(i / 7)::decimal(9, 2) as decimal, (i / 7)::decimal(30, 5) as long_decimal, date '2020-01-01' + i::int as day, timestamp '2020-01-01' + interval (i) second as stamp, time '10:00:00' as hour, hugeint '5' as huge",
      `'p' || (i % 50) as repeated, 'text ' || i || repeat('x', (i % 300)::int) as text, uuid() as uuid, ('{"a":' || i || '}')::json as json, 'abc'::blob as blob, (case i % 3 when 0 then 'a' when 1 then 'b' end)::enum('a', 'b') as choice, null::varchar as nothing`,
      "case when i % 3 = 0 then null else [i, null, i + 1] end as list, [[i], [], [i, i]] as lists, {'a': i, 'b': {'c': ['x' || i, null]}} as struct, map {'k' || i: i, 'z': null} as map, case when i % 4 = 0 then null else {'q': [{'r': i, 's': 'v'}, null]} end as deep",
    ];
    await connection.run(
      `copy (select ${columns.join()} from range(2500) rows(i)) to '${path}' (format parquet, row_group_size 2048, ${options})`,
    );
    connection.closeSync();
    const rows = (await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors })).map(
      columnValueToJson,
    );
    expect(rows).toHaveLength(2500);
    expect((await streamRecordsOf(path)).records).toEqual(placed(rows));
    const table = await openTable(path, 'parquet');
    for (const ordinal of [2499, 0, 2047, 2048, 17, 16])
      expect(await table.rows(ordinal, ordinal + 1)).toEqual([rows[ordinal]]);
    await table.close();
  });

  it('the keys of a map are names', async () => {
    const path = join(temporaryFolder(), 'map.parquet');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(
      `copy (select map {'é': 'x', 'b': 'y'} as scores, 'text' as prompt) to '${path}' (format parquet)`,
    );
    connection.closeSync();
    expect((await streamRecordsOf(path)).records).toEqual([
      { place: 'row 1', value: { scores: { é: 'x', b: 'y' }, prompt: 'text' } },
    ]);
  });

  it('an Arrow batch may be packed, by zstd or by LZ4', async () => {
    // Frames that hold their blocks unpacked: valid for a reader, and no packer is needed.
    const lz4 = (bytes: Uint8Array): Uint8Array => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE((bytes.length | 0x80000000) >>> 0);
      return Buffer.concat([Buffer.from([4, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73]), size, bytes, Buffer.alloc(4)]);
    };
    const zstd = (bytes: Uint8Array): Uint8Array => {
      const header = Buffer.alloc(3);
      header.writeUIntLE((bytes.length << 3) | 1, 0, 3);
      return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]), header, bytes]);
    };
    const rows = rowsOf(40);
    const table = arrow.tableFromIPC(arrowOf(rows, 'stream'));
    for (const [type, encode] of [
      [arrow.CompressionType.LZ4_FRAME, lz4],
      [arrow.CompressionType.ZSTD, zstd],
    ] as const) {
      const before = arrow.compressionRegistry.get(type);
      arrow.compressionRegistry.set(type, { ...before, encode });
      const path = temporaryFile('a.feather', Buffer.from(arrow.tableToIPC(table, 'file', type)));
      expect((await streamRecordsOf(path)).records).toEqual(placed(rows));
      expect(await fetchRecordsOf(path)).toEqual(placed(rows));
    }
  });

  it.skipIf(!has('lz4')).each(['-BD -B4', '-BI', '-9 --content-size', '-1 --no-frame-crc -BX'])(
    'an LZ4 frame is unpacked as the lz4 tool packed it with %s',
    (flags) => {
      const text = Buffer.from(jsonl(rowsOf(4000)) + 'a'.repeat(200_000));
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'a'), text);
      execFileSync('lz4', ['-q', ...flags.split(' '), join(folder, 'a'), join(folder, 'a.lz4')]);
      expect(
        Buffer.from(unpackLz4Frame(execFileSync('cat', [join(folder, 'a.lz4')], { maxBuffer: 1 << 26 }))).equals(text),
      ).toBe(true);
    },
  );
});

function has(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
