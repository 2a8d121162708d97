import type { Harness } from './harness';
import { miniSweAgent } from './miniSweAgent';
import { sweAgent } from './sweAgent';

/** All harnesses, the more particular before the more general: the first whose marks a file has reads it. */
export const harnesses: readonly Harness[] = [sweAgent, miniSweAgent];
