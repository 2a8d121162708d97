import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../src/core/export';
import type { ExportOptions } from '../../../../src/core/export/format';
import type { Fields } from '../../../../src/core/export/fields';
import { validateExport } from '../../../../src/core/export/validate';
import { writeExport } from '../../../../src/core/export/write';
import { importLabels } from '../../../../src/core/import/importLabels';
import type { Project } from '../../../../src/core/model/study/project';
import { createStudy } from '../../../../src/core/study/create';
import type { Study } from '../../../../src/core/study/study';
import { fixture } from '../../made/fixtures';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, opened, studyOf } from '../../made/study';
import { named, recordsIn } from './formatFixtures';

/** The rows of a whole export, which its rules have nothing against. */
async function rowsOf(
  study: Study,
  format: string,
  options: Partial<ExportOptions> = {},
): Promise<{ rows: Fields[]; dropped: object; notes: object }> {
  const { files, tally } = await writeExport(
    study,
    { format: named(format), ...options },
    join(temporaryFolder(), 'out'),
  );
  expect((await validateExport(files[0]!, format)).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { rows: recordsIn(files[0]!) as Fields[], dropped: tally.dropped, notes: tally.notes };
}

async function labelled(name: string): Promise<Study> {
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  await createStudy({ projectFile, datasets: [fixture(name)] });
  const study = await opened(projectFile);
  await importLabels(study, { annotator: 'source' });
  return study;
}

const sourceOf = (name: string): Fields[] => recordsIn(fixture(name)) as Fields[];

describe('a published dataset comes out as it went in:', () => {
  it('HelpSteer2, but for a response without one of the ratings', async () => {
    const study = await labelled('helpsteer2.jsonl');
    const { rows, dropped } = await rowsOf(study, 'helpsteer2');
    expect(rows).toEqual(sourceOf('helpsteer2.jsonl').slice(0, 1));
    expect(dropped).toEqual({ 'missing-rating': 1 });
    const { rows: regression } = await rowsOf(study, 'nemo-aligner-regression');
    expect(regression).toMatchObject([
      { label: [-100, -100, -100, -100, 3, 4, 4, 2, 0] },
      { label: [-100, -100, -100, -100, 0, -100, 1, 0, 0] },
    ]);
    expect((await rowsOf(study, 'armorm')).rows).toMatchObject([
      { helpfulness: 3, correctness: 4 },
      { correctness: null },
    ]);
    await study.close();
  });

  it("HelpSteer2's disagreements, put together by their mean or annotator by annotator", async () => {
    const study = await labelled('helpsteer2-disagreements.jsonl');
    const [first] = sourceOf('helpsteer2-disagreements.jsonl') as Record<string, number[]>[];
    const { rows } = await rowsOf(study, 'helpsteer2', { aggregate: 'majority' });
    expect(rows[0]?.helpfulness).toBe(
      Math.round(first!.helpfulness!.reduce((sum, value) => sum + value, 0) / first!.helpfulness!.length),
    );
    expect((await rowsOf(study, 'armorm')).rows.length).toBeGreaterThan(rows.length);
    await study.close();
  });

  it('Math-Shepherd', async () => {
    const study = await labelled('math-shepherd.jsonl');
    expect((await rowsOf(study, 'math-shepherd')).rows).toEqual(sourceOf('math-shepherd.jsonl'));
    await study.close();
  });

  it("FG-RLHF's feedback", async () => {
    const study = await labelled('fine-grained-rlhf.json');
    const source = sourceOf('fine-grained-rlhf.json');
    const { rows, dropped } = await rowsOf(study, 'fg-rlhf');
    const four = source.filter((row) => row['prediction 4'] !== undefined);
    expect(rows).toHaveLength(four.length);
    expect(rows.map(({ question }) => question)).toEqual(four.map(({ question }) => question));
    expect(Object.keys(dropped)).not.toContain('outside-text');
    await study.close();
  });

  it('battles of the arena: sides, votes and conversations', async () => {
    const study = await labelled('arena-battles-33k.jsonl');
    const kept = ({ model_a, model_b, winner, conversation_a, conversation_b, turn }: Fields): Fields => ({
      model_a,
      model_b,
      winner,
      conversation_a,
      conversation_b,
      turn,
    });
    expect((await rowsOf(study, 'arena')).rows.map(kept)).toEqual(
      expect.arrayContaining(sourceOf('arena-battles-33k.jsonl').map(kept)),
    );
    await study.close();
  });

  it("PRM800K: as many rows as TRL's own converter makes paths, with its rule for labels", async () => {
    const study = await labelled('prm800k.jsonl');
    const { rows } = await rowsOf(study, 'trl-prm');
    expect(rows.find(({ completions }) => (completions as string[]).includes('Add first: 4.'))).toEqual({
      prompt: 'What is 2 + 2 · 3?\n',
      completions: ['Add first: 4.'],
      labels: [false],
    });
    for (const { completions, labels } of rows)
      expect((labels as boolean[]).length).toBe((completions as string[]).length);
    await study.close();
  });
});

const datasets = [
  'helpsteer2.jsonl',
  'helpsteer2-preference.jsonl',
  'helpsteer3-preference.jsonl',
  'helpsteer3-feedback.jsonl',
  'helpsteer3-edit.jsonl',
  'ultrafeedback.jsonl',
  'arena-battles-140k.jsonl',
  'prm800k.jsonl',
  'prm-bench.jsonl',
  'fine-grained-rlhf.json',
  'argilla.json',
  'oasst-trees.jsonl',
  'summary-axes.jsonl',
  'tools-trl.jsonl',
  'hh-rlhf.jsonl',
];
const mine = exportFormats.filter(({ family }) =>
  ['steps', 'attributes', 'texts', 'spans', 'votes', 'tables'].includes(family),
);

it.each(datasets)(
  '%s is exported in every format without a row that its trainer would stop at, each with its own keys throughout, or says why there is none',
  async (name) => {
    const study = await labelled(name);
    for (const { name: format } of mine) {
      const written = await rowsOf(study, format).catch((error: unknown) =>
        error instanceof Error ? error.message : 'failed',
      );
      if (typeof written === 'string') expect(written).toMatch(/there is nothing to export: of \d+ annotations none/);
      else expect(new Set(written.rows.map((row) => Object.keys(row).sort().join())).size).toBe(1);
    }
    await study.close();
  },
);

const records = [
  { id: 'q0', prompt: 'Why?', responses: ['So.', 'No.'] },
  { id: 'q1', prompt: 'How?', responses: ['Thus.', '2026-01-01'] },
];
const ratings = (response: string, values: Readonly<Record<string, number>>): object =>
  Object.entries(values).map(([aspect, value]) => ({ response, aspect, value }));
const all = { helpfulness: 4, correctness: 3, coherence: 4, complexity: 1, verbosity: 2 };

/** The study with other aspects. */
async function withAspects(study: Study, aspects: Project['task']['aspects']): Promise<void> {
  await study.changeProject((project) => ({ ...project, task: { ...project.task, aspects } }));
}

describe('the aspects of an export', () => {
  it('made at the desk are on the standard scale where the project says nothing, and HelpSteer2 refuses that', async () => {
    const study = await studyOf(temporaryFolder(), records);
    await judge(study, 0, { ratings: ratings('r1', all) as never });
    await expect(rowsOf(study, 'helpsteer2')).rejects.toThrow(
      'The aspect “helpfulness” has a scale from 1 to 5, but the attribute “helpfulness” of the format “HelpSteer2” has a scale from 0 to 4',
    );
    await withAspects(
      study,
      Object.keys(all).map((name) => ({ name, min: 0, max: 4 })),
    );
    expect((await rowsOf(study, 'helpsteer2')).rows).toEqual([{ prompt: 'Why?', response: 'So.', ...all }]);
    await study.close();
  });

  it("come in the project's order, and then by name; only those that the wanted annotators rated", async () => {
    const study = await studyOf(temporaryFolder(), records);
    await withAspects(study, [
      { name: 'wit', min: 1, max: 5 },
      { name: 'style', min: 1, max: 5 },
    ]);
    await judge(study, 0, { ratings: ratings('r1', { zeal: 2, style: 3, art: 5, wit: 1 }) as never });
    await judge(study, 1, { ratings: ratings('r1', { noise: 1 }) as never }, { annotator: 'ben' });
    expect((await rowsOf(study, 'ms-swift-regression', { annotators: ['ana'] })).rows).toMatchObject([
      { label: [1, 3, 5, 2] },
    ]);
    expect(Object.keys((await rowsOf(study, 'armorm')).rows[0]!)).toEqual([
      'messages',
      'wit',
      'style',
      'art',
      'noise',
      'zeal',
    ]);
    await study.close();
  });
});

describe('a column', () => {
  it('of times is no text that is lost to a trainer, and one of numbers is no text at all', async () => {
    const study = await studyOf(temporaryFolder(), records);
    await judge(study, 0, { ranking: { tiers: [['r1'], ['r2']] } });
    expect((await rowsOf(study, 'annotators')).rows).toMatchObject([{ time: '2026-11-21T08:00:00.000Z' }]);
    expect((await rowsOf(study, 'trl-dpo', { margin: 'rank-gap' })).rows).toMatchObject([{ margin: 1 }]);
    await study.close();
  });

  it('of lists of texts that are all dates is refused like one of texts', async () => {
    const study = await studyOf(temporaryFolder(), records);
    await judge(study, 1, { steps: [{ response: 'r2', start: 0, end: 10, label: 'correct' }] });
    await expect(rowsOf(study, 'trl-prm')).rejects.toThrow('In train, all texts in the column “completions” are dates');
    await study.close();
  });
});

it('judgements under a context are in the tables with it, and in other formats in the prompt', async () => {
  const study = await studyOf(temporaryFolder(), records);
  await judge(
    study,
    0,
    {
      ranking: { tiers: [['r1'], ['r2']] },
      critiques: [{ response: 'r1', text: 'Good.', spans: [{ start: 0, end: 2, quote: 'So' }] }],
    },
    { context: 'In winter.' },
  );
  expect((await rowsOf(study, 'annotators')).rows).toMatchObject([{ context: 'In winter.' }]);
  expect((await rowsOf(study, 'spans')).rows).toMatchObject([
    { context: 'In winter.', quote: 'So', critique: 'Good.' },
  ]);
  await expect(rowsOf(study, 'sft-text', { context: 'none' })).rejects.toThrow(
    'judged under a context that is not in the prompt',
  );
  expect((await rowsOf(study, 'sft-text', { context: 'system' })).rows).toEqual([
    { prompt: 'In winter.\n\nWhy?', completion: 'So.' },
  ]);
  expect((await rowsOf(study, 'best-of-n', { context: 'system' })).rows).toMatchObject([
    { messages: [{ role: 'system', content: 'In winter.' }, {}, {}] },
  ]);
  await study.close();
});

it('what several prefer together is one best response, and their own comparisons stay apart under pseudonyms', async () => {
  const study = await studyOf(temporaryFolder(), records);
  for (const [annotator, best, rest] of [
    ['ana', 'r2', 'r1'],
    ['ben', 'r1', 'r2'],
    ['cem', 'r1', 'r2'],
  ] as const)
    await judge(study, 0, { ranking: { tiers: [[best], [rest]] } }, { annotator });
  expect((await rowsOf(study, 'sft-text')).rows).toHaveLength(3);
  expect((await rowsOf(study, 'sft-text', { aggregate: 'majority' })).rows).toEqual([
    { prompt: 'Why?', completion: 'So.' },
  ]);
  const { rows } = await rowsOf(study, 'annotators', { pseudonyms: 'salt' });
  expect(new Set(rows.map(({ annotator }) => annotator)).size).toBe(3);
  expect(JSON.stringify(rows)).not.toMatch(/ana|ben|cem/);
  await study.close();
});

it('half a surrogate pair in a text keeps its row out of every format', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'data.jsonl'),
    '{"id":"q","prompt":"Why?","responses":["cut \\ud83d","No."]}\n{"id":"p","prompt":"How?","responses":["a","b"]}\n',
  );
  const projectFile = join(folder, 'study.tiebreak');
  await createStudy({ projectFile, datasets: [join(folder, 'data.jsonl')] });
  const study = await opened(projectFile);
  for (const ordinal of [0, 1]) await judge(study, ordinal, { ranking: { tiers: [['r1'], ['r2']] } });
  expect(await rowsOf(study, 'sft-text')).toMatchObject({
    rows: [{ completion: 'a' }],
    dropped: { 'lone-surrogate': 1 },
  });
  await study.close();
});
