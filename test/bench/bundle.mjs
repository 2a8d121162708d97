import esbuild from 'esbuild';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../harness/paths.mjs';

/** Git-ignored: bundles, datasets, results. */
export const output = path.join(root, 'out/bench');

/** Bundles the TypeScript that is measured, as it is built for the extension. */
export async function bundleMeasured() {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      measured: 'test/bench/measured.ts',
      indexWorker: 'src/host/worker/indexWorker.ts',
      exportWorker: 'src/host/worker/exportWorker.ts',
      tableWorker: 'src/core/dataset/readers/table/tableWorker.ts',
      rowThread: 'src/core/export/rows/rowThread.ts',
      hashThread: 'src/core/export/folder/hashThread.ts',
      labelThread: 'src/core/import/labelThread.ts',
    },
    outdir: output,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
}

/** What is measured; tables are decoded on threads, as in the extension. @returns {typeof import('./measured')} */
export function measured() {
  const bundle = createRequire(import.meta.url)(path.join(output, 'measured.js'));
  bundle.decodeTablesWith(path.join(output, 'tableWorker.js'));
  bundle.readLabelsWith(path.join(output, 'labelThread.js'));
  return bundle;
}
