import { describe, expect, it } from 'vitest';
import { validateExport } from '../../../../src/core/export/validate';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const turn = (role: string, content: string): object => ({ role, content });
const [user, a, b] = [turn('user', 'Hi'), turn('assistant', 'A'), turn('assistant', 'B')];
const dpo = { prompt: [user], chosen: [a], rejected: [b] };
const whole = { chosen: [user, a], rejected: [user, b] };
const nemo = {
  context: [user],
  completions: [
    { rank: 0, completion: [a] },
    { rank: 1, completion: [b] },
  ],
};
const swift = { messages: [user, a], rejected_response: 'B' };
const kto = { prompt: [user], completion: [a], label: true };
const swiftKto = { messages: [user, a], label: true };

const said = async (format: string, ...rows: readonly object[]): Promise<string[]> =>
  (await validateExport(temporaryFile('train.jsonl', jsonl(rows)), format)).problems.map(
    ({ severity, line, message }) => `${line ?? ''} ${severity}: ${message}`,
  );

/**
 * Each was tried with the trainers' own code: a step of training on a CPU, or what their loaders make of it
 * (test/trainers).
 */
describe('what no trainer stops at', () => {
  it.each<[string, string, readonly object[]]>([
    ['a context without turns', 'nemo-rl', [nemo, { ...nemo, context: [] }]],
    [
      'labels 1 and 0',
      'trl-kto',
      [
        { ...kto, label: 1 },
        { ...kto, label: 0 },
      ],
    ],
    [
      'labels 1 and 0 beside text',
      'trl-kto-text',
      [
        { prompt: 'Hi', completion: 'A', label: 1 },
        { prompt: 'Hi', completion: 'B', label: 0 },
      ],
    ],
    [
      'other names of speakers',
      'ms-swift',
      [
        swift,
        { ...swift, messages: [turn('human', 'Hi'), turn('gpt', 'A')] },
        { ...swift, messages: [user, turn('function_call', '{}'), turn('observation', '3'), turn('bot', 'A')] },
      ],
    ],
    [
      'other names of speakers, each answer by itself',
      'ms-swift-kto',
      [
        { messages: [turn('human', 'Hi'), turn('gpt', 'A')], label: true },
        { ...swiftKto, label: false },
      ],
    ],
  ])('is no error: %s in %s', async (_, format, rows) =>
    expect((await said(format, ...rows)).filter((each) => each.includes('error'))).toEqual([]),
  );

  it('is nothing at all where speakers have other names that the trainer knows', async () =>
    expect(await said('ms-swift', swift, { ...swift, messages: [turn('human', 'Hi'), turn('gpt', 'A')] })).toEqual([]));

  it.each<[string, string, readonly object[], readonly string[]]>([
    [
      'a turn by "human"',
      'trl-dpo',
      [dpo, { ...dpo, prompt: [turn('human', 'Hi')] }],
      [
        `2 warning: prompt: a turn has the role “human” (maybe “user” is meant). Chat templates ignore it, or write a role that models do not know. In detail: TRL's ORPO and CPO stop with "Invalid role in the last message" where it ends the prompt; axolotl stops with a KeyError`,
      ],
    ],
    [
      'a turn by a speaker of nobody',
      'nemo-rl',
      [nemo, { ...nemo, context: [turn('narrator', 'Hi')] }],
      [
        '2 warning: context: a turn has the role “narrator”. Chat templates ignore it, or write a role that models do not know.',
      ],
    ],
    [
      'an answer that a user gives',
      'trl-dpo',
      [dpo, { ...dpo, chosen: [turn('user', 'A')] }],
      [
        "2 warning: chosen: the last turn has the role “user” instead of “assistant”. In detail: TRL cuts it where the assistant's turn would begin, and trains on a part of it; OpenRLHF does so too",
      ],
    ],
    [
      'a conversation that a user ends',
      'full-conversations',
      [whole, { ...whole, chosen: [user, a, turn('user', 'Thanks')] }],
      [
        "2 warning: chosen: the last turn has the role “user” instead of “assistant”. In detail: TRL cuts it where the assistant's turn would begin, and trains on a part of it; OpenRLHF does so too; open-instruct leaves the row out; torchtune stops with a ValueError",
        '2 warning: “chosen” and “rejected” differ before the last turn. In detail: axolotl uses all turns of "chosen" except the last as the prompt of both; OpenRLHF\'s DPO does so too; reward-bench does so too',
      ],
    ],
    [
      'a completion that a user gives',
      'nemo-rl',
      [
        nemo,
        {
          ...nemo,
          completions: [
            { rank: 0, completion: [turn('user', 'A')] },
            { rank: 1, completion: [b] },
          ],
        },
      ],
      ['2 warning: completion: the last turn has the role “user” instead of “assistant”.'],
    ],
    [
      'a prompt that is a system message',
      'trl-dpo',
      [dpo, { ...dpo, prompt: [turn('system', 'Be brief.')] }],
      [
        `2 warning: The prompt has no user turn, which many chat templates require. In detail: TRL's ORPO and CPO stop with "Invalid role in the last message: system"`,
      ],
    ],
    [
      'no prompt',
      'nemo-rl',
      [nemo, { ...nemo, context: [] }],
      ['2 warning: The prompt has no user turn, which many chat templates require.'],
    ],
    [
      'an answer of several messages',
      'trl-dpo',
      [dpo, { ...dpo, rejected: [b, user, a] }],
      ['2 warning: rejected: the answer has more than one message. In detail: axolotl trains only on the last one'],
    ],
    [
      'conversations that part early',
      'full-conversations',
      [whole, { chosen: [user, a, user, a], rejected: [user, b, user, b] }],
      [
        '2 warning: “chosen” and “rejected” differ before the last turn. In detail: axolotl uses all turns of "chosen" except the last as the prompt of both; OpenRLHF\'s DPO does so too; reward-bench does so too',
      ],
    ],
    [
      'a system prompt before reward-bench',
      'full-conversations',
      [whole, { chosen: [turn('system', 'Be brief.'), user, a], rejected: [turn('system', 'Be brief.'), user, b] }],
      ['2 warning: reward-bench stops at a system prompt. Other trainers can read the row.'],
    ],
    [
      'a call of a tool before reward-bench',
      'full-conversations',
      [
        whole,
        {
          chosen: [
            user,
            {
              role: 'assistant',
              content: '',
              tool_calls: [{ type: 'function', function: { name: 'f', arguments: {} } }],
            },
            turn('tool', '3'),
            a,
          ],
          rejected: [user, b],
        },
      ],
      [
        '2 warning: “chosen” and “rejected” differ before the last turn. In detail: axolotl uses all turns of "chosen" except the last as the prompt of both; OpenRLHF\'s DPO does so too; reward-bench does so too',
        '2 warning: reward-bench finds the user and assistant turns by their position, and confuses them after a tool call. Other trainers can read the row.',
      ],
    ],
    [
      'a negative margin',
      'trl-reward',
      [
        { ...dpo, margin: 1 },
        { ...dpo, margin: -1 },
      ],
      [
        '2 warning: The margin is below 0. It says how much better the chosen answer must be, so the chosen answer could be worse.',
      ],
    ],
    [
      'a negative margin of ms-swift',
      'ms-swift',
      [{ ...swift, margin: -1 }],
      [
        '1 warning: The margin is below 0. It says how much better the chosen answer must be, so the chosen answer could be worse.',
      ],
    ],
    [
      'good answers alone',
      'trl-kto',
      [kto, kto],
      [
        ' warning: Every response is labeled good. KTO learns from the difference between good and bad, and its trainers do not warn about this.',
      ],
    ],
    [
      'bad answers alone',
      'nemo-aligner-kto',
      [
        { prompt: 'Hi\n', response: 'A', preference: 'rejected' },
        { prompt: 'Ho\n', response: 'B', preference: 'rejected' },
      ],
      [
        ' warning: Every response is labeled bad. KTO learns from the difference between good and bad, and its trainers do not warn about this.',
      ],
    ],
  ])('is told: %s in %s', async (_, format, rows, expected) => expect(await said(format, ...rows)).toEqual(expected));

  it('is told of a list that gives most of the pairs, and not of a short one or of a file of one prompt', async () => {
    const of = (prompt: string, count: number): object[] =>
      Array.from({ length: count }, (_, n) => ({ prompt, chosen: `a${n}`, rejected: `b${n}` }));
    expect(await said('trl-dpo-text', ...of('One', 4), ...of('Many', 30))).toEqual([
      ' warning: Most rows (30 of 34) have the prompt of line 5, so one long list dominates the training. Export fewer pairs (“--pairs”).',
    ]);
    expect(await said('trl-dpo-text', ...of('One', 4), ...of('Many', 10))).toEqual([]);
    expect(await said('trl-dpo-text', ...of('Many', 30))).toEqual([]);
    expect(await said('trl-dpo-text', ...of('One', 20), ...of('Many', 20))).toEqual([]);
  });
});

describe('what stops a trainer', () => {
  it.each<[string, string, object, string]>([
    [
      'no message in an answer',
      'trl-dpo',
      { ...dpo, chosen: [] },
      'chosen: is an empty list: TRL stops with an IndexError or trains on empty text, depending on a random order',
    ],
    [
      'no message in a completion',
      'nemo-rl',
      {
        ...nemo,
        completions: [
          { rank: 0, completion: [] },
          { rank: 1, completion: [b] },
        ],
      },
      'completions.0.completion: is an empty list: NeMo-RL trains on an empty answer',
    ],
    [
      'a speaker that ms-swift does not know',
      'ms-swift',
      { ...swift, messages: [turn('developer', 'Be brief.'), user, a] },
      'messages.0.role: is none that ms-swift knows (system, user, assistant, tool, tool_call, tool_response): its assertion fails, and the row is deleted',
    ],
    [
      'a label that is text',
      'trl-kto',
      { ...kto, label: 'true' },
      "label: must be true or false: TRL sums the labels, and stops with \"TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'\" (or 'str')",
    ],
    [
      'a label between',
      'trl-kto',
      { ...kto, label: 0.2 },
      'label: must be true or false: TRL treats every number except 0 as true',
    ],
  ])('is an error: %s in %s', async (_, format, row, message) =>
    expect(await said(format, row)).toEqual([`1 error: ${message}`]),
  );
});
