import type { QualityProtocol } from '../../src/protocol/quality';
import { hostOf } from '../ui/host';

/** How the quality view talks to the host. */
export const { ask, listen } = hostOf<QualityProtocol>();
