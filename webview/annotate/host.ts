import type { DeskRequest, Replies, ToWebview } from '../../src/protocol/desk';
import { hostOf } from '../ui/host';

/** How the desk talks to the host. */
export const { ask, listen } = hostOf<{ request: DeskRequest; replies: Replies; message: Exclude<ToWebview, { kind: 'reply' }> }>();
