import { describe, expect, it } from 'vitest';
import { trlDpoText } from '../../../../src/core/export/formats/pairs/trl';
import type { ExportOptions } from '../../../../src/core/export/format';
import { previewExport } from '../../../../src/core/export/write';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

const prompt =
  'Please tell me in a few words how the moon came to be where it is and why it looks so large near the horizon';
const records = [
  { id: 'first', prompt, responses: ['a', 'b'], language: 'de' },
  { id: 'again', prompt: `${prompt}?`, responses: ['c', 'd'], language: 'en' },
  { id: 'third', prompt: `${prompt}!`, responses: ['e', 'f'], language: 'en' },
  { id: 'other', prompt: 'Bread?', responses: ['g', 'h'], language: 'en' },
];
const preferred: Judgement = { ranking: { tiers: [['r1'], ['r2']] } };

async function exported(
  first: { readonly judgement?: Judgement; readonly changes?: Partial<Annotation> },
  options: Omit<ExportOptions, 'format'>,
): Promise<string[]> {
  const study = await studyOf(temporaryFolder(), records);
  for (const [n] of records.entries())
    await judge(study, n, n === 0 ? (first.judgement ?? preferred) : preferred, n === 0 ? first.changes : undefined);
  const { rows } = await previewExport(study, { format: trlDpoText, nearDuplicates: 0.8, ...options }, 100);
  await study.close();
  return rows.map(({ provenance }) => provenance.item);
}

describe('of prompts that are alike the first that is exported stays', () => {
  it('which is the first of all where nothing else is asked for', async () => {
    expect(await exported({}, {})).toEqual(['first', 'other']);
  });

  it.each<[string, Parameters<typeof exported>[0], Omit<ExportOptions, 'format'>]>([
    ['was skipped', { judgement: { skip: { reason: 'unclear' } } }, {}],
    ['is in a language that is not asked for', {}, { languages: ['en'] }],
    ['was judged in a round that is not asked for', { changes: { round: 7 } }, { rounds: [1] }],
    [
      'was judged by a model, where people are asked for',
      { changes: { origin: { kind: 'model', name: 'm' } } },
      { origins: ['human'] },
    ],
  ])('and not one that %s', async (_, first, options) => {
    expect(await exported(first, options)).toEqual(['again', 'other']);
  });
});
