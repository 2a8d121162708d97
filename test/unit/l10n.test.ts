import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a script, and so without types
import * as script from '../../scripts/l10n.mjs';

const { bundleFile, bundleText } = script as { bundleFile: string; bundleText: () => Promise<string> };
const root = join(import.meta.dirname, '../..');
const files = await sources();

describe('the bundle of strings for translators', () => {
  it('holds what the sources ask for; `npm run l10n` writes it', async () => {
    expect(await readFile(bundleFile, 'utf8')).toBe(await bundleText());
  });

  // The collector sees `l10n.t` and `vscode.l10n.t` with literals, and passes over everything else in silence.
  it.each(files)('misses no string of %s', async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    expect(text).not.toMatch(/import \{.*\} from '@vscode\/l10n'/);
    const literals = text.match(/\bl10n\.t\(\s*(?:'|"|\{\s*message: ')/g) ?? [];
    expect(literals).toHaveLength((text.match(/\bl10n\.t\(/g) ?? []).length);
  });
});

async function sources(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['src', 'webview']) {
    for (const name of await readdir(join(root, folder), { recursive: true }))
      if (/\.tsx?$/.test(name) && (await readFile(join(root, folder, name), 'utf8')).includes('l10n'))
        found.push(join(folder, name));
  }
  return found;
}
