// Collects every string that people read into l10n/bundle.l10n.json: `npm run l10n`.
import { getL10nJson } from '@vscode/l10n-dev';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Where translators find the strings; VS Code looks for their bundles beside it. */
export const bundleFile = path.join(root, 'l10n', 'bundle.l10n.json');

/** The text of the bundle as the sources ask for it, the same on every machine. */
export async function bundleText() {
  const files = await Promise.all(['src', 'webview'].map(scriptsIn));
  const scripts = await Promise.all(
    files.flat().map(async (file) => ({ contents: await readFile(file, 'utf8'), extension: path.extname(file) })),
  );
  return `${JSON.stringify(await getL10nJson(scripts), undefined, 2)}\n`;
}

/** @param {string} folder @returns {Promise<string[]>} */
async function scriptsIn(folder) {
  const names = await readdir(path.join(root, folder), { recursive: true });
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => path.join(root, folder, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(path.dirname(bundleFile), { recursive: true });
  await writeFile(bundleFile, await bundleText());
}
