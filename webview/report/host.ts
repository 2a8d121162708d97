import type { ReportMessage, ReportReplies, ReportRequest } from '../../src/protocol/report';
import { hostOf } from '../ui/host';

/** How the coverage view talks to the host. */
export const { ask, listen } = hostOf<{ request: ReportRequest; replies: ReportReplies; message: ReportMessage }>();
