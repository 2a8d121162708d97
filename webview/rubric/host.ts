import type { RubricProtocol } from '../../src/protocol/rubric';
import { hostOf } from '../ui/host';

/** How the editor of rubrics talks to the host. */
export const { ask, listen } = hostOf<RubricProtocol>();
