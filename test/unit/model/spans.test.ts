import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointRange, TextOffsets, utf16Range } from '../../../src/core/model/text/codePoints';
import { anchored, inTextOrder, lanesOf, quotedIn } from '../../../src/core/model/annotation/spans';
import type { DraftSpan } from '../../../src/core/model/annotation/spanSchemas';

/** Emoji in several parts, combining marks, line breaks of both kinds, and halves of surrogate pairs. */
const piece = fc.constantFrom(
  'a',
  'be ',
  'é',
  'e\u0301',
  '🙂',
  '👩‍👩‍👧',
  '🇩🇪',
  '\r\n',
  '\n',
  '中',
  'ا',
  '\ud83d',
  '\ude42',
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const longText = fc
  .tuple(anyText, fc.nat({ max: 3 }))
  .map(([text, times]) => `${text}${'🙂x'.repeat(4096 * times)}${text}`);
const within = (text: string): fc.Arbitrary<{ start: number; end: number }> =>
  fc
    .tuple(fc.nat({ max: text.length }), fc.nat({ max: text.length }))
    .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
const withRange = (text: fc.Arbitrary<string>): fc.Arbitrary<[string, { start: number; end: number }]> =>
  text.chain((value) => within(value).map((range): [string, { start: number; end: number }] => [value, range]));

const span = (start: number, end: number, more: Partial<DraftSpan> = {}): DraftSpan => ({
  start,
  end,
  quote: 'x'.repeat(end - start),
  note: '',
  ...more,
});

describe('offsets of a text', () => {
  it('are converted as those of a text that is walked from its beginning, wherever they are', () => {
    fc.assert(
      fc.property(withRange(longText), ([text, range]) => {
        const offsets = new TextOffsets(text);
        const points = codePointRange(text, range);
        expect(offsets.codePoints(range)).toEqual(points);
        expect(offsets.utf16(points)).toEqual(utf16Range(text, points));
      }),
      { numRuns: 60 },
    );
  });

  it('cut the same quote in both countings', () => {
    fc.assert(
      fc.property(withRange(anyText), ([text, range]) => {
        const { start, end, quote } = quotedIn(text, range);
        const points = new TextOffsets(text).codePoints({ start, end });
        expect(Array.from(text).slice(points.start, points.end).join('')).toBe(quote);
        expect(text.slice(start, end)).toBe(quote);
      }),
    );
  });

  it.each([
    { start: 0, end: 3 },
    { start: 3, end: 3 },
    { start: 2, end: 1 },
    { start: -1, end: 1 },
    { start: 0.5, end: 1 },
  ])('lead nowhere outside of it: $start to $end', (range) => {
    expect(new TextOffsets('🙂b').utf16(range)).toBeUndefined();
    expect(new TextOffsets('ab').utf16(range)).toBeUndefined();
  });
});

describe('a quote', () => {
  it('stands where its offsets lead, whatever else is like it', () => {
    fc.assert(
      fc.property(withRange(anyText), ([text, range]) => {
        const { start, end, quote } = quotedIn(text, range);
        expect(anchored(text, { start, end, quote })).toEqual({ start, end });
      }),
    );
  });

  it('is found again behind whatever was put in front of it', () => {
    fc.assert(
      fc.property(anyText, withRange(anyText), (front, [text, range]) => {
        const quoted = quotedIn(text, range);
        fc.pre(quoted.quote !== '');
        const found = anchored(front + text, quoted)!;
        expect((front + text).slice(found.start, found.end)).toBe(quoted.quote);
      }),
    );
  });

  it.each([
    ['the nearest of several', 'a b a b a', { start: 5, end: 6, quote: 'a' }, { start: 4, end: 5 }],
    ['the one before, of two as near', 'a...a', { start: 2, end: 3, quote: 'a' }, { start: 0, end: 1 }],
    ['one before offsets past the end', 'ab', { start: 90, end: 91, quote: 'b' }, { start: 1, end: 2 }],
    ['nothing where it stands nowhere', 'abc', { start: 0, end: 1, quote: 'z' }, undefined],
    ['an empty one at its offsets', 'abc', { start: 3, end: 3, quote: '' }, { start: 3, end: 3 }],
    ['no empty one elsewhere', 'abc', { start: 4, end: 4, quote: '' }, undefined],
  ])('is %s', (_, text, quoted, expected) => expect(anchored(text, quoted)).toEqual(expected));
});

describe('spans that overlap', () => {
  it('have lanes of their own, and no more of them than overlap at one place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 10 })), { maxLength: 12 }),
        (all) => {
          const spans = all.map(([start, length]) => span(start, start + length));
          const lanes = lanesOf(spans);
          spans.forEach((a, i) =>
            spans.forEach((b, j) => {
              if (i < j && a.start < b.end && b.start < a.end) expect(lanes[i]).not.toBe(lanes[j]);
            }),
          );
          const deepest = Math.max(
            0,
            ...Array.from({ length: 50 }, (_, at) => spans.filter(({ start, end }) => start <= at && at < end).length),
          );
          expect(new Set(lanes).size).toBe(deepest);
        },
      ),
    );
  });

  it('are in the order of the text, the longer one first, the lost ones last and drawn nowhere', () => {
    const spans = [span(5, 6), span(0, 2), span(0, 9), span(1, 2, { lost: true }), span(7, 7)];
    expect(inTextOrder(spans)).toEqual([2, 1, 0, 4, 3]);
    expect(lanesOf(spans)).toEqual([1, 1, 0, undefined, undefined]);
  });
});
