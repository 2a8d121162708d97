// Writes the commands, keybindings and menus of package.json from the tables in src/host/commands: `npm run manifest`.
// With --check nothing is written, and the exit code is 1 where package.json is not what would be written.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

/** What `contributes` has of the tables. */
async function contributions(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents:
        "import { commands } from './src/host/commands'; import { contributionsOf } from './src/host/commands/manifest'; export default contributionsOf(commands);",
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const source = outputFiles[0]?.text ?? '';
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
}

/** package.json as it is, and as it is by the tables. */
async function manifest(root) {
  const file = path.join(root, 'package.json');
  const [before, settings, made] = await Promise.all([
    readFile(file, 'utf8'),
    readFile(path.join(root, '.prettierrc.json'), 'utf8'),
    contributions(root),
  ]);
  const parsed = JSON.parse(before);
  // What is there already keeps its place.
  Object.assign(parsed.contributes, made);
  const after = await format(JSON.stringify(parsed), { ...JSON.parse(settings), filepath: file });
  return { file, before, after };
}

/** Writes package.json where it is another; tells whether it did. */
export async function writeManifest(root) {
  const { file, before, after } = await manifest(root);
  if (before === after) return false;
  await writeFile(file, after);
  console.log('wrote commands, keybindings and menus of package.json');
  return true;
}

/** Throws where package.json is not what the tables say. */
export async function checkManifest(root) {
  const { before, after } = await manifest(root);
  if (before !== after)
    throw new Error(
      'package.json is not what src/host/commands says: run `npm run manifest` and commit package.json. Its commands, keybindings and menus are not edited by hand.',
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  if (process.argv.includes('--check')) {
    try {
      await checkManifest(root);
    } catch (error) {
      console.error(error.message);
      process.exitCode = 1;
    }
  } else await writeManifest(root);
}
