import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The extension as users get it. */
export const vsix = path.join(root, '.vscode-test/tiebreak.vsix');

/** Packages the extension once per run. */
export default function packageExtension(): void {
  execFileSync(process.execPath, [path.join(root, 'scripts/package.mjs'), '--out', vsix], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
