import { placedBallots, type Ballot, type Consensus, type ConsensusRule, type PlacedBallot } from './ballot';
import { borda } from './borda';
import { majority } from './majority';
import { consensusFrom, voteShare, type Ordered, type Relation } from './order';
import { PairTable } from './pairTable';
import { plackettLuce } from './plackettLuce';
import { rankedPairs } from './rankedPairs';
import { itemBradleyTerry } from './itemBradleyTerry';

/**
 * A consensus is derived, by a rule that has a name. It takes ballots - what each annotator said of one item, as tiers
 * or comparisons - and makes preferences of them, with the share of votes for each, ties, and an order where the rule
 * gives one: with a cycle among majorities there is none, and none is made up. Rules of one item count whole votes or
 * sum over ballots in an order of their own, so the same ballots give the same bits whoever cast them and however they
 * came; Dawid and Skene's model needs the whole study and rounds what it sums to a grain at which sums are exact, to
 * the same end. Two responses that no votes link, directly or through others, are not compared.
 */

/** The rules that an item's own ballots are enough for. */
export type ItemRule = Exclude<ConsensusRule, 'dawid-skene'>;

/**
 * What a rule makes of several annotators' ballots on one item. What ballots say of responses that are no candidates is
 * left out. The same ballots give the same consensus to the last bit, in whatever order they come and whoever cast
 * them.
 */
export function consensusOf(rule: ItemRule, candidates: readonly string[], ballots: readonly Ballot[]): Consensus {
  return consensusIn(rule, candidates, tableOf(candidates, ballots));
}

/**
 * How two responses stand to each other by each of several rules, by places, the votes counted once; a rule is worked
 * out when its turn comes.
 */
export function* relationsOf(
  rules: readonly ItemRule[],
  candidates: readonly string[],
  ballots: readonly Ballot[],
): Generator<Relation> {
  const counted = tableOf(candidates, ballots);
  for (const rule of rules) yield orderedBy(rule, candidates, counted).relation;
}

interface Counted {
  readonly on: readonly PlacedBallot[];
  readonly table: PairTable;
}

function tableOf(candidates: readonly string[], ballots: readonly Ballot[]): Counted {
  const on = placedBallots(candidates, ballots);
  return { on, table: new PairTable(candidates.length, on) };
}

const consensusIn = (rule: ItemRule, candidates: readonly string[], counted: Counted): Consensus =>
  consensusFrom(candidates, orderedBy(rule, candidates, counted), voteShare(counted.table));

function orderedBy(rule: ItemRule, candidates: readonly string[], { on, table }: Counted): Ordered {
  const ordered: Record<ItemRule, () => Ordered> = {
    majority: () => majority(table),
    borda: () => borda(candidates, table),
    'bradley-terry': () => itemBradleyTerry(candidates, table),
    'plackett-luce': () => plackettLuce(candidates, table, on),
    'ranked-pairs': () => rankedPairs(table),
  };
  return ordered[rule]();
}
