// Lints, then checks how files are formatted: `npm run lint`.
//
// A part after another, each in a process of its own: rules that know types keep all that they have seen, and for the
// whole tree at once that is more than the 4 GB that Node gives a process.

import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

const parts = ['src/core', 'src', 'webview', 'test/unit', '.'];

const failed = [
  ...parts.map((part, at) => [
    'eslint/bin/eslint.js',
    part,
    '--max-warnings=0',
    ...parts.slice(0, at).flatMap((done) => ['--ignore-pattern', `${done}/`]),
  ]),
  ['prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
].filter(
  ([tool, ...given]) =>
    spawnSync(process.execPath, [path.join(root, 'node_modules', tool), ...given], { cwd: root, stdio: 'inherit' })
      .status !== 0,
);
process.exitCode = failed.length === 0 ? 0 : 1;
