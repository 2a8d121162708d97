import type { Wording } from '../../core/model/problems/problem';
import { datasetMessages } from './dataset';
import { datasetItemMessages } from './datasetItems';
import { exportMessages } from './export';
import { fileMessages } from './files';
import { importMessages } from './import';
import { journalMessages } from './journal';
import { layoutMessages } from './layouts';
import { recognitionMessages } from './recognition';
import { rubricMessages } from './rubric';
import { studyMessages } from './study';

/** What problems are called on the command line. */
export const commandLineWording: Wording = {
  ...datasetItemMessages,
  ...datasetMessages,
  ...exportMessages,
  ...fileMessages,
  ...importMessages,
  ...journalMessages,
  ...layoutMessages,
  ...recognitionMessages,
  ...rubricMessages,
  ...studyMessages,
};
