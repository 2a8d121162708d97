import type { Program } from '../core/workerWording';
import { useWording, type Wording } from '../core/model/problems/problem';
import { datasetMessages } from './dataset';
import { doubtMessages } from './recognitionDoubts';
import { datasetItemMessages } from './datasetItems';
import { exportMessages } from './export';
import { fileMessages } from './files';
import { importMessages } from './import';
import { journalMessages } from './journal';
import { packMessages } from './packs';
import { layoutMessages } from './layouts';
import { wordAs } from './program';
import { recognitionMessages } from './recognition';
import { rubricMessages } from './rubric';
import { studyMessages } from './study';
import { teamMessages } from './team';
import { valueMessages } from './values';

/** What problems are called, in the language whose bundle `@vscode/l10n` has. */
export const problemTexts: Wording = {
  ...datasetItemMessages,
  ...datasetMessages,
  ...doubtMessages,
  ...exportMessages,
  ...fileMessages,
  ...importMessages,
  ...journalMessages,
  ...packMessages,
  ...layoutMessages,
  ...recognitionMessages,
  ...rubricMessages,
  ...studyMessages,
  ...teamMessages,
  ...valueMessages,
};

/** Words problems from here on as a program does; numbers are written in a language, or in that of the process. */
export function useProblemTexts(program: Program, numbers?: string): void {
  wordAs(program, numbers);
  useWording(problemTexts);
}
