import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { exportSummary } from '../../../../src/core/export/summary';
import { writeExport } from '../../../../src/core/export/write';
import { useCatalogue } from '../../../../src/core/model/problems/catalogue';
import type { Program } from '../../../../src/core/model/problems/program';
import { useTranslation, type Translation } from '../../../../src/core/model/problems/translation';
import type { Study } from '../../../../src/core/study/study';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

const format = exportFormatNamed('trl-dpo')!;
const languages = ['de', 'es', 'fr', 'ja', 'pt-br', 'zh-cn'];

const speak = (program: Program, language: string): void => {
  useCatalogue(program, language);
  const bundle = `l10n/bundle.l10n.${language}.json`;
  useTranslation(language === 'en' ? {} : (JSON.parse(readFileSync(bundle, 'utf8')) as Translation));
};

afterEach(() => speak('commandLine', 'en'));

/** Every file of an export by its name, and what a terminal is told of it. */
async function exported(
  study: Study,
  out: string,
  program: Program,
  language: string,
): Promise<{ files: object; told: readonly string[] }> {
  speak(program, language);
  const { tally } = await writeExport(study, { format, where: { topic: ['sea', 'sand'] } }, out);
  const files = Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  return { files, told: exportSummary(tally, ['out/train.jsonl']) };
}

describe('an export', () => {
  it('is told in every language, and its files are the same bytes as in English', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [
      { id: 'a', prompt: 'Which?', responses: ['one', 'two', 'three'], topic: 'sea' },
      { id: 'b', prompt: 'What?', responses: ['this', 'that'], topic: 'sky' },
    ]);
    await judge(study, 0, { ranking: { tiers: [['r1'], ['r2', 'r3']] } });
    await judge(study, 1, { ranking: { tiers: [['r1'], ['r2']] } });
    const english = await exported(study, join(folder, 'en'), 'commandLine', 'en');
    expect(JSON.stringify(english.files)).toContain('(--where)');
    for (const language of languages) {
      const { files, told } = await exported(study, join(folder, language), 'editor', language);
      expect(files).toEqual(english.files);
      expect(told).toHaveLength(english.told.length);
      for (const [at, line] of told.entries()) {
        expect(line).not.toBe(english.told[at]);
        expect(line).not.toMatch(/--|\b(dropped|from|the|was|not|values)\b/);
      }
    }
    await study.close();
  });
});
