import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const languages = ['de', 'es', 'fr', 'ja', 'pt-br', 'zh-cn'];

type Texts = Readonly<Record<string, string | { readonly message: string }>>;

const english = {
  bundle: texts(await read('l10n/bundle.l10n.json')),
  manifest: texts(await read('package.nls.json')),
};

it('there is one file of each kind for each language', async () => {
  const names = async (folder: string, pattern: RegExp): Promise<string[]> =>
    (await readdir(join(root, folder))).map((name) => pattern.exec(name)?.[1]).filter((name) => name !== undefined);
  expect((await names('l10n', /^bundle\.l10n\.(.+)\.json$/)).sort()).toEqual(languages);
  expect((await names('.', /^package\.nls\.(.+)\.json$/)).sort()).toEqual(languages);
});

describe.each(languages)('the texts in %s', (language) => {
  it.each(['bundle', 'manifest'] as const)('are complete, and say no more: %s', async (kind) => {
    const translated = await read(fileOf(kind, language));
    expect(Object.keys(translated).sort()).toEqual([...english[kind].keys()].sort());
  });

  it.each(['bundle', 'manifest'] as const)(
    'keep what is filled in, what is code, and the spaces around: %s',
    async (kind) => {
      const translated = texts(await read(fileOf(kind, language)));
      const differing = [...english[kind]].filter(([key, text]) => {
        const other = translated.get(key);
        return other !== undefined && (other.trim() === '' || fixedParts(text) !== fixedParts(other));
      });
      expect(differing.map(([, text]) => text)).toEqual([]);
    },
  );
});

const fileOf = (kind: 'bundle' | 'manifest', language: string): string =>
  kind === 'bundle' ? `l10n/bundle.l10n.${language}.json` : `package.nls.${language}.json`;

async function read(file: string): Promise<Texts> {
  return JSON.parse(await readFile(join(root, file), 'utf8')) as Texts;
}

function texts(file: Texts): ReadonlyMap<string, string> {
  return new Map(Object.entries(file).map(([key, text]) => [key, typeof text === 'string' ? text : text.message]));
}

/** What a translation takes over as it is. */
function fixedParts(text: string): string {
  return JSON.stringify([
    [...text.matchAll(/\{\d+\}|`[^`]*`/g)].map(([part]) => part).sort(),
    /^\s/.test(text),
    /\s$/.test(text),
  ]);
}
