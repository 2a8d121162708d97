import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OpenedTrees } from '../../../../src/core/code/tree/openedTrees';
import { holdFolder, holdForWindow, sweepTrees } from '../../../../src/core/code/tree/treeLock';
import { Trees } from '../../../../src/core/code/tree/trees';
import { writeTree, type WrittenTree } from '../../../../src/core/code/tree/writeTree';
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

/** Holds a folder for a window until it is killed. */
const holder = `
import { holdForWindow } from './src/core/code/tree/treeLock';
void holdForWindow(process.argv[2] ?? '', process.argv[3] ?? '').then((release) => {
  process.stdout.write(release ? 'held' : 'nothing');
  if (release) setInterval(() => undefined, 1000);
});
`;

/** A process that has a folder open as a window does; resolves to how to kill it once it said whether it holds. */
async function windowOn(
  storage: string,
  folder: string,
): Promise<{ readonly said: string; readonly kill: () => Promise<void> }> {
  const script = await bundled(temporaryFolder(), { source: holder });
  const child = spawn(process.execPath, [script, storage, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const said = await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve));
  return {
    said: said.toString(),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Makes all locks as old as those of yesterday, so that only living processes hold what they are of. */
const twoDaysAgo = (storage: string): void => {
  const then = Date.now() / 1000 - 2 * 24 * 3600;
  for (const name of readdirSync(storage)) if (name.endsWith('.lock')) utimesSync(join(storage, name), then, then);
};

const foldersIn = (storage: string): string[] => readdirSync(storage).filter((name) => !name.endsWith('.lock'));

describe('a tree that is opened in a window', () => {
  const write = (folder: string): Promise<WrittenTree> => writeTree(folder, [], undefined);

  it('stays while its window is there, and for a day after, also where the one that opened it lives on', async () => {
    const storage = temporaryFolder();
    const { folder } = await new OpenedTrees(storage).tree('a', 'a', write);
    const window = await windowOn(storage, folder);
    expect(window.said).toBe('held');
    const [name] = foldersIn(storage);
    expect(readdirSync(storage).filter((each) => each.startsWith(`${name}.`))).toHaveLength(2);
    await sweepTrees(storage);
    // On a machine that was started since, a lock from before that is of nobody; this test needs an older machine.
    const isOldMachine = uptime() > 2 * 24 * 3600 + 120;
    if (isOldMachine) {
      twoDaysAgo(storage);
      await sweepTrees(storage);
    }
    expect(foldersIn(storage)).toEqual([name]);
    await window.kill();
    if (!isOldMachine) expect(await sweepTrees(storage)).toBe(0);
    twoDaysAgo(storage);
    expect(await sweepTrees(storage)).toBe(1);
    expect(readdirSync(storage)).toEqual([]);
  });

  it('stays as long as the process that opened it, where no window says that it is there', async () => {
    const storage = temporaryFolder();
    const { folder } = await new OpenedTrees(storage).tree('a', 'a', write);
    const [name] = foldersIn(storage);
    const oldest = Math.max(Date.now() - 2 * 24 * 3600 * 1000, Date.now() - uptime() * 1000) / 1000;
    for (const each of readdirSync(storage))
      if (each.endsWith('.lock')) utimesSync(join(storage, each), oldest, oldest);
    expect(await sweepTrees(storage)).toBe(0);
    expect(existsSync(folder)).toBe(true);
    // Of a process that ended, a day later.
    const [lock] = readdirSync(storage).filter((each) => each.endsWith('.opened.lock'));
    renameSync(join(storage, lock ?? ''), join(storage, `${name}.${2 ** 22 + 1}.1.${host}.opened.lock`));
    if (Date.now() / 1000 - oldest < 24 * 3600) expect(await sweepTrees(storage)).toBe(0);
    twoDaysAgo(storage);
    expect(await sweepTrees(storage)).toBe(1);
  });

  it('is opened again as it is, and written again where it is gone', async () => {
    const storage = temporaryFolder();
    const opened = new OpenedTrees(storage);
    let written = 0;
    const tree = (): Promise<WrittenTree> =>
      opened.tree('key', 'a', async (folder) => {
        written++;
        return write(folder);
      });
    const { folder } = await tree();
    writeFileSync(join(folder, 'note.txt'), 'of a person');
    twoDaysAgo(storage);
    expect((await tree()).folder).toBe(folder);
    expect(existsSync(join(folder, 'note.txt'))).toBe(true);
    expect(written).toBe(1);
    // It was in use just now.
    const [lock] = readdirSync(storage).filter((each) => each.endsWith('.lock'));
    expect(Date.now() - statSync(join(storage, lock ?? '')).mtimeMs).toBeLessThan(60_000);
    rmSync(join(folder, '..'), { recursive: true });
    const again = await tree();
    expect([written, again.folder !== folder, existsSync(again.folder)]).toEqual([2, true, true]);
  });

  it('leaves nothing where it could not be written', async () => {
    const storage = temporaryFolder();
    const opened = new OpenedTrees(storage);
    await expect(opened.tree('key', 'a', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(readdirSync(storage)).toEqual([]);
    expect((await opened.tree('key', 'a', write)).folder).toContain(storage);
  });

  it('is not held where a folder lies elsewhere, is of another name or is gone', async () => {
    const storage = temporaryFolder();
    mkdirSync(join(storage, 'other'));
    for (const path of [storage, temporaryFolder(), join(storage, 'other'), join(storage, '0badcafe', 'a')])
      expect(await holdForWindow(storage, path), path).toBeUndefined();
    expect(readdirSync(storage)).toEqual(['other']);
  });
});
