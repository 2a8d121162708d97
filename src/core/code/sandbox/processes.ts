import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** What the processes that one has started use. */
export interface ProcessesUse {
  readonly processes: number;
  /** Bytes of memory, where shared pages count for each; of some processes only where there are very many. */
  readonly memory: number;
  readonly ids: readonly number[];
}

/** Whether the kernel lists the children of a process (proc(5), `/proc/pid/task/tid/children`). */
export const listsChildren = (): boolean => existsSync(`/proc/${process.pid}/task/${process.pid}/children`);

/**
 * Resolves to what a process and those below it use; undefined where the system does not tell. Counts up to `most`
 * processes, so that it does not take long when there are too many.
 */
export async function processesBelow(pid: number, most: number): Promise<ProcessesUse | undefined> {
  if (process.platform === 'linux') return listsChildren() ? belowInProc(pid, most) : undefined;
  if (process.platform === 'darwin') return belowInPs(pid);
  return undefined;
}

function belowInProc(pid: number, most: number): ProcessesUse {
  const ids = [pid];
  let memory = 0;
  for (let at = 0; at < ids.length && ids.length <= most; at++) {
    const id = ids[at] ?? 0;
    try {
      for (const task of readdirSync(`/proc/${id}/task`))
        for (const child of readFileSync(`/proc/${id}/task/${task}/children`, 'latin1').split(' '))
          if (child !== '') ids.push(Number(child));
      const status = readFileSync(`/proc/${id}/status`, 'latin1');
      for (const [, kilobytes] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm))
        memory += Number(kilobytes) * 1024;
    } catch {
      // It has ended meanwhile.
    }
  }
  return { processes: ids.length, memory, ids };
}

/** By ps(1) of macOS; memory there is in kilobytes. */
async function belowInPs(pid: number): Promise<ProcessesUse | undefined> {
  const listed = await promisify(execFile)('/bin/ps', ['-axo', 'pid=,ppid=,rss='], {
    timeout: 5000,
    maxBuffer: 1 << 24,
    windowsHide: true,
  }).catch(() => undefined);
  if (!listed) return undefined;
  const rows = listed.stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const ids = new Set([pid]);
  let memory = 0;
  for (let grown = true; grown;) {
    grown = false;
    for (const [id = 0, parent = 0] of rows)
      if (ids.has(parent) && !ids.has(id)) {
        ids.add(id);
        grown = true;
      }
  }
  for (const [id = 0, , kilobytes = 0] of rows) if (ids.has(id)) memory += kilobytes * 1024;
  return { processes: ids.size, memory, ids: [...ids] };
}
