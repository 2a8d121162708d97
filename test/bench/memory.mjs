import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Megabytes of a process: RSS, and PSS, which counts its share only of what it shares with others (the program itself).
 * @param {number} pid
 */
export function memoryOf(pid) {
  const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (name) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) * 1024) / 1e6;
  return { rss: megabytes('Rss'), pss: megabytes('Pss') };
}

/**
 * Looks ten times a second; `stop` tells the highest RSS, and that of its check, which is a process beside it.
 * @param {number} pid
 */
export function watchMemory(pid) {
  let [rss, check] = [0, 0];
  const timer = setInterval(() => {
    rss = Math.max(rss, memoryOf(pid).rss);
    for (const each of checksOf(pid)) check = Math.max(check, rssOf(each));
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return { rss, check };
    },
  };
}

/** Processes that look through a dataset for an extension host. @param {number} pid */
function checksOf(pid) {
  const children = fs
    .readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number));
  return children.filter((child) => read(`/proc/${child}/cmdline`).endsWith('worker.js\0check\0'));
}

/** @param {number} pid */
const rssOf = (pid) => (Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024) / 1e6;

/** What a process has gone from before it was read is empty. @param {string} path */
function read(path) {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Resolves once a process has done little for two seconds (a worker at work takes more, even on a busy machine): the
 * index stands and the dataset was checked.
 * @param {number} pid
 */
export async function untilQuiet(pid) {
  const deadline = Date.now() + 600_000;
  let quiet = 0;
  let before = ticks(pid);
  while (quiet < 4) {
    await sleep(500);
    const now = ticks(pid);
    quiet = now - before <= 8 && checksOf(pid).length === 0 ? quiet + 1 : 0;
    before = now;
    if (Date.now() > deadline) throw new Error('the extension host did not come to rest within ten minutes');
  }
}

/** Processor time used so far, in hundredths of a second. @param {number} pid */
function ticks(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return Number(user) + Number(system);
}
