import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordHashesOf } from '../../../../src/core/export/dedup/wordHashes';

const same = (a: string, b: string): void => expect([...wordHashesOf(a)], `${a} | ${b}`).toEqual([...wordHashesOf(b)]);
const other = (a: string, b: string): void =>
  expect([...wordHashesOf(a)], `${a} | ${b}`).not.toEqual([...wordHashesOf(b)]);

describe('the words of a text', () => {
  it.each([
    ['case, spaces and punctuation', 'What is AI?', '  what\nis "ai" …'],
    ['full-width letters and ligatures', 'Ｗｈａｔ ﬁts', 'what fits'],
    ['composed and decomposed letters', 'Caf\u00e9', 'cafe\u0301'],
    ['presentation forms and the tatweel of Arabic', 'ﻛﺘﺎﺏ', 'كتـــاب'],
    ['characters that are not seen', 'soft\u00adware\u200d \u200eOK', 'software ok'],
    ['the skin and the variant of an emoji', 'good 👍🏽 ❤️', 'good 👍 ❤'],
    ['spaces within a script without them', '你好,世界', '你 好 世 界'],
  ])('are the same whatever the %s', (_, a, b) => same(a, b));

  it.each([
    ['numbers', 'add 2 and 3', 'add 2 and 4'],
    ['signs that reckon', 'What is 7 - 2?', 'What is 7 * 2?'],
    ['signs of mathematics', '3 + 4', '3 = 4'],
    ['emoji', 'I feel 😀', 'I feel 😡'],
    ['vowels that are marks', 'कि', 'का'],
    ['order', 'dog bites man', 'man bites dog'],
    ['where there is nothing else, punctuation', '?!', '!!'],
  ])('differ by %s', (_, a, b) => other(a, b));

  it.each([
    ['Hello, world!', 2],
    ['你好世界', 4],
    ['これはテスト', 6],
    ['สวัสดี', 6],
    ['السلام عليكم', 2],
    ['नमस्ते दुनिया', 2],
    ['👩‍👩‍👧 family', 4],
    ['- a list\n- of things', 4],
    ['"…"', 5],
    ['   ', 0],
    ['', 0],
    ['half \ud83d an emoji', 3],
  ])('of %j are %i', (text, count) => expect(wordHashesOf(text)).toHaveLength(count));

  it('go on from one text to the next', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        fc.pre(wordHashesOf(`a${a}`).length > 0 && wordHashesOf(`a${b}`).length > 0);
        expect([...wordHashesOf(`a${a}\n.b${b}`)]).toEqual([...wordHashesOf(`a${a}`), ...wordHashesOf(`b${b}`)]);
      }),
    );
  });

  it('come in any number', () => expect(wordHashesOf('word '.repeat(100_000))).toHaveLength(100_000));
});
