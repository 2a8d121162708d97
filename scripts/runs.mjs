#!/usr/bin/env node
// Shows how files of agents' runs are read, one by one: by which harness, and how many tasks, runs, steps, calls,
// outcomes and patches are found in each. usage: node scripts/runs.mjs FOLDER Nothing of the folder is kept.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder || !existsSync(folder)) {
  console.log(`there is no ${folder ?? 'FOLDER given'}: nothing was read`);
  process.exit(0);
}
const cli = path.resolve(import.meta.dirname, '../dist/cli.js');
if (!existsSync(cli)) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });

const columns = ['tasks', 'runs', 'steps', 'calls', 'outcomes', 'patches'];
const line = (name, harness, cells) =>
  console.log(`${name.padEnd(78)} ${harness.padEnd(20)} ${cells.map((cell) => String(cell).padStart(8)).join('')}`);
const totals = { read: 0, asked: 0, refused: 0, other: 0 };
line('file', 'harness', columns);
for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  .sort()) {
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'inspect', path.join(folder, name), '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const found = stdout.trim() === '' ? undefined : JSON.parse(stdout);
  if (found?.runs) {
    totals.read++;
    line(
      name,
      found.runs.harnesses.join(','),
      columns.map((column) => found.runs[column]),
    );
    for (const { severity, message } of found.problems) console.log(`    ${severity}: ${message}`);
  } else if (found) {
    totals.other++;
    console.log(`${name.padEnd(78)} no runs: ${found.layout}, ${found.items} items`);
    for (const { severity, message } of found.problems) console.log(`    ${severity}: ${message}`);
  } else {
    totals[stderr.includes('tiebreak ') ? 'asked' : 'refused']++;
    console.log(`${name.padEnd(78)} ${stderr.trim().replaceAll(/\s+/g, ' ').slice(0, 150)}`);
  }
}
console.log(
  `${totals.read} read as runs, ${totals.other} as something else, ${totals.asked} asked about, ${totals.refused} refused`,
);
