import type { DeskRuleList, DeskRules } from '../../model/desk/deskRules';
import type { Draft } from '../../model/annotation/draft';
import type { JudgingState } from '../modes/mode';
import { rowsLeft, selectedRule } from './applyRuleAction';

/** Describes an item's marks by rules for the desk, without the rules; undefined where the study has none. */
export function deskRulesOf(state: JudgingState): DeskRules | undefined {
  const { rules: list, draft } = state;
  if (!list || list.rules.length === 0) return undefined;
  const changed = [...list.rules.entries()].flatMap(([row, { id, version }]) =>
    Object.hasOwn(draft.rules, id) && draft.rules[id]?.version !== version ? [row] : [],
  );
  return {
    list: list.key,
    count: list.rules.length,
    row: selectedRule(state)?.row ?? null,
    left: rowsLeft(state).length,
    changed,
  };
}

/** A draft without what is said by rules that are not shown: labels from elsewhere may name anything. */
export function withShownRules(draft: Draft, { rules }: Pick<DeskRuleList, 'rules'>): Draft {
  if (Object.keys(draft.rules).length === 0 && draft.refinementRules.every((each) => each === null)) return draft;
  const ids = new Set(rules.map(({ id }) => id));
  return {
    ...draft,
    rules: Object.fromEntries(Object.entries(draft.rules).filter(([id]) => ids.has(id))),
    refinementRules: draft.refinementRules.map((each) => (each && ids.has(each.id) ? each : null)),
  };
}
