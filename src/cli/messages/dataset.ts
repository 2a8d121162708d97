import type { DatasetProblems } from '../../core/model/problems/dataset';
import type { Messages } from '../../core/model/problems';

export const datasetMessages: Messages<DatasetProblems> = {
  'dataset.none': () => '',
};
