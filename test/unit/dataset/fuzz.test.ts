import { DuckDBInstance } from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { looksLikeRecord } from '../../../src/core/dataset/records/looksLikeRecord';
import { isWholeFileFraming, rowsOf, type WholeFileFraming } from '../../../src/core/dataset/readers/wholeFileFraming';
import { framingOf } from '../../../src/core/dataset/readers/textFraming';
import { LayoutError } from '../../../src/core/dataset/fields/recordFields';
import { framerFor, rawRecord } from '../../../src/core/dataset/records/framing';
import { fullMapping } from '../../../src/core/dataset/layouts/layout';
import { parseRecord } from '../../../src/core/dataset/items/parse';
import { recordValue } from '../../../src/core/dataset/records/rawRecord';
import { RecordReader } from '../../../src/core/dataset/records/recordReader';
import { scan } from '../../../src/core/dataset/sources/scan';
import { streamRecords } from '../../../src/core/dataset/records/recordStream';
import { openRecords } from '../../../src/core/dataset/records/openRecords';
import { layoutNamed, layouts } from '../../../src/core/dataset/layouts';
import { random } from '../../../src/core/model/annotation/blindOrder';
import { UserError } from '../../../src/core/model/problems/problem';
import { fixture, fixtures } from '../made/fixtures';
import { temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { arrowOf, parquetOf } from '../made/tables';
import { processorTime } from '../made/processorTime';

/** `npm run fuzz` tries a million, other ones each time; a test run some thousands, always the same. */
const inputs = Number(process.env.FUZZ_INPUTS ?? 5000);
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_INPUTS === undefined ? 1 : Date.now() % 1_000_000));

const tokens = [
  '"',
  '\\',
  '\\u',
  '\\ud83d',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  '\n\n',
  '\t',
  ';',
  '|',
  'null',
  'true',
  '-1e999',
  '""',
  '{}',
  '[]',
  '\0',
  '\ufeff',
  'é🙂',
  '"__proto__":{"x":1},',
  '"prompt":',
  '"responses":',
  '"chosen":',
  '"rejected":',
  '[['.repeat(50),
  'a'.repeat(300),
].map((text) => Buffer.from(text));
const bytes = [0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80].map((byte) => Buffer.from([byte]));

/** Some bytes changed, taken out, doubled, put in, cut off; two texts made one. */
function mutated(corpus: readonly Buffer[], next: () => number): Buffer {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  let text = pick(corpus);
  const start = Math.floor(next() * Math.max(1, text.length - 4000));
  if (text.length > 4000 && next() < 0.8) text = text.subarray(next() < 0.5 ? 0 : start, start + 4000);
  for (let change = Math.floor(next() * 5); change >= 0; change--) {
    const at = Math.floor(next() * (text.length + 1));
    const end = Math.min(text.length, at + Math.floor(next() * 30));
    const [before, middle, after] = [text.subarray(0, at), text.subarray(at, end), text.subarray(end)];
    const kind = Math.floor(next() * 7);
    if (kind === 0) text = Buffer.concat([before, after]);
    else if (kind === 1) text = Buffer.concat([before, middle, middle, after]);
    else if (kind === 2) text = Buffer.concat([before, pick(tokens), middle, after]);
    else if (kind === 3) text = Buffer.concat([before, pick(bytes), after]);
    else if (kind === 4) text = before;
    else if (kind === 5) text = Buffer.concat([before, pick(corpus).subarray(0, 500)]);
    else text = Buffer.concat([before, Buffer.from([Math.floor(next() * 256)]), text.subarray(at + 1)]);
  }
  return text;
}

const words = [0, 1, -1, 2, 3, 7, 16, 255, 4096, 65_535, 1 << 20, 1 << 28, 0x7fffffff, -0x80000000, -4, -8, -64];

/** Some words of 32 bits changed, as lengths and offsets are; or as a text is. */
function struck(corpus: readonly Buffer[], next: () => number): Buffer {
  if (next() < 0.2) return mutated(corpus, next);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const bytes = Buffer.from(pick(corpus));
  for (let change = Math.floor(next() * 4); change >= 0; change--) {
    // Where nothing is, nothing breaks.
    let at = Math.floor((next() * (bytes.length - 8)) / 4) * 4;
    for (let tries = 0; tries < 5 && bytes.readInt32LE(at) === 0; tries++)
      at = Math.floor((next() * (bytes.length - 8)) / 4) * 4;
    const kind = next();
    if (kind < 0.5) bytes.writeInt32LE(pick(words), at);
    else if (kind < 0.7) bytes.writeInt32LE((bytes.readInt32LE(at) + Math.floor(next() * 64) - 32) | 0, at);
    else if (kind < 0.8) bytes.writeInt16LE((pick(words) << 16) >> 16, at);
    else if (kind < 0.9) bytes.writeUInt8(Math.floor(next() * 256), at + Math.floor(next() * 4));
    else bytes.copy(bytes, at, Math.floor((next() * (bytes.length - 8)) / 4) * 4, undefined);
  }
  return bytes;
}

/**
 * Small Arrow files and streams that hold what such files hold: lists, structs, dictionaries, dates, decimals, maps,
 * unions, views.
 */
function arrows(): Buffer[] {
  const rows = [...Array(12).keys()].map((n) => ({
    prompt: `Question ${n}`,
    responses: [
      { text: 'a'.repeat(n), score: n / 3 },
      { text: null, score: null },
    ],
    tags: n % 3 ? ['x', `y${n}`] : [],
    ok: n % 2 === 0,
  }));
  const text = new arrow.Utf8();
  const number = new arrow.Int32();
  const item = (type: arrow.DataType): arrow.Field => new arrow.Field('item', type, true);
  const columns: Record<string, [arrow.DataType, unknown[]]> = {
    dictionary: [new arrow.Dictionary(text, new arrow.Int32(), 1), ['a', 'b', null]],
    lists: [new arrow.List(item(new arrow.List(item(number)))), [[[1], [2, 3]], [], null]],
    long: [new arrow.Int64(), [1n, 2n ** 60n, null]],
    day: [new arrow.DateMillisecond(), [new Date(0), null, new Date(1e12)]],
    time: [new arrow.TimestampMicrosecond(), [0, 1e12, null]],
    fixed: [new arrow.FixedSizeList(2, item(number)), [[1, 2], null, [3, 4]]],
    map: [
      new arrow.Map_(
        new arrow.Field(
          'entries',
          new arrow.Struct([new arrow.Field('key', text, false), item(number)]) as arrow.DataType,
          false,
        ) as never,
      ),
      [new Map([['k', 1]]), null, new Map()],
    ],
    binary: [new arrow.Binary(), [Buffer.from('x'), null, Buffer.alloc(3, 255)]],
    large: [new arrow.LargeUtf8(), ['long', null, 'text']],
  };
  const table = new arrow.Table(
    Object.fromEntries(
      Object.entries(columns).map(([name, [type, values]]): [string, arrow.Vector] => [
        name,
        arrow.vectorFromArray(values, type),
      ]),
    ),
  );
  return [
    arrowOf(rows, 'file'),
    arrowOf(rows, 'stream'),
    arrowOf(rows, 'file', 5),
    arrowOf(rows, 'stream', 5),
    Buffer.from(arrow.tableToIPC(table, 'file')),
    Buffer.from(arrow.tableToIPC(table, 'stream')),
  ];
}

/** Small Parquet files of several writers, with the kinds of pages and encodings that there are. */
async function parquets(): Promise<Buffer[]> {
  const rows = [...Array(40).keys()].map((n) => ({
    prompt: `p${n}`,
    responses: [
      { text: 'a'.repeat(n), score: n / 3 },
      { text: null, score: null },
    ],
    tags: n % 3 ? ['x', `y${n}`] : [],
  }));
  const folder = temporaryFolder();
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const files = [parquetOf(rows), parquetOf(rows, { rowGroupSize: 10, pageSize: 100, offsetIndex: false })];
  for (const options of [
    'codec uncompressed',
    'parquet_version v2, codec uncompressed, string_dictionary_page_size_limit 1',
    'codec zstd',
    'codec lz4_raw',
  ]) {
    const path = join(folder, 'a.parquet');
    await connection.run(
      `copy (select i, 'text ' || i as text, 'p' || (i % 3) as prompt, i % 2 = 0 as flag, i / 3.0::double as score, date '2020-01-01' + i::int as day, map {'k': i} as map, [{'a': i, 'b': ['x' || i]}, null] as list from range(30) rows(i)) to '${path}' (format parquet, ${options})`,
    );
    files.push(readFileSync(path));
  }
  connection.closeSync();
  return files;
}

/** Reads a table from its start and at some places; gives how many rows it holds. */
async function readTable(path: string, next: () => number): Promise<number> {
  let rows = 0;
  for await (const batch of streamRecords(path)) rows += batch.length;
  const records = await openRecords(path, { unpack: () => Promise.reject(new UserError('is packed')) });
  try {
    for (const ordinal of [0, records.count - 1, Math.floor(next() * records.count)])
      await records.records(Math.max(0, ordinal), 1 << 20);
  } finally {
    await records.close();
  }
  return rows;
}

/** Reads a file whose records lie all over it. Gives how many rows it holds; one that is refused holds none. */
function readWhole(text: Buffer, name: string, framing: WholeFileFraming): number {
  try {
    return [...rowsOf(text, framing, name)]
      .flat()
      .flatMap((raw) => matching(raw).flatMap((layout) => [...parseRecord(raw, name, { layout, mapping: {} })])).length;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return 0;
  }
}

/** Reads a text as a dataset, in pieces cut anywhere. Gives how many items it holds. */
function read(text: Buffer, name: string, next: () => number): number {
  const framing = framingOf(text, { name, whole: true, isRecord: looksLikeRecord({}) });
  if (isWholeFileFraming(framing)) return readWhole(text, name, framing);
  const framer = framerFor(framing);
  const starts: [number, number][] = [];
  for (let at = 0; at < text.length;) {
    const size = 1 + Math.floor(next() * 700);
    framer.push(text.subarray(at, at + size), at, (start, line) => starts.push([start, line]));
    at += size;
  }
  framer.end();
  let items = 0;
  for (const [index, [start, line]] of starts.slice(0, 30).entries()) {
    const raw = rawRecord(text.subarray(start, starts[index + 1]?.[0] ?? text.length), line, framing);
    for (const layout of matching(raw))
      for (const parsed of parseRecord(raw, name, { layout, mapping: {} })) if ('item' in parsed) items++;
  }
  return items;
}

function matching(raw: Parameters<typeof recordValue>[0]): readonly (typeof layouts)[number][] {
  try {
    const record = recordValue(raw);
    return layouts.filter((layout) => layout.matches(new RecordReader(record, fullMapping(layout, {}))));
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return layouts.slice(0, 1);
  }
}

describe('whatever a file holds', () => {
  it(`is read or refused with a reason, never with a crash or for long: ${inputs} texts`, () => {
    const next = random(seed);
    const csv = 'id;prompt;chosen;rejected\n1;"a ""quoted""\nline";b;c\n2;x;y;z\n';
    const corpus = [
      ...fixtures().map((name) => readFileSync(fixture(name))),
      Buffer.from(csv),
      Buffer.from(csv.replaceAll(';', '\t')),
      Buffer.from(`{"data": {"rows": [${'{"prompt":"p","responses":["a","b"]},'.repeat(3)}{}]}}`),
    ];
    let items = 0;
    let slowest = 0;
    for (let n = 0; n < inputs; n++) {
      const text = mutated(corpus, next);
      const taken = processorTime();
      try {
        items += read(text, next() < 0.2 ? 'data.csv' : 'data.jsonl', next);
      } catch (error) {
        throw new Error(`FUZZ_SEED=${seed}, input ${n}: ${JSON.stringify(text.toString('latin1').slice(0, 2000))}`, {
          cause: error,
        });
      }
      slowest = Math.max(slowest, taken());
    }
    expect(items).toBeGreaterThan(inputs / 20);
    // Minutes, not milliseconds: what hangs.
    expect(slowest).toBeLessThan(20_000);
    expect(process.memoryUsage().heapUsed).toBeLessThan(1 << 30);
  }, 3_600_000);

  it('is refused with a reason where it is a packed file or a Parquet file that was changed', async () => {
    const next = random(seed);
    const rows = [...Array(40).keys()].map((n) => ({ prompt: `p${n}`, chosen: `a${n}`, rejected: 'b' }));
    const corpus = [
      gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')),
      parquetOf(rows),
      parquetOf(rows, { rowGroupSize: 10, pageSize: 200 }),
    ];
    const reading = { layout: layoutNamed('preference-pairs')!, mapping: {} };
    let refused = 0;
    for (let n = 0; n < Math.min(inputs / 50, 5000); n++) {
      const path = temporaryFile('data', mutated(corpus, next));
      try {
        for await (const batch of scan([path], reading)) expect(Array.isArray(batch)).toBe(true);
      } catch (error) {
        if (!(error instanceof UserError)) throw new Error(`FUZZ_SEED=${seed}, table ${n}`, { cause: error });
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);
  }, 3_600_000);

  it.each([
    ['Arrow', arrows],
    ['Parquet', parquets],
  ] as const)(
    'is refused with a reason where it is a table that was changed: %s',
    async (_, files) => {
      const next = random(seed);
      const corpus = await files();
      const path = join(temporaryFolder(), 'data');
      const before = process.resourceUsage().maxRSS;
      let [refused, rows] = [0, 0];
      let slowest = { time: 0, told: '' };
      for (let n = 0; n < inputs / 10; n++) {
        writeFileSync(path, corpus[n] ?? struck(corpus, next));
        const taken = processorTime();
        try {
          rows += await readTable(path, next);
        } catch (error) {
          if (n < corpus.length || !(error instanceof UserError))
            throw new Error(`FUZZ_SEED=${seed}, table ${n}: ${readFileSync(path).toString('base64')}`, {
              cause: error,
            });
          refused++;
        }
        const time = taken();
        if (time > slowest.time)
          slowest = { time, told: `FUZZ_SEED=${seed}, table ${n}: ${readFileSync(path).toString('base64')}` };
      }
      expect(refused).toBeGreaterThan(inputs / 50);
      expect(rows).toBeGreaterThan(inputs / 10);
      expect(slowest.time, slowest.told).toBeLessThan(20_000);
      // In kilobytes: what a few kilobytes of file may take at the most.
      expect(process.resourceUsage().maxRSS - before).toBeLessThan(1 << 20);
    },
    3_600_000,
  );
});
