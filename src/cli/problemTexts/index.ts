import type { Wording } from '../../core/model/problems/problem';
import { problemTexts } from '../../problemTexts';
import { datasetMessages } from './dataset';
import { doubtMessages } from './recognitionDoubts';
import { datasetItemMessages } from './datasetItems';
import { exportMessages } from './export';
import { importMessages } from './import';
import { packMessages } from './packs';
import { layoutMessages } from './layouts';
import { recognitionMessages } from './recognition';
import { rubricMessages } from './rubric';
import { valueMessages } from './values';

/** What problems are called on the command line in English, where that differs from other programs and languages. */
export const commandLineWording: Wording = {
  ...problemTexts,
  ...datasetItemMessages,
  ...datasetMessages,
  ...doubtMessages,
  ...exportMessages,
  ...importMessages,
  ...packMessages,
  ...layoutMessages,
  ...recognitionMessages,
  ...rubricMessages,
  ...valueMessages,
};
