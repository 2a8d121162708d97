import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanCache } from '../../../src/core/dataset/sources/scanCache';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { Reading } from '../../../src/core/dataset/items/parse';
import { temporaryFolder } from '../made/temporaryFolder';

const reading: Reading = { layout: layoutNamed('responses')!, mapping: {} };

/** A dataset with a cache, and a way to look at it that counts how often it is gone. */
function looking(): {
  path: string;
  cache: string;
  look: (what?: unknown, how?: Reading) => Promise<Uint32Array>;
  times: () => number;
} {
  const folder = temporaryFolder();
  const [path, cache] = [join(folder, 'data.jsonl'), join(folder, 'cache')];
  writeFileSync(path, '{}\n');
  let times = 0;
  const find = (): Promise<Uint32Array> => Promise.resolve(Uint32Array.of(3, ++times));
  return {
    path,
    cache,
    look: (what = 'all', how = reading) => scanCache([path], how, what, cache, find),
    times: () => times,
  };
}

describe('what a reading of all items finds', () => {
  it('is kept from one time to the next', async () => {
    const { look, times } = looking();
    expect(await look()).toEqual(Uint32Array.of(3, 1));
    expect(await look()).toEqual(Uint32Array.of(3, 1));
    expect(times()).toBe(1);
  });

  it('is looked for again where the file changed, or something else is looked for, or in another way', async () => {
    const { path, look, times } = looking();
    await look();
    await look('another');
    expect(times()).toBe(2);
    await look('all', { ...reading, mapping: { prompt: 'q' } });
    expect(times()).toBe(3);
    writeFileSync(path, '{}\n{}\n');
    await look();
    expect(times()).toBe(4);
  });

  it('is looked for again where what was kept cannot be read', async () => {
    const { cache, look, times } = looking();
    await look();
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), 'torn');
    expect(await look()).toEqual(Uint32Array.of(3, 2));
    expect(await look()).toEqual(Uint32Array.of(3, 2));
    expect(times()).toBe(2);
  });

  it('is not kept where the file changed meanwhile', async () => {
    const { path, cache } = looking();
    const find = (): Promise<number> => {
      writeFileSync(path, '{}\n{}\n');
      return Promise.resolve(1);
    };
    await expect(scanCache([path], reading, 'all', cache, find)).rejects.toThrow('changed on disk');
    expect(existsSync(cache)).toBe(false);
  });
});
