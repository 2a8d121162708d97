import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { holdFolder, sweepTrees } from '../../../../src/core/code/tree/treeLock';
import { Trees } from '../../../../src/core/code/tree/trees';
import { bundled } from '../../made/bundle';
import { temporaryFolder } from '../../made/temporaryFolder';

/** Writes trees and closes them again, for ever. */
const writer = `
import { Trees } from './src/core/code/tree/trees';
const source = Array.from({ length: 20 }, (_, n) => ({
  path: \`f\${n % 3}/\${n}\`, kind: 'file' as const, isExecutable: false, read: () => Promise.resolve(Buffer.from('x'.repeat(n))),
}));
async function work() {
  process.stdout.write('ready');
  for (;;) {
    const trees = await Trees.open(process.argv[2] ?? '', source);
    await trees.base();
    await trees.tree('a', []);
    await trees.close();
  }
}
void work();
`;

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

describe('trees that nobody holds', () => {
  it('are gone after the next sweep, wherever their process was killed, and those of the living stay', async () => {
    const storage = temporaryFolder();
    const script = await bundled(temporaryFolder(), { source: writer });
    const own = await Trees.open(storage, []);
    await own.base();
    const kept = readdirSync(storage).sort();
    let left = 0;
    const kill = async (): Promise<void> => {
      const child = spawn(process.execPath, [script, storage], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = new Promise((resolve) => child.once('close', resolve));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await setTimeout(Math.random() * 40);
      child.kill('SIGKILL');
      await ended;
    };
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 5 }, kill));
      left += readdirSync(storage).length - kept.length;
      await sweepTrees(storage);
      expect(readdirSync(storage).sort(), `round ${round}`).toEqual(kept);
    }
    // The kills came where something was to be swept.
    expect(left).toBeGreaterThan(20);
    expect(readdirSync(join(storage, kept.find((name) => !name.endsWith('.lock')) ?? ''))).toEqual(['base']);
    await own.close();
    expect(readdirSync(storage)).toEqual([]);
  });

  it('are those without a lock, of a dead process, and of a process that has the number of another one', async () => {
    const storage = temporaryFolder();
    const held = await holdFolder(storage);
    const [mine] = readdirSync(storage).filter((name) => name.endsWith('.lock'));
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('close', resolve));
    for (const name of ['00000001', '00000002', '00000003']) mkdirSync(join(storage, name));
    writeFileSync(join(storage, `00000002.${child.pid}.1.${host}.lock`), '');
    // Without /proc the number alone is known.
    const hasStart = process.platform === 'linux';
    writeFileSync(join(storage, `00000003.${hasStart ? process.pid : child.pid}.1.${host}.lock`), '');
    writeFileSync(join(storage, '00000004.1.1.ffffffff.lock'), '');
    expect(await sweepTrees(storage)).toBe(3);
    expect(readdirSync(storage).sort()).toEqual(['00000004.1.1.ffffffff.lock', mine, mine?.slice(0, 8)].sort());
    await held.release();
  });

  it('are those of another machine after a week, and of this one from before it was started', async () => {
    const storage = temporaryFolder();
    const names = ['00000001.1.0.ffffffff.lock', `00000002.${process.pid}.0.${host}.lock`];
    for (const name of names) writeFileSync(join(storage, name), '');
    await sweepTrees(storage);
    expect(readdirSync(storage)).toEqual(names);
    for (const name of names) utimesSync(join(storage, name), 1e9, 1e9);
    await sweepTrees(storage);
    expect(readdirSync(storage)).toEqual([]);
  });

  it('and what else is in the folder is left alone; a folder that is not there has none', async () => {
    const storage = temporaryFolder();
    writeFileSync(join(storage, 'notes.txt'), '');
    mkdirSync(join(storage, 'other'));
    expect(await sweepTrees(storage)).toBe(0);
    expect(readdirSync(storage)).toEqual(['notes.txt', 'other']);
    rmSync(storage, { recursive: true });
    expect(await sweepTrees(storage)).toBe(0);
  });
});
