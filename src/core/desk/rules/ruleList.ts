import { createHash } from 'node:crypto';
import type { DeskRule, DeskRuleList } from '../../model/desk/deskRules';
import { versionInForce } from '../../model/rubric/rubric';
import type { Rules } from '../../model/rubric/rule';

/** Examples of a rule that are shown, and of each so many UTF-16 units. */
const maxExamples = 20;
const maxExampleLength = 600;

/** By the document, which is never altered: an edit gives another. */
const known = new WeakMap<Rules, DeskRuleList>();

/**
 * The rules that are asked about, in the words in force; made once for all items. Their key is made of what they say: a
 * file that was read again and says the same is nothing new.
 */
export function ruleListOf(rules: Rules): DeskRuleList {
  let list = known.get(rules);
  if (!list) {
    const asked = rules.rules.filter(({ retired }) => !retired).map(shownRule);
    known.set(
      rules,
      (list = { key: createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16), rules: asked }),
    );
  }
  return list;
}

function shownRule(rule: Rules['rules'][number]): DeskRule {
  const { version, feedback, scope, examples = [] } = versionInForce(rule);
  const shown = examples.slice(0, maxExamples).map((each) => ({
    prompt: each.prompt.slice(0, maxExampleLength),
    scope: each.scope,
    ...(each.note !== undefined && { note: each.note.slice(0, maxExampleLength) }),
  }));
  return { id: rule.id, version, feedback, scope, examples: shown };
}
