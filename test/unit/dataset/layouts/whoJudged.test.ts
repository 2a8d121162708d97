import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import type { Mapping } from '../../../../src/core/dataset/fields/fieldMapping';
import type { Label } from '../../../../src/core/dataset/layouts/layout';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

/** A record of a layout in which somebody with a name judged. */
interface Source {
  readonly layout: string;
  readonly record: (name: string) => Readonly<Record<string, unknown>>;
  readonly mapping?: Mapping;
}

const pair = {
  id: 'q',
  prompt: 'Why is the sky blue?',
  response_a: 'It scatters light.',
  response_b: 'It is the sea.',
};
const turns = (answer: string): unknown => [
  { role: 'user', content: 'Why is the sky blue?' },
  { role: 'assistant', content: answer },
];
const comparison = { item: 'q', response_a: 'x', response_b: 'y', outcome: 'a' };

const sources: readonly Source[] = [
  { layout: 'paired-responses', record: (annotator) => ({ ...pair, label: 'response_a', annotator }) },
  { layout: 'paired-responses', record: (judge) => ({ ...pair, label: 'response_a', judge }) },
  { layout: 'paired-responses', record: (name) => ({ ...pair, label: 'response_a', evaluator: name }) },
  { layout: 'paired-responses', record: (name) => ({ ...pair, label: 'response_a', judged_by: name }) },
  {
    layout: 'paired-responses',
    record: (name) => ({ ...pair, votes: { [name]: 'response_a' } }),
    mapping: { label: 'votes' },
  },
  {
    layout: 'paired-responses',
    record: (annotator) => ({ ...pair, votes: [{ annotator, label: 'response_a' }] }),
    mapping: { label: 'votes' },
  },
  {
    layout: 'single-responses',
    record: (annotator) => ({ id: 'q', prompt: pair.prompt, completion: pair.response_a, rating: 3, annotator }),
  },
  {
    layout: 'responses',
    record: (annotator) => ({
      id: 'q',
      prompt: pair.prompt,
      responses: [pair.response_a, pair.response_b],
      rank: [1, 2],
      annotator,
    }),
  },
  { layout: 'preference-pairs', record: (name) => ({ prompt: 'Why?', chosen: 'One.', rejected: 'Two.', judge: name }) },
  {
    layout: 'arena-battles',
    record: (judge) => ({ judge, winner: 'model_a', conversation_a: turns('One.'), conversation_b: turns('Two.') }),
  },
  {
    layout: 'argilla',
    record: (user) => ({
      id: 'q',
      fields: { prompt: 'Why?', response_1: 'One.', response_2: 'Two.' },
      responses: { preference: [{ value: 'response_1', user_id: user }] },
      suggestions: {},
    }),
  },
  {
    layout: 'label-studio',
    record: (email) => ({
      id: 1,
      data: { prompt: 'Why?', answer1: 'One.', answer2: 'Two.' },
      annotations: [
        {
          completed_by: { email },
          result: [{ from_name: 'pw', to_name: 'answer1,answer2', type: 'pairwise', value: { selected: 'left' } }],
        },
      ],
    }),
  },
  {
    layout: 'potato',
    record: (annotator) => ({ instance_id: 'q', prompt: 'Why?', A: 'One.', B: 'Two.', chosen: 'A', annotator }),
  },
  { layout: 'annotators', record: (annotator) => ({ ...comparison, annotator }) },
  { layout: 'annotators', record: (annotator) => ({ ...comparison, annotator, origin: 'imported' }) },
  {
    layout: 'verdicts',
    record: (annotator) => ({ prompt: 'Why?', response: 'One.', criterion: 'Is short.', verdict: 'yes', annotator }),
  },
  {
    layout: 'critique-soundness',
    record: (annotator) => ({
      prompt: 'Why?',
      response: 'One.',
      critique: 'Too short.',
      soundness: 'sound',
      critic: 'c1',
      annotator,
    }),
  },
  {
    layout: 'summary-comparisons',
    record: (worker) => ({
      info: { id: 'q', post: 'A long post.' },
      summaries: [{ text: 'One.' }, { text: 'Two.' }],
      choice: 0,
      worker,
    }),
  },
  {
    layout: 'prm800k',
    record: (labeler) => ({
      labeler,
      question: { problem: 'What is 1 + 1?' },
      label: {
        steps: [{ completions: [{ text: 'It is 2.', rating: 1 }], chosen_completion: 0 }],
        finish_reason: 'solution',
      },
    }),
  },
];

/** Who gave the labels of a source in which this name stands, but its critic. */
async function judgesIn(
  { layout, record, mapping = {} }: Source,
  name: string,
  judges: Mapping = {},
): Promise<Pick<Label, 'annotator' | 'judge' | 'judgeByName'>[]> {
  const path = temporaryFile('rows.jsonl', jsonl([record(name)]));
  const reading = await detectReading([path], { layout, mapping: { ...mapping, ...judges } });
  const found: Pick<Label, 'annotator' | 'judge' | 'judgeByName'>[] = [];
  for await (const batch of scan([path], reading))
    for (const parsed of batch) {
      if ('problem' in parsed) throw new Error(parsed.problem.message);
      for (const { annotator, judge, judgeByName } of parsed.labels)
        if (annotator !== 'c1')
          found.push({
            ...(annotator !== undefined && { annotator }),
            ...(judge !== undefined && { judge }),
            ...(judgeByName && { judgeByName }),
          });
    }
  return found;
}

describe.each(sources.map((source) => [JSON.stringify(source.record('NAME')).slice(0, 150), source] as const))(
  'whoever judged, in %s',
  (_, source) => {
    it.each(['PandaLM-7B', 'judge', 'gpt-4', 'claude-3-opus', 'prometheus-7b-v2.0', 'auto-j-13b', 'llm-judge'])(
      'is a model that is called %s, as a guess, and a person where people gave all labels',
      async (name) => {
        expect(await judgesIn(source, name)).toEqual([{ judge: name, judgeByName: true }]);
        expect(await judgesIn(source, name, { judges: 'people' })).toEqual([{ annotator: name }]);
      },
    );

    it.each(['Claude Monet', 'judge judy', 'judge_1', 'gemma.smith'])('is no model that is called %s', async (name) => {
      // A field "judge" may hold what a judge said, so that only a model's name is taken for one there.
      expect([[], [{}], [{ annotator: name }]]).toContainEqual(await judgesIn(source, name));
    });
  },
);

describe('whoever judged', () => {
  it('is what the table says, whatever the name', async () => {
    const table = (origin: string): Source => ({
      layout: 'annotators',
      record: (annotator) => ({ ...comparison, annotator, origin }),
    });
    expect(await judgesIn(table('human'), 'claude')).toEqual([{ annotator: 'claude' }]);
    expect(await judgesIn(table('model'), 'house-7')).toEqual([{ judge: 'house-7' }]);
  });

  it.each(['judge_model', 'evaluator_model', 'annotator_model', 'grading_model_name', 'judge_llm', 'JudgeModel'])(
    'is a model under %s, whatever it is called, and no guess',
    async (field) => {
      const source: Source = {
        layout: 'paired-responses',
        record: (name) => ({ ...pair, label: 'response_a', [field]: name }),
      };
      expect(await judgesIn(source, 'house-7')).toEqual([{ judge: 'house-7' }]);
      expect(await judgesIn(source, 'house-7', { annotator: field })).toEqual([{ judge: 'house-7' }]);
      expect(await judgesIn(source, 'house-7', { judges: 'people' })).toEqual([{ annotator: 'house-7' }]);
      const path = `/models/${'checkpoint/'.repeat(12)}house-7`;
      expect(await judgesIn(source, path)).toEqual([{ judge: path }]);
    },
  );
});
