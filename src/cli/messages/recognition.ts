import type { RecognitionProblems } from '../../core/model/problems/recognition';
import type { Messages } from '../../core/model/problems';

export const recognitionMessages: Messages<RecognitionProblems> = {
  'recognition.none': () => '',
};
