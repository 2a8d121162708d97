import { dirname } from 'node:path';
import { problem, UserError } from '../model/problems/problem';
import type { Project } from '../model/study/project';
import type { Answerer } from './answerer';
import { commandAnswerer } from './command';
import { endpointAnswerer } from './endpoint';
import type { JudgeFile } from './judgeFile';
import { StopError } from './stopError';

/** Refuses a judge that the study's texts may not be sent to. Throws `UserError`. */
export function refuseAccess(judge: JudgeFile, { task }: Project): void {
  const access = task.models ?? 'any';
  if (access === 'none' || (access === 'local' && !isLocal(judge)))
    throw new UserError(problem('judge.notAllowed', { access }));
}

/** Whether a judge answers on this computer: a command, or an endpoint at an address that leads nowhere else. */
export function isLocal({ endpoint }: Pick<JudgeFile, 'endpoint'>): boolean {
  if (endpoint === undefined) return true;
  const { hostname } = new URL(endpoint);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Opens a judge. Throws `StopError` where the environment does not have the key that its file names.
 * @param file the judge file: a command is started in its folder
 */
export function answererOf(judge: JudgeFile, file: string, environment = process.env): Answerer {
  if (judge.command) return commandAnswerer(judge, dirname(file));
  const key = judge.key === undefined ? undefined : environment[judge.key];
  if (judge.key !== undefined && (key === undefined || key === ''))
    throw new StopError(problem('judge.keyMissing', { key: judge.key }));
  return endpointAnswerer(judge, key);
}
