import { consensusRules, type Ballot, type Consensus } from './ballot';
import { consensusesOf, type ItemRule } from './consensus';
import { namedIn, pairVotes } from './pairTable';

/** How far an item's annotators agree. */
export interface ItemAgreement {
  /** Annotators who compared two of its responses, by any outcome. */
  readonly voters: number;
  /** Strict votes on all its pairs, and the share of them that is with the majority of its pair, from 1/2 to 1; null where there are none. */
  readonly votes: number;
  readonly share: number | null;
}

/** The agreement on an item: what a minimum of annotators and of agreement is held against. */
export function itemAgreement(ballots: readonly Ballot[], candidates: readonly string[] = namedIn(ballots)): ItemAgreement {
  const pairs = pairVotes(ballots, candidates);
  const votes = pairs.reduce((sum, { forA, forB }) => sum + forA + forB, 0);
  const agreeing = pairs.reduce((sum, { forA, forB }) => sum + Math.max(forA, forB), 0);
  const among = new Set(candidates);
  return { voters: new Set(ballots.filter((ballot) => comparesTwo(ballot, among)).map(({ voter }) => voter)).size, votes, share: votes === 0 ? null : agreeing / votes };
}

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

/** Whether consensuses on one item, by several rules, give different strict preferences. */
export function disagree(consensuses: readonly Consensus[]): RuleDisagreement {
  const all = new Map<string, number>();
  let opposed = false;
  for (const { preferences } of consensuses) {
    for (const { chosen, rejected } of preferences) {
      const key = JSON.stringify([chosen, rejected]);
      opposed ||= all.has(JSON.stringify([rejected, chosen]));
      all.set(key, (all.get(key) ?? 0) + 1);
    }
  }
  return { opposed, different: [...all.values()].some((count) => count < consensuses.length) };
}

const itemRules = consensusRules.filter((rule): rule is ItemRule => rule !== 'dawid-skene');

/** Whether rules disagree on an item: all that need no other items, unless some are named. */
export function ruleDisagreement(candidates: readonly string[], ballots: readonly Ballot[], rules: readonly ItemRule[] = itemRules): RuleDisagreement {
  return disagree(consensusesOf(rules, candidates, ballots));
}
