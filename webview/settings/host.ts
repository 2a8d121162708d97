import type { SettingsProtocol } from '../../src/protocol/settings';
import { hostOf } from '../ui/host';

/** How the study settings talk to the host. */
export const { ask, listen } = hostOf<SettingsProtocol>();
