// macOS and Windows: names that differ in case only are one. Below the folder TIEBREAK_FOLDED, a path leads to what
// stands there already under another case.
const fs = require('node:fs');
const promises = require('node:fs/promises');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

const root = path.resolve(process.env.TIEBREAK_FOLDED);
const { readdirSync } = fs;

function folded(given) {
  const named = given instanceof URL ? fileURLToPath(given) : Buffer.isBuffer(given) ? given.toString() : given;
  if (typeof named !== 'string') return given;
  const from = path.relative(root, path.resolve(named));
  if (from === '' || from.startsWith('..') || path.isAbsolute(from)) return given;
  let at = root;
  for (const part of from.split(path.sep)) {
    let names = [];
    try {
      names = readdirSync(at);
    } catch {
      // Nothing stands there yet, so that every name is as it is given.
    }
    const there = names.includes(part) ? part : names.find((name) => name.toLowerCase() === part.toLowerCase());
    at = path.join(at, there ?? part);
  }
  return at;
}

const one = [
  'access',
  'appendFile',
  'chmod',
  'lstat',
  'mkdir',
  'mkdtemp',
  'open',
  'opendir',
  'readFile',
  'readdir',
].concat([
  'readlink',
  'realpath',
  'rm',
  'rmdir',
  'stat',
  'truncate',
  'unlink',
  'utimes',
  'watch',
  'writeFile',
  'exists',
]);
const two = ['copyFile', 'cp', 'link', 'rename', 'symlink'];
for (const [names, count] of [
  [one, 1],
  [two, 2],
])
  for (const name of names)
    for (const [home, called] of [
      [promises, name],
      [fs, name],
      [fs, `${name}Sync`],
    ]) {
      const own = home[called];
      if (typeof own !== 'function') continue;
      home[called] = Object.assign(
        (...args) => own.call(home, ...args.map((arg, at) => (at < count ? folded(arg) : arg))),
        own,
      );
    }
require('node:module').syncBuiltinESMExports();
