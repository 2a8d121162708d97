import { runTests } from '@vscode/test-electron';
import esbuild from 'esbuild';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const here = import.meta.dirname;
const root = path.resolve(here, '../..');
const output = path.join(root, 'out/integration');

const desktop = process.env.TIEBREAK_VSCODE === 'desktop';

await bundle();
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tiebreak-integration-'));
try {
  await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(output, 'index.js'),
    vscodeExecutablePath: desktop ? undefined : path.join(root, 'test/harness/vscode-executable.mjs'),
    // The extension host has no terminal to ask.
    extensionTestsEnv: process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' },
    launchArgs: [folder, ...(desktop ? ['--disable-extensions'] : [])],
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await fs.rm(folder, { recursive: true, force: true });
}

async function bundle() {
  await fs.rm(output, { recursive: true, force: true });
  const tests = (await fs.readdir(here)).filter((file) => file.endsWith('.test.ts'));
  await esbuild.build({
    entryPoints: [
      ...['index.ts', ...tests].map((file) => path.join(here, file)),
      { in: path.join(root, 'src/worker.ts'), out: 'worker' },
    ],
    outdir: output,
    inject: [path.join(here, 'made/useEditorWording.ts')],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // What packages offer bundlers first: the other form of jsonc-parser asks for its files in a way that they do not see.
    mainFields: ['module', 'main'],
    sourcemap: 'inline',
    // VS Code supplies the one; the other finds its reporters and interfaces by path, so it stays a package.
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
}
