import type { AnswerKind, RubricProblems } from '../../core/model/problems/rubric';
import type { Messages } from '../../core/model/problems';

const answers: Readonly<Record<AnswerKind, string>> = {
  'yes-no': 'yes or no',
  scale: 'a level',
  category: 'a category',
};

const quoted = (text: string): string => JSON.stringify(text);

export const rubricMessages: Messages<RubricProblems> = {
  'rubric.unknown': ({ id, rubrics }) =>
    `there is no rubric ${quoted(id)}; ${rubrics.length === 0 ? 'the study has none' : `the rubrics are ${rubrics.join(', ')}`}`,

  'rubric.criterionNotInForce': ({ id, rubric }) =>
    `the criterion ${quoted(id)} is no longer in force: the rubric ${quoted(rubric)} had it in an earlier version`,
  'rubric.criterionUnknown': ({ id }) => `there is no criterion ${quoted(id)} in any rubric`,
  'rubric.faultyWithoutReason': () => 'a criterion is flagged as faulty with a reason: say what is wrong with it',
  'rubric.criterionInvalid': ({ id, reason }) => `criterion ${quoted(id)}: ${reason}`,

  'rubric.mergedWithItself': ({ id }) => `the criterion ${quoted(id)} cannot be merged with itself. Name two`,
  'rubric.mergedAnswers': ({ kept, other, keptKind, otherKind }) =>
    `the criteria ${quoted(kept)} and ${quoted(other)} cannot be merged: one is answered by ${answers[keptKind]}, the other by ${answers[otherKind]}. Change one of them first`,
  'rubric.mergedScales': ({ kept, other }) =>
    `the criteria ${quoted(kept)} and ${quoted(other)} cannot be merged: their scales are different. Change one of them first`,
  'rubric.mergedMeritAndFault': ({ kept, other }) =>
    `the criteria ${quoted(kept)} and ${quoted(other)} cannot be merged: one describes a merit and the other a fault. Change one of them first`,

  'rubric.changedSince': ({ title }) =>
    `the rubric ${quoted(title)} was changed since, by somebody else or in another window, so this cannot be undone. The rubric was left as it is now`,
  'rubric.journalUnread': ({ reason }) =>
    `${reason}. It may name versions of rubrics that would be altered, so nothing was written. Correct the journal first`,
  'rubric.invalid': ({ reason }) => reason,

  'rubric.scopeUnknown': ({ scope }) =>
    `--scope ${scope}: a scope is "study", "item:ID", or a value that items have beside their responses, as in domain=law; several values are given one by one, and an item has to have them all`,
  'rubric.scopeFieldTwice': ({ scope, field, value }) =>
    `--scope ${scope}: ${field} is to be ${quoted(value)} already, and an item has to have all values. Make a rubric for each`,
  'rubric.scopeFieldImpossible': ({ scope }) => `--scope ${scope}: no item has a field of that name`,

  'rubric.ruleUnknown': ({ id, rules }) =>
    `there is no rule ${quoted(id)}; ${rules.length === 0 ? 'the study has none' : `the rules are ${rules.join(', ')}`}`,
  'rubric.ruleExists': ({ id }) => `there is a rule ${quoted(id)} already`,
  'rubric.ruleTwice': ({ rule, id }) =>
    `rule ${rule} is ${quoted(id)}, as one before it in the file is. Give one of them another id`,
  'rubric.ruleInFileInvalid': ({ rule, reason }) =>
    `rule ${rule}: ${reason}. A rule is an object with "feedback" and "scope"`,
  'rubric.ruleInvalid': ({ field, reason }) => `the rule's ${field} ${reason}`,
  'rubric.rulesInvalid': ({ reason }) => reason,
};
