import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { linkDeclaredOnly } from './extensions.mjs';
import { ensureWorkbench } from './install.mjs';
import { descendants, killTree } from './processes.mjs';
import { calmSettings, untrustedSettings } from './settings.mjs';

/**
 * @typedef {object} ServerOptions
 * @property {string} [extensionsDir] kept when given, else temporary
 * @property {string} [userDataDir] kept when given, else temporary
 * @property {string} [vsix] installed into extensionsDir before the start
 * @property {boolean} [isLean] without the built-in extensions that run code (git, JSON, chat and the like), which cost
 *   each window a second
 * @property {boolean} [asksTrust] folders are not trusted until somebody says so
 * @property {Record<string, unknown>} [settings] user settings, on top of the calm ones and of those already in
 *   userDataDir
 * @property {number} [port] a free one by default
 * @property {Record<string, string>} [env] for the server, and so for the extension host
 */

/**
 * @typedef {object} Server
 * @property {(folder?: string, options?: { openFile?: string }) => string} url opens `folder`, and `openFile` in an
 *   editor; absolute paths
 * @property {number} port
 * @property {number} pid code-server's own process
 * @property {string} userDataDir
 * @property {string} extensionsDir
 * @property {(changes: Record<string, unknown>) => Promise<void>} configure changes user settings; an open page follows
 *   at once
 * @property {() => number[]} extensionHostPids
 * @property {() => Promise<void>} crash kill -9 of the server and all below it; the folders stay until stop()
 * @property {() => Promise<void>} stop ends everything and removes the temporary folders
 * @property {() => string} log the server's output so far
 */

/**
 * Starts a VS Code server of its own on 127.0.0.1. It ends with this process, however that ends. One that did not come up
 * is tried once more: on a busy machine code-server gives up on its own second process.
 * @param {ServerOptions} [options]
 * @returns {Promise<Server>}
 */
export const startServer = (options = {}) => startOnce(options).catch(() => startOnce(options));

/** @param {ServerOptions} options @returns {Promise<Server>} */
async function startOnce(options) {
  const { nodePath, entry } = await ensureWorkbench();
  const temporary = await fs.mkdtemp(path.join(os.tmpdir(), 'tiebreak-vscode-'));
  const userDataDir = path.resolve(options.userDataDir ?? path.join(temporary, 'user-data'));
  const extensionsDir = path.resolve(options.extensionsDir ?? path.join(temporary, 'extensions'));
  const settingsFile = path.join(userDataDir, 'User/settings.json');
  const environment = serverEnvironment(temporary, options.env);
  const common = [
    '--config',
    path.join(temporary, 'config.yaml'),
    '--user-data-dir',
    userDataDir,
    '--extensions-dir',
    extensionsDir,
  ];

  await fs.writeFile(path.join(temporary, 'config.yaml'), 'auth: none\n');
  await fs.mkdir(extensionsDir, { recursive: true });
  await writeSettings(settingsFile, {
    ...calmSettings,
    ...(options.asksTrust && untrustedSettings),
    ...(await readSettings(settingsFile)),
    ...options.settings,
  });
  if (options.vsix) {
    const command = [entry, ...common, '--force', '--install-extension', path.resolve(options.vsix)];
    await promisify(execFile)(nodePath, command, { env: environment });
  }

  const port = options.port ?? (await freePort());
  const lean = options.isLean
    ? ['--builtin-extensions-dir', await linkDeclaredOnly(entry, path.join(temporary, 'built-in'))]
    : [];
  const guard = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'guard.mjs'),
      temporary,
      nodePath,
      entry,
      ...common,
      ...lean,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      // A socket's path holds about 100 characters at most; a user data folder may be deeper than that.
      ...['--session-socket', path.join(temporary, 'session.sock')],
      ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
      ...(options.asksTrust ? [] : ['--disable-workspace-trust']),
      ...['--app-name', 'Visual Studio Code'],
    ],
    { env: environment, stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  let log = '';
  for (const stream of [guard.stdout, guard.stderr]) {
    stream.on('data', (data) => (log = (log + data).slice(-200_000)));
    // The pipes must not keep this process alive: when it has nothing else to do it ends, and the server with it.
    stream.unref();
  }
  guard.stdin.on('error', () => {});
  guard.stdin.unref();
  guard.unref();

  const stop = async () => {
    if (guard.exitCode !== null || guard.signalCode !== null) return;
    const ended = new Promise((resolve) => guard.once('exit', resolve));
    guard.ref();
    guard.stdin.end();
    await ended;
  };
  try {
    await isHealthy(
      port,
      () => log,
      () => guard.pid !== undefined && descendants(guard.pid).length > 0,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const [{ pid }] = descendants(guard.pid);

  return {
    url: (folder, { openFile } = {}) => workbenchUrl(port, folder, openFile),
    port,
    pid,
    userDataDir,
    extensionsDir,
    configure: async (changes) => writeSettings(settingsFile, { ...(await readSettings(settingsFile)), ...changes }),
    extensionHostPids: () =>
      descendants(pid)
        .filter(isExtensionHost)
        .map((each) => each.pid),
    crash: async () => killTree(pid),
    stop,
    log: () => log,
  };
}

/** @param {number} port @param {string} [folder] @param {string} [openFile] */
function workbenchUrl(port, folder, openFile) {
  const url = new URL(`http://127.0.0.1:${port}/`);
  if (folder) url.searchParams.set('folder', path.resolve(folder));
  else url.searchParams.set('ew', 'true'); // an empty window, not the folder opened last
  if (openFile) {
    const uri = `vscode-remote://127.0.0.1:${port}${encodeURI(path.resolve(openFile))}`;
    url.searchParams.set('payload', JSON.stringify([['openFile', uri]]));
  }
  return url.href;
}

/** @param {import('./processes.mjs').Process} each */
function isExtensionHost(each) {
  return each.command.includes('--type=extensionHost');
}

/**
 * code-server's logs stay out of the person's home, and a surrounding VS Code's or code-server's variables out of it.
 */
function serverEnvironment(temporary, extra) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|CODE_SERVER_|ELECTRON_)|^(PORT|PASSWORD|HASHED_PASSWORD|NODE_OPTIONS)$/.test(name),
  );
  return { ...Object.fromEntries(inherited), XDG_DATA_HOME: path.join(temporary, 'data'), ...extra };
}

/** @param {string} file @param {Record<string, unknown>} settings */
async function writeSettings(file, settings) {
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}

/** @param {string} file @returns {Promise<Record<string, unknown>>} */
async function readSettings(file) {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw new Error(`${file} is not plain JSON (comments are not supported here): ${error.message}`, { cause: error });
  }
}

/** @param {number} port @param {() => string} log @param {() => boolean} isRunning */
async function isHealthy(port, log, isRunning) {
  const deadline = Date.now() + 300_000;
  // On a busy machine the guard itself takes seconds to start.
  const grace = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    // Something else may answer on a port that the caller chose; code-server says so in its log when it cannot bind.
    if (response?.ok && log().includes(`:${port}`)) return;
    if (Date.now() > grace && !isRunning()) break;
    await sleep(100);
  }
  throw new Error(`code-server did not come up on port ${port}.\n${log().trim()}`);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
