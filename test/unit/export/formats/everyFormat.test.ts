import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../src/core/export';
import type { ExportFormat, ExportOptions } from '../../../../src/core/export/format';
import { validateExport } from '../../../../src/core/export/validate';
import { writeExport } from '../../../../src/core/export/write';
import type { Study } from '../../../../src/core/study/study';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

const responses = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name} 🙂 ${i}`);
const talk = [
  { role: 'system', content: 'Be kind' },
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello' },
  { role: 'user', content: 'More' },
];
const tool = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } };
const records = [
  { id: 'plain', prompt: 'One', responses: responses('one', 3) },
  { id: 'talk', prompt: talk, responses: ['', 'B', 'C'] },
  { id: 'tools', prompt: 'Rain?', tools: [tool], responses: responses('rain', 3) },
  { id: 'pair', prompt: 'Two', responses: responses('two', 2) },
  { id: 'eight', prompt: 'Eight', responses: responses('eight', 8) },
];

/** Judged by two, with ties, an acceptability line, a context and both-bad; the same for every format. */
async function judgedStudy(): Promise<Study> {
  const study = await studyOf(temporaryFolder(), records);
  const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `r${i + 1}`);
  await judge(study, 0, {
    ranking: { tiers: [['r2'], ['r1'], ['r3']] },
    acceptable: { r1: true, r2: true, r3: false },
  });
  await judge(
    study,
    0,
    { ranking: { tiers: [['r2'], ['r1', 'r3']] }, acceptable: { r1: false, r2: true, r3: false } },
    { annotator: 'ben' },
  );
  await judge(study, 1, { ranking: { tiers: [['r3'], ['r2'], ['r1']] }, acceptable: { r3: true, r1: false } });
  await judge(study, 1, { ranking: { tiers: [['r1'], ['r2'], ['r3']] } }, { context: 'For children' });
  await judge(study, 2, { ranking: { tiers: [['r1'], ['r2'], ['r3']] }, acceptable: { r1: true, r2: false } });
  await judge(study, 3, { comparisons: [{ a: 'r1', b: 'r2', outcome: 'both-bad' }] });
  await judge(study, 3, { comparisons: [{ a: 'r1', b: 'r2', outcome: 'b', strength: 2 }] }, { annotator: 'ben' });
  await judge(study, 4, { ranking: { tiers: ids(8).map((id) => [id]) } });
  return study;
}

/** Formats of these families by name, with how many rows they have of that study, under each of two sets of options. */
const expected: readonly (readonly [name: string, raw: number, together: number])[] = [
  ['trl-dpo', 43, 39],
  ['trl-dpo-text', 43, 39],
  ['full-conversations', 43, 39],
  ['openai-preference', 39, 35],
  ['together-preference', 39, 35],
  ['llama-factory', 43, 39],
  ['ms-swift', 43, 39],
  ['nemo-rl', 43, 39],
  ['nemo-aligner-dpo', 43, 39],
  ['halos', 43, 39],
  ['trl-reward', 43, 39],
  ['trl-reward-text', 43, 39],
  ['nemo-aligner-rm', 86, 78],
  ['trl-kto', 12, 8],
  ['trl-kto-text', 12, 8],
  ['llama-factory-kto', 12, 8],
  ['ms-swift-kto', 12, 8],
  ['nemo-aligner-kto', 12, 8],
  ['halos-kto', 12, 8],
  ['nectar', 7, 6],
  ['rrhf', 5, 4],
  ['lipo', 1, 1],
  ['pro', 5, 4],
  ['ms-swift-reranker', 7, 5],
  // A conversation is left out: its readers would make one user turn of a transcript.
  ['rewardbench2', 5, 3],
  ['halos-grpo', 25, 20],
  ['nemo-gym-rollouts', 25, 20],
];
const formatNamed = (name: string): ExportFormat => exportFormats.find((format) => format.name === name)!;

describe.each(expected)('%s', (name, raw, together) => {
  const format = formatNamed(name);
  it.each<[string, Omit<ExportOptions, 'format'>, number]>([
    ["each annotator's own, with contexts", { context: 'system' }, raw],
    ['one rule for several annotators', { context: 'system', aggregate: 'majority' }, together],
  ])('is written of %s, whole, and validate finds no error', async (_, options, rows) => {
    const study = await judgedStudy();
    const out = join(temporaryFolder(), 'export');
    const { files, tally } = await writeExport(study, { ...options, format }, out);
    const { problems } = await validateExport(files[0]!, name);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect({ rows: tally.rows.train, dropped: tally.dropped }).toMatchObject({ rows });
    await study.close();
  });

  it('gives the same bytes again, and names a trainer with what is typed to train', async () => {
    const write = async (): Promise<string> => {
      const study = await judgedStudy();
      const { files, commands } = await writeExport(
        study,
        { format, context: 'system' },
        join(temporaryFolder(), 'export'),
      );
      await study.close();
      expect(commands).not.toEqual([]);
      return readFileSync(files[0]!, 'utf8');
    };
    expect(await write()).toBe(await write());
  });
});

describe('a split', () => {
  it('keeps the two lines of a pair together', async () => {
    const study = await studyOf(
      temporaryFolder(),
      Array.from({ length: 30 }, (_, i) => ({
        id: `${i}`,
        prompt: `Question ${i}`,
        responses: [`yes ${i}`, `no ${i}`],
      })),
    );
    for (let i = 0; i < 30; i++) await judge(study, i, { ranking: { tiers: [['r1'], ['r2']] } });
    const { files } = await writeExport(
      study,
      { format: formatNamed('nemo-aligner-rm'), split: { train: 0.5, test: 0.5 } },
      join(temporaryFolder(), 'export'),
    );
    expect(files.length).toBe(2);
    for (const file of files) expect((await validateExport(file, 'nemo-aligner-rm')).problems).toEqual([]);
    await study.close();
  });
});
