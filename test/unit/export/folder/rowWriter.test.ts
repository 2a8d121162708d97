import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { maybeRecordValue } from '../../../../src/core/dataset/records/rawRecord';
import { streamRecords } from '../../../../src/core/dataset/records/recordStream';
import { ParquetColumns } from '../../../../src/core/export/folder/parquetColumns';
import { rowWriter } from '../../../../src/core/export/folder/rowWriter';
import { type RowValue } from '../../../../src/core/export/folder/rowValue';
import { fileKinds, type FileKind } from '../../../../src/core/model/study/recipe';
import { temporaryFolder } from '../../made/temporaryFolder';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);

const rowOf = (value: RowValue): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

async function written(kind: FileKind, rows: readonly RowValue[], columns = new ParquetColumns()): Promise<string> {
  const path = join(temporaryFolder(), `train.${kind}`);
  const writer = await rowWriter(kind, path, columns, `train.${kind}`);
  for (const row of rows) await writer.write(rowOf(row));
  const { bytes } = await writer.close();
  expect(readFileSync(path).byteLength).toBe(bytes);
  expect(readdirSync(join(path, '..'))).toEqual([`train.${kind}`]);
  return path;
}

/** Whole numbers of 64 bits as numbers, nulls left out. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'bigint' ? Number(each) : each === null ? undefined : each,
    ),
  );

async function readByHyparquet(path: string): Promise<unknown> {
  return plain(await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors }));
}

async function readByUs(path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const batch of streamRecords(path)) for (const record of batch) rows.push(maybeRecordValue(record));
  return rows.map(plain);
}

async function readByDuckdb(path: string): Promise<{ rows: unknown; types: Record<string, string> }> {
  const connection = await (await duckdb!.DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet('${path}')`);
  const rows = plain(reader.getRowObjectsJson());
  const types = Object.fromEntries(reader.columnNames().map((name, i) => [name, String(reader.columnTypes()[i])]));
  connection.closeSync();
  return { rows, types };
}

const messages = (...contents: string[]): object[] =>
  contents.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content }));
const pair = (n: number): RowValue => ({
  prompt: messages(`Question ${n} 🙂\u2028漢`),
  chosen: messages(`good ${n}`),
  rejected: messages('', `bad ${n}`),
  margin: n / 2,
  votes: n,
  label: n % 2 === 0,
  tags: n % 3 ? ['a', `b${n}`] : [],
});

describe('rows', () => {
  it.each(fileKinds)('written as %s are read back as they were', async (kind) => {
    const rows = [...Array(50).keys()].map(pair);
    expect(await readByUs(await written(kind, rows))).toEqual(plain(rows));
  });

  it('as JSON are one array with a row a line', async () => {
    expect(readFileSync(await written('json', [{ a: 1 }, { a: 2 }]), 'utf8')).toBe('[\n{"a":1},\n{"a":2}\n]\n');
    expect(readFileSync(await written('json', []), 'utf8')).toBe('[\n]\n');
    expect(readFileSync(await written('jsonl', [{ a: 1 }, { a: 2 }]), 'utf8')).toBe('{"a":1}\n{"a":2}\n');
  });

  it.each(fileKinds)('as %s are the same bytes each time', async (kind) => {
    const rows = [...Array(6000).keys()].map(pair);
    const [once, twice] = [await written(kind, rows), await written(kind, rows)];
    expect(readFileSync(once).equals(readFileSync(twice))).toBe(true);
  });

  it.each(fileKinds)('of a file of %s that is aborted leave nothing', async (kind) => {
    const path = join(temporaryFolder(), 'x');
    const writer = await rowWriter(kind, path, new ParquetColumns(), 'x');
    await writer.write(rowOf({ a: 1 }));
    await writer.abort();
    await writer.abort();
    expect(existsSync(path) || existsSync(`${path}.rows`)).toBe(false);
  });
});

describe('Parquet', () => {
  it('holds messages as lists of structs, with the types that DuckDB and hyparquet find', async () => {
    const rows = [...Array(20).keys()].map(pair);
    const path = await written('parquet', rows);
    expect(await readByHyparquet(path)).toEqual(plain(rows));
    if (!duckdb) return;
    const { rows: read, types } = await readByDuckdb(path);
    const turns = 'STRUCT("role" VARCHAR, "content" VARCHAR)[]';
    expect(types).toEqual({
      prompt: turns,
      chosen: turns,
      rejected: turns,
      margin: 'DOUBLE',
      votes: 'BIGINT',
      label: 'BOOLEAN',
      tags: 'VARCHAR[]',
    });
    // DuckDB tells whole numbers of 64 bits as text in JSON.
    expect(read).toEqual((plain(rows) as RowValue[]).map((row) => ({ ...row, votes: String(row.votes) })));
  });

  it('is nullable only where a row has no value, whichever row that is', async () => {
    const rows: RowValue[] = [...Array(6000).keys()].map((n) => ({
      text: 'a',
      maybe: n === 5999 ? null : 'x',
      number: n === 5998 ? 0.5 : n,
      turns: [{ role: 'user', ...(n === 5997 && { calls: [{ name: 'f' }] }) }],
      nothing: null,
      empty: [],
    }));
    const path = await written('parquet', rows);
    const { schema, row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([5000, 1000]);
    const leaf = (name: string): unknown =>
      schema.filter((each) => each.name === name).map(({ type, repetition_type }) => [type, repetition_type]);
    expect([
      leaf('text'),
      leaf('maybe'),
      leaf('number'),
      leaf('role'),
      leaf('calls'),
      leaf('name'),
      leaf('nothing'),
    ]).toEqual([
      [['BYTE_ARRAY', 'REQUIRED']],
      [['BYTE_ARRAY', 'OPTIONAL']],
      [['DOUBLE', 'REQUIRED']],
      [['BYTE_ARRAY', 'REQUIRED']],
      [[undefined, 'OPTIONAL']],
      [['BYTE_ARRAY', 'REQUIRED']],
      [['BYTE_ARRAY', 'OPTIONAL']],
    ]);
    expect(await readByHyparquet(path)).toEqual(plain(rows));
    expect(await readByUs(path)).toEqual(plain(rows));
    if (duckdb) expect((await readByDuckdb(path)).rows).toEqual(plain(rows));
  });

  it('has the same columns in every file of a dataset', async () => {
    const columns = new ParquetColumns();
    const folder = temporaryFolder();
    const train = await rowWriter('parquet', join(folder, 'train'), columns, 'train');
    const test = await rowWriter('parquet', join(folder, 'test'), columns, 'test');
    await train.write(rowOf({ margin: 1 }));
    await test.write(rowOf({ margin: 0.5, note: 'x' }));
    await train.close();
    await test.close();
    const schemaOf = async (name: string): Promise<unknown> =>
      (await parquetMetadataAsync(await asyncBufferFromFile(join(folder, name)))).schema;
    expect(await schemaOf('train')).toEqual(await schemaOf('test'));
    expect(await readByHyparquet(join(folder, 'train'))).toEqual([{ margin: 1 }]);
  });

  it.each<[string, RowValue, RowValue, string]>([
    [
      'a text and a list',
      { a: { b: 'x' } },
      { a: { b: ['x'] } },
      'train: the column “a.b” has another type in row 2 than in row 1 of train, which Parquet does not allow. Found: a list and text. Choose JSONL as “--file”.',
    ],
    [
      'arguments of tools that differ',
      { calls: [{ arguments: { n: 1 } }] },
      { calls: [{ arguments: { n: 'one' } }] },
      'train: the column “calls[].arguments.n” has another type in row 2 than in row 1 of train',
    ],
    [
      'true and a number',
      { a: [true] },
      { a: [1] },
      'the column “a[]” has another type in row 2 than in row 1 of train',
    ],
  ])('refuses a column of %s, and names it with its row', async (_, first, second, message) => {
    const writer = await rowWriter('parquet', join(temporaryFolder(), 'train'), new ParquetColumns(), 'train');
    await writer.write(rowOf(first));
    await expect(writer.write(rowOf(second))).rejects.toThrow(message);
    await writer.abort();
  });

  it('keeps calls of tools as JSON, each with its own arguments', async () => {
    const turn = (...given: object[]): RowValue => ({
      chosen: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: '', tool_calls: given.map((each) => ({ function: { arguments: each } })) },
      ],
    });
    const rows = [turn({ date: '2024-05-15' }), turn({ n: 1, text: '{"a":1}' }, {}), turn({ n: 'one' })];
    const path = await written('parquet', rows);
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    expect(schema.at(-1)).toMatchObject({
      name: 'element',
      type: 'BYTE_ARRAY',
      converted_type: 'JSON',
      logical_type: { type: 'JSON' },
    });
    expect(await readByHyparquet(path)).toEqual(plain(rows));
    expect(await readByUs(path)).toEqual(plain(rows));
    if (duckdb) expect(JSON.stringify((await readByDuckdb(path)).types)).toContain('tool_calls');
  });

  it('refuses objects without any field', async () => {
    const writer = await rowWriter('parquet', join(temporaryFolder(), 'train'), new ParquetColumns(), 'train');
    await writer.write(rowOf({ a: [{}] }));
    await expect(writer.close()).rejects.toThrow(
      'train: the column “a[]” contains only objects without fields, which Parquet does not allow',
    );
    await writer.abort();
  });

  it('gives back whatever rows of one shape hold', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 5 });
    const turn = fc.record(
      {
        role: text,
        content: text,
        name: fc.option(text, { nil: undefined }),
        parts: fc.option(
          fc.array(
            fc.option(fc.record({ id: fc.integer(), note: fc.option(text, { nil: undefined }) }), { nil: null }),
            { maxLength: 3 },
          ),
          { nil: undefined },
        ),
      },
      { requiredKeys: ['role', 'content'] },
    );
    const row = fc.record(
      {
        prompt: fc.array(turn, { maxLength: 3 }),
        score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined }),
        deep: fc.array(fc.array(fc.array(fc.boolean(), { maxLength: 2 }), { maxLength: 2 }), { maxLength: 2 }),
      },
      { requiredKeys: ['prompt', 'deep'] },
    );
    const exact = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (_, each: unknown) =>
          Object.is(each, -0) ? 0 : each === null ? '∅' : typeof each === 'bigint' ? Number(each) : each,
        ),
      );
    const stripped = (value: unknown, inList = false): unknown =>
      Array.isArray(value)
        ? value.map((each) => stripped(each, true))
        : value === null || value === undefined
          ? inList
            ? null
            : undefined
          : typeof value === 'object'
            ? Object.fromEntries(
                Object.entries(value).flatMap(([key, each]) =>
                  each === null || each === undefined ? [] : [[key, stripped(each)]],
                ),
              )
            : value;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const path = await written('parquet', rows);
        expect(
          exact(stripped(await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors }))),
        ).toEqual(exact(stripped(rows)));
      }),
      { numRuns: 60 },
    );
  });
});
