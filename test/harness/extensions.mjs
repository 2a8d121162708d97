import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder with links to the built-in extensions that only declare something: languages, grammars, themes.
 * @param {string} entry code-server's entry script
 * @param {string} folder which is made
 * @returns {Promise<string>} the folder
 */
export async function linkDeclaredOnly(entry, folder) {
  const builtIn = path.resolve(path.dirname(entry), '../../lib/vscode/extensions');
  await fs.mkdir(folder, { recursive: true });
  for (const name of await fs.readdir(builtIn)) {
    const manifest = await fs
      .readFile(path.join(builtIn, name, 'package.json'), 'utf8')
      .then(JSON.parse, () => undefined);
    if (manifest?.engines && !manifest.main && !manifest.browser)
      await fs.symlink(path.join(builtIn, name), path.join(folder, name));
  }
  return folder;
}
