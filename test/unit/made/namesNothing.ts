import type { ReferencedStudy } from '../../../src/core/export/format';

/** A study of which judgements name nothing: it has neither rubrics nor rules. */
export const namingNothing: ReferencedStudy = {
  rubrics: { version: 1, rubrics: [] },
  rules: { version: 1, rules: [] },
  project: { task: { mode: 'rank', questions: [], skipReasons: [] } },
};
