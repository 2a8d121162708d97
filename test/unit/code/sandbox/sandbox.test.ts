import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bubblewrapCommand } from '../../../../src/core/code/sandbox/bubblewrap';
import { containerCommand, makeArguments, removeLeftContainers } from '../../../../src/core/code/sandbox/container';
import { askClient } from '../../../../src/core/code/sandbox/containerClient';
import { OutputKeeper } from '../../../../src/core/code/sandbox/keptOutput';
import {
  chosenSandbox,
  countsByNamespace,
  missingSandboxes,
  probeSandboxes,
  type SandboxProbe,
} from '../../../../src/core/code/sandbox/probeSandboxes';
import { processesBelow } from '../../../../src/core/code/sandbox/processes';
import { runApart } from '../../../../src/core/code/sandbox/runApart';
import type { Sandbox, SandboxRequest } from '../../../../src/core/code/sandbox/sandbox';
import { seatbeltProfile } from '../../../../src/core/code/sandbox/seatbelt';
import { toolFolders } from '../../../../src/core/code/sandbox/toolFolders';
import { temporaryFolder } from '../../made/temporaryFolder';

const kernel = { processes: 'kernel', memory: 'kernel' } as const;
const docker: Sandbox = { kind: 'docker', program: '/usr/bin/docker', image: 'task:1', limits: kernel };
const request: SandboxRequest = {
  command: 'pytest -rA',
  tree: '/storage/0a1b2c3d/a',
  tools: [],
  scratch: '/scratch',
  ...{ memory: 1 << 30, processes: 100, disk: 1 << 20, timeout: 60 },
};

/** Stands in for Docker: writes down what it is asked for, and runs commands without a container. */
function fakeDocker(
  answers: Readonly<Record<string, string>> = {},
  name = 'docker',
): { program: string; asked: () => string[] } {
  const folder = temporaryFolder();
  const [program, log] = [join(folder, name), join(folder, 'log')];
  const cases = {
    version: 'echo 27',
    info: 'echo true true',
    image: 'echo null',
    create: `while [ "$1" != -c ]; do shift; done; printf %s "$2" > ${folder}/script; printf %s "$4" > ${folder}/command; echo 0a1b`,
    start: `sh -c "$(cat ${folder}/script)" sh "$(cat ${folder}/command)"`,
    inspect: 'echo false',
    rm: ':',
    ps: ':',
    ...answers,
  };
  writeFileSync(
    program,
    `#!/bin/sh\necho "$@" | tr '\\n' ' ' >> ${log}; echo >> ${log}\ncase "$1" in\n${Object.entries(cases)
      .map(([name, does]) => `${name}) ${does} ;;`)
      .join('\n')}\nesac\n`,
  );
  chmodSync(program, 0o755);
  return { program, asked: () => readFileSync(log, 'utf8').trim().split('\n') };
}
const none = { docker: undefined, podman: undefined, bwrap: undefined, 'systemd-run': undefined };
const missingOf = (probes: readonly SandboxProbe[], kind: string): string | undefined => {
  const probe = probes.find((each) => each.kind === kind);
  return probe && 'missing' in probe ? missingSandboxes([probe])[0] : undefined;
};

describe('a container', () => {
  it('has the tree, its limits, and nothing else of the machine', () => {
    const { env } = containerCommand(docker, request);
    const args = makeArguments(docker, request, 'box-1');
    const text = args.join(' ');
    for (const part of [
      '--network none',
      '--read-only',
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--pids-limit 100',
      `--memory ${1 << 30} --memory-swap ${1 << 30}`,
      '--pull never',
      '--mount type=bind,source=/storage/0a1b2c3d/a,target=/tree --workdir /tree',
      '--env https_proxy= --env HTTPS_PROXY=',
      '--entrypoint /bin/sh task:1 -c',
    ])
      expect(text).toContain(part);
    expect(text.match(/--mount|--volume|-v /g)).toHaveLength(1);
    expect(text).not.toMatch(/docker\.sock|--privileged|--cap-add/);
    expect(args.slice(-2)).toEqual(['sh', 'pytest -rA']);
    expect(
      Object.keys(env).every((name) =>
        /^(?:PATH|HOME|USERPROFILE|DOCKER_|XDG_|TEMP|TMP|DBUS_|STORAGE_|SYSTEMROOT|WINDIR|PATHEXT|APPDATA|LOCALAPPDATA|CONTAINERS?_)/i.test(
          name,
        ),
      ),
    ).toBe(true);
    expect(makeArguments(docker, { ...request, at: '/testbed' }, 'box-1').join(' ')).toContain(
      'target=/testbed --workdir /testbed',
    );
  });

  it('takes no folder whose name would say more than where it is', () => {
    expect(() => makeArguments(docker, { ...request, tree: '/a,readonly=false,source=/etc' }, 'box-1')).toThrow(
      'comma',
    );
  });

  it.skipIf(process.platform === 'win32')(
    'is removed when its time is over, as the client alone is not it',
    async () => {
      const { program, asked } = fakeDocker();
      const sandbox = { ...docker, program };
      const run = await runApart('sleep 30', { tree: temporaryFolder(), sandbox, timeout: 1 });
      expect(run.ended).toBe('timeout');
      const name = /--name (box-\w+)/.exec(asked()[0] ?? '')?.[1];
      expect(asked().slice(1)).toContain(`rm --force --volumes ${name}`);
    },
  );

  it('has what its image wants on the disk in memory, but for the tree', () => {
    const volumes = { ...docker, volumes: ['/data', '/testbed'] };
    const text = makeArguments(volumes, { ...request, at: '/testbed' }, 'box-1').join(' ');
    expect(text).toContain('--tmpfs /data:rw,');
    expect(text).not.toContain('--tmpfs /testbed');
  });

  it.runIf(process.platform === 'linux')('of Podman is asked for no more files and processes than we may have', () => {
    const text = makeArguments({ ...docker, kind: 'podman' }, request, 'box-1').join(' ');
    const [, files, processes] = /--ulimit nofile=(\d+):\1 --ulimit nproc=(\d+):\2/.exec(text) ?? [];
    const limits = readFileSync('/proc/self/limits', 'utf8');
    for (const [name, value] of [
      ['open files', files],
      ['processes', processes],
    ]) {
      const hard = new RegExp(`^Max ${name} +\\S+ +(\\S+)`, 'm').exec(limits)?.[1];
      expect(Number(value)).toBeLessThanOrEqual(hard === 'unlimited' ? Infinity : Number(hard));
    }
  });

  describe.skipIf(process.platform === 'win32')('of a client', () => {
    const run = (answers: Readonly<Record<string, string>>, records = temporaryFolder()) => {
      const { program, asked } = fakeDocker(answers);
      const options = { tree: temporaryFolder(), sandbox: { ...docker, program }, timeout: 5, scratchIn: records };
      return { ran: runApart('echo hello', options), asked, records };
    };

    it('that cannot make one is no run', async () => {
      await expect(run({ create: 'echo no space >&2; exit 125' }).ran).rejects.toThrow(
        'could not be started: no space',
      );
    });

    it('whose memory was over says so, though it was the kernel that ended it', async () => {
      expect((await run({ start: 'exit 137', inspect: 'echo true' }).ran).ended).toBe('memory');
      expect((await run({ inspect: 'echo true' }).ran).ended).toBe('exit');
    });

    it('that cannot be removed is told, with what removes it', async () => {
      const { ran, records } = run({ rm: 'exit 1', ps: 'echo no daemon >&2; exit 1' });
      await expect(ran).rejects.toThrow(/may be running still.*docker rm --force --volumes box-.*no daemon/);
      expect(readdirSync(records)).toEqual([expect.stringMatching(/^docker\.box-\w+\.container$/)]);
    });

    it('that was gone already is removed, and its record', async () => {
      const { ran, records } = run({ rm: 'echo No such container >&2; exit 1' });
      expect((await ran).output.head).toBe('hello\n');
      expect(readdirSync(records)).toEqual([]);
    });

    it('that hangs is not waited for', async () => {
      const { program } = fakeDocker({ version: 'exec sleep 60' });
      await expect(askClient(program, ['version'], 300)).rejects.toThrow('no answer in 0.3 s');
    });
  });

  it.skipIf(process.platform === 'win32')(
    'left behind is removed by its record, which cannot say what is run',
    async () => {
      const folder = temporaryFolder();
      const names = [
        'docker.box-0123456789abcdef.container',
        'sh.box-0123456789abcdef.container',
        'docker.x.container',
      ];
      for (const name of names) writeFileSync(join(folder, name), 'made\n');
      const { program, asked } = fakeDocker();
      vi.stubEnv('PATH', `${dirname(program)}:${process.env.PATH ?? ''}`);
      onTestFinished(() => void vi.unstubAllEnvs());
      await removeLeftContainers(folder);
      expect(asked().at(-1)).toEqual('rm --force --volumes box-0123456789abcdef');
      expect(readdirSync(folder).sort()).toEqual([names[2], names[1]]);
    },
  );

  it.skipIf(process.platform === 'win32')('that may be made yet keeps its record, until that is over', async () => {
    const [folder, name] = [temporaryFolder(), 'podman.box-0123456789abcdef.container'];
    const record = join(folder, name);
    const { program } = fakeDocker({}, 'podman');
    vi.stubEnv('PATH', `${dirname(program)}:${process.env.PATH ?? ''}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const swept = async (text: string, age = 0): Promise<readonly string[]> => {
      writeFileSync(record, text);
      const then = new Date(Date.now() - age);
      utimesSync(record, then, then);
      await removeLeftContainers(folder).catch(() => undefined);
      return readdirSync(folder);
    };
    // Its process was killed while the client was making it.
    expect(await swept('')).toEqual([name]);
    await expect(removeLeftContainers(folder)).rejects.toThrow('made yet');
    expect(await swept('', 3_600_000)).toEqual([]);
    // It was made, and is gone.
    expect(await swept('made\n')).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('probes', () => {
  it('say what to install where nothing is there', async () => {
    const probes = await probeSandboxes({ programs: none, platform: 'linux' });
    expect(chosenSandbox(probes)).toBeUndefined();
    expect(missingSandboxes(probes)).toEqual([
      expect.stringContaining('Docker was not found'),
      expect.stringContaining('Podman was not found'),
      expect.stringContaining('sudo apt install bubblewrap'),
    ]);
    expect((await probeSandboxes({ programs: none, platform: 'win32' })).map(({ kind }) => kind)).toEqual([
      'docker',
      'podman',
    ]);
  });

  it('tell a daemon that is silent, an image that is not named, and one that is not there', async () => {
    const probe = async (answers: Readonly<Record<string, string>>, image?: string): Promise<string | undefined> => {
      const probes = await probeSandboxes({
        programs: { ...none, docker: fakeDocker(answers).program },
        platform: 'win32',
        ...(image !== undefined && { image }),
      });
      return missingOf(probes, 'docker');
    };
    expect(await probe({ version: 'echo no daemon >&2; exit 1' })).toMatch(/gives no answer.*no daemon/);
    expect(await probe({})).toContain('names an image');
    expect(await probe({ info: 'echo true false' }, 'task:1')).toContain('cannot limit');
    const asPodman = (said: string): string => `case "$3" in *Host*) echo ${said} ;; *) exit 125 ;; esac`;
    expect(await probe({ info: asPodman('true v1') }, 'task:1')).toContain('cannot limit');
    expect(await probe({ info: asPodman('true v2') }, 'task:1')).toBeUndefined();
    expect(await probe({ image: 'exit 1' }, 'task:1')).toContain('docker pull task:1');
    expect(await probe({ create: 'echo no space >&2; exit 125' }, 'task:1')).toMatch(/runs nothing.*no space/);
    expect(await probe({}, 'task:1')).toBeUndefined();
  });

  it('tell what bubblewrap says where it may not make namespaces', async () => {
    const program = join(temporaryFolder(), 'bwrap');
    writeFileSync(program, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n');
    chmodSync(program, 0o755);
    const probes = await probeSandboxes({ programs: { ...none, bwrap: program }, platform: 'linux' });
    expect(missingOf(probes, 'bubblewrap')).toMatch(/AppArmor.*No permissions/);
  });

  it('take a group of systemd where it is there', () => {
    const scope = { program: '/usr/bin/systemd-run', of: 'user' } as const;
    const { program, args, env } = bubblewrapCommand(
      { kind: 'bubblewrap', program: '/usr/bin/bwrap', scope, limits: kernel },
      request,
    );
    expect(program).toBe('/usr/bin/systemd-run');
    expect(args.join(' ')).toContain(
      `--user --scope --quiet --collect --property=TasksMax=108 --property=MemoryMax=${1 << 30}`,
    );
    expect(args.join(' ')).toContain('-- /usr/bin/env -i /usr/bin/bwrap --args 3');
    expect(Object.keys(env).filter((name) => !/^(?:XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS)$/.test(name))).toEqual([]);
  });

  it.each([
    ['5.13.0', false],
    ['5.14.0-generic', true],
    ['6.1', true],
    ['4.19', false],
  ])('know whether the kernel counts processes by namespace: %s', (version, does) => {
    expect(countsByNamespace(version)).toBe(does);
  });
});

describe('the profile of macOS', () => {
  it('denies what it does not say, and writes to two folders only', () => {
    const lines = seatbeltProfile(1).split('\n');
    expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
    expect(lines.filter((line) => line.includes('file-write*'))).toEqual([
      '(allow file-read* file-write* (subpath (param "TREE")) (subpath (param "SCRATCH")))',
    ]);
    expect(lines.at(-1)).toBe('(deny network*)');
    expect(lines.join()).not.toMatch(/Users|allow network|allow default/);
  });
});

describe('folders with tools', () => {
  it('are neither the home folder, nor above it, nor where secrets are', () => {
    const home = temporaryFolder();
    for (const folder of [home, dirname(home), '/', '/proc', join(home, '.ssh')]) {
      mkdirSync(folder, { recursive: true });
      expect(() => toolFolders([folder], home), folder).toThrow('not shown');
    }
    expect(() => toolFolders([homedir()])).toThrow('not shown');
    expect(() => toolFolders([join(home, 'no')], home)).toThrow('not there');
    expect(toolFolders(['/usr/share'], home)).toEqual(['/usr/share']);
  });
});

describe('output', () => {
  it('is kept whole where it is short, also where a sign lies on the border', () => {
    const keeper = new OutputKeeper(4);
    for (const part of ['abc', 'é', 'de']) keeper.add(Buffer.from(part));
    expect(keeper.output()).toEqual({ head: 'abcéde', tail: '', omitted: 0 });
  });

  it('has its beginning, its end and the count of what lies between', () => {
    const keeper = new OutputKeeper(1000);
    const all = Array.from({ length: 5000 }, (_, n) => `${n}\n`).join('');
    for (let at = 0; at < all.length; at += 7) keeper.add(Buffer.from(all.slice(at, at + 7)));
    expect(keeper.output()).toEqual({ head: all.slice(0, 1000), tail: all.slice(-1000), omitted: all.length - 2000 });
  });
});

it.runIf(process.platform === 'linux')('counts the processes that one has started', async () => {
  const use = await processesBelow([process.pid], 1000);
  expect(use?.processes).toBeGreaterThan(0);
  expect(use?.memory).toBeGreaterThan(10_000_000);
});
