import type { DeskRuleList, DeskRules } from '../../model/deskRules';
import type { Draft } from '../../model/draft';
import type { Hand } from '../ways/way';
import { rowsLeft, ruleInHand } from './judge';

/** What the desk shows of an item's marks by rules, without the rules; undefined where the study has none. */
export function rulesShown(hand: Hand): DeskRules | undefined {
  const { rules: list, draft } = hand;
  if (!list || list.rules.length === 0) return undefined;
  const changed = [...list.rules.entries()].flatMap(([row, { id, version }]) =>
    Object.hasOwn(draft.rules, id) && draft.rules[id]?.version !== version ? [row] : [],
  );
  return {
    list: list.key,
    count: list.rules.length,
    row: ruleInHand(hand)?.row ?? null,
    left: rowsLeft(hand).length,
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
