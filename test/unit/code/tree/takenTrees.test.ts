import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { letGo, takenTree, takeTree, type TakenTree } from '../../../../src/core/code/tree/takenTrees';
import { sweepTrees } from '../../../../src/core/code/tree/treeLock';
import { temporaryFolder } from '../../made/temporaryFolder';

const of = { study: 'file:///study', item: 'i', response: 'r' };
const step = { key: 'k1', at: 3, nth: '4' };

const take = (storage: string): Promise<TakenTree> =>
  takeTree(storage, { ...of, step }, 'a', (folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'x.txt'), 'x');
    return Promise.resolve({ changed: ['x.txt'], absent: ['link'] });
  });

/** As if the process that made the locks had ended, long ago. */
function afterYears(storage: string): void {
  for (const name of readdirSync(storage)) if (name.endsWith('.lock')) utimesSync(join(storage, name), 1e9, 1e9);
}

describe('a tree that is taken over', () => {
  it('is found again by what it is of, with what is known of it, also where its process ended long ago', async () => {
    const storage = temporaryFolder();
    const made = await take(storage);
    afterYears(storage);
    expect(await sweepTrees(storage)).toBe(0);
    // Also without its lock.
    for (const name of readdirSync(storage)) if (name.endsWith('.lock')) rmSync(join(storage, name));
    expect(await sweepTrees(storage)).toBe(0);
    const found = await takenTree(storage, of);
    expect(found).toEqual(made);
    expect(found?.record).toMatchObject({ step, changed: ['x.txt'], absent: ['link'], isSaved: false });
    expect(await takenTree(storage, { ...of, response: 'other' })).toBeUndefined();
    expect(await takenTree(join(storage, 'nowhere'), of)).toBeUndefined();
  });

  it('stays for its window once it was saved, and is swept after it', async () => {
    const storage = temporaryFolder();
    const made = await take(storage);
    await letGo(made, true);
    expect(await sweepTrees(storage)).toBe(0);
    expect((await takenTree(storage, of))?.folder).toBe(made.folder);
    afterYears(storage);
    expect(await sweepTrees(storage)).toBe(1);
    expect(readdirSync(storage)).toEqual([]);
  });

  it('is another one after it was discarded', async () => {
    const storage = temporaryFolder();
    await letGo(await take(storage), false);
    expect(await takenTree(storage, of)).toBeUndefined();
  });

  it('stays where nobody can read what it is of, and is gone where it could not be made', async () => {
    const storage = temporaryFolder();
    const { folder } = await take(storage);
    writeFileSync(join(folder, '../takeover.json'), '{');
    afterYears(storage);
    expect(await sweepTrees(storage)).toBe(0);
    await expect(takeTree(storage, of, 'b', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(readdirSync(storage).filter((name) => !name.endsWith('.lock'))).toHaveLength(1);
  });
});
