import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';

/** As on a machine where nobody configured git. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_AUTHOR_NAME: 'Nobody',
  GIT_AUTHOR_EMAIL: 'nobody@example.com',
  GIT_COMMITTER_NAME: 'Nobody',
  GIT_COMMITTER_EMAIL: 'nobody@example.com',
};
const settings = ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', '-c', 'core.quotePath=true'];

/** Runs git in a folder, and gives what it writes. Throws where it fails. */
export const git = (folder: string, ...args: readonly string[]): Buffer =>
  execFileSync('git', [...settings, ...args], {
    cwd: folder,
    env: environment,
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The same for what may fail: its exit and what it writes. @param input what it reads */
export function gitResult(
  folder: string,
  args: readonly string[],
  input?: string | Uint8Array,
): { readonly status: number | null; readonly stdout: Buffer; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync('git', [...settings, ...args], {
    cwd: folder,
    env: environment,
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  });
  return { status, stdout, stderr: stderr.toString() };
}

/** Writes files below a folder, by path. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Makes a repository of files in a folder, and gives the id of its commit. */
export function makeRepository(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  writeFiles(folder, files);
  return commitAll(folder);
}

/** Commits all that is in a folder, and gives the id of the commit. */
export function commitAll(folder: string): string {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--no-gpg-sign', '-m', 'State');
  return git(folder, 'rev-parse', 'HEAD').toString().trim();
}
