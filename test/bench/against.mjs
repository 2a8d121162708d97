import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../harness/paths.mjs';
import { measured, output } from './bundle.mjs';
import { makeRankedStudy } from './exportStudy.mjs';
import { makePairs } from './importing.mjs';
import { makeJournals } from './journals.mjs';
import { rounded, summary } from './statistics.mjs';

const run = promisify(execFile);

/** What is measured, by name: makes its data in a folder, and resolves to how the command line is asked for it. */
const measures = {
  export: async (folder, { items }) => {
    const { project } = await makeRankedStudy(folder, items, ['ana']);
    const out = path.join(folder, 'exported');
    return { args: ['export', project, '--format', 'trl-dpo-text', '--out', out], written: out };
  },
  validate: async (folder, { journals }) => ({
    args: ['validate', await makeJournals(folder, journals, 3000)],
  }),
  import: async (folder, { items }) => {
    const project = path.join(folder, 'imported.tiebreak');
    await fs.rm(project, { force: true });
    await measured().createStudy({ projectFile: project, datasets: [await pairs(folder, items)], mode: 'pair' });
    return { args: ['import', project, '--annotator', 'ana'], written: `${project}.d` };
  },
  inspect: async (folder, { items }) => ({ args: ['inspect', await pairs(folder, items)] }),
};

export const measureNames = Object.keys(measures);

/**
 * The command line of this build against that of another revision, in turn, each first in every other round: by the
 * processor time of all its threads, which other work on the machine changes less than the clock.
 * @param {string} revision
 * @param {{ only: readonly string[], items: number, journals: number, rounds: number }} options
 */
export async function measureAgainst(revision, { only, rounds, ...sizes }) {
  const folder = path.join(output, 'against');
  await fs.mkdir(folder, { recursive: true });
  const builds = { before: await built(revision, folder), now: root };
  await build(root);
  const rows = [];
  try {
    for (const name of only) {
      const { args, written } = await measures[name](folder, sizes);
      const seconds = { before: [], now: [] };
      for (let round = 0; round < rounds; round++)
        for (const which of round % 2 === 0 ? ['before', 'now'] : ['now', 'before']) {
          if (written) await fs.rm(written, { recursive: true, force: true });
          seconds[which].push(await processorSeconds([path.join(builds[which], 'dist/cli.js'), ...args]));
        }
      const [before, now] = [summary(seconds.before), summary(seconds.now)];
      const ratio = summary(seconds.now.map((each, round) => each / seconds.before[round]));
      rows.push({ name, before, now, ratio });
      console.log(
        `${name}: ${rounded(before.median)} s at ${revision}, ${rounded(now.median)} s now; ratio ${rounded(ratio.median)} (${rounded(ratio.low)} to ${rounded(ratio.high)})`,
      );
    }
  } finally {
    await run('git', ['-C', root, 'worktree', 'remove', '--force', builds.before]);
  }
  return rows;
}

/** A worktree of a revision, built with the packages that are installed here. */
async function built(revision, folder) {
  const tree = path.join(folder, 'tree');
  if (existsSync(tree)) await run('git', ['-C', root, 'worktree', 'remove', '--force', tree]);
  await run('git', ['-C', root, 'worktree', 'add', '--force', '--detach', tree, revision]);
  await fs.symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  await build(tree);
  return tree;
}

const build = (tree) => run(process.execPath, [path.join(tree, 'scripts/build.mjs'), '--production']);

/** Pairs that are labelled. */
async function pairs(folder, items) {
  const file = path.join(folder, `labels-${items}.jsonl`);
  if (!existsSync(file)) await makePairs(file, items);
  return file;
}

/** What the processors spent on a command, of the system too. @param {readonly string[]} args */
async function processorSeconds(args) {
  const before = await spentOnChildren();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
  return (await spentOnChildren()) - before;
}

/** Seconds that children of this process took that have ended. */
async function spentOnChildren() {
  const stat = await fs.readFile('/proc/self/stat', 'utf8');
  // The fields cutime and cstime, in hundredths of a second; those before the name's bracket may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
