import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../src/cli/language';
import { bundlesCommandLine, started, type Run } from '../made/commandLine';
import { temporaryFolder } from '../made/temporaryFolder';

bundlesCommandLine();

describe('the language of the command line', () => {
  it.each([
    [{ LANG: 'de_DE.UTF-8' }, 'de'],
    [{ LANG: 'ja_JP.UTF-8' }, 'ja'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh-cn'],
    [{ LANG: 'zh_Hans_SG' }, 'zh-cn'],
    [{ LANG: 'zh_TW.UTF-8' }, 'en'],
    [{ LANG: 'pt_BR.UTF-8' }, 'pt-br'],
    [{ LANG: 'fr_CA@euro' }, 'fr'],
    [{ LANG: 'tlh_AQ.UTF-8' }, 'en'],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'es_ES' }, 'es'],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C.UTF-8' }, 'en'],
    [{ LANG: 'POSIX', LANGUAGE: 'de' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LANGUAGE: 'tlh:fr:de' }, 'fr'],
    [{ LANG: 'de_DE.UTF-8', LANGUAGE: 'en' }, 'en'],
    [{ LANG: 'de_DE.UTF-8', TIEBREAK_LANG: 'ja' }, 'ja'],
    [{ LANG: 'de_DE.UTF-8', TIEBREAK_LANG: 'tlh' }, 'en'],
    [{}, 'en'],
  ])('%j: %s', (environment, language) => {
    expect(languageOf(environment)).toBe(language);
  });

  it('is that of the operating system where the environment says nothing', () => {
    expect(languageOf({}, 'es-MX')).toBe('es');
    expect(languageOf({ LANG: 'fr_FR' }, 'es-MX')).toBe('fr');
  });
});

describe('the command line', () => {
  it.each([
    ['de_DE.UTF-8', 'Diese Datei ist nicht vorhanden'],
    ['ja_JP.UTF-8', 'ファイルがありません'],
    ['zh_CN.UTF-8', '没有此文件'],
    ['pt_BR.UTF-8', 'Este arquivo não existe'],
    ['tlh_AQ.UTF-8', 'There is no such file'],
  ])('says what is wrong in the language of the environment, with the same exit code: %s', async (locale, said) => {
    const run = await inLanguage(locale, temporaryFolder(), 'inspect', 'gone.jsonl');
    expect(run.err).toContain(said);
    expect(run.code).toBe(1);
  });

  it('writes the same JSON in every language', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'labels.jsonl'),
      '{"prompt": "a", "responses": ["b", "c"], "label": "x"}\n{"prompt": "", "responses": ["b", "b"], "label": 7}\n',
    );
    const [english, ...others] = await Promise.all(
      ['C', 'de_DE.UTF-8', 'ja_JP.UTF-8'].map((locale) =>
        inLanguage(locale, folder, 'inspect', 'labels.jsonl', '--json'),
      ),
    );
    expect(english?.out).toContain('"');
    for (const other of others) expect(other).toEqual(english);
  });

  const inLanguage = (locale: string, cwd: string, ...args: string[]): Promise<Run> =>
    started({ cwd, env: { ...process.env, TIEBREAK_LANG: '', LANGUAGE: '', LC_ALL: locale } }, ...args);
});
