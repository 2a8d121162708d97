import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { summary } from './statistics.mjs';

/** A task with two runs of so many calls each, and of so many megabytes together. */
const steps = 5_000;
const megabytes = 50;

/**
 * How long it takes to open a study of long runs, for the first time and then, to read its item, and to make what the
 * desk shows of it; against python3's `json` on the same file. And how fast a folder of `files` runs is made a study of,
 * indexed and read, and what of it lies in the cache.
 * @param {string} folder
 * @param {number} files
 * @param {number} repetitions
 */
export async function measureRuns(folder, files, repetitions) {
  const long = path.join(folder, 'long-runs');
  await fs.mkdir(long, { recursive: true });
  const file = path.join(long, 'airline.json');
  await fs.writeFile(file, JSON.stringify([runOf(0, 0, steps, megabytes / 2), runOf(0, 1, steps, megabytes / 2)]));
  const many = await folderOfRuns(path.join(folder, `runs-${files}`), files);
  const [python, opened] = [[], []];
  for (let i = 0; i < repetitions; i++) {
    const started = performance.now();
    await promisify(execFile)('python3', ['-c', 'import json, sys; json.load(open(sys.argv[1]))', file]);
    python.push((performance.now() - started) / 1000);
    opened.push(await reader(file));
  }
  const of = (name) => summary(opened.map((each) => each[name]));
  const started = performance.now();
  await promisify(execFile)('python3', [
    '-c',
    'import json, os, sys\nfor name in os.listdir(sys.argv[1]): json.load(open(os.path.join(sys.argv[1], name)))',
    many,
  ]);
  const folderParsed = (performance.now() - started) / 1000;
  const folderRead = await reader(many);
  return {
    steps,
    bytes: (await fs.stat(file)).size,
    python: summary(python),
    first: of('first'),
    again: of('again'),
    item: of('item'),
    shown: of('shown'),
    message: opened[0].message,
    rss: of('rss'),
    many: {
      files,
      bytes: await bytesIn(many),
      python: folderParsed,
      created: folderRead.created,
      seconds: folderRead.first,
      again: folderRead.again,
      item: folderRead.item,
      scanned: folderRead.scanned,
      kept: folderRead.kept,
      rss: folderRead.rss,
    },
  };
}

/** What a process that opens runs as a study measures. @param {string} dataset */
async function reader(dataset) {
  const child = fork(path.join(import.meta.dirname, 'runsReader.mjs'), [dataset]);
  const ended = once(child, 'exit');
  const [message] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`the process that reads ${dataset} ended`))),
  ]);
  await ended;
  return message;
}

/** A run as tau-bench writes it. */
function runOf(task, trial, calls, size) {
  const given = 'x'.repeat(Math.max(1, Math.round((size * 1e6) / calls) - 350));
  return {
    task_id: task,
    reward: trial % 2,
    trial,
    info: { task: { user_id: `user ${task}`, instruction: 'Ask.', actions: [], outputs: [] } },
    traj: [
      { role: 'system', content: 'Policy.' },
      { role: 'user', content: 'Hello.' },
      ...Array.from({ length: calls }, (_, at) => [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `c${at}`,
              function: { name: 'bash', arguments: JSON.stringify({ command: `ls ${at < 10 ? 0 : trial} ${at}` }) },
            },
          ],
        },
        { role: 'tool', tool_call_id: `c${at}`, name: 'bash', content: `${at}\n${given}` },
      ]).flat(),
      { role: 'assistant', content: `Done ${trial}.` },
    ],
  };
}

/** Two attempts at each of half as many tasks, a file each, of 100 kB. */
async function folderOfRuns(folder, files) {
  await fs.mkdir(folder, { recursive: true });
  for (let at = 0; at < files; at++) {
    const file = path.join(folder, `run-${at}.json`);
    await fs.writeFile(file, JSON.stringify([runOf(Math.floor(at / 2), at % 2, 50, 0.1)]));
  }
  return folder;
}

async function bytesIn(folder) {
  let sum = 0;
  for (const name of await fs.readdir(folder)) sum += (await fs.stat(path.join(folder, name))).size;
  return sum;
}
