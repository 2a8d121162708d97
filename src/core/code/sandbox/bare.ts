import { environmentInside, limitedCommand, type SandboxedCommand, type SandboxRequest } from './sandbox';
import { searchPath } from './toolFolders';

/** What Windows needs to start programs. */
const ofWindows = /^(?:PATH|PATHEXT|SYSTEMROOT|WINDIR|COMSPEC|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/i;

/**
 * Runs a command without isolation: with the user's rights, but without the user's environment. Only for whoever was
 * asked (`runApart`).
 */
export function bareCommand({ command, tree, scratch, tools, ...limits }: SandboxRequest): SandboxedCommand {
  if (process.platform === 'win32') {
    const system = Object.entries(process.env).filter(([name]) => ofWindows.test(name));
    return {
      program: process.env.COMSPEC ?? 'cmd.exe',
      args: ['/d', '/s', '/c', `"${command}"`],
      env: { ...Object.fromEntries(system), USERPROFILE: scratch, TEMP: scratch, TMP: scratch, CI: '1' },
      cwd: tree,
      inputs: [],
    };
  }
  return {
    program: '/bin/sh',
    args: ['-c', limitedCommand(limits, { processLimit: false }), 'sh', command],
    env: environmentInside(scratch, scratch, searchPath(tools)),
    cwd: tree,
    inputs: [],
  };
}
