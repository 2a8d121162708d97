import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/core/dataset/inspect';
import { RecordFile } from '../../../src/core/dataset/records/recordFile';
import { readHead, streamRecords } from '../../../src/core/dataset/records/recordStream';
import { recordValue, type RawRecord } from '../../../src/core/dataset/records/rawRecord';
import { unpackedCopy } from '../../../src/core/dataset/sources/unpackedCopy';
import { temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const pair = (n: number): object => ({ prompt: `Question ${n}?`, chosen: 'Yes, "indeed" {', rejected: 'No ]}' });
const keyed = (count: number): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`q "${n}"`, pair(n)]));
const open = (text: string | Buffer): string => temporaryFile('data.json', text);

async function streamed(path: string): Promise<RawRecord[]> {
  const records: RawRecord[] = [];
  for await (const batch of streamRecords(path)) records.push(...batch);
  return records;
}

/** What a record is, or why it is none. */
function read(raw: RawRecord | undefined): unknown {
  if (!raw) return undefined;
  try {
    return { line: raw.line, value: recordValue(raw) };
  } catch (error) {
    return { line: raw.line, fault: (error as Error).message };
  }
}

describe('JSON that is keyed by id', () => {
  it.each<[string, number, number | undefined]>([
    ['a small one', 2, 1],
    ['a small one in one line', 2, undefined],
    ['a large one', 20_000, 1],
    ['a large one in one line', 20_000, undefined],
  ])('has a record for each key, with the key as its id: %s', async (_, count, indent) => {
    const path = open(JSON.stringify(keyed(count), undefined, indent));
    const records = await streamed(path);
    expect(records).toHaveLength(count);
    expect(read(records.at(-1))).toMatchObject({
      value: { id: `q "${count - 1}"`, prompt: `Question ${count - 1}?` },
      line: indent === undefined ? 1 : 2 + 5 * (count - 1),
    });
    expect(await inspect([path])).toMatchObject({ layout: 'preference-pairs', items: count, problems: [] });
  });

  it.each(['plain', 'gzip'] as const)('gives any record by its number, %s', async (kind) => {
    const text = JSON.stringify(keyed(5000), undefined, 2);
    const path = open(kind === 'gzip' ? gzipSync(text) : text);
    const folder = temporaryFolder();
    const file = await RecordFile.open(path, { unpack: (packed, signal) => unpackedCopy(packed, folder, { signal }) });
    for (const at of [4999, 0, 2500])
      expect(read(await file.record(at))).toMatchObject({
        value: { id: `q "${at}"`, prompt: `Question ${at}?` },
        line: 2 + 5 * at,
      });
    expect(await file.record(5000)).toBeUndefined();
    await file.close();
  });

  it('keeps an id of its own, and tells of a member that is no object by its key and line', async () => {
    const path = open(
      `{\n"a": {"id": "own", "prompt": "Hi", "responses": ["x", "y"]},\n"b": {"prompt": "Hi", "responses": ["x", "y"]},\n"c": {"prompt": "Hi", "responses": ["x", "y"]},\n"version": 3,\n"d": {"prompt": "Ho", "responses": ["x", "y"]}\n}`,
    );
    // A head with a member that is no object is no such file; behind the first records it is a fault of its own.
    expect((await readHead(path, undefined, {})).framing).toBe('json-values');
    const text = `{\n${Array.from({ length: 20_000 }, (_, n) => `"k${n}": ${n === 19_000 ? '3' : JSON.stringify(n === 1 ? { id: 'own', ...pair(n) } : pair(n))}`).join(',\n')}\n}`;
    const records = await streamed(open(text));
    expect(read(records[1])).toMatchObject({ value: { id: 'own' } });
    expect(read(records[19_000])).toEqual({
      line: 19_002,
      fault: 'The value of “k19000” must be an object with fields. Found: a number',
    });
  });

  it('is told where it is cut off', async () => {
    const text = JSON.stringify(keyed(20_000), undefined, 1);
    const problems: unknown[] = [];
    for await (const _ of streamRecords(open(text.slice(0, -20)), { onEnd: (problem) => problems.push(problem) }));
    expect(problems).toMatchObject([
      {
        message:
          'The JSON object is cut off: its closing “}” is missing. The complete items before were read. Fetch or write the file again',
      },
    ]);
  });

  it.each<[string, unknown]>([
    ['one record', { prompt: 'Hi', responses: ['a', 'b'], metadata: { a: 1 } }],
    [
      'one pair of messages',
      { chosen: { role: 'assistant', content: 'a' }, rejected: { role: 'assistant', content: 'b' }, prompt: 'Hi' },
    ],
    ['an object that holds an array', { data: [pair(1), pair(2)] }],
    ['an object that holds an array beside another object', { about: { name: 'x', by: 'y' }, data: [pair(1)] }],
  ])('is none of %s', async (_, value) => {
    expect((await readHead(open(JSON.stringify(value, undefined, 1)), undefined, {})).framing).not.toMatchObject({
      kind: 'keyed-objects',
    });
  });

  it('has every member, whatever stands in its texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
          fc.string(),
          { minKeys: 1, maxKeys: 12 },
        ),
        fc.integer({ min: 0, max: 3 }),
        async (texts, indent) => {
          const whole = Object.fromEntries(
            Object.entries(texts).map(([key, text]) => [key, { prompt: text, responses: [text, 'b'] }]),
          );
          expect(
            (await streamed(open(JSON.stringify(whole, undefined, indent)))).map((raw) => recordValue(raw)),
          ).toEqual(Object.entries(whole).map(([id, value]) => ({ id, ...value })));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('JSON that holds columns', () => {
  const columns = (count: number): Record<string, string[]> => ({
    prompt: Array.from({ length: count }, (_, n) => `Why ${n}?`),
    chosen: Array<string>(count).fill('a'),
    rejected: Array<string>(count).fill('b'),
  });
  it.each<[string, unknown]>([
    ['lists', columns(3)],
    ['lists of many rows', columns(30_000)],
    [
      "pandas' own, by the numbers of rows",
      Object.fromEntries(Object.entries(columns(3)).map(([name, list]) => [name, Object.fromEntries(list.entries())])),
    ],
    [
      "pandas' own of many rows",
      Object.fromEntries(
        Object.entries(columns(30_000)).map(([name, list]) => [name, Object.fromEntries(list.entries())]),
      ),
    ],
  ])('has a record for each row: %s', async (_, value) => {
    const rows = Object.keys(Object.values(value as object)[0] as object).length;
    expect(await inspect([open(JSON.stringify(value, undefined, 1))])).toMatchObject({
      layout: 'preference-pairs',
      problems: [],
      items: rows,
    });
  });
});
