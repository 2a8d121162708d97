import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../src/core/model/item/length';
import { processorTime } from '../made/processorTime';

describe('the length of a text', () => {
  it.each([
    ['', 0, 0],
    ['One, two: don’t stop.', 4, 21],
    ['x86-64 at 3.5 GHz', 4, 17],
    ['# Heading\n\n- **bold**', 2, 21],
    ['猫が好き', 4, 4],
    ['GPT は速い', 4, 7],
    ['مرحبا بالعالم', 2, 13],
    ['👍 ok', 1, 4],
  ])('of %j is %i words and %i characters', (text, words, characters) => {
    expect(lengthOf(text)).toEqual({ words, characters });
  });

  it('of five megabytes is counted in a moment', () => {
    const time = processorTime();
    expect(lengthOf('word '.repeat(1 << 20)).words).toBe(1 << 20);
    expect(time()).toBeLessThan(4000);
  });
});
