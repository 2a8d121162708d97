import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openInstructPack } from '../../../../src/core/rubric/packs/openInstruct';
import { healthBenchPack } from '../../../../src/core/rubric/packs/healthbench';
import { rubricsAsRewardsPack } from '../../../../src/core/rubric/packs/rubricsAsRewards';
import { SkippedFields } from '../../../../src/core/rubric/packs/packFormat';
import { exportFormatNamed } from '../../../../src/core/export';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';
import type { Study } from '../../../../src/core/study/study';
import { annotation } from '../../made/journalLines';
import { anyPlainCriterion, criterion, library, rubric } from '../../made/rubrics';
import { exported, judgedStudy, said, type Value } from './studyFixtures';

const records = [
  {
    id: 'q1',
    prompt: 'Is it safe?',
    responses: ['Yes', 'No'],
    references: ['Ask a doctor.'],
    domain: 'health',
    example_tags: ['theme:hedging'],
  },
  {
    id: 'q2',
    prompt: [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: 'Hi' },
    ],
    responses: ['Hi!', 'Hello'],
  },
];
const criteria = [
  criterion('doctor', { text: 'Says to see a doctor', weight: 5, tags: ['axis:accuracy'] }),
  criterion('short', { text: 'Is short', title: 'Brevity', weight: 2 }),
  criterion('dose', { text: 'Names a dose', weight: -4 }),
];
const medical = rubric('medical', [criteria], { scope: { kind: 'item', item: 'q1' } });
const grades = rubric('grades', [[criterion('grade', { kind: 'scale' })]]);
const ranked = { ranking: { tiers: [['r1'], ['r2']] } };

let study: Study | undefined;
const of = async (...given: Parameters<typeof judgedStudy>): Promise<Study> => (study = await judgedStudy(...given));
afterEach(() => study?.close());

describe('rows of rubrics', () => {
  it('are one for each item with criteria, whoever judged it, and count those that the format cannot hold', async () => {
    const { rows, from, tally } = await exported(
      await of(
        records,
        [medical, grades],
        [ranked, { ...ranked, by: { annotator: 'ben' } }, { ...ranked, by: { annotator: 'ben' }, at: 0 }],
      ),
      'healthbench',
    );
    expect(rows).toEqual([
      {
        prompt_id: 'q1',
        prompt: [{ role: 'user', content: 'Is it safe?' }],
        rubrics: [
          { criterion: 'Says to see a doctor', points: 5, tags: ['axis:accuracy'] },
          { criterion: 'Is short', points: 2, tags: [] },
          { criterion: 'Names a dose', points: -4, tags: [] },
        ],
        example_tags: ['theme:hedging'],
        ideal_completions_data: {
          ideal_completion: 'Ask a doctor.',
          ideal_completions_group: '',
          ideal_completions_ref_completions: [],
        },
      },
    ]);
    expect(from).toMatchObject([{ item: 'q1', annotators: ['ana', 'ben'] }]);
    expect(tally.dropped).toEqual({ 'criterion-kind': 2, 'no-rubric': 1 });
  });

  it('have the answer that an annotator wrote before the reference, and none where there is none', async () => {
    const written = { demonstrations: [{ turns: [{ role: 'assistant', content: 'See somebody.' }] }] };
    const { rows } = await exported(await of(records, [rubric('all', [criteria])], [written, ranked]), 'healthbench');
    expect(
      rows.map(({ ideal_completions_data: ideal }) => (ideal as { ideal_completion: string } | null)?.ideal_completion),
    ).toEqual(['See somebody.', undefined]);
  });

  it('have the version in force, or the one that is asked for, or where no rubric is in force those that it was judged under', async () => {
    const versions = [[criterion('old', { text: 'Old' })], [criterion('old', { text: 'New' })]];
    const texts = (rows: readonly Value[]): unknown[] =>
      rows.map(({ rubric: list }) => (list as { description: string }[]).map(({ description }) => description));
    await of(
      records.slice(0, 1),
      [rubric('all', versions)],
      [{ ...ranked, by: { rubrics: [{ id: 'all', version: 1 }] } }],
    );
    expect(texts((await exported(study!, 'grpo')).rows)).toEqual([['New']]);
    expect(texts((await exported(study!, 'grpo', { rubrics: { all: 1 } })).rows)).toEqual([['Old']]);
    await study!.changeRubrics(() => library(rubric('all', versions, { scope: { kind: 'item', item: 'elsewhere' } })));
    expect(texts((await exported(study!, 'grpo')).rows)).toEqual([['Old']]);
  });

  it('leave out criteria that are faulty, and items without any points for HealthBench', async () => {
    const all = rubric('all', [[criterion('a', { weight: -1 }), criterion('b', { faulty: { reason: 'vague' } })]]);
    expect((await exported(await of(records, [all], [ranked]), 'healthbench')).tally.dropped).toEqual({
      'no-points': 1,
    });
    expect((await exported(study!, 'grpo')).rows).toEqual([
      {
        prompt: [{ role: 'user', content: 'Is it safe?' }],
        rubric: [{ title: 'Is it a?', description: 'Is it a?', weight: -1 }],
      },
    ]);
  });

  it('are for open-instruct and verl JSON texts with the prompt as query, a conversation with its roles', async () => {
    await of(records, [rubric('all', [criteria.slice(1)])], [ranked, ranked]);
    const truth = (query: string): string =>
      JSON.stringify({
        query,
        rubrics: [
          { description: 'Is short', weight: 2, title: 'Brevity' },
          { description: 'Names a dose', weight: -4 },
        ],
      });
    const [first, second] = (await exported(study!, 'open-instruct-rubric')).rows;
    expect(first).toEqual({
      messages: [{ role: 'user', content: 'Is it safe?' }],
      ground_truth: truth('Is it safe?'),
      dataset: 'rubric',
    });
    expect(second).toMatchObject({ ground_truth: truth('System: Be kind\n\nUser: Hi') });
    expect((await exported(study!, 'verl')).rows).toEqual([
      {
        data_source: 'rubric',
        prompt: first?.messages,
        ability: 'health',
        reward_model: { style: 'model', ground_truth: truth('Is it safe?') },
        extra_info: { id: 'q1', reference_answer: 'Ask a doctor.' },
      },
      {
        data_source: 'rubric',
        prompt: second?.messages,
        ability: 'general',
        reward_model: { style: 'model', ground_truth: truth('System: Be kind\n\nUser: Hi') },
        extra_info: { id: 'q2', reference_answer: '' },
      },
    ]);
    expect(exportFormatNamed('verl')?.files).toEqual(['parquet', 'json']);
  });

  it('are for RaR classed by weight beside the largest, by tag where there is one, and a pitfall is the fault unless avoidance is asked for', async () => {
    const weights = [5, 4, 2, -1].map((weight, at) => criterion(`c${at}`, { weight }));
    await of(
      records.slice(0, 1),
      [rubric('all', [[...weights, criterion('p', { text: 'Does not guess', weight: 2, tags: ['pitfall'] })]])],
      [ranked],
    );
    const [row] = (await exported(study!, 'rar', { negative: 'fault' })).rows;
    expect(row).toMatchObject({ question: 'Is it safe?', reference_answer: 'Ask a doctor.', rubric_count: 5 });
    expect(
      (row?.rubric as { description: string; weight: number }[]).map(({ description, weight }) => [
        description.split(':')[0],
        weight,
      ]),
    ).toEqual([
      ['Essential Criteria', 5],
      ['Important Criteria', 4],
      ['Optional Criteria', 2],
      ['Pitfall Criteria', -1],
      ['Pitfall Criteria', 2],
    ]);
    expect(said('rar', row!)).toEqual([expect.stringContaining('a pitfall has a positive weight')]);
    await expect(exported(study!, 'rar', { negative: 'avoidance' })).rejects.toThrow('describes a fault');
    await study!.changeRubrics(() =>
      library(
        rubric('all', [
          [...weights.slice(0, 3), criterion('p', { text: 'Does not guess', weight: 2, tags: ['pitfall'] })],
        ]),
      ),
    );
    const [avoiding] = (await exported(study!, 'rar', { negative: 'avoidance' })).rows;
    expect((avoiding?.rubric as { weight: number }[]).map(({ weight }) => weight)).toEqual([5, 4, 2, -2]);
    expect(said('rar', avoiding!)).toEqual([]);
  });

  it('are read back by the packs as the same criteria', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          anyPlainCriterion('title', 'tags').filter(({ text }) => /\S/.test(text)),
          { minLength: 1, maxLength: 4, selector: ({ text }) => text },
        ),
        (plain) => {
          const own = plain.map((each, at) => ({ ...each, id: `c${at}` }));
          const item = { id: 'i', hash: 'h', prompt: [{ role: 'user', content: 'Hi' }], responses: [] };
          const judged = {
            item,
            source: item,
            context: undefined,
            annotations: [annotation(1)],
            study: {
              rubrics: library(rubric('all', [own])),
              rules: { version: 1 as const, rules: [] },
              project: { task: {} as never },
            },
          };
          const rowOf = (name: string): JsonObject | undefined =>
            [
              ...exportFormatNamed(name)!.rows(
                judged,
                { format: exportFormatNamed(name)! },
                { tools: false },
                { drop: () => undefined, note: () => undefined, good: () => undefined, criterion: () => undefined },
              ),
            ][0]?.value;
          const back = (pack: typeof rubricsAsRewardsPack, row: JsonObject | undefined): unknown[] =>
            (row ? pack.read([row], { negative: 'fault' }, new SkippedFields()) : []).map((each) =>
              (each as { criteria: { title?: string; text: string; weight: number; tags?: string[] }[] }).criteria.map(
                ({ text, weight }) => ({ text, weight }),
              ),
            );
          const expected = [plain.map(({ text, weight }) => ({ text, weight }))];
          expect(back(openInstructPack, rowOf('open-instruct-rubric'))).toEqual(expected);
          if (plain.some(({ weight }) => weight > 0))
            expect(back(healthBenchPack, rowOf('healthbench'))).toEqual(expected);
          expect(back(rubricsAsRewardsPack, rowOf('rar'))).toEqual(expected);
        },
      ),
    );
  });
});

const good: Readonly<Record<string, Value>> = {
  healthbench: {
    prompt_id: 'q',
    prompt: [{ role: 'user', content: 'Hi' }],
    rubrics: [{ criterion: 'c', points: 1, tags: [] }],
    example_tags: [],
    ideal_completions_data: null,
  },
  'open-instruct-rubric': {
    messages: [{ role: 'user', content: 'Hi' }],
    ground_truth: '{"query":"Hi","rubrics":[{"description":"c","weight":1}]}',
    dataset: 'rubric',
  },
  verl: {
    data_source: 'rubric',
    prompt: [{ role: 'user', content: 'Hi' }],
    ability: 'general',
    reward_model: { style: 'model', ground_truth: '{"query":"Hi","rubrics":[{"description":"c","weight":1}]}' },
    extra_info: { id: 'q', reference_answer: '' },
  },
  rar: {
    question: 'Hi',
    reference_answer: '',
    rubric: [{ title: 't', description: 'Essential Criteria: c', weight: 5 }],
    rubric_count: 1,
  },
  grpo: { prompt: [{ role: 'user', content: 'Hi' }], rubric: [{ title: 't', description: 'c', weight: 1 }] },
};

describe('a row of rubrics that its reader', () => {
  it.each(Object.entries(good))('takes as %s has nothing wrong with it', (name, row) => {
    expect(said(name, row, row)).toEqual([]);
  });

  it.each<[string, string, Value, string]>([
    [
      "stops at with KeyError: 'tags'",
      'healthbench',
      { rubrics: [{ criterion: 'c', points: 1 }] },
      "rubrics.0.tags: is missing: healthbench_eval.py stops with KeyError: 'tags'; it may be empty",
    ],
    [
      "stops at with KeyError: 'points'",
      'healthbench',
      { rubrics: [{ criterion: 'c', points: 'one', tags: [] }] },
      "rubrics.0.points: must be a number: healthbench_eval.py stops with KeyError: 'points', or a TypeError when it adds them up",
    ],
    [
      "stops at with KeyError: 'criterion'",
      'healthbench',
      { rubrics: [{ points: 1, tags: [] }] },
      "rubrics.0.criterion: is missing: healthbench_eval.py stops with KeyError: 'criterion'",
    ],
    [
      "stops at with KeyError: 'example_tags'",
      'healthbench',
      { example_tags: undefined },
      "example_tags: is missing: healthbench_eval.py stops with KeyError: 'example_tags'; it may be empty",
    ],
    [
      "stops at with KeyError: 'prompt_id'",
      'healthbench',
      { prompt_id: undefined },
      "prompt_id: is missing: healthbench_eval.py stops with KeyError: 'prompt_id'",
    ],
    [
      'scores None (negative points only)',
      'healthbench',
      { rubrics: [{ criterion: 'c', points: -1, tags: [] }] },
      'rubrics: hold no points above 0: calculate_score gives None',
    ],
    [
      'samples after an assistant turn without a word',
      'healthbench',
      { prompt: [{ role: 'assistant', content: 'Hi' }] },
      '(the prompt ends with an assistant turn, so the model would continue after its own answer)',
    ],
    [
      'scores 0 with "Rubric label is not a dict: <class \'list\'>"',
      'open-instruct-rubric',
      { ground_truth: '[]' },
      'ground_truth: is a bare list: "Rubric label is not a dict: <class \'list\'>", and every response scores 0',
    ],
    [
      'scores 0 for the names "criterion" and "points"',
      'open-instruct-rubric',
      { ground_truth: '{"query":"","rubrics":[{"criterion":"c","points":1}]}' },
      'ground_truth: has a rubric without "description" (or with other names such as "criterion" and "points"): it scores 0 without a warning',
    ],
    [
      'stops at with a TypeError (a weight as text)',
      'open-instruct-rubric',
      { ground_truth: '{"query":"","rubrics":[{"description":"c","weight":"1"}]}' },
      'ground_truth: has a weight that is not a number: the verifier stops with a TypeError',
    ],
    [
      'cannot parse',
      'open-instruct-rubric',
      { ground_truth: 'c' },
      'ground_truth: is not JSON: the verifier cannot parse it, and every response scores 0',
    ],
    [
      'finds no rubrics in',
      'open-instruct-rubric',
      { ground_truth: '{"query":"","rubrics":[]}' },
      'ground_truth: has no rubrics: every response scores 0',
    ],
    [
      'skips with "No reward function found for dataset"',
      'open-instruct-rubric',
      { dataset: 'math' },
      'dataset: is not "rubric": a different verifier is used, or none ("No reward function found for dataset")',
    ],
    [
      'grades an answer to nothing in',
      'open-instruct-rubric',
      { ground_truth: '{"query":"","rubrics":[{"description":"c","weight":1}]}' },
      '(the query is empty: the judge cannot see the question)',
    ],
    [
      "stops at with KeyError: 'ground_truth'",
      'verl',
      { reward_model: 'x' },
      "reward_model: must be an object: the reward manager stops with KeyError: 'ground_truth'",
    ],
    [
      'stops at with NotImplementedError: Reward function is not implemented for data_source',
      'verl',
      { data_source: '' },
      "data_source: is empty: default_compute_score raises NotImplementedError: Reward function is not implemented for data_source=''",
    ],
    [
      "stops at with KeyError: 'weight'",
      'rar',
      { rubric: [{ title: 't', description: 'Essential Criteria: c' }] },
      "rubric.0.weight: must be a number: Trinity-RFT's rubric_judge_workflow stops with KeyError: 'weight' where there is none",
    ],
    [
      "stops at with KeyError: 'description'",
      'rar',
      { rubric: [{ title: 't', weight: 1 }] },
      "rubric.0.description: must be text: Trinity-RFT's rubric_judge_workflow stops with KeyError: 'description' where there is none",
    ],
    [
      'warns of with "No rubric is provided!"',
      'rar',
      { rubric: [], rubric_count: 0 },
      'rubric: is empty: Trinity-RFT warns "No rubric is provided!", and its judge grades without one',
    ],
    [
      'is not told the class in',
      'rar',
      { rubric: [{ title: 't', description: 'c', weight: 1 }] },
      'rubric.0.description: does not begin with its category ("Essential Criteria: …"), so the judge does not know its importance',
    ],
    [
      'rewards the wrong way for',
      'rar',
      { rubric: [{ title: 't', description: 'Pitfall Criteria: c', weight: 1 }] },
      '(a pitfall has a positive weight, or another category has a negative one: the reward gets the wrong sign without a warning)',
    ],
    [
      "stops at with KeyError: 'prompt'",
      'grpo',
      { prompt: 3 },
      "prompt: must be a list of messages (without it GRPO stops with KeyError: 'prompt')",
    ],
    [
      'learns nothing from (no criterion)',
      'grpo',
      { rubric: [] },
      'rubric: is empty: every completion gets the same reward, and the advantage is 0',
    ],
    [
      'cannot add up',
      'grpo',
      { rubric: [{ title: 't', description: 'c', weight: '1' }] },
      'rubric.0.weight: must be a number: the reward function cannot add it up',
    ],
  ])('%s (%s) is told', (_, name, change, message) => {
    expect(said(name, { ...good[name], ...change })).toEqual([message]);
  });
});
