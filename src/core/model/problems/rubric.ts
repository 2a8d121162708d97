import * as l10n from '@vscode/l10n';
import { withOptions } from './program';
/** How a criterion is answered. */
export type AnswerKind = 'yes-no' | 'scale' | 'category';

/** What the kinds are called where an answer type is chosen. */
const answers = (kind: AnswerKind): string =>
  ({ 'yes-no': l10n.t('Yes or no'), scale: l10n.t('Scale'), category: l10n.t('Category') })[kind];

/** What can be wrong with rubrics, their criteria and rules where they are edited. */
export const rubricProblems = {
  // rubric/versions.ts
  'rubric.unknown': ({ id, rubrics }: { id: string; rubrics: readonly string[] }) =>
    rubrics.length === 0
      ? l10n.t('There is no rubric “{0}”. The study has no rubrics', id)
      : l10n.t('There is no rubric “{0}”. The rubrics are {1}', id, rubrics.join(', ')),

  // rubric/criteria.ts
  'rubric.criterionNotInForce': ({ id, rubric }: { id: string; rubric: string }) =>
    l10n.t('The criterion “{0}” is no longer active. It is in an earlier version of the rubric “{1}”', id, rubric),
  'rubric.criterionUnknown': ({ id }: { id: string }) => l10n.t('There is no criterion “{0}” in any rubric', id),
  'rubric.faultyWithoutReason': () => l10n.t('Enter a reason to flag a criterion as faulty'),
  'rubric.criterionInvalid': ({ id, reason }: { id: string; reason: string }) =>
    l10n.t('Criterion “{0}”: {1}', id, reason),

  // rubric/mergeCriteria.ts
  'rubric.mergedWithItself': ({ id }: { id: string }) =>
    l10n.t('The criterion “{0}” cannot be merged with itself. Select another criterion', id),
  'rubric.mergedAnswers': ({
    kept,
    other,
    keptKind,
    otherKind,
  }: {
    kept: string;
    other: string;
    keptKind: AnswerKind;
    otherKind: AnswerKind;
  }) =>
    l10n.t(
      'The criteria “{0}” and “{1}” cannot be merged, because their answer types are different: “{2}” and “{3}”. Change one of them first',
      kept,
      other,
      answers(keptKind),
      answers(otherKind),
    ),
  'rubric.mergedScales': ({ kept, other }: { kept: string; other: string }) =>
    l10n.t(
      'The criteria “{0}” and “{1}” cannot be merged, because their scales are different. Change one of them first',
      kept,
      other,
    ),
  'rubric.mergedMeritAndFault': ({ kept, other }: { kept: string; other: string }) =>
    l10n.t(
      'The criteria “{0}” and “{1}” cannot be merged, because one has a positive weight and the other a negative weight. Change one of them first',
      kept,
      other,
    ),

  // rubric/undoEdit.ts, rubric/refuseUnknownUse.ts, rubric/checkedRubrics.ts
  'rubric.changedSince': ({ title }: { title: string }) =>
    l10n.t(
      'This cannot be undone, because the rubric “{0}” was changed by somebody else or in another window. The rubric was left as it is now',
      title,
    ),
  'rubric.journalUnread': ({ reason }: { reason: string }) =>
    l10n.t(
      '{0}. The journal may refer to rubric versions that would be changed, so nothing was written. Fix the journal first',
      reason,
    ),
  'rubric.invalid': ({ reason }: { reason: string }) => reason,

  // rubric/scopeText.ts
  'rubric.scopeUnknown': ({ scope }: { scope: string }) =>
    withOptions(
      l10n.t(
        'The scope “{0}” is not valid. A rubric is for the whole study, for one item, or for items with certain values, for example domain=law',
        scope,
      ),
      '--scope study',
      '--scope item:ID',
      '--scope domain=law',
    ),
  'rubric.scopeFieldTwice': ({ scope, field, value }: { scope: string; field: string; value: string }) =>
    l10n.t(
      'The scope “{0}” is not valid, because {1} must already be “{2}”. An item must have all values. Make one rubric for each value',
      scope,
      field,
      value,
    ),
  'rubric.scopeFieldImpossible': ({ scope }: { scope: string }) =>
    l10n.t('The scope “{0}” is not valid, because no item has a field with this name', scope),

  // rule/editing.ts, study/rules.ts
  'rubric.ruleUnknown': ({ id, rules }: { id: string; rules: readonly string[] }) =>
    rules.length === 0
      ? l10n.t('There is no rule “{0}”. The study has no rules', id)
      : l10n.t('There is no rule “{0}”. The rules are {1}', id, rules.join(', ')),
  'rubric.ruleExists': ({ id }: { id: string }) => l10n.t('There is already a rule “{0}”', id),
  'rubric.ruleTwice': ({ rule, id }: { rule: number; id: string }) =>
    l10n.t('Rule {0} has the id “{1}” of an earlier rule in the file. Change one of the ids', rule, id),
  'rubric.ruleInFileInvalid': ({ rule, reason }: { rule: number; reason: string }) =>
    l10n.t('Rule {0}: {1}. A rule is an object with “feedback” and “scope”', rule, reason),
  'rubric.ruleInvalid': ({ field, reason }: { field: string; reason: string }) =>
    l10n.t('Rule field “{0}”: {1}', field, reason),
  'rubric.rulesInvalid': ({ reason }: { reason: string }) => reason,
};
