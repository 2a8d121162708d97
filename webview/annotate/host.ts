import type { DeskProtocol } from '../../src/protocol/desk';
import { hostOf } from '../ui/host';

/** Talks to the host for the desk. */
export const { ask, listen } = hostOf<DeskProtocol>();
