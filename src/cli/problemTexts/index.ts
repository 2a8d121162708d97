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

/** What problems are called on the command line. */
export const commandLineWording: Wording = {
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
