import type { Wording } from '../../core/model/problems/problem';
import { catalogue } from '../../core/model/problems/catalogue';
import { datasetMessages } from './dataset';
import { datasetItemMessages } from './datasetItems';
import { layoutMessages } from './layouts';
import { recognitionMessages } from './recognition';

/** What problems are called on the command line in English, where that differs from other programs and languages. */
export const commandLineWording: Wording = {
  ...catalogue,
  ...datasetItemMessages,
  ...datasetMessages,
  ...layoutMessages,
  ...recognitionMessages,
};
