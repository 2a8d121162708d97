import { ruleScopes, type RuleScope } from '../../model/annotation/judgementValues';
import type { DeskRule } from '../../model/desk/deskRules';
import type { Draft } from '../../model/annotation/draft';
import type { JudgementAction } from '../../model/annotation/judgementAction';
import { replaceAt } from '../../model/text/replaceAt';
import type { RuleAction } from '../../model/desk/ruleActions';
import { clamp, type DraftUpdate, type JudgingState } from '../modes/mode';

/** A rule in hand with its row. */
interface AtRule {
  readonly row: number;
  readonly rule: DeskRule;
}

const rulesIn = ({ rules }: Pick<JudgingState, 'rules'>): readonly DeskRule[] => rules?.rules ?? [];

/** The rule in hand: the first where the one that was is asked about no more. Undefined while rules are not in hand. */
export function selectedRule(state: Pick<JudgingState, 'rule' | 'rules'>): AtRule | undefined {
  if (state.rule === undefined || state.rule === null) return undefined;
  const row = Math.max(
    0,
    rulesIn(state).findIndex(({ id }) => id === state.rule),
  );
  const rule = rulesIn(state)[row];
  return rule && { row, rule };
}

/** Rows of the rules without a mark. */
export const rowsLeft = (state: Pick<JudgingState, 'draft' | 'rules'>): number[] =>
  [...rulesIn(state).entries()].flatMap(([row, { id }]) => (Object.hasOwn(state.draft.rules, id) ? [] : [row]));

/** Applies an action on the study's rules. */
export function applyRuleAction(state: JudgingState, action: RuleAction): DraftUpdate {
  const at = selectedRule(state);
  switch (action.do) {
    case 'rules':
      return (action.on ?? !at) ? open(state) : close(state);
    case 'ruleAt':
      return toRow(
        state,
        rulesIn(state).findIndex(({ id }) => id === action.rule),
      );
    case 'ruleBy':
      return at ? toRow(state, at.row + action.by) : {};
    case 'ruleScope':
      return at ? marked(state, at, action.scope) : {};
    case 'ruleRefine':
      return at ? refining(state, at) : {};
    case 'ruleApplies':
      return at ? applied({ ...state, selected: action.index ?? state.selected }, at) : {};
  }
}

/** Applies a number, or taking something back, to the rule in hand; undefined where it is for the annotation mode. */
export function applyKeyToRule(state: JudgingState, action: JudgementAction): DraftUpdate | undefined {
  const at = selectedRule(state);
  // A response that is named is one to be placed, whatever is in hand.
  if (!at || (action.do !== 'number' && action.do !== 'clear') || action.index !== undefined) return undefined;
  if (action.do === 'clear' || action.value === 0) return said(state, at, null);
  const scope = ruleScopes[action.value - 1];
  return scope ? marked(state, at, scope) : { notice: { kind: 'no-such-rule-scope' } };
}

/** The largest number that means something where a rule is in hand. */
export const maxByRule = (state: JudgingState): number | undefined =>
  selectedRule(state) ? ruleScopes.length : undefined;

function open(state: JudgingState): DraftUpdate {
  const left = rowsLeft(state);
  if (rulesIn(state).length === 0) return { notice: { kind: 'no-rules' } };
  return { ...toRow(state, left[0] ?? 0), notice: { kind: 'rules', on: true, left: left.length } };
}

function close(state: JudgingState): DraftUpdate {
  return selectedRule(state) ? { rule: null, notice: { kind: 'rules', on: false, left: rowsLeft(state).length } } : {};
}

function toRow(state: JudgingState, row: number): DraftUpdate {
  const rule = rulesIn(state)[clamp(row, rulesIn(state).length)];
  return rule ? { rule: rule.id, cell: null, marking: null } : {};
}

/** Marks, and goes on to the next rule; the same mark again takes it back. */
function marked(state: JudgingState, at: AtRule, scope: RuleScope | null): DraftUpdate {
  const before = state.draft.rules[at.rule.id];
  if (scope === null || (before?.scope === scope && before.version === at.rule.version)) return said(state, at, null);
  return { ...toRow(state, at.row + 1), ...said(state, at, scope) };
}

/**
 * The mark of a rule, by the words in force; null takes it away. Where the item is not in scope no refinement is made
 * by the rule.
 */
function said(state: JudgingState, { row, rule }: AtRule, scope: RuleScope | null): DraftUpdate {
  const { draft } = state;
  const refinementRules =
    scope === 'in' ? draft.refinementRules : draft.refinementRules.map((each) => (each?.id === rule.id ? null : each));
  return {
    draft: { ...draft, rules: withMark(draft.rules, rule, scope), refinementRules },
    notice: { kind: 'rule-marked', row, of: rulesIn(state).length, scope },
  };
}

function withMark(marks: Draft['rules'], { id, version }: DeskRule, scope: RuleScope | null): Draft['rules'] {
  if (scope !== null) return { ...marks, [id]: { version, scope } };
  return Object.fromEntries(Object.entries(marks).filter(([rule]) => rule !== id));
}

/** The text that is written next is made by the rule: an item that nothing was said of is in its scope then. */
function refining(state: JudgingState, at: AtRule): DraftUpdate {
  const { draft, selected } = state;
  const scope = draft.rules[at.rule.id]?.scope ?? 'in';
  return scope === 'in' ? byRule(state, at, selected) : { notice: { kind: 'rule-not-in-scope', scope } };
}

function applied(state: JudgingState, at: AtRule): DraftUpdate {
  const { draft, selected } = state;
  if (draft.refinementRules[selected]?.id === at.rule.id)
    return {
      draft: { ...draft, refinementRules: replaceAt(draft.refinementRules, selected, null, null) },
      notice: { kind: 'rule-applies', index: selected, row: null },
    };
  if ((draft.refinements[selected] ?? '').trim() === '')
    return { notice: { kind: 'rule-needs-refinement', index: selected } };
  return refining(state, at);
}

function byRule({ draft }: JudgingState, { row, rule }: AtRule, index: number): DraftUpdate {
  const { id, version } = rule;
  const rules = Object.hasOwn(draft.rules, id) ? draft.rules : withMark(draft.rules, rule, 'in');
  return {
    selected: index,
    draft: { ...draft, rules, refinementRules: replaceAt(draft.refinementRules, index, { id, version }, null) },
    notice: { kind: 'rule-applies', index, row },
  };
}
