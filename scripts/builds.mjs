// What is built into dist/, as esbuild takes it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraries, workerJobs } from './separateBundles.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * What a person sees in a webview of its own (`Surface` in src/host/surface/surfaceHtml.ts): a folder of webview/ each.
 */
const surfaces = ['annotate', 'export', 'report', 'rubric', 'settings'];

/** A webview's browser reads WOFF2; the older kinds of each font would double the package. */
const fonts = {
  name: 'fonts',
  setup(build) {
    build.onLoad({ filter: /katex\.min\.css$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, ''),
      loader: 'css',
    }));
  },
};

/** Its script takes for granted that what it declares is global, which in a module it is not. */
const diagrams = {
  name: 'diagrams',
  setup(build) {
    build.onLoad({ filter: /mermaid\.tiny\.js$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace(
        'globalThis.__esbuild_esm_mermaid_nm["mermaid"]',
        '__esbuild_esm_mermaid_nm["mermaid"]',
      ),
    }));
  },
};

/** The builds, each of which may have its own options. @param {boolean} production */
export function buildsFor(production) {
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    logLevel: 'info',
    metafile: true,
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
  };

  const node = {
    ...shared,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outdir: 'dist',
    // lowdb ships as ES modules only; import.meta is not used by what we bundle of it.
    external: ['vscode'],
    // What is loaded later is required: import() reads the text of a file once more, to find what it exports.
    supported: { 'dynamic-import': false },
    // Its other module asks for its parts when it runs, which no bundle follows.
    alias: { 'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
  };

  return [
    {
      ...node,
      plugins: [libraries, workerJobs],
      entryPoints: {
        extension: 'src/extension.ts',
        worker: 'src/worker.ts',
        fileJobs: 'src/fileJobs.ts',
        studyJobs: 'src/studyJobs.ts',
      },
    },
    {
      ...node,
      entryPoints: {
        ...Object.fromEntries(
          ['arrow', 'parquet', 'patterns', 'workbook', 'zip'].map((name) => [
            `libraries/${name}`,
            `src/core/dataset/libraries/${name}.ts`,
          ]),
        ),
        'libraries/tar': 'src/core/code/libraries/tar.ts',
        'libraries/yaml': 'src/core/rubric/libraries/yaml.ts',
        'libraries/parquetWriter': 'src/core/export/libraries/parquetWriter.ts',
        'libraries/postgres': 'src/core/team/libraries/postgres.ts',
      },
      // Its ES module asks where it lies, which a bundle cannot say.
      alias: { tinyglobby: path.join(root, 'node_modules/tinyglobby/dist/index.cjs') },
    },
    { ...node, plugins: [libraries], entryPoints: { cli: 'src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
    {
      ...shared,
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
      outdir: 'dist/webview',
      entryPoints: Object.fromEntries(surfaces.map((surface) => [surface, `webview/${surface}/main.tsx`])),
      jsx: 'automatic',
      jsxImportSource: 'preact',
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
    },
    // Loaded by the desk for the first formula, and for the first diagram.
    {
      ...shared,
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
      outdir: 'dist/webview',
      entryPoints: { mathematics: 'webview/mathematics/main.ts', diagrams: 'webview/diagrams/main.ts' },
      plugins: [fonts, diagrams],
      loader: { '.woff2': 'file' },
      assetNames: 'fonts/[name]',
    },
  ];
}
