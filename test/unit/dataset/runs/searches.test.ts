import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

type Node = Readonly<Record<string, unknown>>;
const node = (node_type: string, description: string, beside: object = {}, ...children: readonly Node[]): Node => ({
  is_terminal: false,
  pruned: false,
  node_type,
  description,
  ...beside,
  children,
});
const call = (name: string, input: string, gave: object, ...children: readonly Node[]): Node =>
  node('Action', name, {}, node('Action Input', input, { observation_code: 0, ...gave }, ...children));
const functions = [{ name: 'ports', description: 'Lists ports.', parameters: { type: 'object', properties: {} } }];
const answer = (beside: object): object => ({
  valid_data: true,
  total_tokens: 9,
  query: 'Which port?',
  function: functions,
  finish_type: 'give_answer',
  final_answer: '',
  train_messages: [[{ role: 'system', content: 'Be an agent.' }]],
  ...beside,
});
const final = '{"return_type": "give_answer", "final_answer": "Nouméa"}';
const tree = node(
  'Action Input',
  '',
  {},
  call(
    'ports',
    '{}',
    { observation: 'none', pruned: true },
    node('Thought', 'Again.', { pruned: true }, call('ports', '{"all": tru', { observation: 'error', pruned: true })),
  ),
  node(
    'Thought',
    'Otherwise.',
    {},
    call('ports', '{"all": true}', { observation: 'Nouméa' }, call('Finish', final, { observation_code: 3 })),
  ),
);

describe('ToolBench', () => {
  it('reads the path that ended in the final answer, and what was pruned as branches', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, '10_Parrot_DFS_w2.json'),
      JSON.stringify({
        win: true,
        tree: { size: 9, tree },
        compare_candidates: [],
        answer_generation: answer({ final_answer: final }),
      }),
    );
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: expect.stringMatching(/^10-[\da-f]{8}$/) as unknown,
        prompt: [
          { role: 'system', content: 'Be an agent.' },
          { role: 'user', content: 'Which port?' },
        ],
        tools: [{ function: { name: 'ports' } }],
        responses: [
          {
            model: 'Parrot_DFS_w2',
            verifiers: [{ name: 'win', passed: true }],
            turns: [
              { content: 'Otherwise.', toolCalls: [{ name: 'ports', arguments: { all: true } }] },
              { role: 'tool', content: 'Nouméa' },
              { toolCalls: [{ name: 'Finish', arguments: { final_answer: 'Nouméa' } }] },
            ],
            run: {
              exit: 'give_answer',
              branches: [
                {
                  after: -1,
                  turns: [
                    { toolCalls: [{ name: 'ports', arguments: {} }] },
                    { role: 'tool', content: 'none' },
                    { content: 'Again.', toolCalls: [{ name: 'ports', arguments: '{"all": tru' }] },
                    { role: 'tool', content: 'error' },
                  ],
                },
              ],
            },
          },
        ],
      },
    ]);
    expect(JSON.stringify(items[0]?.responses[0]?.id)).not.toContain('Parrot');
  });

  it('says nothing of how a search ended that gave no answer, and reads its last path', async () => {
    const file = temporaryFile(
      '11_Parrot.json',
      JSON.stringify({ win: false, tree: { tree }, answer_generation: answer({ valid_data: false }) }),
    );
    const { items } = await readRuns(file);
    expect(items[0]?.responses[0]).toMatchObject({ verifiers: [{ name: 'win', passed: false }] });
    expect(items[0]?.responses[0]?.turns?.[0]?.content).toBe('Otherwise.');
    expect(items[0]?.responses[0]?.run).not.toHaveProperty('exit');
  });

  it('makes a run of each try, with how it ended itself', async () => {
    const nodes = (end: number): readonly Node[] => [
      node('Thought', `Try ${end}.`),
      node('Action', 'Finish'),
      node('Action Input', end === 3 ? final : '{}', { observation_code: end }),
    ];
    const trys = [4, 3].map((end) => ({ chain: nodes(end), win: false }));
    const { items } = await readRuns(
      temporaryFile('12_CoT.json', JSON.stringify({ win: true, try_count: 2, trys, answer_generation: answer({}) })),
    );
    expect(items[0]?.responses.map(({ verifiers }) => verifiers)).toEqual([
      [{ name: 'win', passed: false }],
      [{ name: 'win', passed: true }],
    ]);
  });
});

describe('ToolEval', () => {
  const printed = (name: string, input: string, gave: string): string =>
    `{'name': '${name}', 'arguments': '${input}', 'response': "${gave}"}`;
  const step = (role: string, message: unknown, ...next: readonly object[]): object => ({ role, message, next });
  const answers = (method: string, ...steps: readonly object[]): object => ({
    '4983': {
      query: 'Which port, and what else can I see on the island?',
      available_tools: functions,
      answer: {
        method,
        total_steps: 3,
        final_answer: final,
        answer_details: [step('system', '', step('user', 'Which port, and what', ...steps))],
      },
    },
  });

  it('gathers the answers of several methods to a query, and tells how many messages are cut', async () => {
    const folder = temporaryFolder();
    for (const [method, steps] of [
      [
        'parrot_CoT',
        [step('tool', printed('ports', '{}', "it\\'s"), step('tool', "{'name': 'Finish', 'arguments': '{"))],
      ],
      [
        'parrot_DFS',
        [
          step('assistant', 'I tried it and gave'),
          step('assistant', 'I tried it another w', step('tool', { name: 'Finish', arguments: final, response: '' })),
        ],
      ],
    ] as const) {
      mkdirSync(join(folder, method));
      writeFileSync(join(folder, method, 'G3_instruction.json'), JSON.stringify(answers(method, ...steps)));
    }
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([expect.stringContaining('only the beginning: 1')]);
    expect(items).toMatchObject([
      {
        id: expect.stringMatching(/^4983-/) as unknown,
        prompt: [{ content: 'Which port, and what else can I see on the island?' }],
        responses: [
          {
            model: 'parrot_CoT',
            turns: [
              { toolCalls: [{ name: 'ports', arguments: {} }] },
              { role: 'tool', content: "it's" },
              { toolCalls: [{ name: 'Finish', arguments: { final_answer: 'Nouméa' } }] },
            ],
            run: { exit: 'give_answer' },
          },
          {
            model: 'parrot_DFS',
            turns: [{ content: 'I tried it another w' }, { toolCalls: [{ name: 'Finish' }] }],
            run: { branches: [{ after: -1, turns: [{ content: 'I tried it and gave' }] }] },
          },
        ],
      },
    ]);
    expect(items[0]?.responses.some(({ verifiers }) => verifiers !== undefined)).toBe(false);
  });
});
