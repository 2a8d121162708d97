import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { exportSummary } from '../../../../src/core/export/summary';
import { writeExport, type ExportResult } from '../../../../src/core/export/write';
import { importLabels } from '../../../../src/core/import/importLabels';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Recipe } from '../../../../src/core/model/study/recipe';
import type { Study } from '../../../../src/core/study/study';
import { temporaryFolder } from '../../made/temporaryFolder';
import { itemsOf, judge, studyOf } from '../../made/study';

/** Who votes in an export: people, unless models are named or nobody else judged. */

const better = (first: string, second: string): Judgement => ({ ranking: { tiers: [[first], [second]] } });
const model = (name: string): Partial<Annotation> => ({ annotator: name, origin: { kind: 'model', name } });
/** A model whose labels came with the data. */
const judgeOf = (name: string): Partial<Annotation> => ({
  annotator: `labels:${name}`,
  origin: { kind: 'imported', from: 'ultrafeedback', by: name },
});
const source: Partial<Annotation> = { annotator: 'labels', origin: { kind: 'imported', from: 'dataset' } };

async function studyJudgedBy(
  ...judges: readonly (readonly [Partial<Annotation>, Judgement])[]
): Promise<{ study: Study; folder: string }> {
  const folder = temporaryFolder();
  const study = await studyOf(folder, [{ id: 'q', prompt: 'Which?', responses: ['one', 'two'] }]);
  for (const [changes, judgement] of judges) await judge(study, 0, judgement, changes);
  return { study, folder };
}

async function exported(
  { study, folder }: { study: Study; folder: string },
  options: Partial<Omit<Recipe, 'format'>> & { format?: string } = {},
): Promise<ExportResult & { readonly chosen: unknown[]; readonly told: string; readonly manifest: string }> {
  const { format = 'trl-dpo-text', ...rest } = options;
  const result = await writeExport(
    study,
    { ...rest, format: exportFormatNamed(format)! },
    join(folder, 'out'),
    undefined,
    undefined,
    { overwrite: true },
  );
  return {
    ...result,
    chosen: readFileSync(result.files[0]!, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { chosen?: unknown }).chosen),
    told: exportSummary(result.tally, ['train.jsonl']).join('\n'),
  };
}

const personAndTwoModels = () =>
  studyJudgedBy(
    [{ annotator: 'ana' }, better('r1', 'r2')],
    [model('haiku'), better('r2', 'r1')],
    [judgeOf('gpt-4'), better('r2', 'r1')],
  );

describe('whose judgements are exported', () => {
  it("are people's: two models outvote nobody, and are told by count", async () => {
    const made = await personAndTwoModels();
    for (const aggregate of ['majority', 'borda', 'ranked-pairs', 'bradley-terry', 'dawid-skene'] as const)
      expect((await exported(made, { aggregate })).chosen, aggregate).toEqual(['one']);
    const { chosen, told, manifest, tally } = await exported(made);
    expect(chosen).toEqual(['one']);
    expect(tally.dropped).toEqual({ 'by-model': 2 });
    expect(told).toContain('dropped 2: judged by a model');
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      dropped: { 'by-model': { count: 2 } },
      defaults: { origins: ['human', 'imported'] },
      annotators: ['ana'],
    });
  });

  it('are those of models too where these are named, by what they are or by name', async () => {
    const made = await personAndTwoModels();
    expect((await exported(made, { origins: ['human', 'imported', 'model'], aggregate: 'majority' })).chosen).toEqual([
      'two',
    ]);
    expect((await exported(made, { origins: ['model'] })).chosen).toEqual(['two', 'two']);
    expect((await exported(made, { annotators: ['labels:gpt-4'] })).chosen).toEqual(['two']);
    await expect(exported(made, { origins: ['imported'] })).rejects.toThrow(
      '"imported" was not found; existing values: "model" (2), "human" (1)',
    );
  });

  it('are those of labels of whom nothing says that they are a model', async () => {
    const made = await studyJudgedBy([source, better('r1', 'r2')], [judgeOf('gpt-4'), better('r2', 'r1')]);
    expect((await exported(made)).chosen).toEqual(['one']);
  });

  it("are models' where no person judged anything, which is told with how to name them; a skip judges nothing", async () => {
    const made = await studyJudgedBy(
      [{ annotator: 'ana' }, { skip: { reason: 'unclear' } }],
      [judgeOf('gpt-4'), better('r2', 'r1')],
    );
    const { chosen, told, manifest } = await exported(made);
    expect(chosen).toEqual(['two']);
    expect(told).toMatch(/note on 1: judged by a model: no person .*--origins model/);
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      notes: { 'only-models': { count: 1 } },
      defaults: { origins: ['model'] },
    });
    const { tally } = await exported(made, { origins: ['model'] });
    expect(tally.notes).toEqual({});
  });

  it("UltraFeedback gives its rows once imported, says that a model judged, and gives the person's alone once somebody judges", async () => {
    const folder = temporaryFolder();
    const completions = [
      ['good', 5],
      ['bad', 1],
    ].map(([response, score]) => ({
      model: `m-${response}`,
      response,
      overall_score: score,
      annotations: { helpfulness: { Rating: String(score), Rationale: 'so' } },
      critique: 'c',
    }));
    const study = await studyOf(
      folder,
      [0, 1].map((n) => ({
        source: 'evol',
        instruction: `Do ${n}`,
        models: ['m-good', 'm-bad'],
        completions,
        correct_answers: [],
        incorrect_answers: [],
      })),
    );
    await importLabels(study, { annotator: 'labels' });
    expect([...study.replay.all()].map(({ annotator, byModel }) => [annotator, byModel])).toEqual([
      ['labels:model', true],
      ['labels:model', true],
    ]);
    const alone = await exported({ study, folder }, { format: 'ultrafeedback' });
    expect(alone.tally.rows.train).toBe(2);
    expect(alone.tally.notes['only-models']).toBe(2);
    const [first] = (await itemsOf(study)).items;
    const [good = '', bad = ''] = first!.responses.map(({ id }) => id);
    await judge(study, 0, better(bad, good));
    const { tally } = await exported({ study, folder }, { format: 'trl-dpo' });
    expect(tally.rows.train).toBe(1);
    expect(tally.dropped['by-model']).toBe(2);
    await study.close();
  });
});

describe('annotators who disagree', () => {
  it('are told of where each speaks for themselves, and not where a rule makes one preference of them', async () => {
    const made = await studyJudgedBy(
      [{ annotator: 'ana' }, better('r1', 'r2')],
      [{ annotator: 'ben' }, better('r2', 'r1')],
    );
    const { chosen, told, tally } = await exported(made);
    expect(chosen).toEqual(['one', 'two']);
    expect(tally.notes).toEqual({ opposite: 2 });
    expect(told).toMatch(/^2 rows \(exact opposite is also a row: 2\).*\n {2}note on 2: .*--aggregate majority/);
    await judge(made.study, 0, better('r1', 'r2'), { annotator: 'cem' });
    expect((await exported(made, { aggregate: 'majority' })).tally.notes).toEqual({});
    const agreeing = await studyJudgedBy(
      [{ annotator: 'ana' }, better('r1', 'r2')],
      [{ annotator: 'ben' }, better('r1', 'r2')],
    );
    expect((await exported(agreeing)).tally.notes).toEqual({});
  });

  it('leave out or turn round no pair where none is outvoted, which is told', async () => {
    const agreeing = await studyJudgedBy(
      [{ annotator: 'ana' }, better('r1', 'r2')],
      [{ annotator: 'ben' }, better('r1', 'r2')],
    );
    expect((await exported(agreeing, { noise: 'filter' })).told).toMatch(
      /dropped 0: more annotators prefer the other response.*: there is no such pair/,
    );
    expect((await exported(agreeing, { noise: 'flip' })).told).toMatch(
      /note on 0: more annotators prefer the other response.*: there is no such pair/,
    );
    const alone = await studyJudgedBy([{ annotator: 'ana' }, better('r1', 'r2')]);
    expect((await exported(alone, { noise: 'filter' })).told).toMatch(
      /dropped 0: .*no two annotators compared the same responses/,
    );
  });
});

describe("a rule that learns annotators' errors", () => {
  it('tells where its estimate had not come to rest', async () => {
    const said = [
      'v1tie',
      'v0a v1b',
      'v0tie',
      'v1tie',
      'v0a v1tie',
      'v0tie v1a',
      'v0b v1a',
      'v1a',
      'v0a v1a',
      'v1b',
      'v0a v1a',
      'v0b v1tie',
    ];
    const folder = temporaryFolder();
    const study = await studyOf(
      folder,
      said.map((_, n) => ({ id: `q${n}`, prompt: `Which ${n}?`, responses: ['one', 'two'] })),
    );
    for (const [n, votes] of said.entries())
      for (const vote of votes.split(' '))
        await judge(
          study,
          n,
          { comparisons: [{ a: 'r1', b: 'r2', outcome: vote.slice(2) as 'a' | 'b' | 'tie' }] },
          { annotator: vote.slice(0, 2) },
        );
    const { told, tally } = await exported({ study, folder }, { aggregate: 'dawid-skene' });
    expect(tally.notes).toEqual({ unsettled: 2 });
    expect(told).toContain('note on 2: two responses for which the estimate');
    await study.close();
  });
});

describe('rows that are out of balance', () => {
  it('are told: one long list that gives most pairs, unless fewer were asked for', async () => {
    const folder = temporaryFolder();
    const many = Array.from({ length: 8 }, (_, n) => `text ${n}`);
    const study = await studyOf(folder, [
      { id: 'short', prompt: 'One?', responses: ['one', 'two'] },
      { id: 'long', prompt: 'Many?', responses: many },
    ]);
    await judge(study, 0, better('r1', 'r2'));
    await judge(study, 1, { ranking: { tiers: many.map((_, n) => [`r${n + 1}`]) } });
    expect((await exported({ study, folder })).told).toContain(
      'note on 28: more than half of all rows come from one item',
    );
    expect((await exported({ study, folder }, { pairs: 'neighbours' })).told).not.toContain('rows of one item');
    expect((await exported({ study, folder }, { weight: 'list' })).told).not.toContain('rows of one item');
  });

  it('are told: responses that are all good', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [{ id: 'q', prompt: 'Which?', responses: ['one', 'two'] }]);
    await judge(study, 0, { acceptable: { r1: true, r2: true } });
    expect((await exported({ study, folder }, { format: 'trl-kto' })).told).toContain(
      'note on 2: all responses are labeled good, or all bad',
    );
    await judge(study, 0, { acceptable: { r1: true, r2: false } });
    expect((await exported({ study, folder }, { format: 'trl-kto' })).told).not.toContain('every response');
  });
});
