import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
});
