import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairLength, maxPartLength, partOf } from '../../../src/core/model/item/textPaging';
import { type TextPart } from '../../../src/core/model/item/textPart';
import { processorTime } from '../made/processorTime';

/** Every part of a text, as one gets them by asking for more. */
function partsOf(text: string, longest: number): TextPart[] {
  const parts = [partOf(text, 0, longest)];
  for (let at = parts[0]!.text.length; at < text.length; at += parts.at(-1)!.text.length)
    parts.push(partOf(text, at, longest));
  return parts;
}

describe('the parts of a text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('a', ' ', '\n', '\n\n', '```', '\r\n', '👩‍🔬', 'é', '\ud83d', '𝒳'))
      .map((pieces) => pieces.join('')),
  );

  it('are the text again, never split a surrogate pair, and say how much is left', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, longest) => {
        const parts = partsOf(text, longest);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        let end = 0;
        for (const part of parts) {
          end += part.text.length;
          expect(part.left).toBe(text.length - end);
          expect(part.text.length).toBeLessThanOrEqual(Math.max(longest * 1.125, 2));
          expect(text.slice(end - 1, end + 1)).not.toMatch(/^[\uD800-\uDBFF][\uDC00-\uDFFF]$/);
        }
      }),
    );
  });

  it.each([
    [
      'a paragraph, if it ends in the second half',
      'one two\n\nthree\nfour five six seven',
      20,
      'one two\n\n'.length,
      'one two\n\nthree\n',
    ],
    ['a line', 'one two three\nfour five six seven eight', 20, 0, 'one two three\n'],
    ['a word', 'one two three four five six seven eight', 20, 0, 'one two three four '],
    ['a character as one reads it', `${'x'.repeat(16)}👩‍🔬👩‍🔬👩‍🔬👩‍🔬`, 20, 0, 'x'.repeat(16)],
  ])('end after %s', (_what, text, longest, _from, expected) => {
    expect(partOf(text, 0, longest).text).toBe(expected);
  });

  it('are never followed by a mere line or two', () => {
    const text = 'x'.repeat(110);
    expect(partOf(text, 0, 100)).toEqual({ text, left: 0 });
    expect(partOf('x'.repeat(120), 0, 100).left).toBe(20);
  });

  it.each([
    ['backticks', '```python\na = 1\n', '```python'],
    ['tildes', 'text\n\n  ~~~~ ts\n```\nx', '~~~~ ts'],
    ['none after the block is closed', '```python\na = 1\n```\nmore text here\n', undefined],
    ['none where a shorter mark does not close', '````\n```\nstill code\n', '````'],
    ['none for code within a line', '```a``` and ```b\nmore\n', undefined],
  ])('carry an open code block on: %s', (_what, before, fence) => {
    expect(partOf(`${before}${'z'.repeat(50)}`, before.length, 10).fence).toBe(fence);
  });

  it('of five megabytes are found in a moment, from either end', () => {
    const text = '```\ncode\n```\n\nSome prose, and more of it.\n\n'.repeat(120_000);
    const time = processorTime();
    expect(partOf(text, 0).text.length).toBeLessThanOrEqual(maxPartLength);
    expect(partOf(text, text.length - 100_000)).not.toHaveProperty('fence');
    expect(time()).toBeLessThan(2000);
  });
});

describe('the length to which the texts of one item are cut', () => {
  it('leaves texts whole that fit together, and shares out the budget among the long ones', () => {
    expect(fairLength([10, 20, 30], 100, 50)).toBe(50);
    expect(fairLength([10, 1000, 1000], 100, 50)).toBe(45);
    expect(fairLength([10, 10, 1000], 100, 50)).toBe(50);
    expect(fairLength([], 100, 50)).toBe(50);
    fc.assert(
      fc.property(fc.array(fc.nat(1000)), fc.integer({ min: 1, max: 5000 }), (lengths, budget) => {
        const cut = fairLength(lengths, budget, 500);
        const sent = lengths.reduce((sum, length) => sum + Math.min(length, cut), 0);
        expect(sent).toBeLessThanOrEqual(Math.max(budget, lengths.length));
      }),
    );
  });

  it('go on with a patch that stands there without a fence, and say where it ends', () => {
    const patch = `--- a/x\n+++ b/x\n@@ -1,40 +1,40 @@\n${'-old line\n+new line\n'.repeat(40)}`;
    const text = `Here it is.\n\n${patch}\nThat is all.`;
    const parts = partsOf(text, 300);
    expect(parts.length).toBeGreaterThan(2);
    let at = 0;
    for (const { text: own, patch: going } of parts) {
      const left = text.indexOf(patch) + patch.length - at;
      expect(going ?? 0).toBe(at > 0 && left > 0 ? Math.min(left, own.length) : 0);
      at += own.length;
    }
    // In a block of code a patch is one of the block's.
    expect(partsOf(`\`\`\`\n${patch}\`\`\`\n`, 300).every((part) => part.patch === undefined)).toBe(true);
  });

  it('of a text that is JSON are each in a block of code, and of prose with brackets none is', () => {
    const json = JSON.stringify({ answers: Array.from({ length: 30 }, (_, n) => ({ n, text: 'a ``` b' })) });
    expect(partsOf(json, 200).length).toBeGreaterThan(2);
    for (const { fence } of partsOf(json, 200)) expect(fence).toBe('````json');
    for (const prose of ['[1]', '{}', '[note] So it is [1].', '[a link](b) and {c}', '{"a": 1} is JSON', 'null', '"a"'])
      expect(partOf(prose, 0)).toEqual({ text: prose, left: 0 });
  });
});
