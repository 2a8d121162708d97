import type { ReportProtocol } from '../../src/protocol/report';
import { hostOf } from '../ui/host';

/** How the report talks to the host. */
export const { ask, listen } = hostOf<ReportProtocol>();
