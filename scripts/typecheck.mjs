// Checks all types: `npm run typecheck`. What did not change since the last time is not checked again (out/types).
//
// TypeScript 7 checks in a third of the time of 6, which is there for ESLint alone: its rules need the compiler's old API.

import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');

const failed = ['.', 'webview', 'test/workbench'].filter(
  (project) => spawnSync(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' }).status !== 0,
);
process.exitCode = failed.length === 0 ? 0 : 1;
