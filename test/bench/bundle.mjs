import esbuild from 'esbuild';
import { createRequire } from 'node:module';
import path from 'node:path';
import { workerJobs } from '../../scripts/separateBundles.mjs';
import { root } from '../harness/paths.mjs';

/** Git-ignored: bundles, datasets, results. */
export const output = path.join(root, 'out/bench');

/** Bundles the TypeScript that is measured, as it is built for the extension. */
export async function bundleMeasured() {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      measured: 'test/bench/measuredModules.ts',
      worker: 'src/worker.ts',
      fileJobs: 'src/fileJobs.ts',
      studyJobs: 'src/studyJobs.ts',
    },
    outdir: output,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    plugins: [workerJobs],
    logLevel: 'warning',
  });
}

/** What is measured; tables are decoded and labels read on threads, as in the product. @returns {typeof import('./measuredModules')} */
export function measured() {
  const bundle = createRequire(import.meta.url)(path.join(output, 'measured.js'));
  bundle.useWorkerScript(path.join(output, 'worker.js'));
  return bundle;
}
