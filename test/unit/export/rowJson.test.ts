import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportRow } from '../../../src/core/export/format';
import { floatColumns } from '../../../src/core/export/rows/floatColumns';
import { RowJson } from '../../../src/core/export/rows/rowJson';
import { jsonl } from '../made/temporaryFolder';

describe('the JSON of a row', () => {
  const anything = fc.dictionary(
    fc.string({ unit: 'binary' }),
    fc.anything({
      values: [
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.integer(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constant(undefined),
      ],
      key: fc.string({ unit: 'binary' }),
    }),
  );

  it('is what JSON.stringify gives, whatever came before and however long it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, fc.boolean(), fc.boolean())), (rows) => {
        const json = new RowJson();
        json.begin();
        let given = '';
        for (const [row, forgets, isLong] of rows) {
          const value = isLong ? { ...row, long: 'naïve – “text”\n'.repeat(30_000), again: row } : row;
          if (forgets) json.forget();
          for (const each of [value, { split: 'train', value }]) {
            if (json.line(each)) given += `${JSON.stringify(each)}\n`;
          }
        }
        expect(json.written.toString()).toBe(given);
      }),
      { numRuns: 60 },
    );
  });

  it('is that too of rows that begin like the one before', () => {
    const value = fc.constantFrom<unknown>(
      'text',
      'a text that is longer than what is written letter by letter',
      'naïve',
      'x\ud83d',
      0,
      -0,
      1,
      0.5,
      NaN,
      true,
      null,
      undefined,
    );
    const list = ['one list', 'of texts'];
    const row = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(value, fc.constant(list), fc.constant({ b: 1 }))), {
        maxLength: 4,
      })
      .map((fields) => Object.fromEntries(fields));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 12 }), (rows) => {
        const json = new RowJson();
        json.begin();
        const written = rows.filter((each) => json.line(each));
        expect(written).toEqual(rows.filter((each) => !JSON.stringify(each).includes('\\ud83d')));
        expect(json.written.toString()).toBe(jsonl(written));
      }),
      { numRuns: 2000 },
    );
  });

  it('tells whether a text within holds half of a surrogate pair, also where that comes again', () => {
    const json = new RowJson();
    json.begin();
    expect(
      [
        { a: 'x' },
        { a: ['x\ud83d'] },
        { a: ['x\ud83d'] },
        { a: '😀 \\ud83d' },
        { a: 'x', b: { c: '\ude00' } },
        { a: 'x' },
      ].map((value) => json.line(value)),
    ).toEqual([true, false, false, true, false, true]);
    expect(json.written.toString()).toBe('{"a":"x"}\n{"a":"😀 \\\\ud83d"}\n{"a":"x"}\n');
  });

  it('is written over once it may be', () => {
    const json = new RowJson();
    json.begin();
    json.line({ a: 'first' });
    const first = json.written;
    json.begin();
    json.line({ a: 'other' });
    expect(first.toString()).toBe('{"a":"first"}\n');
    json.begin(first);
    json.line({ a: 'third' });
    expect([first.toString(), json.written.toString()]).toEqual(['{"a":"third"}\n', '{"a":"third"}\n']);
  });

  it('escapes what JSON.stringify escapes, wherever it stands', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '"',
            '\\',
            '\n',
            '\t',
            '\b',
            '\f',
            '\r',
            '\u0000',
            '\u001f',
            '\u007f',
            '\u0080',
            'é',
            '漢',
            '😀',
            '\ud83d',
          ),
          fc.string({ maxLength: 5 }),
        ),
        { minLength: 8, maxLength: 60 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const json = new RowJson();
        json.begin();
        const whole = [...texts, ...texts].filter((each) => json.line({ each }));
        expect(whole).toEqual([...texts, ...texts].filter((each) => each.isWellFormed()));
        expect(json.written.toString()).toBe(jsonl(whole.map((each) => ({ each }))));
      }),
    );
  });

  it('is copied where rows share a list, a text or an object, and a list that says the same is none of them', () => {
    const shared = [{ role: 'user', content: 'What is "it"?\n'.repeat(9) }];
    const rows = [
      { prompt: shared, n: 1 },
      { prompt: shared, n: -0 },
      { prompt: [{ role: 'user', content: 'other' }], n: 12.5, again: shared },
      { prompt: [], n: Infinity },
    ];
    const json = new RowJson();
    json.begin();
    for (const row of rows) json.line(row);
    expect(json.written.toString()).toBe(jsonl(rows));
  });
});

describe('real numbers in the JSON of a row', () => {
  const number = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(0, -0, 1, 9, 10, -3, 1e20, 1e21, -1e21, 2 ** 60, 5e-324),
  );
  const real = (value: number): string =>
    Number.isInteger(value) && !JSON.stringify(value).includes('e')
      ? `${JSON.stringify(value)}.0`
      : JSON.stringify(value);

  it('have a fraction where the format says that they are real, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, fc.array(number, { maxLength: 3 }), number)), (rows) => {
        const json = new RowJson(floatColumns(['margin', 'scores[]', 'rubric[].weight']));
        json.begin();
        let given = '';
        for (const [margin, scores, n] of rows) {
          // The same list, text by text, stands where its numbers are none.
          json.line({
            margin,
            scores,
            ranks: scores,
            weight: n,
            rubric: [{ weight: n, margin: n }],
            more: { margin, scores },
          });
          const whole = JSON.stringify(scores);
          given += `{"margin":${real(margin)},"scores":[${scores.map(real).join(',')}],"ranks":${whole},"weight":${JSON.stringify(n)},"rubric":[{"weight":${real(n)},"margin":${JSON.stringify(n)}}],"more":{"margin":${JSON.stringify(margin)},"scores":${whole}}}\n`;
        }
        expect(json.written.toString()).toBe(given);
      }),
    );
  });

  it('are those of every column where that is said, and of none of the messages beside them', () => {
    const json = new RowJson(floatColumns(['*']));
    json.begin();
    const messages = [
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: { helpfulness: 1 } } }] },
    ];
    json.line({ messages, helpfulness: 4, verbosity: null });
    json.line({ messages, helpfulness: 2.5, verbosity: 0 });
    const written = JSON.stringify(messages);
    expect(json.written.toString()).toBe(
      `{"messages":${written},"helpfulness":4.0,"verbosity":null}\n{"messages":${written},"helpfulness":2.5,"verbosity":0.0}\n`,
    );
  });
});

describe('lines of rows', () => {
  const row = fc.dictionary(
    fc.string({ maxLength: 4 }),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer(),
      fc.constantFrom('naïve – “text”\n'.repeat(30_000), 'plain'.repeat(40_000)),
    ),
    { maxKeys: 4 },
  );

  it('are all that were written, but for those with half of a surrogate pair', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const json = new RowJson();
        json.begin();
        const expected: object[] = [];
        for (const value of rows) {
          // A name with half a pair is written as JSON.stringify writes it.
          const isWhole = Object.values(value).every((each) => typeof each !== 'string' || each.isWellFormed());
          expect(json.line(value)).toBe(isWhole);
          if (isWhole) expected.push(value);
        }
        expect(json.written.toString() === jsonl(expected)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('say of provenance what each row rests on, also where it is the same as before', () => {
    const json = new RowJson();
    json.begin();
    const from = { annotations: ['a1', 'a2'], annotators: ['ana', 'ben'] };
    const given: [string, ExportRow['from']][] = [
      ['item-1', { ...from, chosen: 'r1', rejected: 'r2' }],
      ['item-1', { ...from, chosen: 'r1', rejected: 'r3' }],
      ['item-1', { ...from, context: 'at sea', chosen: 'r1', rejected: 'r3' }],
      ['item-2', { ...from, chosen: 'r1', rejected: 'r3' }],
      ['half \ud83d', { annotations: ['a3'], annotators: ['ben'], responses: ['r1', 'r2'] }],
    ];
    const names: Record<string, string> = { ana: 'annotator-1', ben: 'annotator-2' };
    for (const [item, each] of given) json.provenanceLine(item, each, (name) => names[name] ?? '');
    expect(json.written.toString()).toBe(
      jsonl(given.map(([item, each]) => ({ item, ...each, annotators: each.annotators.map((name) => names[name]) }))),
    );
  });
});
