// The project's TypeScript for scripts: bundled with esbuild into a temporary folder and imported from there.
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the reference pages are made of, by the file that it stands in. */
const parts = {
  './src/cli/program': ['program'],
  './src/core/dataset/layouts': ['layouts'],
  './src/core/dataset/sources/scan': ['scan'],
  './src/core/desk/othersCritiques/critique': ['critiquesIn'],
  './src/core/export': ['exportFormats'],
  './src/core/export/format': ['families'],
  './src/core/export/ownFormats/ownFormat': ['ownFormatSchema'],
  './src/core/export/ownFormats/rowKinds': ['rowKinds'],
  './src/core/export/learning/looks': ['othersParts', 'trainerLooks'],
  './src/core/export/learning/partTexts': ['partTexts', 'shapeTexts'],
  './src/core/export/learning/rowShape': ['rowShapes'],
  './src/core/export/dropReasons': ['dropReasons', 'noteTexts'],
  './src/core/export/rows/tally': ['droppedOf', 'notesOf'],
  './src/core/export/write': ['previewExport'],
  './src/core/journal/line': ['formatLine', 'parseLine'],
  './src/core/model/annotation/annotation': ['journalLineSchema'],
  './src/core/model/report/document/judgmentTexts': ['kindOfJudgmentText'],
  './src/core/model/report/figureMeanings': ['figureMeanings'],
  './src/core/model/report/figureNames': ['declarationOf', 'figureNames', 'judgmentKinds'],
  './src/core/model/study/options/recipeOptions': ['flagOf', 'recipeOptions'],
  './src/core/model/study/project': ['projectSchema'],
  './src/core/model/study/taskSchema': ['taskOf'],
  './src/core/model/study/recipe': ['namedRecipeSchema'],
  './src/core/rubric/packs': ['packFormats'],
  './src/core/study/create': ['createStudy'],
  './src/core/study/study': ['Study'],
};

/** The pages show problems as the command line words them. */
const wording = `
import { useCatalogue } from './src/core/model/problems/catalogue';
useCatalogue('commandLine', 'en');
`;

/** Runs commands of a bundle's command line one after the other, and prints a list of what each of them printed. */
const runner = `
const [, bundle, commands] = process.argv;
const { program } = require(bundle);
const write = process.stdout.write.bind(process.stdout);
let text = '';
process.stdout.write = (more, ...rest) => {
  text += more;
  rest.findLast((each) => typeof each === 'function')?.();
  return true;
};
(async () => {
  const printed = [];
  for (const args of JSON.parse(commands)) {
    text = '';
    await program().parseAsync(args, { from: 'user' });
    printed.push(text);
  }
  write(JSON.stringify(printed));
})();
`;

/**
 * Calls `work` with the project's own functions (`source`), its command line (`run`, which takes lists of arguments and
 * a folder, and gives what each command printed), and a folder (`folder`) that is removed afterwards.
 */
export async function withSource(root, work) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'tiebreak-docs-')));
  const bundle = path.join(folder, 'source.cjs');
  const contents = Object.entries(parts)
    .map(([file, names]) => `export { ${names.join(', ')} } from '${file}';`)
    .concat("export * as z from 'zod';")
    .concat(wording)
    .join('\n');
  try {
    await build({
      absWorkingDir: root,
      stdin: { contents, resolveDir: root, loader: 'ts' },
      bundle: true,
      outfile: bundle,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'error',
      // Its other module asks for its parts when it runs, which no bundle follows.
      alias: { 'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
    });
    const { default: source } = await import(pathToFileURL(bundle).href);
    const run = (commands, cwd) =>
      new Promise((resolve, reject) => {
        const args = ['-e', runner, bundle, JSON.stringify(commands)];
        execFile(process.execPath, args, { cwd, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
          // The exit code tells of problems in the data too; what was printed is there if nothing else was wrong.
          if (stdout === '') reject(new Error(`the command line: ${stderr}`));
          else resolve(JSON.parse(stdout));
        });
      });
    return await work({ source, run, folder });
  } finally {
    // What failed may leave others writing, and what failed is to be told.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
