// Builds everything that runs into dist/: the extension, what its workers run, the command line, the libraries that are
// loaded only when a file needs them, and one bundle per webview surface.
import { context } from 'esbuild';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildsFor, root } from './builds.mjs';
import { bundledPackages, licensesName, licenseTexts } from './licenses.mjs';
import { checkManifest, writeManifest } from './manifest.mjs';
import { writeProjectSchema } from './schema.mjs';

const watch = process.argv.includes('--watch');
const builds = buildsFor(process.argv.includes('--production'));

// What CI builds is what was committed.
await (process.env.CI ? checkManifest(root) : writeManifest(root));
await rm(path.join(root, 'dist'), { recursive: true, force: true });
await mkdir(path.join(root, 'dist'), { recursive: true });
await writeProjectSchema(root);
const contexts = await Promise.all(builds.map((build) => context(build)));
if (watch) {
  await Promise.all(contexts.map((each) => each.watch()));
  console.log('watching for changes; end with Ctrl-C');
} else {
  try {
    const results = await Promise.all(contexts.map((each) => each.rebuild()));
    const metafiles = results.map(({ metafile }) => metafile);
    await writeFile(path.join(root, 'dist', licensesName), await licenseTexts(root, bundledPackages(metafiles)));
  } finally {
    await Promise.all(contexts.map((each) => each.dispose()));
  }
}
