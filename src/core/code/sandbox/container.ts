import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { isErrorCode } from '../../journal/fileStatus';
import { messageOf, problem, UserError } from '../../model/problems/problem';
import { askClient, clientEnvironment, hasContainer, makeWithin, removal, removeContainer } from './containerClient';
import {
  environmentInside,
  limitedCommand,
  scratchBytes,
  treeInside,
  type Sandbox,
  type SandboxedCommand,
  type SandboxRequest,
} from './sandbox';
import { programPath } from './toolFolders';

/**
 * Runs a command in a container (docker-create(1), podman-create(1)) of an image that is already here. It has the tree, and
 * no network, no capability, nothing else of the machine; what it writes elsewhere lies in memory. Its PATH is the image's.
 *
 * The container is made before it is started, so that one that is ended at any time can be removed by its name: a daemon
 * goes on making what a client that was killed has asked for.
 */
export function containerCommand(sandbox: Sandbox, request: SandboxRequest): SandboxedCommand {
  const { program } = sandbox;
  const name = `box-${randomBytes(8).toString('hex')}`;
  const record = request.records === undefined ? undefined : join(request.records, `${sandbox.kind}.${name}.container`);
  let release: (() => void) | undefined;
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    try {
      await removeContainer(program, name);
    } catch (error) {
      const command = `${sandbox.kind} ${removal(name).join(' ')}`;
      throw new UserError(problem('sandbox.containerLeft', { name, said: messageOf(error), command }));
    }
    release?.();
    if (record !== undefined) await rm(record, { force: true });
  };
  return {
    program,
    args: ['start', '--attach', name],
    env: clientEnvironment(),
    cwd: request.scratch,
    inputs: [],
    prepare: async () => {
      const args = makeArguments(sandbox, request, name);
      if (record !== undefined) await writeFile(record, '');
      release = endsWithUs(program, name);
      try {
        await askClient(program, args, makeWithin);
      } catch (error) {
        throw new UserError(problem('sandbox.notStarted', { reason: messageOf(error) }));
      }
      if (record !== undefined) await writeFile(record, madeMark);
    },
    passedMemory: async () =>
      (await askClient(program, ['inspect', '--format', '{{.State.OOMKilled}}', name]).catch(() => '')) === 'true',
    end: () => (ending ??= end()),
  };
}

/** What a record holds once its container was made; before that a client may be making it still. */
const madeMark = 'made\n';

/** What a client is asked for to make a container for a request. */
export function makeArguments(sandbox: Sandbox, request: SandboxRequest, name: string): readonly string[] {
  const { PATH: _, ...env } = environmentInside('/home/user', '/tmp', []);
  const at = request.at ?? treeInside;
  const tmpfs = `rw,exec,nosuid,nodev,size=${scratchBytes},mode=1777`;
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  // Volumes of the image lie on the disk, where nothing limits them.
  const inMemory = new Set(['/tmp', '/home/user', ...(sandbox.volumes ?? [])].filter((path) => path !== at));
  return [
    ...['create', '--init', '--name', name, '--hostname', 'box', '--pull', 'never'],
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--pids-limit', String(request.processes), '--memory', String(request.memory)],
    ...['--memory-swap', String(request.memory), '--ulimit', 'core=0:0', '--shm-size', '64m', '--log-driver', 'none'],
    ...['--no-healthcheck', '--stop-signal', 'SIGKILL'],
    ...[...inMemory].flatMap((path) => ['--tmpfs', `${path}:${tmpfs}`]),
    ...(uid === undefined || gid === undefined ? [] : ['--user', `${uid}:${gid}`]),
    ...(sandbox.kind === 'podman' ? ofPodman(uid) : []),
    ...['--mount', mount(request.tree, at), '--workdir', at],
    ...Object.entries(env).flatMap(([each, value]) => ['--env', `${each}=${value}`]),
    // The client's own configuration may put these in.
    ...proxies.flatMap((each) => ['--env', `${each}=`, '--env', `${each.toUpperCase()}=`]),
    ...['--entrypoint', '/bin/sh', sandbox.image ?? '', '-c', script(request), 'sh', request.command],
  ];
}

const ofPodman = (uid: number | undefined): readonly string[] => [
  ...['--security-opt', 'label=disable', ...(uid === 0 ? [] : ['--userns', 'keep-id'])],
  ...ownLimits().flatMap(([limit, value]) => ['--ulimit', `${limit}=${value}:${value}`]),
];

/**
 * What we may have of what Podman asks for as root: of files and processes more than root may raise without
 * CAP_SYS_RESOURCE, as in a container of development. It hands down 32,768 processes at most itself.
 */
function ownLimits(): readonly (readonly [limit: string, value: number])[] {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const hard = (name: string, most: number): number =>
      Math.min(most, Number(new RegExp(`^Max ${name} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1] ?? most));
    return [
      ['nofile', hard('open files', 1_048_576)],
      ['nproc', hard('processes', 32_768)],
    ];
  } catch {
    return [];
  }
}

const proxies = ['http_proxy', 'https_proxy', 'ftp_proxy', 'no_proxy', 'all_proxy'];

/** Should nobody be there to end it, the container ends by itself soon after its time limit. */
const script = (request: SandboxRequest): string =>
  `( sleep ${Math.ceil(request.timeout) + 30}; kill -9 -1 ) >/dev/null 2>&1 &\n${limitedCommand(request, { processLimit: false })}`;

/** A list of values with commas, in which no path can say anything else. */
function mount(folder: string, at: string): string {
  if (/[",\n\r]/.test(folder + at)) throw new UserError(problem('sandbox.folderName', {}, folder));
  return `type=bind,source=${folder},target=${at}`;
}

/**
 * Ends a container when this process is gone, however it ended: a shell of its own hears that by the pipe between the
 * two. It asks several times, as a client may be making the container still. The result lets go of it. Where there is no
 * such shell, what is left ends by its time and is removed by `removeLeftContainers`.
 */
function endsWithUs(program: string, name: string): () => void {
  if (process.platform === 'win32') return () => undefined;
  const asked = 'read -r _; for seconds in 0 1 4 15 60; do sleep $seconds; "$@"; done';
  const shell = spawn('/bin/sh', ['-c', asked, 'sh', program, ...removal(name)], {
    ...{ env: clientEnvironment(), cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
    windowsHide: true,
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => shell.kill('SIGKILL');
}

/**
 * Ends and removes the containers of runs whose process was killed, by the records that lie in their folder for trees.
 * Rejects where one may be there still, or may be made yet: a client or its daemon goes on after its process was killed,
 * and the record of what it makes stays for as long as that may take. What is run is found by name, never by a record.
 */
export async function removeLeftContainers(records: string): Promise<void> {
  const names = await readdir(records).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return [];
    throw error;
  });
  let isMaking = false;
  for (const record of names) {
    const [, kind, name] = /^(docker|podman)\.(box-[0-9a-f]{16})\.container$/.exec(record) ?? [];
    const program = kind === undefined ? undefined : programPath(kind);
    // Without its program there is nothing that could run.
    if (program === undefined || name === undefined) continue;
    const path = join(records, record);
    const isThere = await hasContainer(program, name);
    await removeContainer(program, name);
    if (!isThere && (await mayBeMade(path))) isMaking = true;
    else await rm(path, { force: true });
  }
  if (isMaking) throw new Error('a container may be made yet');
}

/** Whether a client that was asked for a container may be making it still. Clocks of two machines may differ. */
async function mayBeMade(record: string): Promise<boolean> {
  const [text, { mtimeMs }] = await Promise.all([readFile(record, 'utf8'), stat(record)]);
  return text !== madeMark && Math.abs(Date.now() - mtimeMs) < 2 * makeWithin;
}
