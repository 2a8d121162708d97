import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { isErrorCode } from '../../journal/fileStatus';
import { makeFolders } from '../../journal/makeFolders';
import { removeFolder } from './removeFolder';

/**
 * A folder for trees, and who holds it. A lock is an empty file whose name says all, so that none is ever half
 * written: `<folder>.<pid>.<start of the process>.<machine>.lock`. It is there before its folder and goes after it.
 */
export interface HeldFolder {
  readonly folder: string;
  /** Removes the folder with all that is in it, then the lock. */
  release(): Promise<void>;
}

const lockName = /^([0-9a-f]{8})\.(\d+)\.(\d+)\.([0-9a-f]{8})\.lock$/;
const folderName = /^[0-9a-f]{8}$/;
/** What another machine holds in a folder that several share is taken for left after so long. In milliseconds. */
const leftAfter = 7 * 24 * 3600 * 1000;

/** Makes a folder with a name of no meaning below `storage`, held by this process. */
export async function holdFolder(storage: string): Promise<HeldFolder> {
  await makeFolders(storage);
  for (;;) {
    const name = randomBytes(4).toString('hex');
    const [folder, lock] = [
      join(storage, name),
      join(storage, `${name}.${process.pid}.${startOf(process.pid) ?? 0}.${machine()}.lock`),
    ];
    await writeFile(lock, '', { flag: 'wx' });
    try {
      await mkdir(folder);
    } catch (error) {
      await rm(lock, { force: true });
      if (isErrorCode(error, 'EEXIST')) continue;
      throw error;
    }
    return {
      folder,
      release: async () => {
        await removeFolder(folder);
        await rm(lock, { force: true });
      },
    };
  }
}

/**
 * Removes from a folder for trees what no living process holds; resolves to how many folders that were. What cannot be
 * removed, as Windows has it of an open file, is left for the next time.
 */
export async function sweepTrees(storage: string): Promise<number> {
  let swept = 0;
  const names = await namesIn(storage);
  for (const name of names) {
    const [, folder] = lockName.exec(name) ?? [];
    if (folder === undefined || (await isHeld(storage, name))) continue;
    swept += await sweep(storage, folder, name);
  }
  const bare = names.filter((name) => folderName.test(name));
  if (bare.length === 0) return swept;
  // A lock is made before its folder, so that a list made now has that of each folder in the first one.
  const locked = new Set((await namesIn(storage)).map((name) => lockName.exec(name)?.[1]));
  for (const folder of bare) if (!locked.has(folder)) swept += await sweep(storage, folder);
  return swept;
}

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  });

async function sweep(storage: string, folder: string, lock?: string): Promise<number> {
  const path = join(storage, folder);
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  try {
    await removeFolder(path);
    if (lock !== undefined) await rm(join(storage, lock), { force: true });
  } catch {
    return 0;
  }
  return isThere ? 1 : 0;
}

async function isHeld(storage: string, name: string): Promise<boolean> {
  const [, , pid, started, host] = lockName.exec(name) ?? [];
  const found = await stat(join(storage, name)).catch(() => undefined);
  if (!found) return false;
  if (host !== machine()) return Date.now() - found.mtimeMs < leftAfter;
  // Of a process before the machine was started, the number may be that of another one by now.
  if (found.mtimeMs < Date.now() - uptime() * 1000 - 60_000) return false;
  const number = Number(pid);
  try {
    process.kill(number, 0);
  } catch (error) {
    // Somebody else's process may not be asked.
    if (isErrorCode(error, 'ESRCH')) return false;
  }
  const start = startOf(number);
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
