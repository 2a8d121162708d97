import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it.each(['annotate/main.tsx', 'report/main.tsx', 'rubric/main.tsx'])(
  'the script of %s holds no schemas: what the host checks need not be loaded again',
  async (entry) => {
    const { metafile } = await build({
      absWorkingDir: path.resolve(import.meta.dirname, '../../..'),
      entryPoints: [`webview/${entry}`],
      outdir: 'out',
      bundle: true,
      write: false,
      metafile: true,
      format: 'iife',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      loader: { '.ttf': 'file' },
    });
    const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
    expect(inputs).toContain(`webview/${entry}`);
    expect(inputs.filter((input) => input.includes('node_modules/zod/'))).toEqual([]);
  },
);
