import { afterEach, describe, expect, it } from 'vitest';
import type { Study } from '../../../../src/core/study/study';
import { criterion, rubric } from '../../made/rubrics';
import { exported, judgedStudy } from './studyFixtures';

/** Prompts with rubrics for trainers that reward a model's own answers. */

const criteria = [
  criterion('doctor', { text: 'Says to see a doctor', title: 'Doctor', weight: 5 }),
  criterion('dose', { text: 'Names a dose', weight: -4 }),
  criterion('asks', { text: 'Does it ask back?', weight: 1 }),
];
const ranked = { ranking: { tiers: [['r1'], ['r2']] } };
const records = [
  {
    id: 'q1',
    prompt: [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: 'Is it safe?' },
    ],
    responses: ['Yes', 'No'],
    references: ['Ask a doctor.'],
  },
  {
    id: 'q2',
    prompt: [
      { role: 'user', content: 'Rain?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ type: 'function', function: { name: 'weather', arguments: '{}' } }],
      },
      { role: 'tool', content: 'snow' },
    ],
    responses: ['Yes', 'No'],
  },
];

let study: Study | undefined;
const rowsOf = async (name: string): ReturnType<typeof exported> =>
  exported((study = await judgedStudy(records, [rubric('all', [criteria])], [ranked, { ...ranked, at: 1 }])), name);
afterEach(() => study?.close());

describe('prompts with rubrics', () => {
  it('are questions to the judge of NeMo Gym, of which a fault is passed by NO', async () => {
    const { rows, tally } = await rowsOf('nemo-gym');
    expect(rows).toEqual([
      {
        responses_create_params: { input: records[0]!.prompt },
        agent_ref: { type: 'responses_api_agents', name: 'multichallenge_simple_agent' },
        rubric: [
          { question: 'Is this true of the response? Says to see a doctor', pass_criteria: 'YES', weight: 5 },
          { question: 'Is this true of the response? Names a dose', pass_criteria: 'NO', weight: 4 },
          { question: 'Does it ask back?', pass_criteria: 'YES', weight: 1 },
        ],
        context: 'System: Be kind\n\nUser: Is it safe?',
      },
    ]);
    expect(tally.dropped).toEqual({ 'unknown-role': 1 });
  });

  it('are a principle for its generative reward model', async () => {
    expect((await rowsOf('nemo-gym-genrm')).rows).toMatchObject([
      {
        principle:
          'The better response meets more of these criteria:\n- Doctor: Says to see a doctor (weight 5)\n- Does it ask back? (weight 1)\nThe better response has fewer of these faults:\n- Names a dose (weight 4)',
      },
    ]);
  });

  it('are tasks of verifiers, whose answers stand from the worst to the best', async () => {
    expect((await rowsOf('verifiers')).rows).toEqual([
      {
        name: 'q1',
        prompt: [{ role: 'user', content: 'Is it safe?' }],
        system_prompt: 'Be kind',
        rubric: [
          { name: 'Doctor', text: 'Says to see a doctor', weight: 5, choices: ['no', 'yes'] },
          { name: 'Names a dose', text: 'Names a dose', weight: 4, choices: ['yes', 'no'] },
          { name: 'Does it ask back?', text: 'Does it ask back?', weight: 1, choices: ['no', 'yes'] },
        ],
        answer: 'Ask a doctor.',
      },
    ]);
  });

  it.each([
    ['skyrl', ({ reward_spec: spec }: Record<string, unknown>) => (spec as { ground_truth: string }).ground_truth],
    ['ms-swift-grpo', ({ solution }: Record<string, unknown>) => solution as string],
  ])('are the same JSON text for %s, with conversations that call tools', async (name, truthOf) => {
    const { rows, tally } = await rowsOf(name);
    expect(tally.dropped).toEqual({});
    expect(rows.map((row) => (JSON.parse(truthOf(row)) as { rubrics: unknown[] }).rubrics)).toEqual(
      [criteria, criteria].map((all) =>
        all.map(({ text, title, weight }) => ({ description: text, weight, ...(title !== undefined && { title }) })),
      ),
    );
  });
});

it('a generative reward model is asked about two responses in an order that tells nothing, without a word of the annotator', async () => {
  const { rows } = await rowsOf('verl-generative-rm');
  for (const { prompt, reward_model: judged } of rows) {
    const [, { content } = { content: '' }] = prompt as { content: string }[];
    const responses = { A: /\[Response A\]\n(.*)/.exec(content)?.[1], B: /\[Response B\]\n(.*)/.exec(content)?.[1] };
    expect(responses[(judged as { ground_truth: 'A' | 'B' }).ground_truth]).toBe('Yes');
  }
  expect(rows).toHaveLength(2);
});
