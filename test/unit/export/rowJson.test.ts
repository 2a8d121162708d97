import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Made } from '../../../src/core/export/format';
import { RowJson } from '../../../src/core/export/rows/rowJson';

describe('the JSON of a row', () => {
  const anything = fc.dictionary(fc.string({ unit: 'binary' }), fc.anything({ values: [fc.string({ unit: 'binary', maxLength: 40 }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)], key: fc.string({ unit: 'binary' }) }));

  it('is what JSON.stringify gives, whatever came before and however long it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, fc.boolean(), fc.boolean())), (rows) => {
        const json = new RowJson();
        const given: [Buffer, string][] = [];
        for (const [row, forgets, isLong] of rows) {
          const value = isLong ? { ...row, long: 'naïve – “text”\n'.repeat(30_000), again: row } : row;
          if (forgets) json.forget();
          given.push([json.of(value).json, JSON.stringify(value)], [json.ofBoth({ split: 'train' }, { value }), JSON.stringify({ split: 'train', value })]);
        }
        // All of a batch stand at once.
        for (const [bytes, text] of given) expect(bytes.toString()).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('tells whether a text within holds half of a surrogate pair, also where that comes again', () => {
    const json = new RowJson();
    const isWhole = (value: unknown): boolean => json.of(value).isWellFormed;
    expect([{ a: 'x' }, { a: ['x\ud83d'] }, { a: ['x\ud83d'] }, { a: '😀 \\ud83d' }, { a: 'x', b: { c: '\ude00' } }, { a: 'x' }].map(isWhole)).toEqual([true, false, false, true, false, true]);
  });

  it('is written over once it may be', () => {
    const json = new RowJson();
    const first = json.of({ a: 'first' }).json;
    json.reuse();
    expect(json.of({ a: 'other' }).json.toString()).toBe('{"a":"other"}');
    expect(first.toString()).toBe('{"a":"other"}');
  });

  it('escapes what JSON.stringify escapes, wherever it stands', () => {
    const text = fc.array(fc.oneof(fc.constantFrom('"', '\\', '\n', '\t', '\b', '\f', '\r', '\u0000', '\u001f', '\u007f', '\u0080', 'é', '漢', '😀', '\ud83d'), fc.string({ maxLength: 5 })), { minLength: 8, maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const json = new RowJson();
        for (const each of [...texts, ...texts]) expect(json.of([each]).json.toString()).toBe(JSON.stringify([each]));
      }),
    );
  });

  it('is copied where rows share a list, a text or an object, and a list that says the same is none of them', () => {
    const shared = [{ role: 'user', content: 'What is "it"?\n'.repeat(9) }];
    const rows = [{ prompt: shared, n: 1 }, { prompt: shared, n: -0 }, { prompt: [{ role: 'user', content: 'other' }], n: 12.5, again: shared }, { prompt: [], n: Infinity }];
    const json = new RowJson();
    expect(rows.map((row) => json.of(row).json.toString())).toEqual(rows.map((row) => JSON.stringify(row)));
  });
});

describe('lines of rows', () => {
  const row = fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer(), fc.constantFrom('naïve – “text”\n'.repeat(30_000), 'plain'.repeat(40_000))), { maxKeys: 4 });

  it('are all that were written since they were last taken, but for those with half of a surrogate pair', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(row, fc.boolean()), { maxLength: 12 }), (rows) => {
        const json = new RowJson();
        const [taken, expected]: [Buffer[], string[]] = [[], []];
        for (const [value, takes] of rows) {
          const isWhole = Object.entries(value).flat().every((each) => typeof each !== 'string' || each.isWellFormed());
          const isWritten = json.line(value);
          // A name with half a pair is written as JSON.stringify writes it.
          if (Object.values(value).every((each) => typeof each !== 'string' || each.isWellFormed())) expect(isWritten).toBe(true);
          if (isWhole) expect(isWritten).toBe(true);
          if (isWritten) expected.push(`${JSON.stringify(value)}\n`);
          if (takes) taken.push(...json.take());
        }
        taken.push(...json.take());
        expect(Buffer.concat(taken).toString() === expected.join('')).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('say of provenance what each row rests on, also where it is the same as before', () => {
    const json = new RowJson();
    const from = { annotations: ['a1', 'a2'], annotators: ['ana', 'ben'] };
    const given: [string, Made['from']][] = [
      ['item-1', { ...from, chosen: 'r1', rejected: 'r2' }],
      ['item-1', { ...from, chosen: 'r1', rejected: 'r3' }],
      ['item-1', { ...from, context: 'at sea', chosen: 'r1', rejected: 'r3' }],
      ['item-2', { ...from, chosen: 'r1', rejected: 'r3' }],
      ['item-2', { annotations: ['a3'], annotators: ['ben'], responses: ['r1', 'r2'] }],
    ];
    const names: Record<string, string> = { ana: 'annotator-1', ben: 'annotator-2' };
    given.forEach(([item, each], i) => json.provenanceLine('train', i + 1, item, each, (name) => names[name] ?? ''));
    const lines = given.map(([item, each], i) => ({ split: 'train', row: i + 1, item, ...each, annotators: each.annotators.map((name) => names[name]) }));
    expect(Buffer.concat(json.take()).toString()).toBe(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
});
