import { execFile, type ExecFileOptions } from 'node:child_process';
import { Console } from 'node:console';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { run } from '../../../src/cli/run';
import { bundled, root } from './bundle';

/** How a command ended, and what it printed. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `tiebreak` in a folder, in this process, with nothing on standard input: to start another process takes longer
 * than what most commands do. One runs after the other.
 */
export const tiebreak = (folder: string, ...args: string[]): Promise<Run> => tiebreakWith({}, folder, ...args);

/** Runs `tiebreak` as above, with other variables of the environment; those that are undefined are taken out of it. */
export function tiebreakWith(variables: NodeJS.ProcessEnv, folder: string, ...args: string[]): Promise<Run> {
  const next = last.then(() => runHere(variables, folder, args));
  last = next.catch(() => undefined);
  return next;
}

async function runHere(variables: NodeJS.ProcessEnv, folder: string, args: readonly string[]): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, err] = [text(stdout), text(stderr)];
  const before = { console, cwd: process.cwd(), exitCode: process.exitCode, env: process.env };
  const streams = { stdin: Readable.from([]), stdout, stderr };
  const streamsBefore = Object.getOwnPropertyDescriptors(process);
  process.chdir(folder);
  process.exitCode = undefined;
  process.env = Object.fromEntries(
    Object.entries({ ...process.env, ...variables }).filter(([, value]) => value !== undefined),
  );
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
  globalThis.console = new Console(stdout, stderr);
  try {
    const code = await run(args);
    stdout.end();
    stderr.end();
    return { code, out: await out, err: await err };
  } finally {
    globalThis.console = before.console;
    for (const name of Object.keys(streams) as (keyof typeof streams)[])
      Object.defineProperty(process, name, streamsBefore[name]);
    process.exitCode = before.exitCode;
    process.env = before.env;
    process.chdir(before.cwd);
  }
}

let path = '';

/**
 * Bundles the command line for tests that start it, as it lies in the package: beside the packs and translations that
 * come with it. Call it at the top of the file.
 */
export function bundlesCommandLine(): void {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tiebreak-cli-'));
    mkdirSync(join(folder, 'dist'));
    path = await bundled(join(folder, 'dist'), { path: 'src/cli/main.ts' });
    cpSync(join(root, 'media', 'rubrics'), join(folder, 'media', 'rubrics'), { recursive: true });
    cpSync(join(root, 'l10n'), join(folder, 'l10n'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

/** The bundle that `node` runs. */
export const commandLine = (): string => path;

/** Starts `tiebreak` as a program of its own, and waits for its end. */
export function started(options: ExecFileOptions, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out: String(out), err: String(err) }),
    );
    child.stdin?.end();
  });
}
