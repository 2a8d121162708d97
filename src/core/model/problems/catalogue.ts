import { codeProblems } from './code';
import { datasetProblems } from './dataset';
import { doubtProblems } from './recognitionDoubts';
import { datasetItemProblems } from './datasetItems';
import { exportProblems } from './export';
import { fileProblems } from './files';
import { importProblems } from './import';
import { journalProblems } from './journal';
import { packProblems } from './packs';
import { judgeProblems } from './judge';
import { layoutProblems } from './layouts';
import { recognitionProblems } from './recognition';
import { rubricProblems } from './rubric';
import { runProblems } from './runs';
import { sandboxProblems } from './sandbox';
import { studyProblems } from './study';
import { teamProblems } from './team';
import { valueProblems } from './values';
import { wordAs, type Program } from './program';
import { useWording } from './wording';

/** What problems are called, in the language whose bundle `@vscode/l10n` has. */
export const catalogue = {
  ...codeProblems,
  ...datasetProblems,
  ...doubtProblems,
  ...datasetItemProblems,
  ...exportProblems,
  ...fileProblems,
  ...importProblems,
  ...journalProblems,
  ...judgeProblems,
  ...packProblems,
  ...layoutProblems,
  ...recognitionProblems,
  ...rubricProblems,
  ...runProblems,
  ...sandboxProblems,
  ...studyProblems,
  ...teamProblems,
  ...valueProblems,
};

/** Words problems from here on as a program does; numbers are written in a language, or in that of the process. */
export function useCatalogue(program: Program, numbers?: string): void {
  wordAs(program, numbers);
  useWording(catalogue);
}
