import type { Rule, Rules, RuleFields } from '../../../src/core/model/rubric/rule';

/** A rule with these words, version after version; the feedback is made of its id where none is said. */
export const rule = (
  id: string,
  versions: readonly Partial<RuleFields>[] = [{}],
  changes: Partial<Rule> = {},
): Rule => ({
  id,
  versions: versions.map((words, at) => ({ version: at + 1, feedback: `Be ${id}`, scope: 'when asked', ...words })),
  ...changes,
});

export const ruleBook = (...rules: readonly Rule[]): Rules => ({ version: 1, rules: [...rules] });
