import { realpathSync } from 'node:fs';
import { environmentInside, limitedCommand, type Sandbox, type SandboxedCommand, type SandboxRequest } from './sandbox';
import { searchPath } from './toolFolders';

/** What of macOS a command may read. */
const readable = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
  '/Library/Frameworks',
  '/Applications/Xcode.app',
  '/opt/homebrew',
  '/opt/local',
  '/private/etc/ssl',
  '/private/etc/localtime',
  '/private/var/db/timezone',
  '/private/var/db/dyld',
  '/private/var/select',
  '/dev/null',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
];

/**
 * A profile of macOS's sandbox: everything is denied but what is said, network included. The forms are those of Apple's
 * own profiles in /usr/share/sandbox, and of Chromium's (sandbox/policy/mac/common.sb). Paths are parameters, so that
 * none can say anything else.
 */
export const seatbeltProfile = (tools: number): string =>
  [
    '(version 1)',
    '(deny default)',
    '(allow process-exec)',
    '(allow process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-host*)',
    '(allow ipc-posix-sem)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    // Of folders above nothing but that they are there.
    '(allow file-read-metadata)',
    '(allow file-read* (literal "/"))',
    ...readable.map((path) => `(allow file-read* (subpath "${path}"))`),
    ...Array.from({ length: tools }, (_, n) => `(allow file-read* (subpath (param "TOOLS${n}")))`),
    '(allow file-read* file-write* (subpath (param "TREE")) (subpath (param "SCRATCH")))',
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))',
    '(deny file-write-setugid)',
    '(deny network*)',
  ].join('\n');

/** Runs a command in macOS's sandbox (sandbox-exec(1)). What it writes elsewhere goes to the scratch folder. */
export function seatbeltCommand(sandbox: Sandbox, request: SandboxRequest): SandboxedCommand {
  const [tree, scratch] = [realpathSync(request.tree), realpathSync(request.scratch)];
  const params = {
    TREE: tree,
    SCRATCH: scratch,
    ...Object.fromEntries(request.tools.map((each, n) => [`TOOLS${n}`, each])),
  };
  return {
    program: sandbox.program,
    args: [
      ...Object.entries(params).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ...['-p', seatbeltProfile(request.tools.length), '/bin/sh', '-c'],
      ...[limitedCommand(request, { processLimit: false }), 'sh', request.command],
    ],
    env: environmentInside(scratch, scratch, ['/opt/homebrew/bin', ...searchPath(request.tools)]),
    cwd: tree,
    inputs: [],
  };
}
