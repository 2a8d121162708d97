import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../src/core/desk/item/difference';
import type { Difference } from '../../../src/core/model/desk/difference';
import { processorTime } from '../made/processorTime';

const textOf = ({ runs }: Difference, side: 'first' | 'second'): string =>
  runs
    .filter((run) => run.in === 'both' || run.in === side)
    .map(({ text }) => text)
    .join('');

describe('the difference between two texts', () => {
  it('gives both texts back, letter by letter', () => {
    const anyText = fc
      .array(fc.constantFrom('one', 'two', ' ', '  ', '\n', '猫', 'が', '.', 'مرحبا', '👩‍🔬', '\ud83d'))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const difference = differenceOf(first, second);
        expect(textOf(difference, 'first')).toBe(first);
        expect(textOf(difference, 'second')).toBe(second);
      }),
    );
  });

  it('is told by words, and several in a row as one', () => {
    expect(differenceOf('The cat sat down.', 'The old dog sat down.')).toEqual({
      by: 'words',
      cut: false,
      runs: [
        { in: 'both', text: 'The ' },
        { in: 'first', text: 'cat ' },
        { in: 'second', text: 'old dog ' },
        { in: 'both', text: 'sat down.' },
      ],
    });
  });

  it('is none for the same text', () => {
    expect(differenceOf('Same.', 'Same.').runs).toEqual([{ in: 'both', text: 'Same.' }]);
  });

  it('is told by signs where no spaces are written', () => {
    expect(differenceOf('猫が好き', '犬が好き').runs).toEqual([
      { in: 'first', text: '猫' },
      { in: 'second', text: '犬' },
      { in: 'both', text: 'が好き' },
    ]);
  });

  it('of long and wholly different texts is found in bounded time, and says that the rest was left out', () => {
    const different = (seed: number): string =>
      Array.from({ length: 60_000 }, (_, index) => (index * seed) % 9973).join(' ');
    const time = processorTime();
    const difference = differenceOf(different(7), different(11));
    expect(time()).toBeLessThan(6000);
    expect(difference.cut).toBe(true);
    expect(textOf(difference, 'first')).toBe(different(7).slice(0, 100_000));
  });
});
