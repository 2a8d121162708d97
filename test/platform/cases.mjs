// File systems and systems that are not those of whoever develops. What cannot be had on a machine is made by a file
// that is loaded before the program (`preloads`), so that every case runs without privileges; where the machine has
// what it takes, the real thing runs as well, or says why not.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  commandHere,
  exported,
  initialize,
  journalLines,
  outcomeIn,
  rows,
  runProgram,
  succeed,
  work,
  writeTable,
} from './scenario.mjs';

/** @typedef {import('./scenario.mjs').Outcome} Outcome */

/** Why a case does not run on this machine. */
export class Skipped extends Error {}

/**
 * Each gets a folder of its own, and throws where something is wrong; what it resolves to must be the same as on this
 * machine's own file system.
 * @type {Record<string, (folder: string) => Promise<Outcome>>}
 */
export const cases = {
  'statx blocked by seccomp (ENOSYS)': async (folder) => work(commandHere({ before: [blocker(folder), '38'] }), folder),
  'no time of birth': (folder) => work(commandHere({ preload: 'noBirthTime' }), folder),
  'inode numbers that change': (folder) => work(commandHere({ preload: 'changingInodes' }), folder),
  'open files on another device': (folder) => work(commandHere({ preload: 'otherDevice' }), folder),
  ...Object.fromEntries(
    ['EINVAL', 'ENOTSUP', 'EPERM'].map((code) => [
      `folders that cannot be flushed (${code})`,
      (/** @type {string} */ folder) =>
        work(commandHere({ preload: 'folderSync', env: { TIEBREAK_SYNC_CODE: code } }), folder),
    ]),
  ),
  'names without case': (folder) => sharedNames(folder),
  'names without case (vfat)': (folder) => mounted(folder, ['vfat'], sharedNames),
  'a clone with autocrlf': (folder) => cloned(folder, false),
  'a clone with autocrlf, of a study without attributes': (folder) => cloned(folder, true),
  'a full disk': (folder) =>
    fullDisk(folder, commandHere({ preload: 'fullDisk', env: { TIEBREAK_DISK_BYTES: '60000' } })),
  'a full disk (tmpfs)': (folder) => mounted(folder, ['tmpfs', 'size=192k'], fullVolume),
};

/**
 * The program that runs another one without statx.
 * @param {string} folder
 */
function blocker(folder) {
  if (process.platform !== 'linux') throw new Skipped('seccomp is of Linux');
  const built = path.join(folder, 'blockStatx');
  const made = spawnSync('cc', ['-o', built, path.join(import.meta.dirname, 'blockStatx.c')], { encoding: 'utf8' });
  if (made.error) throw new Skipped('there is no C compiler');
  if (made.status !== 0) throw new Skipped(`it cannot be compiled here: ${made.stderr.split('\n')[0]}`);
  const tried = spawnSync(built, ['38', process.execPath, '--version'], { encoding: 'utf8' });
  if (tried.status !== 0) throw new Skipped(`it cannot run here: ${tried.stderr.split('\n')[0]}`);
  return built;
}

/**
 * Two people whose names differ in case only keep their annotations, and so does a study that is named in other case.
 * @param {string} folder
 */
async function sharedNames(folder) {
  const run = commandHere({ preload: 'foldedCase', env: { TIEBREAK_FOLDED: folder } });
  writeTable(folder);
  await initialize(run, folder);
  await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'Bob');
  await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'bob');
  for (const name of ['Bob', 'bob']) {
    const own = journalLines(folder).filter(({ annotator }) => annotator === name).length;
    if (own !== rows) throw new Error(`${name} has ${own} lines of ${rows}`);
  }
  const again = await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'Bob');
  if (!again.out.includes(`unchanged ${rows}`)) throw new Error(`a second import wrote again: ${again.out}`);
  const { hash } = await exported(run, folder, ['--annotators', 'bob']);
  // Where names have no case this is the folder of before, and takes the same rows of somebody else.
  await succeed(run, folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', '--annotators', 'Bob', '--out', 'ROWS');
  if (fs.readdirSync(folder).includes('ROWS')) throw new Error('the same name in other case became another folder');
  if (outcomeIn(folder).hash !== hash) throw new Error('Bob and bob have other rows');
  return { lines: journalLines(folder).length / 2, hash };
}

/**
 * A clone as git makes it on Windows, on which work goes on.
 * @param {string} folder @param {boolean} isOld
 */
async function cloned(folder, isOld) {
  const run = commandHere();
  const [first, clone] = [path.join(folder, 'first'), path.join(folder, 'clone')];
  fs.mkdirSync(first);
  writeTable(first);
  await initialize(run, first);
  await succeed(run, first, 'import', 'study.tiebreak', '--annotator', 'ana');
  if (isOld) {
    fs.rmSync(path.join(first, '.gitattributes'), { force: true });
    fs.writeFileSync(path.join(first, 'study.tiebreak.d', '.gitattributes'), 'annotations/*.jsonl merge=union -text\n');
  }
  const git = async (/** @type {readonly string[]} */ ...args) => {
    const ended = await runProgram(['git', '-c', 'user.name=x', '-c', 'user.email=x@y', ...args], first);
    if (ended.code !== 0) throw new Error(`git ${args.join(' ')}: ${ended.err}`);
  };
  if (spawnSync('git', ['--version']).error) throw new Skipped('there is no git');
  await git('init', '-q');
  await git('-c', 'core.autocrlf=false', 'add', '-A');
  await git('-c', 'core.autocrlf=false', 'commit', '-qm', 'x');
  await git('-c', 'core.autocrlf=true', 'clone', '-q', first, clone);
  const isConverted = fs.readFileSync(path.join(clone, 'data.csv'), 'utf8').includes('\r\n');
  if (isConverted !== isOld) throw new Error(`the table was ${isConverted ? '' : 'not '}converted`);
  const again = await succeed(run, clone, 'import', 'study.tiebreak', '--annotator', 'ana');
  if (!again.out.includes(`unchanged ${rows}`)) throw new Error(`a second import wrote again: ${again.out}`);
  return exported(run, clone);
}

/**
 * A save that finds no room says so and leaves whole lines or a torn last one, which the next save closes; with room
 * again nothing is missing.
 * @param {string} folder @param {import('./scenario.mjs').Run} tight
 */
async function fullDisk(folder, tight) {
  const run = commandHere();
  writeTable(folder);
  await initialize(run, folder);
  await refused(tight, folder);
  await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'ana');
  return exported(run, folder, [], 1);
}

/** @param {import('./scenario.mjs').Run} run @param {string} folder */
async function refused(run, folder) {
  const ended = await run(['import', 'study.tiebreak', '--annotator', 'ana'], folder);
  if (ended.code === 0) throw new Error('an import without room said nothing of it');
  if (!/disk|space/i.test(ended.err))
    throw new Error(`it does not say that the disk is full: ${ended.err.slice(0, 300)}`);
}

/** @param {string} folder */
async function fullVolume(folder) {
  const run = commandHere();
  const filler = path.join(folder, 'filler');
  writeTable(folder);
  await initialize(run, folder);
  fs.writeFileSync(filler, '');
  // Of what is left, less than the journal takes.
  const { bavail, bsize } = fs.statfsSync(folder);
  fs.writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 40_000)));
  await refused(run, folder);
  fs.rmSync(filler);
  spawnSync('mount', ['-o', 'remount,size=8m', folder]);
  await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'ana');
  return exported(run, folder, [], 1);
}

/**
 * Does something on a volume of its own: `vfat` in a file, or `tmpfs` with its options.
 * @param {string} folder @param {readonly string[]} kind @param {(folder: string) => Promise<Outcome>} work
 */
async function mounted(folder, [kind = '', options = ''], work) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Skipped('only root of Linux can mount');
  const at = path.join(folder, 'volume');
  fs.mkdirSync(at);
  const image = path.join(folder, 'image');
  if (kind !== 'tmpfs') {
    fs.writeFileSync(image, '');
    fs.truncateSync(image, 16 << 20);
    const made = spawnSync(`mkfs.${kind}`, [image], { encoding: 'utf8' });
    if (made.error) throw new Skipped(`there is no mkfs.${kind}`);
  }
  const words = kind === 'tmpfs' ? ['-t', kind, '-o', options, kind, at] : ['-t', kind, '-o', 'loop', image, at];
  const done = spawnSync('mount', words, { encoding: 'utf8' });
  if (done.error || done.status !== 0)
    throw new Skipped(`it cannot be mounted here: ${(done.stderr ?? '').split('\n')[0]}`);
  try {
    return await work(at);
  } finally {
    spawnSync('umount', ['-l', at]);
  }
}
