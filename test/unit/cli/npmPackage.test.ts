import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a script, and so without types
import * as script from '../../../scripts/packCli.mjs';
import { root } from '../made/bundle';

const { manifestOf, packaged } = script as {
  manifestOf: (extension: unknown) => Readonly<Record<string, unknown>>;
  packaged: Readonly<Record<string, string>>;
};
const extension = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;

describe('the npm package of the command line', () => {
  it('holds every thread that the command line starts, its libraries and the rubric templates', () => {
    const threads = [...readFileSync(join(root, 'src/cli/main.ts'), 'utf8').matchAll(/__dirname, '(\w+\.js)'/g)];
    expect(threads.length).toBeGreaterThan(0);
    expect(Object.keys(packaged)).toEqual(
      expect.arrayContaining([...threads.map(([, name]) => `dist/${name ?? ''}`), 'dist/libraries', 'media/rubrics']),
    );
  });

  it('is made of files that are built or in the repository', () => {
    for (const source of Object.values(packaged).filter((each) => !each.startsWith('dist/')))
      expect(existsSync(join(root, source)), source).toBe(true);
  });

  it('has the version of the extension, and depends on no package and not on VS Code', () => {
    const manifest = manifestOf(extension);
    expect(manifest).toMatchObject({ version: extension.version, bin: { tiebreak: 'dist/cli.js' } });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest.engines).not.toHaveProperty('vscode');
  });
});
