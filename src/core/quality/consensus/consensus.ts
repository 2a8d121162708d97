import { placed, type Ballot, type Consensus, type ConsensusRule } from './ballot';
import { borda } from './borda';
import { majority } from './majority';
import { consensusFrom, voteShare, type Ordered } from './order';
import { PairTable } from './pairTable';
import { plackettLuce } from './plackettLuce';
import { rankedPairs } from './rankedPairs';
import { strengths } from './strengths';

/** The rules that an item's own ballots are enough for. */
export type ItemRule = Exclude<ConsensusRule, 'dawid-skene'>;

/**
 * What a rule makes of several annotators' ballots on one item. What ballots say of responses that are no candidates is left out. The same ballots give the same consensus to the last bit,
 * in whatever order they come and whoever cast them.
 */
export function consensusOf(rule: ItemRule, candidates: readonly string[], ballots: readonly Ballot[]): Consensus {
  const on = placed(candidates, ballots);
  const table = new PairTable(candidates.length, on);
  const ordered: Record<ItemRule, () => Ordered> = {
    majority: () => majority(table),
    borda: () => borda(candidates, table),
    'bradley-terry': () => strengths(candidates, table),
    'plackett-luce': () => plackettLuce(candidates, table, on),
    'ranked-pairs': () => rankedPairs(table),
  };
  return consensusFrom(candidates, ordered[rule](), voteShare(table));
}
