import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { globSync } from 'tinyglobby';
import { beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error a script, and so without types
import * as buildScript from '../../scripts/builds.mjs';
// @ts-expect-error a script, and so without types
import * as licenseScript from '../../scripts/licenses.mjs';
// @ts-expect-error a script, and so without types
import * as packScript from '../../scripts/packCli.mjs';
import { root } from './made/bundle';

interface Bundled {
  readonly folder: string;
  readonly hasFonts: boolean;
}
const { buildsFor } = buildScript as { buildsFor: (production: boolean) => readonly BuildOptions[] };
const { bundledPackages, licensesName, licenseTexts } = licenseScript as {
  bundledPackages: (metafiles: readonly Metafile[]) => readonly Bundled[];
  licensesName: string;
  licenseTexts: (root: string, packages: readonly Bundled[]) => Promise<string>;
};
const { packaged } = packScript as { packaged: Readonly<Record<string, string>> };

/** Packages that our own files import, apart from those that are there for their types only. */
function imported(): string[] {
  const names = globSync(['src/**/*.ts', 'webview/**/*.{ts,tsx}'], { cwd: root, ignore: '**/*.d.ts' }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^(?:(?:import|export)(?! type)[^;'"=]* from |import )'((?:@[^/']+\/)?[^./'][^/']*)[^']*';/gm,
      ),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !isBuiltin(name) && name !== 'vscode').sort();
}

describe('the license texts of what is bundled', () => {
  let text = '';
  let parts: string[] = [];

  beforeAll(async () => {
    const results = await Promise.all(
      buildsFor(false).map((options) =>
        build({ ...options, write: false, metafile: true as const, sourcemap: false, logLevel: 'error' }),
      ),
    );
    text = await licenseTexts(root, bundledPackages(results.map(({ metafile }) => metafile)));
    parts = text.split(`\n\n${'-'.repeat(80)}\n\n`).slice(1);
  }, 120_000);

  it('name every package that our files import, and those that these bring along', () => {
    const names = parts.map((part) => part.replace(/ [\d.]+ \([^]*$/, ''));
    expect(imported()).toEqual(expect.arrayContaining(['katex', 'highlight.js', 'preact', 'postgres']));
    expect(imported().filter((name) => !names.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['@microsoft/fast-element', 'flatbuffers', 'Fonts of katex']));
  });

  it('are there for each, in full', () => {
    for (const part of parts) {
      expect(part.length, part).toBeGreaterThan(500);
      expect(part).toMatch(/"AS IS"|WARRANTY OF ANY KIND/i);
    }
    expect(text).not.toContain('[copyright holder]');
    expect(text).toContain('SIL OPEN FONT LICENSE');
  });

  it('are in the VSIX and in the npm package', () => {
    const path = `dist/${licensesName}`;
    expect(Object.keys(packaged)).toContain(path);
    expect(readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n')).toContain(`!${path}`);
    expect(readFileSync(join(root, 'scripts/package.mjs'), 'utf8')).toContain(`'${path}'`);
  });

  it('are refused where a package has none, or where nobody says which license its fonts have', async () => {
    const [lacking, fonts] = ['node_modules/typescript', 'node_modules/preact'];
    await expect(licenseTexts(root, [{ folder: fonts, hasFonts: true }])).rejects.toThrow(
      'preact: scripts/licenses.mjs does not say which license its fonts have',
    );
    expect(await licenseTexts(root, [{ folder: lacking, hasFonts: false }])).toContain('Apache License');
  });
});
