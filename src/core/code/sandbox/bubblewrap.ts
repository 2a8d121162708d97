import { randomInt } from 'node:crypto';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { foldersAbove } from '../tree/treeFiles';
import {
  environmentInside,
  homeInside,
  limitedCommand,
  scratchBytes,
  treeInside,
  type Sandbox,
  type SandboxedCommand,
  type SandboxRequest,
} from './sandbox';
import { searchPath } from './toolFolders';

/** What of the system a command may read. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];
/** What of /etc programs need to find libraries, certificates, fonts and the time; nothing that names a person. */
const systemFiles = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'fonts',
  'java',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'pki/tls/certs',
  'ssl/certs',
  'ssl/openssl.cnf',
];
const sharedMemoryBytes = 64 * 1024 * 1024;
const usualUser = 1000;
/** Users that systemd gives to services for a time, so that no person is one (systemd, UIDS-GIDS.md). */
const [firstUser, lastUser] = [61_184, 65_519];

/**
 * Runs a command in bubblewrap (bwrap(1)): own namespaces for processes, network, mounts, users and names; the system
 * read only and by list; no home, no environment, no sockets; all ends with its first process, and with us.
 *
 * Its arguments come by a file descriptor and its environment is empty, as the command can read both of process 1.
 * Root's rights over /proc/sys outlast namespaces of users, and no limit on processes holds for root: there the command
 * is run by a user that nobody is (setpriv(1)).
 */
export function bubblewrapCommand(sandbox: Sandbox, request: SandboxRequest): SandboxedCommand {
  const { tools, tree } = request;
  const owner = process.getuid?.() === 0 ? randomInt(firstUser, lastUser + 1) : undefined;
  const user = owner ?? usualUser;
  const env = environmentInside(homeInside, '/tmp', searchPath(tools));
  const args = [
    ...(owner === undefined ? ofUser(sandbox) : ofRoot),
    ...['--info-fd', '7', '--hostname', 'box', '--die-with-parent', '--new-session', '--clearenv'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--perms', '0755', '--dir', '/etc', '--perms', '0755', '--dir', '/home'],
    ...systemFolders.flatMap(systemFolder),
    ...systemFiles.flatMap((name) => shown(`/etc/${name}`)),
    ...file(4, '/etc/passwd'),
    ...file(5, '/etc/group'),
    ...file(6, '/etc/hosts'),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...inMemory('/dev/shm', sharedMemoryBytes),
    ...inMemory('/tmp', scratchBytes),
    ...inMemory(homeInside, scratchBytes),
    ...tools.flatMap(shown),
    ...['--bind', tree, treeInside, '--chdir', '/'],
    // Both lie in memory without a limit.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
  ];
  const shell = [
    '/bin/sh',
    '-c',
    `cd ${treeInside} || exit 126\n${limitedCommand(request, { processLimit: sandbox.limits.processes === 'kernel' })}`,
    'sh',
  ];
  const changed = [
    '/usr/bin/setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    '--inh-caps=-all',
    '--bounding-set=-all',
    '--',
  ];
  const inside = [...(owner === undefined ? [] : changed), ...shell, request.command];
  const bubblewrap = [sandbox.program, '--args', '3', ...inside];
  const [program = '', ...rest] = sandbox.scope ? inScope(sandbox.scope, request, bubblewrap) : bubblewrap;
  return {
    program,
    args: rest,
    env: sandbox.scope ? environmentOfScope() : {},
    cwd: '/',
    inputs: [
      args.map((each) => `${each}\0`).join(''),
      `root:x:0:0::/:/bin/false\nuser:x:${user}:${user}::${homeInside}:/bin/sh\n`,
      `root:x:0:\nuser:x:${user}:\n`,
      '127.0.0.1 localhost box\n::1 localhost\n',
    ],
    tellsFirst: true,
    ...(owner !== undefined && { owner }),
  };
}

const ofUser = ({ forbidsNamespaces }: Sandbox): readonly string[] => [
  ...['--unshare-all', '--unshare-user', ...(forbidsNamespaces ? ['--disable-userns'] : [])],
  ...['--uid', String(usualUser), '--gid', String(usualUser), '--cap-drop', 'ALL'],
];

const ofRoot: readonly string[] = [
  ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
];

/** Something of the machine at its own path, in folders that everybody inside may pass. */
const shown = (path: string): readonly string[] => [
  ...(existsSync(path) ? foldersAbove(path.slice(1)) : []).flatMap((each) => ['--perms', '0755', '--dir', `/${each}`]),
  ...['--ro-bind-try', path, path],
];

const file = (descriptor: number, path: string): readonly string[] => [
  ...['--perms', '0444', '--ro-bind-data', String(descriptor), path],
];

const inMemory = (path: string, bytes: number): readonly string[] => [
  ...['--perms', '1777', '--size', String(bytes), '--tmpfs', path],
];

/** As on this machine: a folder, or a link into another one (`/bin` into `/usr/bin`). */
function systemFolder(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

/**
 * In a group of its own of systemd, whose limits the kernel keeps (systemd-run(1), systemd.resource-control(5)). With
 * `--scope` it becomes the command, so that it is ended like it.
 */
const inScope = (
  scope: NonNullable<Sandbox['scope']>,
  { memory, processes }: SandboxRequest,
  command: readonly string[],
): readonly string[] => [
  scope.program,
  ...(scope.of === 'user' ? ['--user'] : []),
  ...['--scope', '--quiet', '--collect', `--property=TasksMax=${processes + 8}`, `--property=MemoryMax=${memory}`],
  ...['--property=MemorySwapMax=0', '--', '/usr/bin/env', '-i'],
  ...command,
];

/** What systemd-run needs to find the user's systemd; `env -i` takes it away from the command. */
const environmentOfScope = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS)$/.test(name)),
  );
