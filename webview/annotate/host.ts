import type { DeskProtocol } from '../../src/protocol/desk';
import { hostOf } from '../ui/host';

/** How the desk talks to the host. */
export const { ask, listen } = hostOf<DeskProtocol>();
