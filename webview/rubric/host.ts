import type { RubricProtocol } from '../../src/protocol/rubric';
import { hostOf } from '../ui/host';

/** Talks to the host for the editor of rubrics. */
export const { ask, listen } = hostOf<RubricProtocol>();
