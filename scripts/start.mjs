// Opens Tiebreak on its sample: in a workbench in the browser, or with --desktop in an installed VS Code.
// usage: npm start [-- --desktop] [-- --port N]

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withLock } from '../test/harness/lock.mjs';
import { cache, root } from '../test/harness/paths.mjs';
import { startServer } from '../test/harness/workbench.mjs';

const sample = path.join(cache, 'sample');
const dataset = path.join(sample, 'sample.jsonl');
const project = path.join(sample, 'study.tiebreak');
const vsix = path.join(cache, 'tiebreak.vsix');

const { desktop, port } = options();
try {
  await (desktop ? startDesktop() : startBrowser());
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

async function startDesktop() {
  const executable = desktopExecutable();
  await run('npm', 'run', 'build');
  await prepareSample();
  await run(executable, `--extensionDevelopmentPath=${root}`, sample, project);
  console.log(`Opened ${project} in desktop VS Code.`);
}

async function startBrowser() {
  await run('npm', 'run', 'build');
  await run('npm', 'run', 'package', '--', '--out', vsix);
  await prepareSample();
  // Two servers on one user data folder would overwrite each other's state.
  const lock = path.join(cache, 'start.lock');
  if (existsSync(lock)) console.log('Waiting for another npm start to end…');
  await withLock(lock, async () => {
    const server = await startServer({
      vsix,
      port,
      userDataDir: path.join(cache, 'user-data'),
      extensionsDir: path.join(cache, 'extensions'),
    });
    console.log(
      `\nTiebreak is ready. Open\n\n  ${server.url(sample, { openFile: project })}\n\nCtrl-C ends it. Your judgements stay in ${path.relative(root, sample)}.`,
    );
    await interrupted();
    await server.stop();
  });
}

/** The dataset is refreshed; a project that exists is the person's own and stays as it is. */
async function prepareSample() {
  await fs.mkdir(sample, { recursive: true });
  await fs.copyFile(path.join(root, 'media/sample/sample.jsonl'), dataset);
  if (existsSync(project)) return;
  await run(process.execPath, path.join(root, 'dist/cli.js'), 'init', project, '--dataset', dataset);
  const study = JSON.parse(await fs.readFile(project, 'utf8'));
  study.task.tips = JSON.parse(await fs.readFile(path.join(root, 'media/sample/tips.json'), 'utf8')).en;
  await fs.writeFile(project, `${JSON.stringify(study, null, 2)}\n`);
}

function desktopExecutable() {
  const own = process.env.VSCODE_PATH;
  if (own && existsSync(own)) return own;
  if (own) throw new Error(`VSCODE_PATH names ${own}, which does not exist.`);
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code'];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const found = folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (found) return found;
  throw new Error(
    'No desktop VS Code found: `code` is not on PATH. Set VSCODE_PATH to its executable, or leave --desktop out to use the browser.',
  );
}

function interrupted() {
  return new Promise((resolve) => {
    // A pending promise alone does not keep Node running.
    const alive = setInterval(() => {}, 60_000);
    const end = () => (clearInterval(alive), resolve(undefined));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  });
}

/** @param {string} file @param {...string} args */
function run(file, ...args) {
  const shell = process.platform === 'win32' && !file.endsWith('.exe');
  const quoted = shell ? args.map((arg) => `"${arg}"`) : args;
  return new Promise((resolve, reject) => {
    const child = spawn(shell ? `"${file}"` : file, quoted, { cwd: root, stdio: 'inherit', shell });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(undefined)
        : reject(new Error(`${path.basename(file)} ${args.join(' ')} ended with ${code}.`)),
    );
  });
}

function options() {
  try {
    const { values } = parseArgs({
      options: { desktop: { type: 'boolean', default: false }, port: { type: 'string' } },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new Error(`--port ${values.port} is not a port number.`);
    return { desktop: values.desktop, port };
  } catch (error) {
    console.error(`${error.message}\nusage: npm start [-- --desktop] [-- --port N]`);
    process.exit(2);
  }
}
