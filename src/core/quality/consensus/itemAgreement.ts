import type { Ballot } from './ballot';
import { relationsOf, type ItemRule } from './consensus';
import { namedIn, pairVotes } from './pairTable';

/** How far an item's annotators agree. */
export interface ItemAgreement {
  /** Annotators who compared two of its responses, by any outcome. */
  readonly voters: number;
  /**
   * Strict votes on all its pairs, and the share of them that is with the majority of its pair, from 1/2 to 1; null
   * where there are none.
   */
  readonly votes: number;
  readonly share: number | null;
}

/** The agreement on an item: what a minimum of annotators and of agreement is held against. */
export function itemAgreement(
  ballots: readonly Ballot[],
  candidates: readonly string[] = namedIn(ballots),
): ItemAgreement {
  const pairs = pairVotes(ballots, candidates);
  const votes = pairs.reduce((sum, { forA, forB }) => sum + forA + forB, 0);
  const agreeing = pairs.reduce((sum, { forA, forB }) => sum + Math.max(forA, forB), 0);
  const among = new Set(candidates);
  return {
    voters: new Set(ballots.filter((ballot) => comparesTwo(ballot, among)).map(({ voter }) => voter)).size,
    votes,
    share: votes === 0 ? null : agreeing / votes,
  };
}

/** Whether one of the voters prefers a response to another, and another voter the other way round. */
export const areOpposed = (ballots: readonly Ballot[]): boolean =>
  new Set(ballots.map(({ voter }) => voter)).size > 1 &&
  pairVotes(ballots).some(({ forA, forB }) => forA > 0 && forB > 0);

function comparesTwo({ tiers, unranked = [], comparisons = [] }: Ballot, among: ReadonlySet<string>): boolean {
  if (!tiers) return comparisons.some(({ a, b }) => a !== b && among.has(a) && among.has(b));
  const ranked = new Set(tiers.flat().filter((id) => among.has(id)));
  return ranked.size > 1 || (ranked.size === 1 && unranked.some((id) => among.has(id) && !ranked.has(id)));
}

export interface RuleDisagreement {
  /** One prefers a response to another, and another one the other way round. */
  readonly opposed: boolean;
  /** Their strict preferences are not the same: opposed, or one has a preference where another has none. */
  readonly different: boolean;
}

/** All that need no other items, those that are worked out soonest first. */
const itemRules: readonly ItemRule[] = ['majority', 'borda', 'ranked-pairs', 'bradley-terry', 'plackett-luce'];

/**
 * Whether rules disagree on an item: all that need no other items, unless some are named. As soon as two of them are
 * opposed, both is known and no further rule is worked out: at 64 responses the models of strengths take most of the
 * time, and simple counts tell it where annotators differ much.
 */
export function ruleDisagreement(
  candidates: readonly string[],
  ballots: readonly Ballot[],
  rules: readonly ItemRule[] = itemRules,
): RuleDisagreement {
  const size = candidates.length;
  /**
   * For each two, `a` before `b`: 1 or -1 where the rules so far prefer the first or the second, 0 where none has a
   * preference.
   */
  const preferred = new Int8Array(size * size);
  let known = 0;
  let different = false;
  for (const relation of relationsOf(rules, candidates, ballots)) {
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        const currentAnnotation = relation(a, b);
        const now = currentAnnotation === 'above' ? 1 : currentAnnotation === 'below' ? -1 : 0;
        const before = preferred[a * size + b] ?? 0;
        if (now * before < 0) return { opposed: true, different: true };
        different ||= known > 0 && now !== before;
        if (now !== 0) preferred[a * size + b] = now;
      }
    }
    known++;
  }
  return { opposed: false, different };
}
