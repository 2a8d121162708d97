import { join } from 'node:path';
import { build } from 'esbuild';

export const root = join(import.meta.dirname, '../../..');

/** Bundles TypeScript of this project for a Node process of its own; the path of the bundle. */
export async function bundled(folder: string, entry: { path: string } | { source: string }): Promise<string> {
  const outfile = join(folder, 'bundle.cjs');
  const input =
    'path' in entry
      ? { entryPoints: [join(root, entry.path)] }
      : { stdin: { contents: entry.source, resolveDir: root, loader: 'ts' as const } };
  await build({
    ...input,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}
