import type { ImportProblems } from '../../core/model/problems/import';
import type { Messages } from '../../core/model/problems';

export const importMessages: Messages<ImportProblems> = {
  'import.none': () => '',
};
