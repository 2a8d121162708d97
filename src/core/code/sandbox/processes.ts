import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** What the processes that one has started use. */
export interface ProcessesUse {
  readonly processes: number;
  /** Bytes of memory, where shared pages count for each; of some processes only where there are very many. */
  readonly memory: number;
  /** Their numbers, and when each began, as the number of one that ended is given to another one. */
  readonly starts: ReadonlyMap<number, string>;
}

/** Whether the kernel lists the children of a process (proc(5), `/proc/pid/task/tid/children`). */
export const listsChildren = (): boolean => existsSync(`/proc/${process.pid}/task/${process.pid}/children`);

/**
 * Resolves to what processes and those below them use; undefined where the system does not tell. Counts up to `most`
 * processes, so that it does not take long when there are too many.
 */
export async function processesBelow(pids: readonly number[], most: number): Promise<ProcessesUse | undefined> {
  if (process.platform === 'linux') return listsChildren() ? belowInProc(pids, most) : undefined;
  if (process.platform === 'darwin') return belowInPs(pids);
  return undefined;
}

/** When a process began, in the system's own words; undefined where there is none. */
export function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return startIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { timeout: 5000, windowsHide: true });
  return stdout.toString().trim().replace(/\s+/g, ' ') || undefined;
}

/** Field 22 of proc(5)'s `stat`. The name of the program, in brackets, can hold anything. */
const startIn = (line: string): string | undefined => line.slice(line.lastIndexOf(')') + 2).split(' ')[19];

function belowInProc(pids: readonly number[], most: number): ProcessesUse {
  const ids = [...new Set(pids)];
  const listed = new Set(ids);
  const starts = new Map<number, string>();
  let memory = 0;
  for (let at = 0; at < ids.length && starts.size <= most; at++) {
    const id = ids[at] ?? 0;
    const start = startOf(id);
    if (start === undefined) continue;
    starts.set(id, start);
    try {
      for (const task of readdirSync(`/proc/${id}/task`))
        for (const child of readFileSync(`/proc/${id}/task/${task}/children`, 'latin1').split(' ').map(Number))
          if (child !== 0 && !listed.has(child)) {
            listed.add(child);
            ids.push(child);
          }
      const status = readFileSync(`/proc/${id}/status`, 'latin1');
      for (const [, kilobytes] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm))
        memory += Number(kilobytes) * 1024;
    } catch {
      // It has ended meanwhile.
    }
  }
  return { processes: starts.size, memory, starts };
}

/** By ps(1) of macOS; memory there is in kilobytes. */
async function belowInPs(pids: readonly number[]): Promise<ProcessesUse | undefined> {
  const listed = await promisify(execFile)('/bin/ps', ['-axo', 'pid=,ppid=,rss=,lstart='], {
    timeout: 5000,
    maxBuffer: 1 << 24,
    windowsHide: true,
  }).catch(() => undefined);
  if (!listed) return undefined;
  const rows = listed.stdout.split('\n').flatMap((line) => {
    const [, pid, parent, kilobytes, start] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S.*?)\s*$/.exec(line) ?? [];
    if (start === undefined) return [];
    return [
      { pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), start: start.replace(/\s+/g, ' ') },
    ];
  });
  const ids = new Set(pids);
  for (let before = -1; before < ids.size;) {
    before = ids.size;
    for (const { pid, parent } of rows) if (ids.has(parent)) ids.add(pid);
  }
  const below = rows.filter(({ pid }) => ids.has(pid));
  return {
    processes: below.length,
    memory: below.reduce((sum, { kilobytes }) => sum + kilobytes * 1024, 0),
    starts: new Map(below.map(({ pid, start }) => [pid, start])),
  };
}

/**
 * Processes that were started with a text in their environment (proc(5), `environ`; ps(1) of macOS, `-E`). One that has
 * another environment by now is not found.
 */
export function startedWith(text: string): readonly number[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('/bin/ps', ['-axEww', '-o', 'pid=,command='], {
      timeout: 5000,
      maxBuffer: 1 << 26,
      windowsHide: true,
    });
    const lines = stdout.toString().split('\n');
    return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/**
 * Resolves when a process of Linux is gone, or when `milliseconds` have passed. The first process of a namespace is gone
 * after all others in it (pid_namespaces(7)).
 */
export async function gone(pid: number, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  for (let isThere = true; isThere && performance.now() < until;) {
    try {
      const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
      isThere = !/^[ZX]/.test(line.slice(line.lastIndexOf(')') + 2));
    } catch {
      isThere = false;
    }
    if (isThere) await setTimeout(5);
  }
}
