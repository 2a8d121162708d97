import { describe, expect, it } from 'vitest';
import { llamaFactory } from '../../../../src/core/export/formats/pairs/llamaFactory';
import {
  answered,
  assistant,
  called,
  everyPairComesBack,
  exported,
  itemOf,
  judgedBy,
  ranked,
  readBack,
  said,
  system,
  user,
  weather,
} from '../../made/formatRows';

const one = itemOf([system('Be kind'), user('Hi'), assistant('Hello'), user('More')], ['', 'B']);
const good = exported(llamaFactory, [[one, judgedBy(one, ranked('b', 'a'))]]).rows[0]!;

describe('llama-factory', () => {
  it('has the turns as ShareGPT, the system prompt apart, and single messages for answers', () => {
    expect(good).toEqual({
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
        { from: 'human', value: 'More' },
      ],
      chosen: { from: 'gpt', value: 'B' },
      rejected: { from: 'gpt', value: '' },
      system: 'Be kind',
    });
  });

  it('has calls and answers of tools in their roles, and the tools as text in every row, none as no text', () => {
    const tools = itemOf([user('Rain?'), called, answered], [[called], 'Yes'], { tools: [weather] });
    const bare = itemOf('Hi', ['A', 'B']);
    const { rows } = exported(llamaFactory, [
      [tools, judgedBy(tools, ranked('b', 'a'))],
      [bare, judgedBy(bare, ranked('a', 'b'))],
    ]);
    const call = '{"name":"get_weather","arguments":{"city":"Oslo"}}';
    expect(rows).toEqual([
      {
        conversations: [
          { from: 'human', value: 'Rain?' },
          { from: 'function_call', value: call },
          { from: 'observation', value: 'snow' },
        ],
        chosen: { from: 'gpt', value: 'Yes' },
        rejected: { from: 'function_call', value: call },
        system: '',
        tools: JSON.stringify([weather]),
      },
      {
        conversations: [{ from: 'human', value: 'Hi' }],
        chosen: { from: 'gpt', value: 'A' },
        rejected: { from: 'gpt', value: 'B' },
        system: '',
        tools: '',
      },
    ]);
  });

  it.each<[string, Parameters<typeof itemOf>[0], Parameters<typeof itemOf>[1], string]>([
    ['Invalid message count: an even one', [user('Hi'), assistant('Well')], ['A', 'B'], 'last-from-assistant'],
    ['Invalid role tag: two turns by one side', [user('Hi'), user('Ho')], ['A', 'B'], 'same-role'],
    [
      'Invalid role tag: a system turn in the middle',
      [user('Hi'), system('x'), user('Ho')],
      ['A', 'B'],
      'unknown-role',
    ],
    ['an answer of several messages', 'Hi', [[assistant('A'), user('x'), assistant('y')], 'B'], 'not-one-message'],
    ['a turn that speaks and calls', 'Hi', [[{ ...called, content: 'Let me see' }], 'B'], 'text-beside-calls'],
  ])('drops what the trainer would: %s', (_, prompt, responses, reason) => {
    const made = itemOf(prompt, responses);
    const { rows, dropped } = exported(llamaFactory, [[made, judgedBy(made, ranked('a', 'b'))]]);
    expect({ rows, dropped }).toEqual({ rows: [], dropped: { [reason]: 1 } });
  });

  it('registers each data file in dataset_info.json', () => {
    const made =
      llamaFactory.extras?.(
        { train: 'train.jsonl', validation: 'validation.jsonl', test: 'test.jsonl' },
        { tools: true },
      ) ?? {};
    const entry = {
      formatting: 'sharegpt',
      ranking: true,
      columns: { messages: 'conversations', chosen: 'chosen', rejected: 'rejected', system: 'system', tools: 'tools' },
      tags: {
        role_tag: 'from',
        content_tag: 'value',
        user_tag: 'human',
        assistant_tag: 'gpt',
        observation_tag: 'observation',
        function_tag: 'function_call',
        system_tag: 'system',
      },
    };
    expect(Object.keys(made)).toEqual(['dataset_info.json']);
    expect(JSON.parse(made['dataset_info.json'] ?? '')).toEqual({
      preferences: { file_name: 'train.jsonl', ...entry },
      preferences_validation: { file_name: 'validation.jsonl', ...entry },
      preferences_test: { file_name: 'test.jsonl', ...entry },
    });
    expect(llamaFactory.extras?.({ train: 'train.jsonl' }, { tools: false })['dataset_info.json']).not.toContain(
      '"tools"',
    );
  });

  it('finds nothing wrong with its rows', async () => expect(await said(llamaFactory, [good, good])).toEqual([]));

  it.each<[string, unknown, string]>([
    [
      'Invalid message count',
      {
        ...good,
        conversations: [
          { from: 'human', value: 'Hi' },
          { from: 'gpt', value: 'A' },
        ],
      },
      'Invalid message count',
    ],
    ['Invalid role tag', { ...good, conversations: [{ from: 'gpt', value: 'Hi' }] }, 'Invalid role tag'],
    ['Invalid role tag of an answer', { ...good, chosen: { from: 'human', value: 'Hi' } }, 'Invalid role tag'],
    ['Dropped invalid example: an answer as text', { ...good, chosen: 'A' }, 'Dropped invalid example'],
    [
      "Dropped invalid example: an answer as TRL's list",
      { ...good, rejected: [assistant('A')] },
      'Dropped invalid example',
    ],
    ['KeyError: None', { ...good, conversations: null }, 'must be a list of {"from", "value"}'],
    ['a column in some rows only', { ...good, system: undefined }, 'the column "system" is in earlier rows'],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(llamaFactory, [good, row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('warns of answers that are the same, on which it trains', async () =>
    expect(await said(llamaFactory, [{ ...good, rejected: good.chosen }])).toEqual([
      expect.stringMatching(/^warning: chosen and rejected are the same/) as string,
    ]));

  it('gives every pair back', () => everyPairComesBack(llamaFactory, 'preference-pairs'));

  it('gives tools and calls back', async () => {
    const tools = itemOf([user('Rain?'), called, answered], [[called], 'Yes'], { tools: [weather] });
    const { items } = await readBack(exported(llamaFactory, [[tools, judgedBy(tools, ranked('b', 'a'))]]).rows);
    expect(items[0]?.item).toMatchObject({
      tools: [weather],
      prompt: [user('Rain?'), called, { role: 'tool', content: 'snow' }],
      responses: [{ text: 'Yes' }, { turns: [called] }],
    });
  });
});
