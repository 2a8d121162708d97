import { describe, expect, it } from 'vitest';
import { knownAnswerOf, knownTiers } from '../../../src/core/quality/knownAnswer';

const shown = ['a', 'b', 'c'];
const compared = (a: string, b: string, outcome: 'a' | 'b' | 'tie' | 'unsure') => ({ a, b, outcome });

describe('the known answer of a control item', () => {
  it('is the best of two, and the order of several', () => {
    expect(knownAnswerOf({ ranking: { tiers: [['b'], ['a']] } }, ['a', 'b'])).toEqual({ best: 'b' });
    expect(knownAnswerOf({ ranking: { tiers: [['b']] } }, shown)).toEqual({ best: 'b' });
    expect(knownAnswerOf({ ranking: { tiers: [['b'], ['a', 'c']] } }, shown)).toEqual({ order: [['b'], ['a', 'c']] });
    expect(knownAnswerOf({ ranking: { tiers: [['a', 'b']] } }, ['a', 'b'])).toEqual({ order: [['a', 'b']] });
  });

  it('is an order of comparisons only where they compare every two and are transitive', () => {
    const [ab, bc] = [compared('a', 'b', 'a'), compared('b', 'c', 'tie')];
    expect(knownAnswerOf({ comparisons: [ab, bc, compared('a', 'c', 'a')] }, shown)).toEqual({
      order: [['a'], ['b', 'c']],
    });
    expect(knownAnswerOf({ comparisons: [ab, bc, compared('a', 'c', 'b')] }, shown)).toBeUndefined();
    expect(knownAnswerOf({ comparisons: [ab, bc] }, shown)).toBeUndefined();
    expect(knownAnswerOf({ comparisons: [ab, bc, compared('a', 'c', 'unsure')] }, shown)).toBeUndefined();
  });

  it('says what is acceptable, and nothing where nothing was judged', () => {
    expect(knownAnswerOf({ acceptable: { a: true, b: false } }, shown)).toEqual({ acceptable: { a: true, b: false } });
    expect(knownAnswerOf({ rationale: 'because' }, shown)).toBeUndefined();
  });

  it('says nothing where it names a response that the item does not have', () => {
    expect(knownTiers({ best: 'b' }, shown)).toEqual([[1], [0, 2]]);
    expect(knownTiers({ best: 'misspelt' }, shown)).toEqual([]);
    expect(knownTiers({ order: [['a'], ['misspelt']] }, shown)).toEqual([]);
  });
});
