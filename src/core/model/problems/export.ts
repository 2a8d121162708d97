import type { ExportFolderProblems } from './exportFolder';
import type { ExportOptionProblems } from './exportOptions';
import type { ExportRowProblems } from './exportRows';
import type { ExportSplitProblems } from './exportSplit';
import type { ExportValidationProblems } from './exportValidation';

/** What can be wrong with an export: its options, its files, what was written earlier. */
export interface ExportProblems
  extends
    ExportFolderProblems,
    ExportOptionProblems,
    ExportRowProblems,
    ExportSplitProblems,
    ExportValidationProblems {}
