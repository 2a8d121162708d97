import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { applyPatch } from '../../../src/core/code/patch/applyPatch';
import { parsePatch } from '../../../src/core/code/patch/parsePatch';
import { probeSandboxes } from '../../../src/core/code/sandbox/probeSandboxes';
import { runApart, type RunOptions, type RunResult } from '../../../src/core/code/sandbox/runApart';
import { withoutIsolation, type Sandbox } from '../../../src/core/code/sandbox/sandbox';
import type { SourceFile } from '../../../src/core/code/tree/sourceFiles';
import { Trees } from '../../../src/core/code/tree/trees';
import { sweepTrees } from '../../../src/core/code/tree/treeLock';
import { baseOf } from './patch/baseOf';
import { bundled } from '../made/bundle';
import { eventually } from '../made/eventually';
import { temporaryFolder } from '../made/temporaryFolder';

const megabyte = 1024 * 1024;
const limits = { timeout: 20, memory: 256 * megabyte, processes: 48, disk: 24 * megabyte, mostOutput: 8 * megabyte };

/** An image of a task for Docker and Podman, which has to be on the machine: none is fetched. */
const image = process.env.TIEBREAK_TEST_IMAGE ?? 'debian:stable-slim';
const found = new Map<string, Sandbox>();
beforeAll(async () => {
  for (const probe of await probeSandboxes({ image })) if ('sandbox' in probe) found.set(probe.kind, probe.sandbox);
});

/** Runs hostile code in a tree of its own. */
async function hostile(
  command: string,
  options: Partial<RunOptions> & { sandbox: Sandbox },
): Promise<RunResult & { tree: string }> {
  const tree = options.tree ?? temporaryFolder();
  return { ...(await runApart(command, { ...limits, ...options, tree })), tree };
}

/** A time to sleep that no other process has, so that it is found again. */
const secondsOf = (number: number): string => `${number}.${process.pid}`;

/** Processes of the machine with a text in what they were started with. */
const running = (mark: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark);
      } catch {
        return false;
      }
    });

const source = (files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    kind: 'file',
    isExecutable: false,
    read: () => Promise.resolve(Buffer.from(text)),
  }));

const kinds = ['docker', 'podman', 'bubblewrap', 'seatbelt'] as const;
describe.each(kinds)('hostile code in %s', (kind) => {
  /** A test that is skipped where this machine does not have the sandbox. */
  const itThere = (name: string, test: (sandbox: Sandbox) => Promise<void>): void =>
    it(name, async ({ skip }) => {
      const sandbox = found.get(kind);
      if (!sandbox) return skip();
      return test(sandbox);
    });
  const isLinux = process.platform === 'linux';

  itThere('that doubles itself is stopped at its number of processes', async (sandbox) => {
    writeFileSync(join(temporaryFolder(), 'x'), '');
    const { ended, output } = await hostile('f() { f & f & wait; }; f; echo survived', { sandbox, timeout: 3 });
    expect(['timeout', 'processes', 'exit']).toContain(ended);
    if (ended === 'exit') expect(output.head).toMatch(/fork|Resource temporarily/i);
    if (isLinux) expect(running('f() { f & f & wait')).toEqual([]);
  });

  itThere('that never stops to write is ended, and little of it kept', async (sandbox) => {
    const before = process.memoryUsage().rss;
    const { ended, output } = await hostile('yes', { sandbox });
    expect(ended).toBe('output');
    expect([output.head.length, output.tail.length]).toEqual([65536, 65536]);
    expect(output.omitted).toBeGreaterThan(limits.mostOutput - 2 * 65536);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * megabyte);
  });

  itThere('that fills the disk by one file is stopped at its size', async (sandbox) => {
    const { exit, output, tree } = await hostile('cat /dev/zero > big; echo exit $?', { sandbox });
    expect([exit, output.head]).not.toEqual([0, 'exit 0\n']);
    expect(lstatSync(join(tree, 'big')).size).toBeLessThanOrEqual(limits.disk);
  });

  itThere('that fills the disk by many files is ended', async (sandbox) => {
    const { ended } = await hostile('i=0; while :; do i=$((i+1)); head -c 1000000 /dev/zero > f$i; done', { sandbox });
    expect(ended).toBe('disk');
  });

  itThere('that fills what lies in memory is stopped there', async (sandbox) => {
    const { output } = await hostile(
      'for d in /tmp ~ /dev/shm / /dev /etc; do head -c 400000000 /dev/zero > $d/x 2>/dev/null; [ "$(stat -c %s $d/x 2>/dev/null || echo 0)" -lt 300000000 ] && echo stopped; done',
      { sandbox, disk: 1024 * megabyte, memory: 2048 * megabyte },
    );
    expect(output.head.match(/stopped/g)).toHaveLength(6);
  });

  itThere('that takes all memory is stopped', async (sandbox) => {
    const { ended, exit } = await hostile('x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done', { sandbox });
    expect(ended === 'memory' || (ended === 'exit' && exit !== 0)).toBe(true);
  });

  itThere('that takes all memory by many processes is stopped, and told where the kernel does it', async (sandbox) => {
    const grow = 'x=aaaaaaaaaaaaaaaa; while [ ${#x} -lt 67108864 ]; do x=$x$x; done; sleep 5';
    const { ended, exit } = await hostile(
      `for n in 1 2 3 4 5 6 7 8; do sh -c '${grow}' & p="$p $!"; done; for n in $p; do wait $n || exit 1; done`,
      { sandbox },
    );
    // Podman does not tell it of every kernel (conmon, with the first version of cgroups).
    expect(kind === 'podman' && ended === 'exit' && exit !== 0 ? 'memory' : ended).toBe('memory');
  });

  itThere('that sleeps is ended in time, with what it started, wherever that went', async (sandbox) => {
    const seconds = secondsOf(31337);
    const {
      ended,
      exit,
      seconds: took,
    } = await hostile(
      `(setsid sh -c "trap '' TERM HUP INT; sleep ${seconds}; sleep ${seconds}" &) ; nohup sleep ${seconds} & sleep ${seconds}`,
      { sandbox, timeout: 1 },
    );
    expect([ended, exit]).toEqual(['timeout', undefined]);
    expect(took).toBeLessThan(15);
    if (isLinux) expect(running(seconds)).toEqual([]);
  });

  itThere('that leaves a process behind loses it', async (sandbox) => {
    const seconds = secondsOf(31338);
    const run = await hostile(`(setsid sleep ${seconds} >/dev/null 2>&1 &); setsid sleep ${seconds} & echo done`, {
      sandbox,
    });
    expect([run.ended, run.exit, run.output.head]).toEqual(['exit', 0, 'done\n']);
    if (isLinux) expect(running(seconds)).toEqual([]);
  });

  itThere('writes nothing outside of its tree, by path, link or hard link', async (sandbox) => {
    const [outside, tree] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(outside, 'target'), 'before');
    symlinkSync(outside, join(tree, 'way'));
    const target = join(outside, 'target');
    await hostile(
      [
        `echo evil > ${target}`,
        'echo evil > way/target',
        `mkdir -p ${outside}; echo evil > ${outside}/new; ln ${target} hard && echo evil > hard`,
        'echo evil > ../evil; echo evil > /evil; echo evil > /usr/evil',
        `ln -s ${target} soft; echo evil > soft; mount --bind ${outside} . ; chroot /proc/1/root touch ${target}`,
      ].join('\n'),
      { sandbox, tree },
    );
    expect(readFileSync(target, 'utf8')).toBe('before');
    expect(readdirSync(outside)).toEqual(['target']);
    expect(['/evil', '/usr/evil', join(tree, '../evil')].filter((path) => existsSync(path))).toEqual([]);
  });

  itThere('reads neither the home folder, nor the environment, nor the sockets of the machine', async (sandbox) => {
    process.env.TIEBREAK_HOSTILE_SECRET = 'very-secret';
    const file = join(homedir(), `.tiebreak-hostile-${process.pid}`);
    writeFileSync(file, 'very-secret');
    onTestFinished(() => {
      delete process.env.TIEBREAK_HOSTILE_SECRET;
      execFileSync('rm', ['-f', file]);
    });
    const { output } = await hostile(
      [
        `env; cat ${file}; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'; cat /proc/1/root${file}`,
        'echo home: $HOME; ls -A ~ | sed s/^/own:/',
        'for s in /var/run/docker.sock /run/docker.sock /run/containerd/containerd.sock /run/user "$SSH_AUTH_SOCK" /run/dbus/system_bus_socket /tmp/.X11-unix; do [ -n "$s" ] && [ -e "$s" ] && echo reached: $s; done',
        'cat /etc/shadow; for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger; do [ -w $f ] && echo reached: $f; done; echo over',
      ].join('\n'),
      { sandbox },
    );
    expect(output.head).toContain('over');
    expect(output.head).not.toMatch(/very-secret|reached:|root:\$/);
    if (kind !== 'seatbelt') expect(output.head).toContain('home: /home/user');
  });

  itThere('reaches no network, not even that of the machine', async (sandbox) => {
    let calls = 0;
    const server = createServer((socket) => {
      calls++;
      socket.destroy();
    }).listen(0, '0.0.0.0');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const { output } = await hostile(
      [
        'cat > call.py <<EOF',
        'import socket, sys',
        `for host, port in (("127.0.0.1", ${port}), ("8.8.8.8", 53), ("169.254.169.254", 80)):`,
        '    try: socket.create_connection((host, port), 2); print("reached", host)',
        '    except OSError as error: print("no", host)',
        'EOF',
        'python3 call.py || echo "no python"',
      ].join('\n'),
      { sandbox },
    );
    expect(output.head).toMatch(/no 169|no python/);
    expect(output.head).not.toContain('reached');
    expect(calls).toBe(0);
  });

  itThere('in conftest.py and in a script of package.json calls out for nothing', async (sandbox) => {
    const outside = join(temporaryFolder(), 'out');
    const files = {
      'conftest.py': `import os, urllib.request\nopen("ran", "w").write("yes")\ntry: open(${JSON.stringify(outside)}, "w").write("evil")\nexcept OSError: pass\ntry: urllib.request.urlopen("http://1.1.1.1", timeout=1); print("reached")\nexcept OSError: pass\n`,
      'package.json': JSON.stringify({ scripts: { pretest: `echo evil > ${outside}`, test: 'true' } }),
    };
    const trees = await Trees.open(temporaryFolder(), source(files));
    onTestFinished(() => trees.close());
    const { folder } = await trees.base();
    const { output } = await hostile('python3 conftest.py; npm test --offline 2>&1', { sandbox, tree: folder });
    expect(output.head).not.toContain('reached');
    expect(existsSync(outside)).toBe(false);
  });

  itThere('that is stopped by the person leaves nothing running', async (sandbox) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const { ended } = await hostile(`sleep ${secondsOf(31339)}`, { sandbox, signal: stop.signal });
    expect(ended).toBe('aborted');
    if (isLinux) expect(running(secondsOf(31339))).toEqual([]);
  });
});

describe.each(['docker', 'podman', 'bubblewrap'] as const)('a run in %s whose editor was killed', (kind) => {
  it('ends with it', async ({ skip }) => {
    const sandbox = found.get(kind);
    if (!sandbox) return skip();
    const [seconds, storage] = [secondsOf(31341), temporaryFolder()];
    const script = await bundled(temporaryFolder(), {
      source: `
        import { runApart } from './src/core/code/sandbox/runApart';
        import { Trees } from './src/core/code/tree/trees';
        async function work() {
          const trees = await Trees.open(process.argv[2] ?? '', []);
          const { folder } = await trees.tree('a', []);
          const onOutput = () => process.stdout.write('running');
          await runApart('echo started; setsid sleep ${seconds} & sleep ${seconds}', { tree: folder, scratchIn: trees.folder, sandbox: JSON.parse(process.argv[3] ?? ''), onOutput });
        }
        void work();`,
    });
    const editor = spawn(process.execPath, [script, storage, JSON.stringify(sandbox)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => editor.once('close', resolve));
    await new Promise((resolve) => editor.stdout.once('data', resolve));
    expect(running(seconds)).not.toEqual([]);
    editor.kill('SIGKILL');
    await ended;
    await eventually(() => expect(running(seconds)).toEqual([]));
    await sweepTrees(storage);
    expect(readdirSync(storage)).toEqual([]);
  });
});

describe('hostile code without isolation', () => {
  it('is not run', async () => {
    const tree = temporaryFolder();
    await expect(runApart('echo evil > ran', { tree, sandbox: withoutIsolation })).rejects.toThrow('were not run');
    expect(readdirSync(tree)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'that somebody allowed has none of the environment, and ends in time',
    async () => {
      process.env.TIEBREAK_HOSTILE_SECRET = 'very-secret';
      onTestFinished(() => {
        delete process.env.TIEBREAK_HOSTILE_SECRET;
      });
      const seconds = secondsOf(31340);
      const run = await runApart(`env; echo $HOME; (setsid sleep ${seconds} &); sleep ${seconds}`, {
        ...limits,
        ...{ tree: temporaryFolder(), sandbox: withoutIsolation, permission: 'withoutIsolation', timeout: 1 },
      });
      expect(run.ended).toBe('timeout');
      expect(run.output.head).not.toMatch(/very-secret|TIEBREAK/);
      expect(run.output.head).not.toContain(`HOME=${homedir()}\n`);
      if (process.platform === 'linux') expect(running(seconds)).toEqual([]);
    },
  );
});

describe('a hostile patch', () => {
  const file = (path: string, mode: string, line: string): string =>
    `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;

  it('runs nothing when its tree is written: no hooks, filters, tasks or settings of an editor', async () => {
    const outside = join(temporaryFolder(), 'out');
    const patch = [
      file('.git/hooks/post-checkout', '100755', `#!/bin/sh`),
      file('.gitattributes', '100644', '* filter=evil'),
      file('.gitconfig', '100644', `[filter "evil"] smudge = touch ${outside}`),
      file(
        '.vscode/tasks.json',
        '100644',
        `{"tasks":[{"command":"touch ${outside}","runOptions":{"runOn":"folderOpen"}}]}`,
      ),
      file('.vscode/settings.json', '100644', `{"git.path":"${outside}"}`),
      file('link', '120000', '/etc/passwd'),
      `diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit ${'1'.repeat(40)}\n`,
      file('../../up', '100644', 'evil'),
      file('/etc/evil', '100644', 'evil'),
      file('a.txt', '100644', 'a'),
    ].join('');
    const storage = temporaryFolder();
    const trees = await Trees.open(storage, source({ 'b.txt': 'b\n' }));
    onTestFinished(() => trees.close());
    const tree = await trees.tree('a', [await applyPatch(parsePatch(patch).files, baseOf({ 'b.txt': 'b\n' }))]);
    // What is plain text stays, as it is part of the patch; nothing ever opens the folder by itself.
    expect([...tree.files.keys()].sort()).toEqual([
      '.gitattributes',
      '.gitconfig',
      '.vscode/settings.json',
      '.vscode/tasks.json',
      'a.txt',
      'b.txt',
    ]);
    expect(tree.notes.flatMap((note) => (note.kind === 'change' ? [`${note.path} ${note.fault.kind}`] : []))).toEqual([
      '.git/hooks/post-checkout path',
      'link symlink',
      'sub submodule',
      '../../up path',
      '/etc/evil path',
    ]);
    expect([outside, join(storage, 'up'), '/etc/evil'].filter((path) => existsSync(path))).toEqual([]);
    expect(readdirSync(storage).filter((name) => !name.endsWith('.lock'))).toHaveLength(1);
  });
});
