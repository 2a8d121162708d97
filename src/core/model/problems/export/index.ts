import { exportFolderProblems } from './folder';
import { exportOptionProblems } from './options';
import { exportRowProblems } from './rows';
import { exportSplitProblems } from './split';
import { exportValidationProblems } from './validation';

/** What can be wrong with an export: its options, its files, what was written earlier. */
export const exportProblems = {
  ...exportFolderProblems,
  ...exportOptionProblems,
  ...exportRowProblems,
  ...exportSplitProblems,
  ...exportValidationProblems,
};
