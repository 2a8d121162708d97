/** How a criterion is answered. */
export type AnswerKind = 'yes-no' | 'scale' | 'category';

/** What can be wrong with rubrics, their criteria and rules where they are edited. */
export interface RubricProblems {
  // rubric/versions.ts
  'rubric.unknown': { readonly id: string; readonly rubrics: readonly string[] };

  // rubric/criteria.ts
  'rubric.criterionNotInForce': { readonly id: string; readonly rubric: string };
  'rubric.criterionUnknown': { readonly id: string };
  'rubric.faultyWithoutReason': object;
  'rubric.criterionInvalid': { readonly id: string; readonly reason: string };

  // rubric/mergeCriteria.ts
  'rubric.mergedWithItself': { readonly id: string };
  'rubric.mergedAnswers': {
    readonly kept: string;
    readonly other: string;
    readonly keptKind: AnswerKind;
    readonly otherKind: AnswerKind;
  };
  'rubric.mergedScales': { readonly kept: string; readonly other: string };
  'rubric.mergedMeritAndFault': { readonly kept: string; readonly other: string };

  // rubric/undoEdit.ts, rubric/refuseUnknownUse.ts, rubric/checkedRubrics.ts
  'rubric.changedSince': { readonly title: string };
  'rubric.journalUnread': { readonly reason: string };
  'rubric.invalid': { readonly reason: string };

  // rubric/scopeText.ts
  'rubric.scopeUnknown': { readonly scope: string };
  'rubric.scopeFieldTwice': { readonly scope: string; readonly field: string; readonly value: string };
  'rubric.scopeFieldImpossible': { readonly scope: string };

  // rule/editing.ts, study/rules.ts
  'rubric.ruleUnknown': { readonly id: string; readonly rules: readonly string[] };
  'rubric.ruleExists': { readonly id: string };
  'rubric.ruleTwice': { readonly rule: number; readonly id: string };
  'rubric.ruleInFileInvalid': { readonly rule: number; readonly reason: string };
  'rubric.ruleInvalid': { readonly field: string; readonly reason: string };
  'rubric.rulesInvalid': { readonly reason: string };
}
