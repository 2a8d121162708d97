import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { framingOf } from '../../../../src/core/dataset/readers/textFraming';
import { inspect } from '../../../../src/core/dataset/inspect';
import { looksLikeRecord } from '../../../../src/core/dataset/records/looksLikeRecord';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { fetchRecordsOf, streamRecordsOf } from '../../made/readRecords';

const pair = { prompt: 'Hi', chosen: 'a', rejected: 'b' };
const list = { prompt: [{ role: 'user', content: 'Hi' }], responses: [{ text: 'a' }, { text: 'b' }] };
const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);

describe('what a JSON text is', () => {
  it.each<[string, string, unknown]>([
    ['JSONL', jsonl([pair, pair]), 'jsonl'],
    ['one line that is a record, though it holds a list of objects', jsonl([list]), 'jsonl'],
    ['one line that is no record but holds some', jsonl([{ data: [pair] }]), { kind: 'nested-array', path: ['data'] }],
    ['an array', pretty([pair]), 'json-array'],
    [
      'an object with an array in it',
      pretty({ version: 1, tags: ['a', 'b'], none: [], data: [pair, pair] }),
      { kind: 'nested-array', path: ['data'] },
    ],
    [
      'two deep',
      pretty({ meta: { a: [1] }, result: { 'my "items"': [pair] } }),
      { kind: 'nested-array', path: ['result', 'my "items"'] },
    ],
    ['one pretty-printed record', pretty(list), 'json-values'],
    ['several pretty-printed records', `${pretty(pair)}\n${pretty(pair)}\n`, 'json-values'],
    ['several pretty-printed records with lists of objects', `${pretty(list)}\n${pretty(list)}\n`, 'json-values'],
    ['an array cut off', pretty({ data: [pair, pair] }).slice(0, -30), { kind: 'nested-array', path: ['data'] }],
    ['JSONL with a broken first line', `{"prompt": [{"role":\n${jsonl([pair, pair])}`, 'jsonl'],
    ['JSONL behind a comment', `# a, b\n${jsonl([pair, pair])}`, 'jsonl'],
    ['JSON named .csv', jsonl([pair, pair]), 'jsonl'],
    ['CSV named .json', 'prompt,chosen\na,b\n', { kind: 'csv', separator: ',', columns: ['prompt', 'chosen'] }],
  ])('is found by looking: %s', (what, text, framing) => {
    const name = what.includes('.csv') ? 'a.csv' : what.includes('.json') ? 'a.json' : 'a';
    expect(framingOf(Buffer.from(text), { name, isRecord: looksLikeRecord({}) })).toEqual(framing);
  });

  it('may be said: where the records are', () => {
    expect(framingOf(Buffer.from(pretty({ features: [{ a: 1 }], rows: [pair] })), { recordsPath: 'rows' })).toEqual({
      kind: 'nested-array',
      path: ['rows'],
    });
  });
});

const anyText = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('[', ']', '{"data": [', '\\', '"', '],', '\n'));
const anyRecord = fc.record({
  prompt: anyText,
  chosen: anyText,
  list: fc.array(fc.dictionary(anyText, anyText, { maxKeys: 2, noNullPrototype: true }), { maxLength: 2 }),
});

describe('records in an object', () => {
  it('are the elements of its array, by streaming and by ordinal, whatever stands around it', async () => {
    const folder = temporaryFolder();
    let serial = 0;
    const anyFile = fc.record({
      before: fc.dictionary(
        fc.constantFrom('a', 'b"', 'data2'),
        fc.oneof(
          anyText,
          fc.integer(),
          fc.constant([]),
          fc.constant(['x']),
          fc.constant({ deep: { deeper: [{ no: 1 }] } }),
        ),
        { noNullPrototype: true },
      ),
      records: fc.array(anyRecord, { minLength: 1, maxLength: 9 }),
      path: fc.constantFrom<[string, string?]>(['data'], ['result', 'rows']),
      indent: fc.constantFrom(0, 1),
      after: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(anyFile, async ({ before, records, path: [outer, inner], indent, after }) => {
        const path = join(folder, `${serial++}.json`);
        const held = inner === undefined ? records : { note: 'x', [inner]: records };
        writeFileSync(
          path,
          JSON.stringify({ ...before, [outer]: held, ...(after && { last: ['x', { y: 1 }] }) }, undefined, indent),
        );
        const { records: all, problem } = await streamRecordsOf(path);
        expect(all.map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(records)));
        expect(problem).toBeUndefined();
        expect(await fetchRecordsOf(path)).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });

  it('keep their lines, and a second array is not passed over in silence', async () => {
    const path = temporaryFile('two.json', '{\n"train": [\n{"a": 1},\n\n{"a": 2}],\n"test": [\n{"a": 3}]}');
    expect(await streamRecordsOf(path)).toMatchObject({
      records: [
        { place: '3', value: { a: 1 } },
        { place: '5', value: { a: 2 } },
      ],
      problem: {
        line: 7,
        severity: 'warning',
        message:
          'There are also records at “test”, but only those at “train” were read. Choose the place of the records with --map records=test',
      },
    });
    expect((await streamRecordsOf(path, { records: 'test' })).records).toEqual([{ place: '7', value: { a: 3 } }]);
    expect((await fetchRecordsOf(path, { records: 'test' })).map(({ value }) => value)).toEqual([{ a: 3 }]);
  });

  it.each<[string, string, string]>([
    [
      'the array',
      '{"data": [\n{"a": 1},\n{"a": 2',
      'The JSON array is cut off: its closing “]” is missing. The complete items before were read. Fetch or write the file again',
    ],
    [
      'the object',
      '{"data": [\n{"a": 1},\n{"a": 2}]',
      'The JSON object is cut off: its closing “}” is missing. All items of its array were read',
    ],
  ])('are read up to where %s is cut off', async (_, text, message) => {
    const { records, problem } = await streamRecordsOf(temporaryFile('cut.json', text));
    expect(records[0]).toEqual({ place: '2', value: { a: 1 } });
    expect(problem).toMatchObject({ line: 3, message });
  });

  it('are missed where the mapping names nothing', async () => {
    const { records, problem } = await streamRecordsOf(temporaryFile('a.json', pretty({ data: [pair] })), {
      records: 'rows',
    });
    expect([records, problem]).toMatchObject([
      [],
      {
        message:
          'There is no array at “rows”, where the records should be. Choose the place of the records with --map records=PATH',
      },
    ]);
  });
});

it('conversations as arrays, one a line, are records each', async () => {
  const turns = (n: number): unknown => [
    { role: 'user', content: `What is ${n}?` },
    { role: 'assistant', content: `It is ${n}.` },
  ];
  const read = async (name: string, text: string): Promise<unknown> =>
    (await streamRecordsOf(temporaryFile(name, text))).records.map(({ value }) => value);
  const record = (n: number): unknown => ({ messages: turns(n) });
  expect(await read('turns.jsonl', jsonl([turns(1), turns(2)]))).toEqual([record(1), record(2)]);
  expect(await read('one.json', JSON.stringify(turns(3)))).toEqual([record(3)]);
  expect(await read('all.json', JSON.stringify([turns(1), turns(2)]))).toEqual([record(1), record(2)]);
});

it('pretty-printed objects, one after the other, are records each', async () => {
  const path = temporaryFile('many.json', [pair, list, pair].map(pretty).join('\n'));
  const expected = [
    { place: '1', value: pair },
    { place: '6', value: list },
    { place: String(6 + pretty(list).split('\n').length), value: pair },
  ];
  expect(await streamRecordsOf(path)).toEqual({ records: expected, problem: undefined });
  expect(await fetchRecordsOf(path)).toEqual(expected);
});

describe('one line of megabytes', () => {
  const conversation = Array.from({ length: 200 }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: turn === 4 ? 'x'.repeat(12_000_000) : 'y',
  }));

  it('is a record where it is one, though it begins with a list of messages', async () => {
    const path = temporaryFile('long.jsonl', jsonl([{ prompt: conversation, responses: ['a', 'b'] }]));
    expect(await inspect([path])).toMatchObject({ layout: 'responses', items: 1, problems: [] });
  });

  it('is what holds the records where they are records', async () => {
    const path = temporaryFile(
      'held.json',
      JSON.stringify({
        data: [
          { prompt: 'p', responses: ['a', 'b'] },
          { prompt: conversation, responses: ['a', 'b'] },
        ],
      }),
    );
    expect(await inspect([path])).toMatchObject({ layout: 'responses', items: 2, problems: [] });
  });
});
