import type { Wording } from '../../core/model/problems/problem';
import { datasetMessages } from './dataset';
import { doubtMessages } from './recognitionDoubts';
import { datasetItemMessages } from './datasetItems';
import { exportMessages } from './export';
import { fileMessages } from './files';
import { importMessages } from './import';
import { journalMessages } from './journal';
import { packMessages } from './packs';
import { layoutMessages } from './layouts';
import { recognitionMessages } from './recognition';
import { rubricMessages } from './rubric';
import { studyMessages } from './study';
import { teamMessages } from './team';
import { valueMessages } from './values';

/** What problems are called in the editor, in the language of VS Code once `@vscode/l10n` has its bundle. */
export const editorWording: Wording = {
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
