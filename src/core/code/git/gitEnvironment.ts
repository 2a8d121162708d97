import { devNull } from 'node:os';
import { dirname } from 'node:path';

/** Variables of this process that git needs: where programs and libraries are. */
const kept = /^(?:PATH|PATHEXT|SYSTEMROOT|WINDIR|COMSPEC|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|DYLD_.*)$/i;

/**
 * The environment in which git reads a repository that may be somebody else's: nothing of the user's and the system's
 * configuration, no replaced objects, no network, no question, no lock, and none of the variables that lead git
 * elsewhere.
 */
export function gitEnvironment(of: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(of).filter(([name]) => kept.test(name))),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    // A partial clone would fetch what it lacks; a version of git that does not know the line above heeds this one.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: '',
    // Windows looks for programs in the folder that one is in.
    NoDefaultCurrentDirectoryInExePath: '1',
  };
}

/** A folder to run git in, which nobody else has put programs into. */
export const gitFolder = (): string => dirname(process.execPath);

/**
 * What stands before the command. Hooks, monitors, helpers and commands that the repository's own configuration names
 * are taken back; none of them is run by what we ask for.
 */
export const gitArguments = (repository: string): readonly string[] => [
  `--git-dir=${repository}`,
  '--no-optional-locks',
  '--no-replace-objects',
  '--no-pager',
  '-c',
  'safe.directory=*',
  '-c',
  `core.hooksPath=${devNull}`,
  '-c',
  `core.attributesFile=${devNull}`,
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.untrackedCache=false',
  '-c',
  'core.sshCommand=false',
  '-c',
  'core.askPass=',
  '-c',
  'credential.helper=',
  '-c',
  'protocol.allow=never',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
];
