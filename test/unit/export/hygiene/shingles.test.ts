import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarityOf, tooSimilar } from '../../../../src/core/export/dedup/shingles';

describe('what two texts have in common', () => {
  it.each([
    ['a b c d e', 'a b c d e', 1],
    ['a b c d e', 'a b c d f', 2 / 4],
    ['a b c d', 'x a b c d', 2 / 3],
    ['a b c', 'd e f', 0],
    ['Yes', 'yes.', 1],
    ['Yes', 'No', 0],
    ['', '   ', 1],
    ['', 'something', 0],
    ['a a a a a a', 'a a a', 1],
    ['今日は天気がいい', '今日は天気がわるい', 4 / 9],
  ])('is, of %j and %j, %d', (a, b, similarity) => expect(similarityOf(a, b)).toBeCloseTo(similarity, 12));

  it('is as counted with sets, whichever comes first', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 3, maxLength: 30 });
    const shinglesIn = (words: string[]): Set<string> =>
      new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [shinglesIn(a), shinglesIn(b)];
        const shared = [...left].filter((each) => right.has(each)).length;
        expect(similarityOf(a.join(' '), b.join(' '))).toBeCloseTo(shared / (left.size + right.size - shared), 12);
        expect(similarityOf(b.join(' '), a.join(' '))).toBe(similarityOf(a.join(' '), b.join(' ')));
      }),
    );
  });

  it('makes a pair too similar from the threshold on', () => {
    expect(tooSimilar('a b c d e', 'a b c d f', 0.5)).toBe(true);
    expect(tooSimilar('a b c d e', 'a b c d f', 0.51)).toBe(false);
  });
});
