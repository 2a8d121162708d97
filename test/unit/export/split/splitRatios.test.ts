import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertSplitRatios, drawOf, splitAt, type SplitRatios } from '../../../../src/core/export/split/splitRatios';
import { random, seedOf } from '../../../../src/core/model/annotation/blindOrder';
import { UsageError } from '../../../../src/core/model/problems/problem';

const asking = (content: string): { prompt: { role: string; content: string }[] } => ({
  prompt: [{ role: 'user', content }],
});

describe('the split that a prompt draws', () => {
  it('is the one that it always drew where there are two', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 0, max: 1000 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (content, seed, train) => {
          const prompt = createHash('sha256')
            .update(JSON.stringify(asking(content).prompt))
            .digest('hex');
          const expected = random(seedOf(String(seed), prompt))() < train ? 'train' : 'test';
          expect(splitAt(drawOf(asking(content), seed), { train, test: 1 - train })).toBe(expected);
        },
      ),
    );
  });

  it.each([
    ['Hi', 0, 0.0578847446013242],
    ['Hi', 1, 0.1649984517134726],
    ['Wie spät ist es? 🕰️', 0, 0.7620635356288403],
  ])('is drawn for %j and seed %i at %d', (content, seed, draw) => expect(drawOf(asking(content), seed)).toBe(draw));

  it.each<[number, SplitRatios, string]>([
    [0, { train: 0.8, validation: 0.1, test: 0.1 }, 'train'],
    [0.79, { train: 0.8, validation: 0.1, test: 0.1 }, 'train'],
    [0.81, { train: 0.8, validation: 0.1, test: 0.1 }, 'validation'],
    [0.91, { train: 0.8, validation: 0.1, test: 0.1 }, 'test'],
    [1 - 2 ** -32, { train: 0.7, validation: 0.2, test: 0.1 }, 'test'],
    [1 - 2 ** -32, { train: 0.9, validation: 0.1 }, 'validation'],
    [0, { train: 0, test: 1 }, 'test'],
    [0.999, { train: 1, test: 0 }, 'train'],
  ])('is, at %d of %j, %s', (draw, shares, split) => expect(splitAt(draw, shares)).toBe(split));
});

describe('shares', () => {
  it.each<[SplitRatios, RegExp]>([
    [{ train: 0.8, test: 0.1 }, /The sum of the split sizes is not 1 \(train=0\.8, test=0\.1\)/],
    [{}, /The split sizes are empty/],
    [{ train: 1.5, test: -0.5 }, /is not 1 .*Enter sizes of 0 or more/],
    [{ train: Number.NaN, test: 1 }, /sum of the split sizes is not 1/],
  ])('of %j are refused', (shares, message) => {
    expect(() => assertSplitRatios(shares)).toThrow(UsageError);
    expect(() => assertSplitRatios(shares)).toThrow(message);
  });

  it('of sums that are not exact are taken', () =>
    expect(() => assertSplitRatios({ train: 0.7, validation: 0.2, test: 0.1 })).not.toThrow());
});
