// Makes the npm package of the command line: `npm run pack:cli [-- --out FOLDER]`. It has a folder and a package.json of
// its own, as the one of the extension describes what VS Code loads. Bundles hold all libraries, so it depends on nothing.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'out', 'cli');

/** Where each file of the package comes from: what dist/cli.js loads, and what people read. */
export const packaged = {
  'README.md': 'src/cli/README.md',
  ...same('LICENSE'),
  ...same('dist/cli.js'),
  ...same('dist/fileJobs.js'),
  ...same('dist/studyJobs.js'),
  ...same('dist/worker.js'),
  ...same('dist/libraries'),
  ...same('dist/project.schema.json'),
  ...same('dist/third-party-licenses.txt'),
  ...same('media/rubrics'),
  ...same('l10n'),
};

/** @param {Record<string, any>} extension its package.json */
export function manifestOf({ version, license, homepage, repository, bugs, keywords, engines }) {
  return {
    name: 'tiebreak-cli',
    version,
    description: 'Preference data for DPO and reward models: reads datasets, exports training files and checks them.',
    license,
    homepage,
    repository,
    bugs,
    keywords,
    engines: { node: engines.node },
    bin: { tiebreak: 'dist/cli.js' },
    files: ['dist', 'l10n', 'media'],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: root } } });
  const out = path.resolve(values.out);
  execFileSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--production'], { stdio: 'inherit' });
  const extension = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await rm(folder, { recursive: true, force: true });
  for (const [target, source] of Object.entries(packaged))
    await cp(path.join(root, source), path.join(folder, target), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifestOf(extension), undefined, 2)}\n`);
  const missing = await missingFrom(path.join(folder, 'dist'));
  if (missing.length > 0) {
    console.error(`the npm package does not hold what it loads:\n  ${missing.join('\n  ')}`);
    process.exit(1);
  }
  await mkdir(out, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', out], { cwd: folder, stdio: 'inherit' });
}

/** What bundles in a folder load that is neither there nor a module of Node. */
async function missingFrom(dist) {
  const scripts = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  const missing = [];
  for (const script of scripts) {
    const text = await readFile(path.join(dist, script), 'utf8');
    const modules = [...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, name]) => name);
    const threads = [...text.matchAll(/__dirname,"(\w+\.js)"/g)].map(([, name]) => `./${name}`);
    for (const name of new Set([...modules, ...threads])) {
      const isThere = name.startsWith('.') ? existsSync(path.join(dist, path.dirname(script), name)) : isBuiltin(name);
      if (!isThere) missing.push(`${name}, which dist/${script} loads`);
    }
  }
  return missing;
}

function same(file) {
  return { [file]: file };
}
