import fc from 'fast-check';
import type { Ballot, Consensus } from '../../../../src/core/quality/consensus/ballot';

/** Ballots of strict orders, as tables of votes are printed: how many voted like this, best first. */
export function orders(...votes: readonly (readonly [count: number, order: string])[]): Ballot[] {
  return votes.flatMap(([count, order]) =>
    Array.from({ length: count }, (_, at) => ({ voter: `${order}${at}`, tiers: Array.from(order, (each) => [each]) })),
  );
}

export const named = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => String.fromCharCode(97 + at));

/** Complete orders without ties. */
export const anyOrders = (candidates: readonly string[]): fc.Arbitrary<Ballot[]> =>
  fc
    .array(fc.shuffledSubarray([...candidates], { minLength: candidates.length }), { minLength: 1, maxLength: 7 })
    .map((all) => all.map((order, at) => ({ voter: `v${at}`, tiers: order.map((each) => [each]) })));

const anyRanking = (candidates: readonly string[]): fc.Arbitrary<Omit<Ballot, 'voter'>> =>
  fc.tuple(...candidates.map(() => fc.option(fc.integer({ min: 1, max: 4 })))).chain((places) =>
    fc.boolean().map((bottom) => {
      const at = (place: number | null): string[] => candidates.filter((_, index) => places[index] === place);
      return {
        tiers: [1, 2, 3, 4].map(at).filter(({ length }) => length > 0),
        ...(bottom ? { unranked: at(null) } : {}),
      };
    }),
  );

const anyComparisons = (candidates: readonly string[]): fc.Arbitrary<Omit<Ballot, 'voter'>> =>
  fc
    .array(
      fc.record({
        a: fc.constantFrom(...candidates),
        b: fc.constantFrom(...candidates),
        outcome: fc.constantFrom('a', 'b', 'tie', 'none'),
      }),
      { maxLength: 6 },
    )
    .map((comparisons) => ({ comparisons }));

/** Whatever annotators can say: tiers, ties, unranked ones and ones not shown, comparisons. */
export const anyBallots = (candidates: readonly string[]): fc.Arbitrary<Ballot[]> =>
  fc
    .array(fc.oneof(anyRanking(candidates), anyComparisons(candidates)), { maxLength: 6 })
    .map((all) => all.map((ballot, at) => ({ voter: `v${at}`, ...ballot })));

/** Preferences as 'winner>loser', sorted. */
export const strictIn = ({ preferences }: Consensus): string[] =>
  preferences.map(({ chosen, rejected }) => `${chosen}>${rejected}`).sort();

export const inOneString = ({ tiers }: Consensus): string | undefined => tiers?.map((tier) => tier.join('=')).join('>');
