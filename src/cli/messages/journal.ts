import type { JournalProblems } from '../../core/model/problems/journal';
import type { Messages } from '../../core/model/problems';

export const journalMessages: Messages<JournalProblems> = {
  'journal.none': () => '',
};
