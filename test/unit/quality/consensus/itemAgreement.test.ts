import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemAgreement, ruleDisagreement } from '../../../../src/core/quality/consensus/itemAgreement';
import { consensusOf, type ItemRule } from '../../../../src/core/quality/consensus/consensus';
import { anyBallots, named, orders, strictIn } from './ballots';

describe('the agreement on an item', () => {
  it('is the share of strict votes that are with the majority of their pair', () => {
    // a>b 2:1, a>c 2:1, b>c 3:0
    expect(itemAgreement(orders([2, 'abc'], [1, 'bca']))).toEqual({ voters: 3, votes: 9, share: 7 / 9 });
    expect(itemAgreement(orders([1, 'abc'], [2, 'bca']))).toEqual({ voters: 3, votes: 9, share: 7 / 9 });
  });

  it('counts each annotator once who compared two, by any outcome, and no votes that are not strict', () => {
    const ballots = [
      { voter: 'ana', tiers: [['a', 'b']] },
      { voter: 'ana', comparisons: [{ a: 'a', b: 'b', outcome: 'a' as const }] },
      { voter: 'ben', comparisons: [{ a: 'a', b: 'b', outcome: 'none' as const }] },
      { voter: 'cleo', tiers: [['a']] },
      { voter: 'dan', tiers: [['a']], unranked: ['b'] },
      { voter: 'eve', tiers: [['gone'], ['b']] },
    ];
    expect(itemAgreement(ballots, ['a', 'b'])).toEqual({ voters: 3, votes: 2, share: 1 });
    expect(itemAgreement([{ voter: 'ana', tiers: [['a', 'b']] }])).toEqual({ voters: 1, votes: 0, share: null });
    expect(itemAgreement([])).toEqual({ voters: 0, votes: 0, share: null });
  });
});

describe('rules', () => {
  it('are opposed where one is the exact opposite of another puts below', () => {
    const tennessee = orders([42, 'MNCK'], [26, 'NCKM'], [15, 'CKNM'], [17, 'KCNM']);
    expect(ruleDisagreement(['M', 'N', 'C', 'K'], tennessee)).toEqual({ opposed: true, different: true });
    expect(ruleDisagreement(['M', 'N', 'C', 'K'], tennessee, ['majority', 'ranked-pairs'])).toEqual({
      opposed: false,
      different: false,
    });
  });

  it('differ where one has a preference and another a tie', () => {
    const ballots = orders([1, 'abc'], [1, 'bca']);
    expect(ruleDisagreement(['a', 'b', 'c'], ballots, ['majority', 'borda'])).toEqual({
      opposed: false,
      different: true,
    });
  });

  it('agree on what all prefer, on a tie and on nothing', () => {
    for (const ballots of [orders([3, 'abc']), orders([1, 'ab'], [1, 'ba']), []])
      expect(ruleDisagreement(['a', 'b', 'c'], ballots)).toEqual({ opposed: false, different: false });
    expect(ruleDisagreement(['a', 'b'], orders([1, 'ab']), [])).toEqual({ opposed: false, different: false });
  });

  it('disagree just where their strict preferences do, in whichever order they are worked out', () => {
    const rules: ItemRule[] = ['majority', 'borda', 'bradley-terry', 'plackett-luce', 'ranked-pairs'];
    const cases = fc.integer({ min: 2, max: 7 }).chain((count) =>
      fc.record({
        candidates: fc.constant(named(count)),
        ballots: anyBallots(named(count)),
        some: fc.shuffledSubarray(rules),
      }),
    );
    fc.assert(
      fc.property(cases, ({ candidates, ballots, some }) => {
        const preferences = some.map((rule) => strictIn(consensusOf(rule, candidates, ballots)));
        const all = new Set(preferences.flat());
        const opposed = [...all].some((each) => all.has(each.split('>').reverse().join('>')));
        const different = new Set(preferences.map((each) => each.join(' '))).size > 1;
        expect(ruleDisagreement(candidates, ballots, some)).toEqual({ opposed, different });
      }),
      { numRuns: 300 },
    );
  });
});
