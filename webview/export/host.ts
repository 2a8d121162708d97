import type { ExportProtocol } from '../../src/protocol/export';
import { hostOf } from '../ui/host';

/** How the export view talks to the host. */
export const { ask, listen } = hostOf<ExportProtocol>();
