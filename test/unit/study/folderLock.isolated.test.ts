import { existsSync, mkdirSync, utimesSync, type MakeDirectoryOptions } from 'node:fs';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { withLock } from '../../../src/core/study/folderLock';
import { temporaryFolder } from '../made/temporaryFolder';

vi.mock('node:fs/promises', { spy: true });

const soon = { refreshEvery: 50, deadAfter: 400, deadline: 3_000 };

it('the lock that somebody made in the place of a dead one stays, for whoever saw the dead one too', async () => {
  const { mkdir, rmdir } = await vi.importActual<typeof files>('node:fs/promises');
  const lock = join(temporaryFolder(), '.study.lock');
  mkdirSync(lock);
  utimesSync(lock, new Date(0), new Date(0));
  const held = { now: false };
  let isOver = false;
  let living: Promise<void> | undefined;
  const takenByAnother = async (): Promise<void> => {
    await rmdir(lock);
    await new Promise<void>((resolve) => {
      living = withLock(
        lock,
        async () => {
          held.now = true;
          resolve();
          while (!isOver) await setImmediate();
        },
        soon,
      );
    });
  };
  // A folder beside the lock is made to tell its age: just then another one takes the lock.
  vi.mocked(files.mkdir).mockImplementation(async (path, options) => {
    if (!living && String(path).startsWith(`${lock}.`)) await takenByAnother();
    return mkdir(path, options as MakeDirectoryOptions);
  });

  const second = withLock(lock, () => Promise.resolve(), soon);
  let looks = 0;
  let missing = 0;
  const until = Date.now() + 500;
  while (Date.now() < until) {
    await setImmediate();
    if (!held.now) continue;
    looks++;
    if (!existsSync(lock)) missing++;
  }
  isOver = true;
  await Promise.all([living, second]);
  expect(looks).toBeGreaterThan(0);
  expect(missing).toBe(0);
  expect(existsSync(lock)).toBe(false);
});
