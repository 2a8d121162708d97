import type { ExportProblems } from '../../core/model/problems/export';
import type { Messages } from '../../core/model/problems';

export const exportMessages: Messages<ExportProblems> = {
  'export.none': () => '',
};
