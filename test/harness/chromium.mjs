import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { cache, installed } from './paths.mjs';

const archives = path.join(installed, 'node_modules/@sparticuz/chromium/bin');

/** The sandbox needs privileges that containers lack; the rest keeps the browser from calling home. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/**
 * @typedef {object} Chromium
 * @property {string} executablePath
 * @property {Record<string, string>} env what the browser needs on top of the process's own environment
 * @property {string[]} args
 * @property {boolean} headlessOnly the browser has no windows at all
 */

/**
 * A browser: CHROME_PATH, else one that is installed, else the one inside `@sparticuz/chromium`.
 * @returns {Promise<Chromium>}
 */
export async function chromiumPath() {
  const own = process.env.CHROME_PATH;
  if (own && !existsSync(own)) throw new Error(`CHROME_PATH names ${own}, which does not exist.`);
  const executablePath = own ?? installedBrowser();
  if (executablePath) return { executablePath, env: {}, args, headlessOnly: false };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chrome or Chromium found. Install one, or set CHROME_PATH to its executable.');
  }
  return { ...(await unpackedBrowser()), args, headlessOnly: true };
}

function installedBrowser() {
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const programs = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return [...onPath, ...programs].find((file) => existsSync(file));
}

async function unpackedBrowser() {
  await ensureInstalled();
  const { version } = JSON.parse(await fs.readFile(path.join(archives, '../package.json'), 'utf8'));
  const folder = path.join(cache, `chromium-${version}`);
  const executablePath = path.join(folder, 'chromium');
  if (!existsSync(executablePath)) {
    await withLock(`${folder}.lock`, async () => {
      if (!existsSync(executablePath)) await unpackInto(folder, executablePath);
    });
  }
  return { executablePath, env: missingParts(folder, executablePath) };
}

/** @param {string} folder @param {string} executablePath */
async function unpackInto(folder, executablePath) {
  await fs.mkdir(folder, { recursive: true });
  await unpack('al2023.tar.br', folder);
  await unpack('fonts.tar.br', folder);
  const part = `${executablePath}.part`;
  await pipeline(
    createReadStream(path.join(archives, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(part, { mode: 0o755 }),
  );
  // Moved into place last: its presence says that all of it is there.
  await fs.rename(part, executablePath);
}

/** @param {string} archive @param {string} folder */
function unpack(archive, folder) {
  const { extract } = createRequire(path.join(installed, 'package.json'))('tar-fs');
  return pipeline(createReadStream(path.join(archives, archive)), createBrotliDecompress(), extract(folder));
}

/**
 * The bundled libraries and fonts are used only where the system has none: its own are newer and more complete.
 * @param {string} folder @param {string} executablePath
 */
function missingParts(folder, executablePath) {
  /** @type {Record<string, string>} */
  const env = {};
  if (/not found/.test(linkedLibraries(executablePath))) {
    env.LD_LIBRARY_PATH = [path.join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  }
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = path.join(folder, 'fonts');
  return env;
}

/** @param {string} executablePath */
function linkedLibraries(executablePath) {
  try {
    return execFileSync('ldd', [executablePath], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return 'ldd: not found';
  }
}
