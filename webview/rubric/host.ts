import type { RubricReplies, RubricRequest, ToRubricEditor } from '../../src/protocol/rubric';
import { hostOf } from '../ui/host';

/** How the editor of rubrics talks to the host. */
export const { ask, listen } = hostOf<{ request: RubricRequest; replies: RubricReplies; message: ToRubricEditor }>();
