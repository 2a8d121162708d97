import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSpanTypes, type SpanType } from '../../../src/core/model/annotation/taxonomy';
import { spanTypesSchema } from '../../../src/core/model/annotation/taxonomySchema';
import { recordIn, recordLines } from '../../../webview/settings/recordLines';
import { spanLines, spanTypesIn } from '../../../webview/settings/spanLines';

const word = fc.stringMatching(/^[a-zA-Zäß0-9(][a-zA-Zäß0-9 .,:'()[\]-]{0,12}[a-zA-Zäß0-9)]$/u);
const polarity = fc.constantFrom('positive', 'negative');
const { types } = fc.letrec<{ types: SpanType[] }>((tie) => ({
  types: fc.array(
    fc.record(
      {
        name: word,
        description: word.map((text) => text.trim()),
        polarity,
        of: fc.constantFrom('span', 'missing'),
        types: fc.oneof({ maxDepth: 3 }, fc.constant(undefined), tie('types')),
      },
      { requiredKeys: ['name'] },
    ),
    { maxLength: 4 },
  ),
}));

const plain = (all: readonly SpanType[]): unknown =>
  JSON.parse(
    JSON.stringify(
      all.map(({ types: inner, ...type }) => ({ ...type, ...(inner && inner.length > 0 && { types: plain(inner) }) })),
    ),
  );

describe('types of marked passages as lines', () => {
  it('are what they were, read back', () => {
    fc.assert(
      fc.property(types, (all) => {
        fc.pre(spanTypesSchema.safeParse(plain(all)).success);
        expect(spanTypesIn(spanLines(all), all)).toEqual(plain(all));
      }),
    );
    expect(spanTypesIn(spanLines(defaultSpanTypes), defaultSpanTypes)).toEqual(defaultSpanTypes);
  });

  it('are written as groups, with what they are for', () => {
    const lines = [
      'wrong [negative, span]: What is not so.',
      '  wrong fact',
      '  made up: No such source.',
      'good [positive]',
    ];
    expect(spanTypesIn(lines, undefined)).toEqual([
      {
        name: 'wrong',
        polarity: 'negative',
        of: 'span',
        description: 'What is not so.',
        types: [{ name: 'wrong fact' }, { name: 'made up', description: 'No such source.' }],
      },
      { name: 'good', polarity: 'positive' },
    ]);
    expect(spanLines(spanTypesIn(lines, undefined))).toEqual(lines);
  });

  it('keep what no line can say, and descriptions of several lines that nobody changed', () => {
    const before = [{ name: 'a', description: 'One.\nTwo.', color: 'red' }];
    expect(spanLines(before)).toEqual(['a: One. Two.']);
    expect(spanTypesIn(['a: One. Two.', 'b'], before)).toEqual([...before, { name: 'b' }]);
    expect(spanTypesIn(['a: One.'], before)).toEqual([{ name: 'a', description: 'One.', color: 'red' }]);
  });

  it('take brackets that say nothing of a type as part of its name', () => {
    expect(spanTypesIn(['date [ISO]'], undefined)).toEqual([{ name: 'date [ISO]' }]);
    expect(spanTypesIn([], undefined)).toBeUndefined();
  });
});

describe('texts by their names as lines', () => {
  it('are what they were, read back', () => {
    const text = fc
      .string({ minLength: 1 })
      .map((each) => each.trim())
      .filter((each) => each !== '' && !/[\r\u2028]/u.test(each));
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z0-9.:-]{1,8}$/u), text), (record) => {
        expect(recordIn(recordLines(record), record) ?? {}).toEqual(record);
      }),
    );
  });

  it('may have a line each', () => {
    expect(recordIn(['q1: Press {critique}.\\nThen save.', 'language:de'], undefined)).toEqual({
      q1: 'Press {critique}.\nThen save.',
      language: 'de',
    });
  });
});
