import type { Harness } from './harness';
import { miniSweAgent } from './miniSweAgent';
import { nemoGym } from './nemoGym';
import { sweAgent } from './sweAgent';
import { tau } from './tau';
import { tau2 } from './tau2';

/** All harnesses, the more particular before the more general: the first whose marks a file has reads it. */
export const harnesses: readonly Harness[] = [sweAgent, miniSweAgent, nemoGym, tau, tau2];
