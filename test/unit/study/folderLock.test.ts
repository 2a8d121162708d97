import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../src/core/study/folderLock';
import { temporaryFolder } from '../made/temporaryFolder';

/** In milliseconds; a test that never waits for others takes the usual ones. */
const soon = { refreshEvery: 50, deadAfter: 400, deadline: 3_000 };

/** A lock that a process left, last changed at a time. */
function leftLock(changed: Date): string {
  const lock = join(temporaryFolder(), '.study.lock');
  mkdirSync(lock);
  utimesSync(lock, changed, changed);
  return lock;
}

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const anHourAgo = (): Date => new Date(Date.now() - 3_600_000);

async function isTaken(lock: string): Promise<boolean> {
  const seen: boolean[] = [];
  await withLock(lock, () => Promise.resolve(void seen.push(existsSync(lock))), soon);
  return seen.includes(true) && !existsSync(lock);
}

describe('a lock that a dead process left', () => {
  it('is taken away', async () => {
    expect(await isTaken(leftLock(anHourAgo()))).toBe(true);
  });

  it('is taken away where its time is in the future', async () => {
    expect(await isTaken(leftLock(inAnHour()))).toBe(true);
  });

  it.each(['.DS_Store', 'Thumbs.db', 'held'])('is taken away where %s lies in it', async (name) => {
    const lock = leftLock(anHourAgo());
    writeFileSync(join(lock, name), '');
    utimesSync(lock, anHourAgo(), anHourAgo());
    expect(await isTaken(lock)).toBe(true);
  });

  it('leaves nothing beside it', async () => {
    const lock = leftLock(anHourAgo());
    await isTaken(lock);
    expect(readdirSync(join(lock, '..'))).toEqual([]);
  });
});

describe('what stands where a lock would', () => {
  it('is named where it is a file, and left as it is', async () => {
    const lock = join(temporaryFolder(), '.study.lock');
    writeFileSync(lock, 'a note');
    await expect(withLock(lock, () => Promise.resolve(), soon)).rejects.toThrow(
      /\.study\.lock: Tiebreak makes a lock at this path .*but something else is there/,
    );
    expect(statSync(lock).size).toBe(6);
  });

  it("is named where it is a folder with somebody's files, and left as it is", async () => {
    const lock = leftLock(anHourAgo());
    writeFileSync(join(lock, 'thesis.txt'), 'a thesis');
    utimesSync(lock, anHourAgo(), anHourAgo());
    await expect(withLock(lock, () => Promise.resolve(), soon)).rejects.toThrow(
      /\.study\.lock: Tiebreak makes a lock at this path .*but something else is there/,
    );
    expect(readdirSync(lock)).toEqual(['thesis.txt']);
  });
});

describe('a lock that somebody holds', () => {
  it('is not taken away while the holder gives signs of life', async () => {
    const lock = join(temporaryFolder(), '.study.lock');
    const said: string[] = [];
    const first = withLock(
      lock,
      async () => {
        said.push('first begins');
        await setTimeout(1_500);
        said.push('first ends');
      },
      soon,
    );
    await setTimeout(30);
    await Promise.all([first, withLock(lock, () => Promise.resolve(void said.push('second')), soon)]);
    expect(said).toEqual(['first begins', 'first ends', 'second']);
  });

  it('is waited for until the deadline, and then named', async () => {
    const lock = join(temporaryFolder(), '.study.lock');
    let isOver = false;
    const held = withLock(
      lock,
      async () => {
        while (!isOver) await setTimeout(10);
      },
      soon,
    );
    await setTimeout(30);
    await expect(
      withLock(lock, () => Promise.resolve(), { ...soon, deadAfter: 60_000, deadline: 200 }),
    ).rejects.toThrow(/\.study\.lock: Other programs have held this lock/);
    isOver = true;
    await held;
  });

  it('lets one in at a time, however many come, where a dead one is in their way', async () => {
    const lock = leftLock(inAnHour());
    let inside = 0;
    let most = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        withLock(
          lock,
          async () => {
            most = Math.max(most, ++inside);
            await setTimeout(2);
            inside--;
            done++;
          },
          { ...soon, deadline: 60_000 },
        ),
      ),
    );
    expect([most, done]).toEqual([1, 20]);
  });

  it('is given back where the work fails, and a lock that somebody removed fails nothing', async () => {
    const lock = join(temporaryFolder(), '.study.lock');
    await expect(withLock(lock, () => Promise.reject(new Error('no')), soon)).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
    await withLock(lock, () => rm(lock, { recursive: true }), soon);
  });
});
