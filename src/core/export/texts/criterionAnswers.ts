import type { Criterion } from '../../model/rubric/criterion';
import { kindOfCriterion } from '../../model/rubric/criterionKind';

/**
 * What can be answered to a criterion beside yes and no, as JSON, so that a table has it in one column: `{min, max,
 * levels?}` of a scale, `{categories}`; empty for a question. `criterionAnswers` of the layout reads it.
 */
export function criterionAnswersText({ min = 1, max = 5, levels, categories = [], ...criterion }: Criterion): string {
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return '';
    case 'scale':
      return JSON.stringify({ min, max, ...(levels && { levels }) });
    case 'category':
      return JSON.stringify({ categories });
  }
}
