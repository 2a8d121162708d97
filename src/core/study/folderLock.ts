import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { isErrorCode } from '../journal/fileStatus';
import { problem, UserError } from '../model/problems/problem';

/** In milliseconds. */
export interface LockLimits {
  /** Whoever holds a lock gives a sign of life this often; most hold one for a few milliseconds. */
  readonly refreshEvery: number;
  /** A lock without a sign of life for so long was left by a process that died. */
  readonly deadAfter: number;
  /** So long somebody waits for others who live. */
  readonly deadline: number;
}

const usualLimits: LockLimits = { refreshEvery: 3_000, deadAfter: 15_000, deadline: 60_000 };

/** So often Windows may refuse to make a folder whose name is still being removed. */
const maxRefused = 20;

/**
 * Does something while nobody else does anything under this lock, which is a folder: making one is atomic on network
 * drives too. A lock whose holder died is taken away. Throws `UserError`, which names the lock, where others hold it
 * until the deadline, and where something stands in its place that is no lock; and the file system's error where none
 * can be made.
 */
export async function withLock(
  lock: string,
  work: () => Promise<void>,
  limits: LockLimits = usualLimits,
): Promise<void> {
  await take(lock, limits);
  const refreshing = setInterval(() => void giveSign(lock), limits.refreshEvery);
  refreshing.unref();
  try {
    await work();
  } finally {
    clearInterval(refreshing);
    await rm(lock, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function take(lock: string, { deadAfter, deadline }: LockLimits): Promise<void> {
  const until = performance.now() + deadline;
  let refused = 0;
  // The last sign of life, and when it was first seen here.
  let seen = { mtimeMs: Number.NaN, since: 0 };
  while (!(await made(lock))) {
    const held = await stat(lock).catch(() => undefined);
    if (held && !held.isDirectory()) throw new UserError(problem('file.inPlaceOfLock', {}, lock));
    if (!held && ++refused > maxRefused) throw new UserError(problem('file.lockRefused', {}, lock));
    if (held) {
      if (held.mtimeMs !== seen.mtimeMs) seen = { mtimeMs: held.mtimeMs, since: performance.now() };
      const unchanged = performance.now() - seen.since;
      // A time in the future, as of a clock that was set back, never grows old: then only waiting tells.
      const isDead = unchanged > deadAfter || (await ageOf(lock, held.mtimeMs)) > deadAfter;
      if (isDead && (await takenAway(lock, held.mtimeMs))) continue;
    }
    if (performance.now() > until) throw new UserError(problem('file.lockHeld', {}, lock));
    await setTimeout(10 + Math.random() * 20);
  }
}

/** Makes the lock; false where there is one, or where Windows is still removing it. */
async function made(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false;
    if (!(isErrorCode(error, 'EPERM') || isErrorCode(error, 'EACCES') || isErrorCode(error, 'EBUSY'))) throw error;
    if (process.platform === 'win32' || (await isThere(lock))) return false;
    throw error;
  }
}

/** Changes the lock's time by the clock of the disk it lies on: that of this machine may be another. */
async function giveSign(lock: string): Promise<void> {
  const sign = join(lock, 'held');
  // Where it fails, the lock was given back meanwhile, or it looks older than it is.
  await mkdir(sign).catch(() => undefined);
  await rmdir(sign).catch(() => undefined);
}

/** How old a time is by the clock of the disk, in milliseconds; 0 where nobody can tell. */
async function ageOf(lock: string, mtimeMs: number): Promise<number> {
  const probe = `${lock}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(probe);
    return (await stat(probe)).mtimeMs - mtimeMs;
  } catch {
    return 0;
  } finally {
    await rmdir(probe).catch(() => undefined);
  }
}

/** What may lie in a lock: the sign of its holder, and what systems put into every folder that they show. */
const isOurs = (name: string): boolean => /^(held|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.nfs.*)$/i.test(name);

/** Takes a dead lock away, and no other: who comes at the same time may have made a new one. */
async function takenAway(lock: string, mtimeMs: number): Promise<boolean> {
  const aside = `${lock}.${randomBytes(4).toString('hex')}`;
  const others = (await readdir(lock).catch((): string[] => [])).filter((name) => !isOurs(name));
  if (others.length > 0) throw new UserError(problem('file.inPlaceOfLock', {}, lock));
  try {
    await rename(lock, aside);
  } catch {
    // Another one was quicker, or somebody has the folder open: the next look tells.
    return false;
  }
  const isSame = (await stat(aside)).mtimeMs === mtimeMs;
  if (!isSame) await rename(aside, lock).catch(() => undefined);
  else await rm(aside, { recursive: true, force: true });
  return isSame;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
