import type { RubricProblems } from '../../core/model/problems/rubric';
import type { Messages } from '../../core/model/problems';

export const rubricMessages: Messages<RubricProblems> = {
  'rubric.none': () => '',
};
