import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { lchown, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { messageOf, problem, UserError } from '../../model/problems/problem';
import { removeFolder } from '../tree/removeFolder';
import { bareCommand } from './bare';
import { bubblewrapCommand } from './bubblewrap';
import { containerCommand } from './container';
import { folderSize, freeBytes, type FolderSize } from './folderSize';
import { OutputKeeper, type KeptOutput } from './keptOutput';
import { gone, processesBelow, startedWith, startOf } from './processes';
import type { Sandbox, SandboxedCommand, SandboxLimits, SandboxRequest } from './sandbox';
import { seatbeltCommand } from './seatbelt';
import { toolFolders } from './toolFolders';

/** Why a run is over: it ended by itself, or was ended because of what is named. */
export const runEnds = ['exit', 'timeout', 'output', 'disk', 'processes', 'memory', 'aborted'] as const;
export type RunEnd = (typeof runEnds)[number];

export interface RunOptions extends Partial<SandboxLimits> {
  /** Folder that the command may write to, and that nobody else needs afterwards. */
  readonly tree: string;
  readonly sandbox: Sandbox;
  /** Folders with tools outside of the system's own that may be read (`toolFolders.ts`). */
  readonly tools?: readonly string[];
  /** Where the tree is inside of a container: `/testbed`. */
  readonly at?: string;
  /** Bytes that are kept of the beginning of the output, and of its end. */
  readonly outputBytes?: number;
  /** Bytes of output after which the command is ended. */
  readonly mostOutput?: number;
  /** Hears all of the output as it comes. */
  readonly onOutput?: (chunk: Buffer) => void;
  readonly signal?: AbortSignal;
  /** Folder for what is written elsewhere where the sandbox has no memory for it; that of the system by default. */
  readonly scratchIn?: string;
  /** What somebody who may decide it has allowed. Without it nothing runs without isolation. */
  readonly permission?: 'withoutIsolation';
}

export interface RunResult {
  readonly ended: RunEnd;
  /** What the command returned; absent where it was ended. 128 and the number of a signal that ended it inside. */
  readonly exit?: number;
  readonly signal?: NodeJS.Signals;
  readonly seconds: number;
  readonly output: KeptOutput;
  /** The most bytes of memory that were seen in use. Absent where nobody looked. */
  readonly peakMemory?: number;
}

const megabyte = 1024 * 1024;
const usual: SandboxLimits & { readonly outputBytes: number; readonly mostOutput: number } = {
  timeout: 600,
  memory: 4096 * megabyte,
  processes: 512,
  disk: 2048 * megabyte,
  outputBytes: 64 * 1024,
  mostOutput: 512 * megabyte,
};
/** Files and folders that a command may add to its tree. */
const mostEntries = 500_000;
/** In milliseconds: how often use is looked at. */
const watchEvery = 100;
/** In milliseconds: how long what was ended may take to be gone. */
const goneWithin = 10_000;

/**
 * Runs a command apart from the machine and resolves to how it went, also where it had to be ended. Rejects with
 * `UserError` where there is no isolation and nobody allowed that, or where it cannot be started.
 */
export async function runApart(command: string, options: RunOptions): Promise<RunResult> {
  const { sandbox } = options;
  if (sandbox.kind === 'none' && options.permission !== 'withoutIsolation')
    throw new UserError(problem('sandbox.refused', {}));
  options.signal?.throwIfAborted();
  const scratch = await mkdtemp(join(await realpath(options.scratchIn ?? tmpdir()), 'box-'));
  try {
    const { timeout, memory, processes, disk } = { ...usual, ...options };
    const tools = toolFolders(options.tools ?? []);
    const request: SandboxRequest = {
      ...{ command, timeout, memory, processes, disk, tools, scratch, tree: await realpath(options.tree) },
      ...(options.at !== undefined && { at: options.at }),
      ...(options.scratchIn !== undefined && { records: await realpath(options.scratchIn) }),
    };
    return await new Run(commandIn(sandbox, request), request, options).result();
  } finally {
    await removeFolder(scratch);
  }
}

/** What is started for a request in a sandbox. */
export function commandIn(sandbox: Sandbox, request: SandboxRequest): SandboxedCommand {
  switch (sandbox.kind) {
    case 'docker':
    case 'podman':
      return containerCommand(sandbox, request);
    case 'bubblewrap':
      return bubblewrapCommand(sandbox, request);
    case 'seatbelt':
      return seatbeltCommand(sandbox, request);
    case 'none':
      return bareCommand(request);
  }
}

/** A command from its start to the end of all that it started. */
class Run {
  private readonly output: OutputKeeper;
  private readonly mostOutput: number;
  /** Processes that were seen, and when each began: also those that went their own way since. */
  private readonly seen = new Map<number, string>();
  private ended: RunEnd = 'exit';
  /** What bubblewrap says of itself. */
  private told = '';
  private peakMemory: number | undefined;

  constructor(
    private readonly started: SandboxedCommand,
    private readonly request: SandboxRequest,
    private readonly options: RunOptions,
  ) {
    this.output = new OutputKeeper(options.outputBytes ?? usual.outputBytes);
    this.mostOutput = options.mostOutput ?? usual.mostOutput;
  }

  async result(): Promise<RunResult> {
    const { request, options } = this;
    const folders = [request.tree, request.scratch];
    const size = await folderSize(folders, { bytes: Infinity, entries: Infinity });
    const free = await freeBytes(request.tree);
    if (this.started.owner !== undefined) await giveTo(request.tree, this.started.owner);
    try {
      await this.started.prepare?.();
    } catch (error) {
      // Why it did not start says more than what came of it.
      await this.started.end?.().catch(() => undefined);
      throw error;
    }
    if (options.signal?.aborted === true) {
      await this.started.end?.();
      return { ended: 'aborted', seconds: 0, output: this.output.output() };
    }
    const begin = performance.now();
    const child = this.start();
    const over = once(child);
    const watch = new AbortController();
    const timer = setTimeout(() => this.end(child, 'timeout'), request.timeout * 1000);
    const abort = (): void => this.end(child, 'aborted');
    options.signal?.addEventListener('abort', abort);
    const watching = [this.watchUse(child, watch.signal), this.watchDisk(child, folders, size, free, watch.signal)];
    try {
      const { exit, signal } = await over;
      const seconds = (performance.now() - begin) / 1000;
      watch.abort();
      await Promise.all(watching);
      if (this.ended === 'exit' && exit !== 0 && (await this.started.passedMemory?.()) === true) this.ended = 'memory';
      return {
        ended: this.ended,
        ...(this.ended === 'exit' && exit !== null && { exit }),
        ...(this.ended === 'exit' && signal !== null && { signal }),
        seconds,
        output: this.output.output(),
        ...(this.peakMemory !== undefined && { peakMemory: this.peakMemory }),
      };
    } finally {
      clearTimeout(timer);
      watch.abort();
      options.signal?.removeEventListener('abort', abort);
      // What outlives the command ends with it.
      if (this.started.end) await this.started.end().finally(() => this.kill(child));
      else this.kill(child);
      const first = Number(/"child-pid": (\d+)/.exec(this.told)?.[1]);
      if (first > 0) await gone(first, goneWithin);
    }
  }

  private start(): ChildProcess {
    const { program, args, env, cwd, inputs, tellsFirst } = this.started;
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...inputs.map(() => 'pipe' as const), ...(tellsFirst ? ['pipe' as const] : [])],
      // A group of its own, which can be ended as a whole.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: /cmd\.exe$/i.test(program),
    });
    for (const [n, text] of inputs.entries()) {
      const pipe = child.stdio[n + 3] as Writable | undefined;
      // What is not read is told by how the program ends.
      pipe?.on('error', () => undefined);
      pipe?.end(text);
    }
    if (tellsFirst)
      (child.stdio[inputs.length + 3] as Readable | undefined)?.on('data', (chunk: Buffer) => {
        if (this.told.length < 10_000) this.told += chunk.toString();
      });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        if (this.ended !== 'exit') return;
        this.output.add(chunk);
        this.options.onOutput?.(chunk);
        if (this.output.total > this.mostOutput) this.end(child, 'output');
      });
    return child;
  }

  private end(child: ChildProcess, why: RunEnd): void {
    if (this.ended !== 'exit' || child.exitCode !== null || child.signalCode !== null) return;
    this.ended = why;
    // First what the program is only the client of: ended halfway, it could leave something behind.
    const ending = this.started.end?.() ?? Promise.resolve();
    // `result` tells where that failed.
    void ending.catch(() => undefined).then(() => this.kill(child));
  }

  /** Ends the group of the command, and what of it was seen outside of the group. */
  private kill(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      execFile('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true }, () => undefined);
      return;
    }
    endAll([-pid]);
    // Namespaces and containers end with their first process; elsewhere what was seen is ended one by one, and then what
    // has the environment that nobody else has, until there is none.
    if (this.options.sandbox.kind !== 'none' && this.options.sandbox.kind !== 'seatbelt') return;
    endAll([...this.seen].filter(([id, start]) => startOf(id) === start).map(([id]) => id));
    for (let round = 0; round < 10; round++) {
      const left = startedWith(`TMPDIR=${this.request.scratch}`);
      if (left.length === 0) return;
      endAll(left);
    }
  }

  private async watchUse(child: ChildProcess, signal: AbortSignal): Promise<void> {
    const { processes, memory } = this.request;
    const { kind } = this.options.sandbox;
    if (kind === 'docker' || kind === 'podman') return;
    while (!signal.aborted && child.pid !== undefined) {
      // Those of the sandbox itself are few.
      const use = await processesBelow([child.pid, ...this.seen.keys()], processes + 4);
      if (!use) return;
      for (const [id, start] of this.seen) if (use.starts.get(id) !== start) this.seen.delete(id);
      if (this.started.inputs.length === 0) for (const [id, start] of use.starts) this.seen.set(id, start);
      this.peakMemory = Math.max(this.peakMemory ?? 0, use.memory);
      if (use.processes > processes + 4) this.end(child, 'processes');
      else if (use.memory > memory) this.end(child, 'memory');
      await pause(process.platform === 'linux' ? watchEvery : 10 * watchEvery, signal);
    }
  }

  /**
   * Ends the command when its folders take more than they may. They are measured when the free space went down, and
   * now and then; what is in no folder, such as a removed file that is open, is seen by the free space alone.
   */
  private async watchDisk(
    child: ChildProcess,
    folders: readonly string[],
    before: FolderSize,
    free: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { disk } = this.request;
    const most = { bytes: before.bytes + disk, entries: before.entries + mostEntries };
    let [measured, measuredFree, nextAt] = [before.bytes, free, 0];
    while (!signal.aborted) {
      const now = await freeBytes(this.request.tree);
      const lost = free === undefined || now === undefined ? 0 : free - now;
      const lostSince = measuredFree === undefined || now === undefined ? 0 : measuredFree - now;
      if (lost > 2 * disk) {
        this.end(child, 'disk');
        return;
      }
      if (performance.now() >= nextAt || lostSince > (most.bytes - measured) / 2) {
        const begin = performance.now();
        const size = await folderSize(folders, most);
        if (size.bytes > most.bytes || size.entries > most.entries) {
          this.end(child, 'disk');
          return;
        }
        [measured, measuredFree] = [size.bytes, now];
        nextAt = performance.now() + Math.max(1000, 20 * (performance.now() - begin));
      }
      await pause(watchEvery, signal);
    }
  }
}

/** Ends processes and groups (with a minus), as far as they are there. */
function endAll(ids: readonly number[]): void {
  for (const id of ids)
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended.
    }
}

/** Makes a folder with all that is in it that of a user. Links are not followed. */
async function giveTo(root: string, user: number): Promise<void> {
  const folders = [root];
  await lchown(root, user, user);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      await lchown(path, user, user);
    }
}

/** Resolves when a program has ended and its output is complete, or does not end although it was ended. */
async function once(child: ChildProcess): Promise<{ exit: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(timer);
      resolve({ exit: child.exitCode, signal: child.signalCode });
    };
    child.once('error', (error) => reject(new UserError(problem('sandbox.notStarted', { reason: messageOf(error) }))));
    child.once('close', done);
    child.once('exit', () => {
      // A process that went its own way may hold the output open.
      timer = setTimeout(() => {
        for (const stream of [child.stdout, child.stderr] as (Readable | null)[]) stream?.destroy();
        done();
      }, 1000);
    });
  });
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
