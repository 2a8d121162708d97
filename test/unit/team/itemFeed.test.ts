import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compactItems, ItemFeed } from '../../../src/core/team/itemFeed';
import type { LeasedItem, Leases } from '../../../src/core/team/remote';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { journalFile } from '../../../src/core/journal/journalName';
import { idOf } from '../made/journalLines';
import { temporaryFolder } from '../made/temporaryFolder';

/** A store's leases: so many items, each for one. */
class FakeLeases implements Leases {
  readonly held = new Set<string>();
  lines: readonly string[] = [];
  /** The answer is lost: the items are leased all the same. */
  isLost = false;

  constructor(readonly free: string[]) {}

  claim(count: number): Promise<readonly LeasedItem[]> {
    const taken = this.free.splice(0, count);
    for (const id of taken) this.held.add(id);
    if (this.isLost) return Promise.reject(new Error('lost'));
    return Promise.resolve(
      taken.map((id) => ({ id, shown: `{"item":{"id":"${id}","n":1}}`, until: new Date(), lines: this.lines })),
    );
  }

  renew(): Promise<ReadonlyMap<string, Date>> {
    return Promise.resolve(new Map([...this.held].map((id) => [id, new Date()])));
  }

  release(items: readonly string[] = [...this.held]): Promise<number> {
    for (const id of items) if (this.held.delete(id)) this.free.push(id);
    return Promise.resolve(items.length);
  }
}

const ids = (count: number): string[] => [...Array(count).keys()].map((n) => `~item-${n}`);

function desk(): { file: string; folder: string; items: () => string[] } {
  const file = join(temporaryFolder(), 's.tiebreak');
  const folder = join(studyPaths(file).team, 'items');
  return {
    file,
    folder,
    items: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/~item-\d+/g) ?? []),
  };
}

describe('items that a store gives to a desk', () => {
  it('lie in a file for each block, each once', async () => {
    const { file, items } = desk();
    const leases = new FakeLeases(ids(5));
    const feed = new ItemFeed(file, leases);
    const first = await feed.take(3);
    expect(first?.count).toBe(3);
    expect(readFileSync(first?.path ?? '', 'utf8').split('\n')).toHaveLength(4);
    // The lease of one is lost, and comes back with those that are new.
    await leases.release(['~item-1']);
    expect(await feed.renew()).toBe(true);
    expect([feed.isHeld('~item-0'), feed.isHeld('~item-1')]).toEqual([true, false]);
    const second = await feed.take(3);
    expect(second?.count).toBe(3);
    expect(feed.isHeld('~item-1')).toBe(true);
    expect(items()).toEqual(ids(5));
    // None of them is new to the desk, also where the desk is another process.
    await leases.release();
    expect(await new ItemFeed(file, leases).take(2)).toEqual({ path: undefined, count: 2 });
    await leases.release();
    await feed.take(9);
    expect(await feed.take(9)).toBeUndefined();
    expect(items()).toEqual(ids(5));
  });

  it('are taken by two processes at once without one writing over the other', async () => {
    const { file, items } = desk();
    const leases = new FakeLeases(ids(40));
    await Promise.all([...Array(8).keys()].map(() => new ItemFeed(file, leases).take(5)));
    expect(items().sort()).toEqual(ids(40).sort());
  });

  it('that never came here, as the answer was lost, are given back', async () => {
    const { file, items } = desk();
    const leases = new FakeLeases(ids(4));
    await new ItemFeed(file, leases).take(2);
    leases.isLost = true;
    await expect(new ItemFeed(file, leases).take(2)).rejects.toThrow('lost');
    leases.isLost = false;
    expect(leases.held.size).toBe(4);
    const feed = new ItemFeed(file, leases);
    await feed.renew();
    expect([...leases.held]).toEqual(['~item-0', '~item-1']);
    expect((await feed.take(2))?.count).toBe(2);
    expect(items().sort()).toEqual(ids(4));
  });

  it('are there as an empty dataset where there are none', async () => {
    const { file, folder, items } = desk();
    expect(await new ItemFeed(file, new FakeLeases([])).takeFirst(5)).toBe(0);
    expect(readdirSync(folder)).toEqual(['block-000001.jsonl']);
    expect(items()).toEqual([]);
  });

  it('are put together into one file where they are many, also after that was interrupted', async () => {
    const { file, folder, items } = desk();
    const leases = new FakeLeases(ids(120));
    const feed = new ItemFeed(file, leases);
    for (let n = 0; n < 120; n++) await feed.take(1);
    const before = items();
    await compactItems(file);
    expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual(['block-000001.jsonl']);
    expect(items()).toEqual(before);
    writeFileSync(join(folder, 'block-000002.jsonl'), `{"item":{"id":"~item-7","n":1}}\n`);
    await compactItems(file);
    expect(items()).toHaveLength(121);
    writeFileSync(join(folder, '.compacting'), '');
    await compactItems(file);
    expect(items()).toEqual(before);
    expect(existsSync(join(folder, '.compacting'))).toBe(false);
  });

  it('come with the lines about them, for an adjudicator, each once', async () => {
    const { file } = desk();
    const leases = new FakeLeases(ids(2));
    const line = (n: number, annotator: string): string =>
      JSON.stringify({ v: 1, id: idOf(n), annotator, item: '~item-0' });
    leases.lines = [line(1, 'Ana María'), line(2, 'ben'), '{"v":1}'];
    const { annotations } = studyPaths(file);
    mkdirSync(annotations, { recursive: true });
    const feed = new ItemFeed(file, leases);
    await feed.take(1);
    await feed.take(1);
    expect(readFileSync(join(annotations, journalFile('Ana María')), 'utf8')).toBe(`${line(1, 'Ana María')}\n`);
    expect(readFileSync(join(annotations, 'ben.jsonl'), 'utf8')).toBe(`${line(2, 'ben')}\n`);
  });
});
