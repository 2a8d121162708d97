import { mkdtemp, realpath } from 'node:fs/promises';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, problem, wordsOf, type Problem } from '../../model/problems/problem';
import { removeFolder } from '../tree/removeFolder';
import { askClient, lastLine, type ContainerKind } from './containerClient';
import { listsChildren } from './processes';
import { runApart } from './runApart';
import type { Sandbox, SandboxKind } from './sandbox';
import { programPath } from './toolFolders';

/** Whether there is a sandbox, or what is missing and what to do about it. */
export type SandboxProbe =
  { readonly kind: SandboxKind; readonly sandbox: Sandbox } | { readonly kind: SandboxKind; readonly missing: Problem };

export interface ProbeOptions {
  /** Image that the task's tests run in. Without one there is no container to run in. */
  readonly image?: string;
  /** Programs that are not to be found by their names. */
  readonly programs?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** Seconds that a probe may take. */
const timeout = 20;

/**
 * Tries `true` in each sandbox that this system can have. What is not there is told with what to install.
 */
export async function probeSandboxes(options: ProbeOptions = {}): Promise<readonly SandboxProbe[]> {
  const platform = options.platform ?? process.platform;
  const program = (name: string): string | undefined =>
    options.programs && name in options.programs ? options.programs[name] : programPath(name);
  return Promise.all([
    probeContainer('docker', program('docker'), options.image),
    probeContainer('podman', program('podman'), options.image),
    ...(platform === 'linux' ? [probeBubblewrap(program('bwrap'), program('systemd-run'))] : []),
    ...(platform === 'darwin' ? [probeSeatbelt(program('sandbox-exec') ?? '/usr/bin/sandbox-exec')] : []),
  ]);
}

/** The sandbox to run in: that of the task's image where it is here, else what runs with the system's own programs. */
export const chosenSandbox = (probes: readonly SandboxProbe[]): Sandbox | undefined =>
  probes.flatMap((probe) => ('sandbox' in probe ? [probe.sandbox] : []))[0];

/** Says of each sandbox what is missing, and what to install. */
export const missingSandboxes = (probes: readonly SandboxProbe[]): readonly string[] =>
  probes.flatMap((probe) => ('missing' in probe ? [wordsOf(probe.missing)] : []));

async function probeContainer(
  kind: ContainerKind,
  program: string | undefined,
  image: string | undefined,
): Promise<SandboxProbe> {
  const name = kind === 'docker' ? 'Docker' : 'Podman';
  if (program === undefined) return { kind, missing: problem('sandbox.containerMissing', { name }) };
  try {
    await askClient(program, ['version', '--format', '{{.Server.Version}}'], timeout * 1000);
  } catch (error) {
    return { kind, missing: problem('sandbox.containerSilent', { name, said: messageOf(error) }) };
  }
  if (image === undefined) return { kind, missing: problem('sandbox.imageNotNamed', { name }) };
  if (!(await keepsLimits(program))) return { kind, missing: problem('sandbox.noLimits', { name }) };
  let volumes: readonly string[];
  try {
    volumes = volumesIn(await askClient(program, ['image', 'inspect', '--format', '{{json .Config.Volumes}}', image]));
  } catch {
    return { kind, missing: problem('sandbox.imageMissing', { name, image, command: `${kind} pull ${image}` }) };
  }
  const limits: Sandbox['limits'] = { processes: 'kernel', memory: 'kernel' };
  const sandbox: Sandbox = { kind, program, image, ...(volumes.length > 0 && { volumes }), limits };
  const failed = await failsIn(sandbox);
  return failed === undefined ? { kind, sandbox } : { kind, missing: problem('sandbox.fails', { name, said: failed }) };
}

async function probeBubblewrap(program: string | undefined, systemd: string | undefined): Promise<SandboxProbe> {
  const kind = 'bubblewrap';
  if (program === undefined) return { kind, missing: problem('sandbox.bubblewrapMissing', {}) };
  const watched: Sandbox['limits'] = {
    processes: listsChildren() ? 'watched' : 'none',
    memory: listsChildren() ? 'watched' : 'none',
  };
  const isRoot = process.getuid?.() === 0;
  const scoped: readonly Sandbox[] =
    systemd === undefined
      ? []
      : [
          {
            kind,
            program,
            scope: { program: systemd, of: isRoot ? 'system' : 'user' },
            limits: { processes: 'kernel', memory: 'kernel' },
          },
        ];
  const plain: Sandbox = {
    kind,
    program,
    limits: { ...watched, ...((isRoot || countsByNamespace(release())) && { processes: 'kernel' }) },
  };
  let said = '';
  for (const each of [...scoped, plain])
    for (const forbidsNamespaces of [true, false]) {
      const sandbox = { ...each, forbidsNamespaces };
      const failed = await failsIn(sandbox);
      if (failed === undefined) return { kind, sandbox };
      said = failed;
    }
  return { kind, missing: problem('sandbox.bubblewrapFails', { said }) };
}

/**
 * Whether a limit on processes counts those of a namespace of users, and not all of the user (setrlimit(2): Linux 5.14,
 * "Move RLIMIT_NPROC handling" in kernel/ucount.c). For root the command is run by a user of its own.
 */
export function countsByNamespace(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return major > 5 || (major === 5 && minor >= 14);
}

async function probeSeatbelt(program: string): Promise<SandboxProbe> {
  const kind = 'seatbelt';
  const sandbox: Sandbox = { kind, program, limits: { processes: 'watched', memory: 'watched' } };
  const said = await failsIn(sandbox);
  return said === undefined
    ? { kind, sandbox }
    : { kind, missing: problem('sandbox.fails', { name: 'sandbox-exec', said }) };
}

/** What a sandbox says when `true` cannot be run in it, or cannot write to its tree; undefined where it can. */
async function failsIn(sandbox: Sandbox): Promise<string | undefined> {
  const tree = await mkdtemp(join(await realpath(tmpdir()), 'box-'));
  try {
    const { ended, exit, signal, output } = await runApart('true >written', { tree, sandbox, timeout });
    return exit === 0 ? undefined : lastLine(output.head) || `${ended} ${exit ?? signal ?? ''}`.trim();
  } catch (error) {
    return messageOf(error);
  } finally {
    await removeFolder(tree);
  }
}

/**
 * Whether containers have limits of memory and processes. Without root on a system with the first version of cgroups
 * clients say so in a warning at most, and run without. `docker` can be Podman by another name, which asks in other words.
 */
async function keepsLimits(program: string): Promise<boolean> {
  const [ofDocker, ofPodman] = [
    '{{.MemoryLimit}} {{.PidsLimit}}',
    '{{.Host.Security.Rootless}} {{.Host.CgroupsVersion}}',
  ];
  const said = await askClient(program, ['info', '--format', ofDocker]).catch(() =>
    askClient(program, ['info', '--format', ofPodman]).catch(() => ''),
  );
  return said === 'true true' || /^(?:false v\d|true v2)$/.test(said);
}

/** The volumes of an image: `{"/data":{}}`, or `null`. */
const volumesIn = (json: string): readonly string[] =>
  Object.keys((JSON.parse(json) as Readonly<Record<string, unknown>> | null) ?? {});
