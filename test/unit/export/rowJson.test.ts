import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowJson } from '../../../src/core/export/rows/rowJson';

describe('the JSON of a row', () => {
  const anything = fc.dictionary(fc.string({ unit: 'binary' }), fc.anything({ values: [fc.string({ unit: 'binary', maxLength: 40 }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)], key: fc.string({ unit: 'binary' }) }));

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
            json.line(each);
            given += `${JSON.stringify(each)}\n`;
          }
        }
        expect(json.lines.toString()).toBe(given);
      }),
      { numRuns: 60 },
    );
  });

  it('tells whether a text within holds half of a surrogate pair, also where that comes again', () => {
    const json = new RowJson();
    json.begin();
    expect([{ a: 'x' }, { a: ['x\ud83d'] }, { a: ['x\ud83d'] }, { a: '😀 \\ud83d' }, { a: 'x', b: { c: '\ude00' } }, { a: 'x' }].map((value) => json.line(value))).toEqual([true, false, false, true, false, true]);
    expect(json.lines.toString()).toBe('{"a":"x"}\n{"a":"😀 \\\\ud83d"}\n{"a":"x"}\n');
  });

  it('of where it is from has what rows have in common once', () => {
    const json = new RowJson();
    json.begin();
    const from = { annotations: ['1', '2'], annotators: ['ana', 'ben'] };
    const provenance = [{ ...from, chosen: 'a' }, { ...from, chosen: 'b' }, { ...from, annotations: ['3'], context: 'c' }];
    for (const each of provenance) json.provenanceLine('q1', each, (name) => name.toUpperCase());
    json.provenanceLine('q2', provenance[0]!, (name) => name);
    const lines = json.lines.toString().trimEnd().split('\n').map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([...provenance.map((each) => ({ item: 'q1', ...each, annotators: ['ANA', 'BEN'] })), { item: 'q2', ...provenance[0] }]);
  });

  it('is written over once it may be', () => {
    const json = new RowJson();
    json.begin();
    json.line({ a: 'first' });
    const first = json.lines;
    json.begin();
    json.line({ a: 'other' });
    expect(first.toString()).toBe('{"a":"first"}\n');
    json.begin(first);
    json.line({ a: 'third' });
    expect([first.toString(), json.lines.toString()]).toEqual(['{"a":"third"}\n', '{"a":"third"}\n']);
  });
});
