import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/dataset/fields/recordFields';
import { RecordReader } from '../../../src/core/dataset/records/recordReader';
import { byShape } from '../../../src/core/dataset/records/recordShape';

describe('what is decided by the shape of a record', () => {
  const deciding = (): { readonly of: (record: JsonObject) => string; readonly times: () => number } => {
    let times = 0;
    const mapping = { prompt: 'question' };
    const decide = byShape((shape) => {
      times++;
      return [...shape.keys, '|', ...shape.texts, '|', shape.path('prompt')].join(' ');
    });
    return { of: (record) => decide(new RecordReader(record, mapping)), times: () => times };
  };

  it('is decided once for all records with the same fields, also where others stand between them', () => {
    const { of, times } = deciding();
    for (let n = 0; n < 50; n++) {
      expect(of({ question: `Why ${n}?`, answer: 'So.' })).toBe('question answer | question answer | question');
      expect(of({ question: `Why ${n}?`, answer: null })).toBe('question answer | question | question');
    }
    expect(times()).toBe(2);
  });

  it('differs by names, their order and number, and by which are texts', () => {
    const { of } = deciding();
    expect(of({ a: 'x', b: 'y' })).toBe('a b | a b | question');
    expect(of({ b: 'y', a: 'x' })).toBe('b a | b a | question');
    expect(of({ a: 'x' })).toBe('a | a | question');
    expect(of({ a: 'x', b: 'y', c: 1 })).toBe('a b c | a b | question');
    expect(of({ 'a b': 'x' })).toBe('a b | a b | question');
    expect(of({})).toBe('| | question');
  });

  it('is right for more shapes than are kept, as where names are data', () => {
    const { of } = deciding();
    for (let round = 0; round < 2; round++)
      for (let n = 0; n < 500; n++) expect(of({ [`user_${n}`]: 'x' })).toBe(`user_${n} | user_${n} | question`);
  });

  it('takes nothing for a field that every object inherits', () => {
    const record = new RecordReader({ text: 'x' }, {});
    expect(record.path('constructor')).toBe('constructor');
    expect(record.path('__proto__')).toBe('__proto__');
    expect(record.value('toString')).toBeUndefined();
    expect(record.shape.mayHave('constructor')).toBe(false);
  });
});
