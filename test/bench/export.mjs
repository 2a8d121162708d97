import { DuckDBInstance } from '@duckdb/node-api';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../harness/paths.mjs';
import { makeRankedStudy } from './exportStudy.mjs';
import { summary } from './statistics.mjs';

const here = import.meta.dirname;

/**
 * Pairs of `items` ranked items as `trl-dpo-text`: the command line of the build, from a cold process, against a plain
 * Python script and DuckDB, each in a process of its own, in turn and each first in one of three repetitions, the
 * sources in the page cache. All must give the same pairs. Then an export by the extension's worker of two annotators'
 * rankings of them, and how long the loop of its host stands still meanwhile.
 * @param {string} folder
 * @param {number} items
 * @param {number} repetitions
 */
export async function measureExport(folder, items, repetitions) {
  const study = await makeRankedStudy(folder, items, ['ana']);
  const out = (name) => path.join(folder, `export-${name}`);
  const files = [study.dataset, study.journals].flat();
  const contestants = {
    here: {
      file: path.join(out('here'), 'train.jsonl'),
      command: [
        process.execPath,
        path.join(root, 'dist/cli.js'),
        'export',
        study.project,
        '--format',
        'trl-dpo-text',
        '--out',
        out('here'),
      ],
    },
    python: {
      file: out('python.jsonl'),
      command: ['python3', path.join(here, 'exportPairs.py'), study.dataset, out('python.jsonl'), ...study.journals],
    },
    duckdb: {
      file: out('duckdb.jsonl'),
      command: [
        process.execPath,
        path.join(here, 'exportDuckdb.mjs'),
        study.dataset,
        out('duckdb.jsonl'),
        ...study.journals,
      ],
    },
  };
  const figures = Object.fromEntries(Object.keys(contestants).map((name) => [name, { seconds: [], cpu: [], rss: [] }]));
  const clear = () =>
    Promise.all(
      Object.keys(contestants).map((name) =>
        fs.rm(name === 'here' ? out(name) : contestants[name].file, { recursive: true, force: true }),
      ),
    );
  let pairs;
  try {
    for (let i = 0; i < repetitions; i++) {
      await clear();
      /** @type {Record<string, Awaited<ReturnType<typeof contentOf>>>} */
      const contents = {};
      // Each begins once: what is written first finds less memory ready.
      const turn = i % Object.keys(contestants).length;
      for (const [name, { file, command }] of [
        ...Object.entries(contestants).slice(turn),
        ...Object.entries(contestants).slice(0, turn),
      ]) {
        for (const each of files) await readThrough(each);
        const { seconds, cpu, rss } = await run(command);
        figures[name].seconds.push(seconds);
        figures[name].cpu.push(cpu);
        figures[name].rss.push(rss);
        contents[name] = await contentOf(file);
        await fs.rm(file);
      }
      pairs = contents.here;
      for (const [name, content] of Object.entries(contents))
        if (content.rows !== pairs.rows || content.sum !== pairs.sum)
          throw new Error(`${name} wrote other pairs: ${JSON.stringify(contents)}`);
    }
  } finally {
    await clear();
    await removed(study);
  }
  const ratio = (name) => summary(figures[name].seconds.map((seconds, i) => seconds / figures.here.seconds[i]));
  const contestantFigures = Object.fromEntries(
    Object.entries(figures).map(([name, { seconds, cpu, rss }]) => [
      name,
      { seconds: summary(seconds), processorSeconds: summary(cpu), rss: summary(rss) },
    ]),
  );
  return {
    items,
    bytes: study.bytes,
    rows: Number(pairs.rows),
    outBytes: pairs.bytes,
    contestants: contestantFigures,
    ratios: { python: ratio('python'), duckdb: ratio('duckdb') },
    host: await measureHost(folder, items),
  };
}

/**
 * How long the loop of an extension host stands still at most, at rest and while its worker exports the rankings of two
 * annotators.
 */
async function measureHost(folder, items) {
  const study = await makeRankedStudy(folder, items, ['ana', 'ben']);
  try {
    const child = fork(path.join(here, 'exportHost.mjs'), [study.project, path.join(folder, 'export-host')]);
    const [result] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the host ended'))),
    ]);
    return { annotations: items * 2, ...result };
  } finally {
    await fs.rm(path.join(folder, 'export-host'), { recursive: true, force: true });
    await removed(study);
  }
}

async function removed({ project }) {
  await fs.rm(project, { force: true });
  await fs.rm(`${project}.d`, { recursive: true, force: true });
}

/**
 * Runs a command; by the clock and of processors in seconds, and the highest RSS in megabytes.
 * @param {readonly string[]} command
 */
async function run([program, ...args]) {
  const started = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  let highest = 0;
  let ticks = 0;
  const look = async () => {
    const [status, stat] = await Promise.all(
      ['status', 'stat'].map((name) => fs.readFile(`/proc/${child.pid}/${name}`, 'utf8').catch(() => '')),
    );
    highest = Math.max(highest, Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks = Math.max(ticks, Number(fields[11] ?? 0) + Number(fields[12] ?? 0) || 0);
  };
  const looking = setInterval(look, 50);
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - started) / 1000;
  clearInterval(looking);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said}`);
  return { seconds, cpu: ticks / 100, rss: highest / 1000 };
}

/** Rows, and the sum of their hashes, in whatever order. @param {string} file */
async function contentOf(file) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const [row] = await (
    await connection.run(
      `select count(*) as rows, sum(hash(prompt, chosen, rejected))::varchar as sum from read_json('${file}', format = 'newline_delimited', columns = {prompt: 'VARCHAR', chosen: 'VARCHAR', rejected: 'VARCHAR'})`,
    )
  ).getRowObjectsJson();
  connection.closeSync();
  return { rows: row.rows, sum: row.sum, bytes: (await fs.stat(file)).size };
}

/** Has the system keep a file in memory. @param {string} file */
async function readThrough(file) {
  const opened = await fs.open(file);
  const buffer = Buffer.alloc(1 << 22);
  while ((await opened.read(buffer)).bytesRead > 0);
  await opened.close();
}
