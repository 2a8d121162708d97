import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundled, root } from './bundle';

/** How a command ended, and what it printed. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let home = '';
let path = '';

/**
 * Bundles the command line for the tests of a file, as it lies in the package: beside the packs and translations that come with it. Call
 * it at the top of the file.
 */
export function bundlesCommandLine(): void {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tiebreak-cli-'));
    mkdirSync(join(home, 'dist'));
    path = await bundled(join(home, 'dist'), { path: 'src/cli/main.ts' });
    cpSync(join(root, 'media', 'rubrics'), join(home, 'media', 'rubrics'), { recursive: true });
    cpSync(join(root, 'l10n'), join(home, 'l10n'), { recursive: true });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
}

/** The bundle that `node` runs. */
export const commandLine = (): string => path;

/** Runs `tiebreak` in a folder. */
export function tiebreak(folder: string, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, ...args], { cwd: folder }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
