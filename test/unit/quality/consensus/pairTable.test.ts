import { describe, expect, it } from 'vitest';
import { pairVotes } from '../../../../src/core/quality/consensus/pairTable';

describe('votes on pairs', () => {
  it('come from tiers, with those left unranked below all and in no order', () => {
    expect(
      pairVotes([{ voter: 'ana', tiers: [['b'], ['a', 'c']], unranked: ['d', 'e'] }], ['a', 'b', 'c', 'd', 'e']),
    ).toEqual([
      { a: 'a', b: 'b', forA: 0, forB: 1, ties: 0 },
      { a: 'a', b: 'c', forA: 0, forB: 0, ties: 1 },
      { a: 'a', b: 'd', forA: 1, forB: 0, ties: 0 },
      { a: 'a', b: 'e', forA: 1, forB: 0, ties: 0 },
      { a: 'b', b: 'c', forA: 1, forB: 0, ties: 0 },
      { a: 'b', b: 'd', forA: 1, forB: 0, ties: 0 },
      { a: 'b', b: 'e', forA: 1, forB: 0, ties: 0 },
      { a: 'c', b: 'd', forA: 1, forB: 0, ties: 0 },
      { a: 'c', b: 'e', forA: 1, forB: 0, ties: 0 },
    ]);
  });

  it('come from comparisons either way round, the last one on two counting, and not from those that are neither', () => {
    const ballots = [
      {
        voter: 'ana',
        comparisons: [
          { a: 'x', b: 'y', outcome: 'a' as const },
          { a: 'y', b: 'x', outcome: 'a' as const },
          { a: 'y', b: 'z', outcome: 'none' as const },
        ],
      },
      {
        voter: 'ben',
        comparisons: [
          { a: 'y', b: 'x', outcome: 'tie' as const },
          { a: 'x', b: 'x', outcome: 'a' as const },
        ],
      },
    ];
    expect(pairVotes(ballots)).toEqual([{ a: 'x', b: 'y', forA: 0, forB: 1, ties: 1 }]);
  });

  it('stand in the candidates’ order, and leave out what is no candidate or named twice', () => {
    const ballots = [{ voter: 'ana', tiers: [['a', 'a'], ['gone'], ['b', 'a']], unranked: ['b', 'c'] }];
    expect(pairVotes(ballots, ['c', 'b', 'a'])).toEqual([
      { a: 'c', b: 'b', forA: 0, forB: 1, ties: 0 },
      { a: 'c', b: 'a', forA: 0, forB: 1, ties: 0 },
      { a: 'b', b: 'a', forA: 0, forB: 1, ties: 0 },
    ]);
  });
});
