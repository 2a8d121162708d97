import { describe, expect, it } from 'vitest';
import { differenceOfRatio, lengthDifference } from '../../../../src/core/export/dedup/lengthDifference';

describe('the difference of two texts in length', () => {
  it.each([
    ['one two', 'one two three four', 'words', 0.5],
    ['one two three four', 'one two', 'words', 0.5],
    ['abcd', 'a', 'characters', 0.75],
    ['😀😀', 'ab', 'characters', 0],
    ['你好世界', 'one two', 'words', 0.5],
    ['', 'text', 'words', 1],
    ['', '', 'words', 0],
    ['...', '???', 'words', 0],
    ['', '', 'characters', 0],
  ] as const)('is, of %j and %j in %s, %d', (a, b, unit, difference) =>
    expect(lengthDifference(a, b, unit)).toBe(difference),
  );

  it('follows from how many times as long one is', () => {
    expect(differenceOfRatio(1)).toBe(0);
    expect(differenceOfRatio(4)).toBe(lengthDifference('a', 'aaaa', 'characters'));
  });
});
