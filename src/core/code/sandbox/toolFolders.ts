import { homedir } from 'node:os';
import { dirname, join, parse, sep } from 'node:path';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { problem, UserError } from '../../model/problems/problem';
import { pathWithin } from '../../study/pathWithin';

/** Folders of the machine, of which no part is shown for tools. */
const closed = ['/proc', '/sys', '/dev', '/run', '/var/run', '/tmp', '/var/tmp', '/etc'];
/** Names of folders in which people and programs keep what is secret. */
const secret = /^\.(?:ssh|gnupg|aws|azure|kube|docker|config|netrc|password-store|vscode.*|git)$/i;

/**
 * Returns the real paths of folders with tools. Throws `UserError` for one that is not there, that holds the home
 * folder, or in which secrets are kept.
 */
export function toolFolders(folders: readonly string[], home = homedir()): readonly string[] {
  return folders.map((folder) => {
    const real = existsSync(folder) && statSync(folder).isDirectory() ? realpathSync(folder) : undefined;
    if (real === undefined) throw new UserError(problem('sandbox.toolsMissing', {}, folder));
    const holdsHome = pathWithin(real, existsSync(home) ? realpathSync(home) : home) !== undefined;
    const isClosed = closed.some((each) => pathWithin(each, real) !== undefined);
    if (holdsHome || isClosed || real === parse(real).root || real.split(sep).some((name) => secret.test(name)))
      throw new UserError(problem('sandbox.toolsRefused', {}, folder));
    return real;
  });
}

/** Where the programs of folders with tools are, and then those of the system. */
export const searchPath = (tools: readonly string[]): readonly string[] => [
  ...tools.map((folder) => (existsSync(join(folder, 'bin')) ? join(folder, 'bin') : folder)),
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
];

/** The absolute path of a program in PATH; undefined where it is not found. Relative folders of PATH are left out. */
export function programPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const isWindows = process.platform === 'win32';
  const names = isWindows ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of (env.PATH ?? env.Path ?? '').split(isWindows ? ';' : ':'))
    for (const each of names) {
      const path = join(folder, each);
      if (dirname(path) === folder.replace(/[/\\]$/, '') && /^(?:\/|[A-Za-z]:)/.test(folder) && existsSync(path))
        return path;
    }
  return undefined;
}
