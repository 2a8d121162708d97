import { randomBytes } from 'node:crypto';
import { link, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import * as z from 'zod';
import { moveFile } from '../../journal/busyFiles';
import { makeFolders } from '../../journal/makeFolders';
import { isErrorCode } from '../../journal/fileStatus';
import { problem, UserError } from '../../model/problems/problem';

const lockSchema = z.object({ pid: z.int().positive(), host: z.string(), run: z.string().regex(/^[0-9a-f]{8}$/) });
type Holder = z.infer<typeof lockSchema>;

/**
 * In milliseconds. Whoever holds a lock touches its file, so that an old one was left by somebody who is gone, on
 * whatever machine.
 */
const touchEvery = 10_000;
const leftAfter = 120_000;
/**
 * So often may whoever exports to the same place be gone the moment that one looks; then the folder takes no file, and
 * says no more than ENOENT (/proc does).
 */
const maxGone = 100;

/** That nobody else exports to the same place. */
export interface ExportLock {
  /** Names this export: 8 hex digits, in the names of its partial files. */
  readonly run: string;
  /** The one that held the lock before and is gone, if there was one. */
  readonly dead: string | undefined;
  /** Throws `UserError` where the lock was taken away meanwhile. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/** Whether somebody exports to a place at this moment, or did and is gone; undefined where there is no lock. */
export async function stateOfLock(path: string): Promise<'held' | 'dead' | undefined> {
  const holder = await holderOf(path);
  return holder && (holder.isAlive ? 'held' : 'dead');
}

/**
 * Takes the lock at `path`, whose folder is made where there is none; folders that were made are gone again where
 * nothing stands in them when the lock is given back. Throws `UserError` where somebody holds it who lives, and the
 * file system's error where no file can be made there.
 */
export async function takeLock(path: string): Promise<ExportLock> {
  const firstMade = await makeFolders(dirname(path));
  try {
    return await lockIn(path, firstMade);
  } catch (error) {
    await withoutEmpty(dirname(path), firstMade);
    throw error;
  }
}

/** Takes away the folders from `folder` up to `firstMade` that are empty. */
async function withoutEmpty(folder: string, firstMade: string | undefined): Promise<void> {
  if (firstMade === undefined) return;
  try {
    for (let each = folder; each.length >= firstMade.length; each = dirname(each)) await rmdir(each);
  } catch {
    // Something stands in it by now, or somebody else took it away.
  }
}

/** @param firstMade the topmost folder that was made for the lock */
async function lockIn(path: string, firstMade: string | undefined): Promise<ExportLock> {
  const mine: Holder = { pid: process.pid, host: hostname(), run: randomBytes(4).toString('hex') };
  let dead: string | undefined;
  for (let attempt = 0; !(await made(path, mine)); attempt++) {
    const holder = await holderOf(path);
    if (!holder && attempt > maxGone) throw new UserError(problem('export.folderTakesNoFiles', {}, dirname(path)));
    if (!holder) continue;
    if (holder.isAlive || attempt > 20)
      throw new UserError(
        problem(
          'export.writtenByOther',
          holder.named ? { process: { pid: holder.named.pid, host: holder.named.host } } : {},
          dirname(path),
        ),
      );
    if (await takenAway(path, holder.text)) dead = holder.named?.run;
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchEvery);
  touching.unref();
  const isMine = async (): Promise<boolean> => (await holderOf(path))?.named?.run === mine.run;
  return {
    run: mine.run,
    dead,
    assertHeld: async () => {
      if (!(await isMine())) throw new UserError(problem('export.placeTaken', {}, dirname(path)));
    },
    release: async () => {
      clearInterval(touching);
      if (!(await isMine())) return;
      await rm(path, { force: true });
      await withoutEmpty(dirname(path), firstMade);
    },
  };
}

async function made(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false;
    if (!isErrorCode(error, 'ENOENT')) {
      // On a full disk an empty file stands there.
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    // Who was here before us took away the folder that it had made.
    await makeFolders(dirname(path));
    return false;
  }
}

/** Who holds a lock; undefined where it is gone. One that is empty is being written. */
async function holderOf(
  path: string,
): Promise<{ readonly text: string; readonly named: Holder | undefined; readonly isAlive: boolean } | undefined> {
  try {
    const [text, { mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)];
    const named = parsed(text);
    const isOld = Date.now() - mtimeMs > leftAfter;
    return { text, named, isAlive: !isOld && !(named?.host === hostname() && !isRunning(named.pid)) };
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parsed(text: string): Holder | undefined {
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be asked.
    return !isErrorCode(error, 'ESRCH');
  }
}

/** Takes a dead lock away, and no other: who comes at the same time may have put a new one there. */
async function takenAway(path: string, text: string): Promise<boolean> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await moveFile(path, aside);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
  const found = await readFile(aside, 'utf8');
  const isDead = found === text;
  // Where there are no links it is written anew; what a third one put there meanwhile stays.
  if (!isDead)
    await link(aside, path)
      .catch(() => writeFile(path, found, { flag: 'wx' }))
      .catch(() => undefined);
  await rm(aside, { force: true });
  return isDead;
}
