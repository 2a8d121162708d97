import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { isErrorCode } from '../../journal/fileStatus';
import { makeFolders } from '../../journal/makeFolders';
import { pathWithin } from '../../study/pathWithin';
import { removeLeftContainers } from '../sandbox/container';
import { removeFolder } from './removeFolder';

/**
 * A folder for trees, and who holds it. A lock is an empty file whose name says all, so that none is ever half
 * written: `<folder>.<pid>.<start of the process>.<machine>.lock`. It is there before its folder and goes after it.
 *
 * A folder that is opened in a window has two: `….opened.lock` of the process that opened it, and `….window.lock` of
 * the one that has the window, where that one knows of it.
 */
export interface HeldFolder {
  readonly folder: string;
  /** Says that the folder is in use now. Rejects where its lock is gone. */
  touch(): Promise<void>;
  /** Removes the folder with all that is in it, then the lock. */
  release(): Promise<void>;
}

type LockKind = 'opened' | 'window';

interface Lock {
  readonly name: string;
  readonly folder: string;
  readonly pid: number;
  readonly started: string;
  readonly host: string;
  readonly kind?: LockKind;
}

const lockName = /^([0-9a-f]{8})\.(\d+)\.(\d+)\.([0-9a-f]{8})(?:\.(opened|window))?\.lock$/;
const folderName = /^[0-9a-f]{8}$/;
/** What another machine holds in a folder that several share is taken for left after so long. In milliseconds. */
const leftAfter = 7 * 24 * 3600 * 1000;
/** So long after its window was seen last a folder is there still: windows are opened again, as after a restart. */
const keptAfterWindow = 24 * 3600 * 1000;
/** How often it is said that a window is there. In milliseconds. */
const touchEvery = 3600 * 1000;
/** Lies in a folder that is opened in windows, beside the tree: by it VS Code starts the extension in such a window. */
export const windowMark = '.tiebreak-tree';
/** Lies beside a tree that somebody edits (`takenTrees.ts`): it stays until this says that all was saved. */
export const takenMark = 'takeover.json';

/**
 * Makes a folder with a name of no meaning below `storage`, held by this process.
 * @param kind `opened` for one that is opened in another window
 */
export async function holdFolder(storage: string, kind?: 'opened'): Promise<HeldFolder> {
  await makeFolders(storage);
  for (;;) {
    const name = randomBytes(4).toString('hex');
    const [folder, lock] = [join(storage, name), join(storage, ownLock(name, kind))];
    await writeFile(lock, '', { flag: 'wx' });
    try {
      await mkdir(folder);
    } catch (error) {
      await rm(lock, { force: true });
      if (isErrorCode(error, 'EEXIST')) continue;
      throw error;
    }
    if (kind === 'opened') await writeFile(join(folder, windowMark), '');
    return {
      folder,
      touch: () => touch(lock),
      release: async () => {
        await removeFolder(folder);
        await rm(lock, { force: true });
      },
    };
  }
}

/**
 * Holds the folder for trees that a path lies in, for as long as this process has a window on it; resolves to undefined
 * where it lies in none. The result stops saying that the window is there, and leaves the folder to `sweepTrees`.
 */
export async function holdForWindow(storage: string, path: string): Promise<(() => void) | undefined> {
  const [name] = (pathWithin(storage, path) ?? '').split(/[\\/]/);
  if (name === undefined || !folderName.test(name)) return undefined;
  const lock = join(storage, ownLock(name, 'window'));
  // Before it is looked whether the folder is there, so that none is held that goes meanwhile.
  await writeFile(lock, '');
  const found = await stat(join(storage, name)).catch(() => undefined);
  if (!found?.isDirectory()) {
    await rm(lock, { force: true });
    return undefined;
  }
  const touching = setInterval(() => void touch(lock).catch(() => undefined), touchEvery);
  touching.unref();
  return () => clearInterval(touching);
}

const ownLock = (folder: string, kind: LockKind | undefined): string =>
  [folder, process.pid, startOf(process.pid) ?? 0, machine(), ...(kind ? [kind] : []), 'lock'].join('.');

async function touch(lock: string): Promise<void> {
  const now = new Date();
  await utimes(lock, now, now);
}

function lockOf(name: string): Lock | undefined {
  const [, folder, pid, started, host, kind] = lockName.exec(name) ?? [];
  if (folder === undefined || started === undefined || host === undefined) return undefined;
  return { name, folder, pid: Number(pid), started, host, ...(kind !== undefined && { kind: kind as LockKind }) };
}

/**
 * Removes from a folder for trees what no living process holds; resolves to how many folders that were. A folder that was
 * opened in a window stays for a day after that window was seen last; where nobody there says that it is open, as long as
 * the process that opened it lives. Containers that were left running there go first. What cannot be removed, as Windows
 * has it of an open file, is left for the next time.
 */
export async function sweepTrees(storage: string): Promise<number> {
  let swept = 0;
  const names = await namesIn(storage);
  const locks = new Map<string, Lock[]>();
  for (const name of names) {
    const lock = lockOf(name);
    if (lock) locks.set(lock.folder, [...(locks.get(lock.folder) ?? []), lock]);
  }
  for (const [folder, all] of locks) if (!(await isHeld(storage, all))) swept += await sweep(storage, folder, all);
  const bare = names.filter((name) => folderName.test(name));
  if (bare.length === 0) return swept;
  // A lock is made before its folder, so that a list made now has that of each folder in the first one.
  const locked = new Set((await namesIn(storage)).map((name) => lockOf(name)?.folder));
  for (const folder of bare) if (!locked.has(folder)) swept += await sweep(storage, folder, []);
  return swept;
}

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  });

async function sweep(storage: string, folder: string, locks: readonly Lock[]): Promise<number> {
  const path = join(storage, folder);
  if (await hasEdits(path)) return 0;
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  try {
    // What runs there still would go on writing.
    await removeLeftContainers(path);
    await removeFolder(path);
    for (const { name } of locks) await rm(join(storage, name), { force: true });
  } catch {
    return 0;
  }
  return isThere ? 1 : 0;
}

/** Whether somebody edits what is in a folder, and it was not saved yet; also where nobody can tell. */
async function hasEdits(folder: string): Promise<boolean> {
  try {
    const record = JSON.parse(await readFile(join(folder, takenMark), 'utf8')) as { readonly isSaved?: unknown } | null;
    return record?.isSaved !== true;
  } catch (error) {
    return !isErrorCode(error, 'ENOENT') && !isErrorCode(error, 'ENOTDIR');
  }
}

/** Whether one of the locks of a folder holds it. */
async function isHeld(storage: string, locks: readonly Lock[]): Promise<boolean> {
  const knowsWindows = locks.some(({ kind }) => kind === 'window');
  for (const lock of locks) {
    const found = await stat(join(storage, lock.name)).catch(() => undefined);
    if (!found) continue;
    if (lock.kind && Date.now() - found.mtimeMs < keptAfterWindow) return true;
    if (lock.kind === 'opened' && knowsWindows) continue;
    if (isOfLiving(lock, found.mtimeMs)) return true;
  }
  return false;
}

function isOfLiving({ pid, started, host }: Lock, madeAt: number): boolean {
  if (host !== machine()) return Date.now() - madeAt < leftAfter;
  // Of a process before the machine was started, the number may be that of another one by now.
  if (madeAt < Date.now() - uptime() * 1000 - 60_000) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process may not be asked.
    if (isErrorCode(error, 'ESRCH')) return false;
  }
  const start = startOf(pid);
  return start === undefined || started === '0' || start === Number(started);
}

/** The start of a process in ticks since that of the machine (proc(5), field 22 of `stat`); undefined without /proc. */
function startOf(pid: number): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, can hold anything.
    const start = Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[19]);
    return Number.isSafeInteger(start) ? start : undefined;
  } catch {
    return undefined;
  }
}

const machine = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
