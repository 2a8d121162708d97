import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointOffset, codePointRange, utf16Offset, utf16Range } from '../../../src/core/model/text/codePoints';

const anyText = fc
  .array(fc.constantFrom('a', 'é', '漢', '🙂', '👩‍🚀', '\n', '\ud83d', 'e\u0301'))
  .map((parts) => parts.join(''));

describe('offsets in code points and in UTF-16', () => {
  it('agree with the characters that Python would count', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const points = Array.from(text);
        for (let n = 0; n <= points.length; n++) expect(utf16Offset(text, n)).toBe(points.slice(0, n).join('').length);
        expect(utf16Offset(text, points.length + 1)).toBeUndefined();
      }),
    );
  });

  it('lead back to each other without loss', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, one, other) => {
        const { length } = Array.from(text);
        const [start, end] = [one % (length + 1), other % (length + 1)].sort((a, b) => a - b) as [number, number];
        const range = utf16Range(text, { start, end })!;
        expect(codePointRange(text, range)).toEqual({ start, end });
        expect(text.slice(range.start, range.end)).toBe(Array.from(text).slice(start, end).join(''));
      }),
    );
  });

  it('do not exist outside the text', () => {
    expect(utf16Range('ab', { start: 1, end: 3 })).toBeUndefined();
    expect(utf16Range('ab', { start: 2, end: 1 })).toBeUndefined();
    expect(utf16Offset('ab', -1)).toBeUndefined();
    expect(utf16Offset('ab', 0.5)).toBeUndefined();
    expect(codePointOffset('🙂', 1)).toBe(1);
  });
});
