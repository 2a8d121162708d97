import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { Program } from './model/problems/program';

/** How problems are worded that threads and processes find: as in the program that started them. */
export interface WorkerWording {
  readonly program: Program;
  /** Path of the texts in another language than English. */
  readonly bundle?: string | undefined;
  /** Language in which numbers are written; that of the process where there is none. */
  readonly numbers?: string | undefined;
}

const name = 'TIEBREAK_WORDING';

/** Says how workers that are started from here on, and those that they start, word problems. */
export function setWorkerWording(wording: WorkerWording): void {
  setEnvironmentData(name, JSON.stringify(wording));
}

/** What a process is given beside the environment of this one; threads have it already. */
export function wordingForProcess(): Readonly<Record<string, string>> {
  const value = getEnvironmentData(name);
  return typeof value === 'string' ? { [name]: value } : {};
}

/** How this worker words problems. */
export function workerWording(): WorkerWording {
  const value = getEnvironmentData(name);
  const given = typeof value === 'string' ? value : process.env[name];
  if (given === undefined) return { program: 'commandLine', numbers: 'en' };
  // The threads of a process have it from there.
  setEnvironmentData(name, given);
  return JSON.parse(given) as WorkerWording;
}
