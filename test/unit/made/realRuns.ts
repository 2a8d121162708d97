import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle';

/** The folder of real files of runs, beside the repository or one folder higher; undefined where there is none. */
export const realRuns = ['..', '../..']
  .map((up) => join(root, up, 'shared/data/runs'))
  .find((path) => existsSync(path));
