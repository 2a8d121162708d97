import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { problem, UserError } from '../../model/problems/problem';
import {
  environmentInside,
  limitedCommand,
  scratchBytes,
  treeInside,
  type Sandbox,
  type SandboxedCommand,
  type SandboxRequest,
} from './sandbox';

/** Milliseconds that a container may take to be ended. */
const deadline = 30_000;

/**
 * Runs a command in a container (docker-run(1), podman-run(1)) of an image that is already here. It has the tree, and no
 * network, no capability, nothing else of the machine; what it writes elsewhere lies in memory. Its PATH is the image's.
 */
export function containerCommand(sandbox: Sandbox, request: SandboxRequest): SandboxedCommand {
  const name = `box-${randomBytes(8).toString('hex')}`;
  const { PATH: _, ...env } = environmentInside('/home/user', '/tmp', []);
  const at = request.at ?? treeInside;
  const tmpfs = `rw,exec,nosuid,nodev,size=${scratchBytes},mode=1777`;
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  const args = [
    ...['run', '--rm', '--init', '--name', name, '--hostname', 'box', '--pull', 'never'],
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--pids-limit', String(request.processes), '--memory', String(request.memory)],
    ...['--memory-swap', String(request.memory), '--ulimit', 'core=0:0', '--shm-size', '64m', '--log-driver', 'none'],
    ...['--tmpfs', `/tmp:${tmpfs}`, '--tmpfs', `/home/user:${tmpfs}`],
    ...(uid === undefined || gid === undefined ? [] : ['--user', `${uid}:${gid}`]),
    ...(sandbox.kind === 'podman'
      ? ['--security-opt', 'label=disable', ...(uid === 0 ? [] : ['--userns', 'keep-id'])]
      : []),
    ...['--mount', mount(request.tree, at), '--workdir', at],
    ...Object.entries(env).flatMap(([each, value]) => ['--env', `${each}=${value}`]),
    // The client's own configuration may put these in.
    ...proxies.flatMap((each) => ['--env', `${each}=`, '--env', `${each.toUpperCase()}=`]),
    ...['--entrypoint', '/bin/sh', sandbox.image ?? '', '-c', script(request), 'sh', request.command],
  ];
  return {
    program: sandbox.program,
    args,
    env: clientEnvironment(),
    cwd: request.scratch,
    inputs: [],
    end: () => removeContainer(sandbox.program, name),
  };
}

const proxies = ['http_proxy', 'https_proxy', 'ftp_proxy', 'no_proxy', 'all_proxy'];

/** Should we be gone by then, the container ends by itself soon after its time limit. */
const script = (request: SandboxRequest): string =>
  `( sleep ${Math.ceil(request.timeout) + 30}; kill -9 -1 ) >/dev/null 2>&1 &\n${limitedCommand(request, { processLimit: false })}`;

/** A list of values with commas, in which no path can say anything else. */
function mount(folder: string, at: string): string {
  if (/[",\n\r]/.test(folder + at)) throw new UserError(problem('sandbox.folderName', {}, folder));
  return `type=bind,source=${folder},target=${at}`;
}

const needed =
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|TEMP|TMP|XDG_RUNTIME_DIR|DOCKER_\w+|CONTAINER_\w+)$/i;

/** What the client needs to find its daemon. No container has any of it. */
export const clientEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)));

/** Ends a container, whatever it is doing. */
async function removeContainer(program: string, name: string): Promise<void> {
  await promisify(execFile)(program, ['rm', '--force', name], {
    env: clientEnvironment(),
    timeout: deadline,
    windowsHide: true,
  }).catch(() => undefined);
}
