// Reads a million made-up files, where the unit tests read some: `npm run fuzz`, or with another number behind `--`.

import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const [inputs = '1000000'] = process.argv.slice(2);
spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/unit/dataset/fuzz.test.ts'], {
  cwd: root,
  env: { ...process.env, FUZZ_INPUTS: inputs },
  stdio: 'inherit',
}).on('close', (code) => (process.exitCode = code ?? 1));
