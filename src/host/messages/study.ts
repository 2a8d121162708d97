import type { StudyProblems } from '../../core/model/problems/study';
import type { Messages } from '../../core/model/problems';

export const studyMessages: Messages<StudyProblems> = {
  'study.none': () => '',
};
