import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ballot, Consensus } from '../../../../src/core/quality/consensus/ballot';
import { consensusOf, type ItemRule } from '../../../../src/core/quality/consensus/consensus';
import { pairVotes } from '../../../../src/core/quality/consensus/pairTable';
import { anyBallots, anyOrders, named, strictIn } from './ballots';

const rules: ItemRule[] = ['majority', 'borda', 'bradley-terry', 'plackett-luce', 'ranked-pairs'];
const candidates = named(5);

const permutation = fc.shuffledSubarray(candidates, { minLength: candidates.length });

const bare = ({ preferences, ties, tiers }: Consensus): unknown => ({
  preferences: [...preferences].sort((one, other) =>
    one.chosen + one.rejected < other.chosen + other.rejected ? -1 : 1,
  ),
  ties: ties.map((pair) => [...pair].sort().join('=')).sort(),
  tiers: tiers?.map((tier) => [...tier].sort()),
});

describe.each(rules)('%s', (rule) => {
  it('asks neither who voted nor in which order', () => {
    fc.assert(
      fc.property(
        anyBallots(candidates).chain((ballots) =>
          fc.tuple(fc.constant(ballots), fc.shuffledSubarray(ballots, { minLength: ballots.length })),
        ),
        ([ballots, shuffled]) => {
          const renamed = shuffled.map((ballot, at) => ({ ...ballot, voter: `w${at}` }));
          expect(consensusOf(rule, candidates, renamed)).toEqual(consensusOf(rule, candidates, ballots));
        },
      ),
    );
  });

  it('treats responses alike: other names give the same under those names', () => {
    fc.assert(
      fc.property(anyBallots(candidates), permutation, (ballots, names) => {
        const nameOf = (id: string): string => names[candidates.indexOf(id)]!;
        const renamed = ballots.map(({ voter, tiers, unranked, comparisons }): Ballot => ({
          voter,
          ...(tiers ? { tiers: tiers.map((tier) => tier.map(nameOf)) } : {}),
          ...(unranked ? { unranked: unranked.map(nameOf) } : {}),
          ...(comparisons
            ? { comparisons: comparisons.map(({ a, b, outcome }) => ({ a: nameOf(a), b: nameOf(b), outcome })) }
            : {}),
        }));
        const expected = consensusOf(rule, candidates, ballots);
        const actual = consensusOf(rule, candidates.map(nameOf), renamed);
        expect(strictIn(actual)).toEqual(
          expected.preferences.map(({ chosen, rejected }) => `${nameOf(chosen)}>${nameOf(rejected)}`).sort(),
        );
        expect(actual.tiers).toEqual(expected.tiers?.map((tier) => tier.map(nameOf)));
      }),
    );
  });

  it('is the exact opposite of all prefer (Pareto)', () => {
    fc.assert(
      fc.property(anyOrders(candidates), (ballots) => {
        const unanimous = pairVotes(ballots, candidates).flatMap(({ a, b, forA, forB }) =>
          forA === 0 ? [`${b}>${a}`] : forB === 0 ? [`${a}>${b}`] : [],
        );
        expect(strictIn(consensusOf(rule, candidates, ballots))).toEqual(expect.arrayContaining(unanimous));
      }),
    );
  });

  it('has tiers, preferences and ties that say the same, on all pairs of complete orders', () => {
    fc.assert(
      fc.property(anyOrders(candidates), (ballots) => {
        const { tiers, preferences, ties } = consensusOf(rule, candidates, ballots);
        expect(preferences.length + ties.length).toBe(10);
        if (!tiers) return;
        const depth = (id: string): number => tiers.findIndex((tier) => tier.includes(id));
        for (const { chosen, rejected } of preferences) expect(depth(chosen)).toBeLessThan(depth(rejected));
        for (const [a, b] of ties) expect(depth(a)).toBe(depth(b));
      }),
    );
  });

  it('gives a share from 0 to 1, the strict votes for the chosen one', () => {
    fc.assert(
      fc.property(anyBallots(candidates), (ballots) => {
        const votes = pairVotes(ballots, candidates);
        for (const { chosen, rejected, share, votes: strict } of consensusOf(rule, candidates, ballots).preferences) {
          const on = votes.find(({ a, b }) => (a === chosen && b === rejected) || (a === rejected && b === chosen));
          const won = on ? (on.a === chosen ? on.forA : on.forB) : 0;
          expect(strict).toBe(on ? on.forA + on.forB : 0);
          expect(share).toBe(strict === 0 ? 0.5 : won / strict);
        }
      }),
    );
  });
});

describe.each(rules)('%s', (rule) => {
  it('does not depend on the candidates’ order', () => {
    fc.assert(
      fc.property(anyBallots(candidates), permutation, (ballots, order) => {
        expect(bare(consensusOf(rule, order, ballots))).toEqual(bare(consensusOf(rule, candidates, ballots)));
      }),
    );
  });
});

describe.each(['majority', 'ranked-pairs'] as const)('%s', (rule) => {
  it('puts a Condorcet winner above all others', () => {
    fc.assert(
      fc.property(anyOrders(candidates), (ballots) => {
        const beats = new Set(
          pairVotes(ballots, candidates).flatMap(({ a, b, forA, forB }) =>
            forA > forB ? [a + b] : forB > forA ? [b + a] : [],
          ),
        );
        const winner = candidates.find((each) =>
          candidates.every((other) => other === each || beats.has(each + other)),
        );
        fc.pre(winner !== undefined);
        const preferred = strictIn(consensusOf(rule, candidates, ballots));
        for (const other of candidates) if (other !== winner) expect(preferred).toContain(`${winner}>${other}`);
      }),
    );
  });
});

describe('ranked pairs', () => {
  /** Tideman's rule with majorities locked in just this order, those of larger margins first. */
  const lockedIn = (majorities: readonly (readonly [string, string])[]): Set<string> => {
    const locked: (readonly [string, string])[] = [];
    const leads = (from: string, to: string): boolean =>
      locked.some(([winner, loser]) => winner === from && (loser === to || leads(loser, to)));
    for (const [winner, loser] of majorities) if (!leads(loser, winner)) locked.push([winner, loser]);
    return new Set(named(4).flatMap((a) => named(4).flatMap((b) => (a !== b && leads(a, b) ? [`${a}>${b}`] : []))));
  };
  const permutations = <T>(all: readonly T[]): T[][] =>
    all.length === 0
      ? [[]]
      : all.flatMap((each, at) => permutations(all.toSpliced(at, 1)).map((rest) => [each, ...rest]));

  it('prefers nothing that some order of equal margins does not, and all that Tideman’s rule does where all margins differ', () => {
    fc.assert(
      fc.property(anyBallots(named(4)), (ballots) => {
        const byMargin = new Map<number, (readonly [string, string])[]>();
        for (const { a, b, forA, forB } of pairVotes(ballots, named(4))) {
          const margin = Math.abs(forA - forB);
          if (margin > 0) byMargin.set(margin, [...(byMargin.get(margin) ?? []), forA > forB ? [a, b] : [b, a]]);
        }
        const levels = [...byMargin].sort(([one], [other]) => other - one).map(([, equal]) => equal);
        fc.pre(levels.every(({ length }) => length < 5));
        const orders = levels.reduce<(readonly [string, string])[][]>(
          (all, equal) => all.flatMap((before) => permutations(equal).map((next) => [...before, ...next])),
          [[]],
        );
        const outcomes = orders.map(lockedIn);
        const preferred = strictIn(consensusOf('ranked-pairs', named(4), ballots));
        for (const each of preferred) expect(outcomes.every((outcome) => outcome.has(each))).toBe(true);
        if (orders.length === 1) expect(preferred).toEqual([...(outcomes[0] ?? [])].sort());
      }),
      { numRuns: 300 },
    );
  });
});
