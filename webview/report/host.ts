import type { ReportProtocol } from '../../src/protocol/report';
import { hostOf } from '../ui/host';

/** How the coverage view talks to the host. */
export const { ask, listen } = hostOf<ReportProtocol>();
