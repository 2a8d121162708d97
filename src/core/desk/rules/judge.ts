import { ruleScopes, type RuleScope } from '../../model/choices';
import type { DeskRule } from '../../model/deskRules';
import type { Draft } from '../../model/draft';
import type { Judging } from '../../model/judging';
import { withAt } from '../../model/lists';
import type { RuleAction } from '../../model/ruleActions';
import { clamp, type Change, type Hand } from '../ways/way';

/** A rule in hand with its row. */
interface AtRule {
  readonly row: number;
  readonly rule: DeskRule;
}

const rulesIn = ({ rules }: Pick<Hand, 'rules'>): readonly DeskRule[] => rules?.rules ?? [];

/** The rule in hand: the first where the one that was is asked about no more. Undefined while rules are not in hand. */
export function ruleInHand(hand: Pick<Hand, 'rule' | 'rules'>): AtRule | undefined {
  if (hand.rule === undefined || hand.rule === null) return undefined;
  const row = Math.max(
    0,
    rulesIn(hand).findIndex(({ id }) => id === hand.rule),
  );
  const rule = rulesIn(hand)[row];
  return rule && { row, rule };
}

/** Rows of the rules without a mark. */
export const rowsLeft = (hand: Pick<Hand, 'draft' | 'rules'>): number[] =>
  [...rulesIn(hand).entries()].flatMap(([row, { id }]) => (Object.hasOwn(hand.draft.rules, id) ? [] : [row]));

/** What an action on the study's rules changes. */
export function ruled(hand: Hand, action: RuleAction): Change {
  const at = ruleInHand(hand);
  switch (action.do) {
    case 'rules':
      return (action.on ?? !at) ? open(hand) : close(hand);
    case 'ruleAt':
      return toRow(
        hand,
        rulesIn(hand).findIndex(({ id }) => id === action.rule),
      );
    case 'ruleBy':
      return at ? toRow(hand, at.row + action.by) : {};
    case 'ruleScope':
      return at ? marked(hand, at, action.scope) : {};
    case 'ruleRefine':
      return at ? refining(hand, at) : {};
    case 'ruleApplies':
      return at ? applied({ ...hand, selected: action.index ?? hand.selected }, at) : {};
  }
}

/**
 * What a number, or taking something back, changes where a rule is in hand; undefined where it is the way's to judge.
 */
export function markedByKey(hand: Hand, action: Judging): Change | undefined {
  const at = ruleInHand(hand);
  // A response that is named is one to be placed, whatever is in hand.
  if (!at || (action.do !== 'number' && action.do !== 'clear') || action.index !== undefined) return undefined;
  if (action.do === 'clear' || action.value === 0) return said(hand, at, null);
  const scope = ruleScopes[action.value - 1];
  return scope ? marked(hand, at, scope) : { notice: { kind: 'no-such-rule-scope' } };
}

/** The largest number that means something where a rule is in hand. */
export const mostByRule = (hand: Hand): number | undefined => (ruleInHand(hand) ? ruleScopes.length : undefined);

function open(hand: Hand): Change {
  const left = rowsLeft(hand);
  if (rulesIn(hand).length === 0) return { notice: { kind: 'no-rules' } };
  return { ...toRow(hand, left[0] ?? 0), notice: { kind: 'rules', on: true, left: left.length } };
}

function close(hand: Hand): Change {
  return ruleInHand(hand) ? { rule: null, notice: { kind: 'rules', on: false, left: rowsLeft(hand).length } } : {};
}

function toRow(hand: Hand, row: number): Change {
  const rule = rulesIn(hand)[clamp(row, rulesIn(hand).length)];
  return rule ? { rule: rule.id, cell: null, marking: null } : {};
}

/** Marks, and goes on to the next rule; the same mark again takes it back. */
function marked(hand: Hand, at: AtRule, scope: RuleScope | null): Change {
  const before = hand.draft.rules[at.rule.id];
  if (scope === null || (before?.scope === scope && before.version === at.rule.version)) return said(hand, at, null);
  return { ...toRow(hand, at.row + 1), ...said(hand, at, scope) };
}

/**
 * The mark of a rule, by the words in force; null takes it away. Where the item is not in scope no refinement is made
 * by the rule.
 */
function said(hand: Hand, { row, rule }: AtRule, scope: RuleScope | null): Change {
  const { draft } = hand;
  const refinementRules =
    scope === 'in' ? draft.refinementRules : draft.refinementRules.map((each) => (each?.id === rule.id ? null : each));
  return {
    draft: { ...draft, rules: withMark(draft.rules, rule, scope), refinementRules },
    notice: { kind: 'rule-marked', row, of: rulesIn(hand).length, scope },
  };
}

function withMark(marks: Draft['rules'], { id, version }: DeskRule, scope: RuleScope | null): Draft['rules'] {
  if (scope !== null) return { ...marks, [id]: { version, scope } };
  return Object.fromEntries(Object.entries(marks).filter(([rule]) => rule !== id));
}

/** The text that is written next is made by the rule: an item that nothing was said of is in its scope then. */
function refining(hand: Hand, at: AtRule): Change {
  const { draft, selected } = hand;
  const scope = draft.rules[at.rule.id]?.scope ?? 'in';
  return scope === 'in' ? byRule(hand, at, selected) : { notice: { kind: 'rule-not-in-scope', scope } };
}

function applied(hand: Hand, at: AtRule): Change {
  const { draft, selected } = hand;
  if (draft.refinementRules[selected]?.id === at.rule.id)
    return {
      draft: { ...draft, refinementRules: withAt(draft.refinementRules, selected, null, null) },
      notice: { kind: 'rule-applies', index: selected, row: null },
    };
  if ((draft.refinements[selected] ?? '').trim() === '')
    return { notice: { kind: 'rule-needs-refinement', index: selected } };
  return refining(hand, at);
}

function byRule({ draft }: Hand, { row, rule }: AtRule, index: number): Change {
  const { id, version } = rule;
  const rules = Object.hasOwn(draft.rules, id) ? draft.rules : withMark(draft.rules, rule, 'in');
  return {
    selected: index,
    draft: { ...draft, rules, refinementRules: withAt(draft.refinementRules, index, { id, version }, null) },
    notice: { kind: 'rule-applies', index, row },
  };
}
