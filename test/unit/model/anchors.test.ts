import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnchorText } from '../../../src/core/model/annotation/anchors';
import { codePointOffset } from '../../../src/core/model/text/codePoints';

const word = fc.constantFrom('a', 'ab', 'So.', '🙂', '漢字', 'x y');
const words = fc.array(word, { minLength: 1, maxLength: 6 });

/** The words of a text of lines, as steps of a journal. */
function stepsIn(lines: readonly string[]): { start: number; end: number; quote: string }[] {
  let start = 0;
  return lines.map((quote) => {
    const step = { start, end: start + codePointOffset(quote, quote.length), quote };
    start = step.end + 1;
    return step;
  });
}

describe('what points into a text', () => {
  it('stands where its offsets say if its quote is there, in code points and in UTF-16', () => {
    expect(new AnchorText('🙂 Scott won').placeOf({ start: 2, end: 7, quote: 'Scott' })).toEqual({
      start: 3,
      end: 8,
      points: { start: 2, end: 7 },
      isMoved: false,
    });
  });

  it.each([
    ['elsewhere', { start: 0, end: 5, quote: 'Scott' }, 3],
    ['at offsets beyond the text', { start: 90, end: 95, quote: 'Scott' }, 3],
    ['nowhere', { start: 2, end: 7, quote: 'Peary' }, undefined],
    ['nowhere, as nothing is quoted', { start: 2, end: 7, quote: '' }, undefined],
  ])('is found by its quote where that stands %s', (_, quoted, start) => {
    const place = new AnchorText('🙂 Scott won').placeOf(quoted);
    expect([place?.start, place?.isMoved]).toEqual([start, start === undefined ? undefined : true]);
  });

  it('is every step of a text that only something was put before, in their order, and none twice', () => {
    fc.assert(
      fc.property(words, (lines) => {
        const text = lines.join('\n');
        const places = new AnchorText(text).placesOfSteps(stepsIn(lines), false);
        expect(places.map((place) => place && text.slice(place.start, place.end))).toEqual(lines);
        expect(places.some((place) => place?.isMoved)).toBe(false);
        const later = new AnchorText(`Zzz\n${text}`).placesOfSteps(stepsIn(lines), false);
        const found = later.flatMap((place) => (place ? [place] : []));
        for (const [at, place] of later.entries())
          if (place) expect(`Zzz\n${text}`.slice(place.start, place.end)).toBe(lines[at]);
        const sorted = found.toSorted((a, b) => a.start - b.start);
        expect(sorted.every((place, at) => place.start >= (sorted[at - 1]?.end ?? 0))).toBe(true);
      }),
    );
  });

  it('without a quote is only where the text is the one that was judged', () => {
    const steps = [
      { start: 0, end: 1 },
      { start: 2, end: 9 },
    ];
    expect(new AnchorText('a b').placesOfSteps(steps, true).map((place) => place?.end)).toEqual([1, undefined]);
    expect(new AnchorText('a b').placesOfSteps(steps, false)).toEqual([undefined, undefined]);
  });
});
