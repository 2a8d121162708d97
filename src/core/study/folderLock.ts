import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
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

/** A folder in a lock that is made and removed, so that the lock's time changes. */
const sign = 'held';

const isHolder = (name: string): boolean => /^holder-[\da-f]{8}$/.test(name);

/** So often Windows may refuse to make a folder whose name is still being removed. */
const maxRefused = 20;

/**
 * Does something while nobody else does anything under this lock, which is a folder: making one is atomic on network
 * drives too. In it lies a folder of its holder's own name. A lock whose holder died is taken away by these names, so
 * that nobody takes away the lock that another one made in its place meanwhile. Throws `UserError`, which names the lock,
 * where others hold it until the deadline, and where something stands in its place that is no lock; and the file system's
 * error where none can be made.
 */
export async function withLock(
  lock: string,
  work: () => Promise<void>,
  limits: LockLimits = usualLimits,
): Promise<void> {
  const holder = `holder-${randomBytes(4).toString('hex')}`;
  await take(lock, holder, limits);
  const refreshing = setInterval(() => void giveSign(lock), limits.refreshEvery);
  refreshing.unref();
  try {
    await work();
  } finally {
    clearInterval(refreshing);
    await giveBack(lock, holder);
  }
}

async function take(lock: string, holder: string, { deadAfter, deadline }: LockLimits): Promise<void> {
  const until = performance.now() + deadline;
  let refused = 0;
  // The last sign of life, and when it was first seen here.
  let seen = { mtimeMs: Number.NaN, since: 0 };
  while (!(await made(lock, holder))) {
    // Before the time: whoever enters a name changes it, so that the names of a dead lock are all a dead one's.
    const names = await readdir(lock).catch((): string[] => []);
    const held = await stat(lock).catch(() => undefined);
    if (held && !held.isDirectory()) throw new UserError(problem('file.inPlaceOfLock', {}, lock));
    if (!held && ++refused > maxRefused) throw new UserError(problem('file.lockRefused', {}, lock));
    if (held) {
      if (held.mtimeMs !== seen.mtimeMs) seen = { mtimeMs: held.mtimeMs, since: performance.now() };
      const unchanged = performance.now() - seen.since;
      // A time in the future, as of a clock that was set back, never grows old: then only waiting tells.
      const isDead = unchanged > deadAfter || (await ageOf(lock, held.mtimeMs)) > deadAfter;
      if (isDead) {
        if (!names.every(isOurs)) throw new UserError(problem('file.inPlaceOfLock', {}, lock));
        if (await removed(lock, names)) continue;
      }
    }
    if (performance.now() > until) throw new UserError(problem('file.lockHeld', {}, lock));
    await setTimeout(10 + Math.random() * 20);
  }
}

/**
 * Makes the lock and enters its holder; false where there is one, and where another one's name stands in it: an empty
 * lock looks dead to whoever saw a dead one in its place, and two may have entered the same.
 */
async function made(lock: string, holder: string): Promise<boolean> {
  if (!(await madeFolder(lock))) return false;
  try {
    await mkdir(join(lock, holder));
    if ((await readdir(lock)).every((name) => name === holder || !isHolder(name))) return true;
  } catch (error) {
    if (!isErrorCode(error, 'ENOENT') && !isBusy(error)) {
      await giveBack(lock, holder);
      throw error;
    }
  }
  await giveBack(lock, holder);
  return false;
}

/** False where there is one, or where Windows is still removing it. */
async function madeFolder(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false;
    if (!isBusy(error)) throw error;
    if (process.platform === 'win32' || (await isThere(lock))) return false;
    throw error;
  }
}

const isBusy = (error: unknown): boolean =>
  isErrorCode(error, 'EPERM') || isErrorCode(error, 'EACCES') || isErrorCode(error, 'EBUSY');

/** Changes the lock's time by the clock of the disk it lies on: that of this machine may be another. */
async function giveSign(lock: string): Promise<void> {
  const folder = join(lock, sign);
  // Where it fails, the lock was given back meanwhile, or it looks older than it is.
  await mkdir(folder).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}

/** Resolves to the age of a file time by the clock of the disk, in milliseconds; to 0 where nobody can tell. */
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

/**
 * Tells whether a name in a lock is expected there: its holder, its sign, or what systems put into every folder that
 * they show.
 */
const isOurs = (name: string): boolean =>
  name === sign || isHolder(name) || /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.nfs.*)$/i.test(name);

/** Takes a lock with these names in it away, and none in which another one's name stands. */
async function removed(lock: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) await rm(join(lock, name), { recursive: true, force: true }).catch(() => undefined);
  return rmdir(lock).then(
    () => true,
    () => false,
  );
}

/** Where another one holds it, as this one gave no sign for too long, it stays. */
async function giveBack(lock: string, holder: string): Promise<void> {
  for (let tries = 0; tries < maxRefused; tries++) {
    const names = await readdir(lock).catch((): string[] => []);
    // What somebody else put into it is not ours to take away.
    if (!names.every(isOurs)) return;
    const others = names.filter((name) => name !== holder && isHolder(name));
    if (await removed(lock, others.length > 0 ? [holder] : names)) return;
    if (others.length > 0 || !(await isThere(lock))) return;
    await setTimeout(10);
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
