// What every case does with the built command: a study over a table with line breaks in its cells, whose labels are
// imported twice and exported. Wherever it is run, the same lines and the same bytes must come of it.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
export const command = path.join(root, 'dist', 'cli.js');

/** Labels in the table. */
export const rows = 300;

export const table = [
  'prompt,response_a,response_b,preferred\n',
  ...Array.from(
    { length: rows },
    (_, row) =>
      `"Question ${row}?\nIn one line.","Yes, ${row}.\n\nIt is ü.","No, ${row}.",${row % 3 === 0 ? 'B' : 'A'}\n`,
  ),
].join('');

/**
 * @typedef {{ code: number | string, out: string, err: string }} Ended
 * @typedef {(args: readonly string[], folder: string) => Promise<Ended>} Run runs `tiebreak` with arguments in a folder
 * @typedef {{ lines: number, hash: string }} Outcome lines of all journals, and the SHA-256 of the exported rows
 */

/** A command that takes longer has hung: each takes a second, and some more on a busy machine. In milliseconds. */
const deadline = 300_000;
/** A journal of the study has some 120 kB; a file that grows to this is a save without an end. In 512 bytes. */
const largestFile = 20_000;

/**
 * Runs a program, and ends it where it takes too long.
 * @param {readonly string[]} words @param {string} cwd @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Ended>}
 */
export function runProgram(words, cwd, env = {}) {
  const [program = '', ...args] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    const timer = setTimeout(() => child.kill('SIGKILL'), deadline);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal ?? 'gone', out, err });
    });
  });
}

/**
 * Runs the built command on this machine.
 * @param {{ preload?: string, env?: NodeJS.ProcessEnv, before?: readonly string[] }} [how] `preload`: a file of
 *   `preloads`, which alters what the program sees of the file system; `before`: a program that runs it
 * @returns {Run}
 */
export function commandHere({ preload, env = {}, before = [] } = {}) {
  // No file grows without an end.
  const bound = process.platform === 'win32' ? [] : ['sh', '-c', `ulimit -f ${largestFile}; exec "$@"`, 'sh'];
  const loaded = preload && path.join(import.meta.dirname, 'preloads', `${preload}.cjs`);
  return (args, folder) =>
    runProgram([...bound, ...before, process.execPath, command, ...args], folder, {
      ...env,
      // Threads and processes that the command starts see the same.
      ...(loaded && { NODE_OPTIONS: `--require ${JSON.stringify(loaded)}` }),
    });
}

/**
 * Runs a command that must succeed.
 * @param {Run} run @param {string} folder @param {readonly string[]} args
 */
export async function succeed(run, folder, ...args) {
  const ended = await run(args, folder);
  if (ended.code !== 0)
    throw new Error(`tiebreak ${args.join(' ')} ended with ${ended.code}: ${(ended.err || ended.out).slice(0, 600)}`);
  return ended;
}

/** @param {string} folder */
export const writeTable = (folder) => fs.writeFileSync(path.join(folder, 'data.csv'), table);

/** @param {Run} run @param {string} folder */
export const initialize = (run, folder) =>
  succeed(run, folder, 'init', 'study.tiebreak', '--dataset', 'data.csv', '--layout', 'paired-responses');

/**
 * The whole of it.
 * @param {Run} run @param {string} folder
 * @returns {Promise<Outcome>}
 */
export async function work(run, folder) {
  writeTable(folder);
  await initialize(run, folder);
  await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'ana');
  const again = await succeed(run, folder, 'import', 'study.tiebreak', '--annotator', 'ana');
  if (!again.out.includes(`unchanged ${rows}`)) throw new Error(`a second import wrote again: ${again.out}`);
  return exported(run, folder);
}

/**
 * @param {Run} run @param {string} folder @param {readonly string[]} [options] of the export
 * @param {number} [mostTorn] so many lines may be torn
 * @returns {Promise<Outcome>}
 */
export async function exported(run, folder, options = [], mostTorn = 0) {
  await succeed(run, folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', ...options, '--out', 'rows');
  return outcomeIn(folder, mostTorn);
}

/** @param {string} folder @param {number} [mostTorn] @returns {Outcome} */
export function outcomeIn(folder, mostTorn) {
  return {
    lines: journalLines(folder, mostTorn).length,
    hash: createHash('sha256')
      .update(fs.readFileSync(path.join(folder, 'rows', 'train.jsonl')))
      .digest('hex'),
  };
}

/**
 * The lines of all journals; throws where more than `mostTorn` are not whole.
 * @param {string} folder @param {number} [mostTorn]
 * @returns {{ annotator: string }[]}
 */
export function journalLines(folder, mostTorn = 0) {
  const journals = path.join(folder, 'study.tiebreak.d', 'annotations');
  if (!fs.existsSync(journals)) return [];
  const texts = fs
    .readdirSync(journals)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => fs.readFileSync(path.join(journals, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
  const whole = texts.filter((line) => line.endsWith('}'));
  const torn = texts.length - whole.length;
  if (torn > mostTorn) throw new Error(`${torn} lines of the journals are torn`);
  return whole.map((line) => JSON.parse(line));
}
