import type { ExportProblems } from '../core/model/problems/export';
import type { Messages } from '../core/model/problems';
import { exportFolderMessages } from './exportFolder';
import { exportOptionMessages } from './exportOptions';
import { exportRowMessages } from './exportRows';
import { exportSplitMessages } from './exportSplit';
import { exportValidationMessages } from './exportValidation';

export const exportMessages: Messages<ExportProblems> = {
  ...exportFolderMessages,
  ...exportOptionMessages,
  ...exportRowMessages,
  ...exportSplitMessages,
  ...exportValidationMessages,
};
