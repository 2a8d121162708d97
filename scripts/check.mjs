// Quick feedback on what changed since the main branch: types, lint, and the unit tests beside it. `npm test` runs all tests.
// usage: npm run check [-- REVISION]   (what changed since then; where main was left, if nothing is said)

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

/** @param {string[]} words the output of a git command, by lines; empty where it fails */
function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}

/** @param {string[]} command a script and its arguments */
function runs(...command) {
  console.log(`\n== ${command.slice(0, 6).join(' ')}${command.length > 6 ? ' …' : ''}`);
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

/**
 * The unit tests beside files: a changed test itself, those of its name, and those of the folder that its own folder stands
 * for (`test/unit/export/rows` for `src/core/export/rows`).
 * @param {readonly string[]} changed paths below the root, with slashes
 * @param {readonly string[]} tests all test files, the same
 */
export function testsBeside(changed, tests) {
  const found = new Set();
  for (const file of changed) {
    if (tests.includes(file)) {
      found.add(file);
      continue;
    }
    const own = file.match(/^(?:src\/core|src|(?=webview\/))\/?(.+)\.[a-z]+$/)?.[1];
    if (own === undefined) continue;
    const name = path.posix.basename(own);
    for (const test of tests) {
      const isNamed = path.posix.basename(test).replace(/(\.isolated)?\.test\.tsx?$/, '') === name;
      const isBeside = path.posix.dirname(test) === path.posix.join('test/unit', path.posix.dirname(own));
      if (isNamed || isBeside) found.add(test);
    }
  }
  return [...found].sort();
}

function check() {
  const since = process.argv[2] ?? git('merge-base', 'HEAD', 'origin/main')[0] ?? git('merge-base', 'HEAD', 'main')[0];
  if (since === undefined) {
    console.error('There is no branch "main" to compare with. Say since when: npm run check -- REVISION');
    return false;
  }
  const changed = [
    ...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]),
  ].filter((file) => fs.existsSync(path.join(root, file)));
  if (changed.length === 0) {
    console.log(`Nothing changed since ${since.slice(0, 8)}.`);
    return true;
  }
  const code = changed.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));
  const all = fs
    .readdirSync(path.join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/unit/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file));
  const tests = testsBeside(changed, all);
  const results = [
    runs('scripts/typecheck.mjs'),
    code.length === 0 || runs('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--no-warn-ignored', ...code),
    runs('node_modules/prettier/bin/prettier.cjs', '--check', '--ignore-unknown', '--log-level', 'warn', ...changed),
    tests.length === 0 || runs('node_modules/vitest/vitest.mjs', 'run', ...tests),
  ];
  const isGood = results.every((result) => result);
  console.log(
    `\n${isGood ? 'Good' : 'Failed'}: types, lint of ${changed.length} files, ${tests.length} of ${all.length} files of unit tests. "npm test" runs all.`,
  );
  return isGood;
}

if (process.argv[1] === import.meta.filename) process.exitCode = check() ? 0 : 1;
