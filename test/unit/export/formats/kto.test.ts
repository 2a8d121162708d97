import { describe, expect, it } from 'vitest';
import { llamaFactoryKto } from '../../../../src/core/export/formats/unpaired/llamaFactoryKto';
import { trlKto, trlKtoText } from '../../../../src/core/export/formats/unpaired/trl';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import {
  answered,
  anyPlainItem,
  assistant,
  called,
  compared,
  everyLabelComesBack,
  exported,
  itemOf,
  judgedBy,
  ranked,
  said,
  system,
  user,
  weather,
} from '../../made/formatRows';

const item = itemOf('Hi', ['A', 'B', 'C']);
const labels = (judgements: readonly Judgement[], options = {}) => {
  const { rows, dropped, from } = exported(trlKtoText, [[item, judgedBy(item, ...judgements)]], options);
  return {
    labels: rows.map(({ completion, label }) => [completion, label]),
    dropped,
    annotators: from.map(({ annotators }) => annotators),
  };
};

describe('labels', () => {
  it.each<[string, Judgement, unknown[], Record<string, number>]>([
    [
      'thumbs, and none where nothing is said',
      { acceptable: { a: true, c: false } },
      [
        ['A', true],
        ['C', false],
      ],
      {},
    ],
    [
      'an acceptability line in a ranking',
      { ...ranked('b', 'a', 'c'), acceptable: { a: true, b: true, c: false } },
      [
        ['A', true],
        ['B', true],
        ['C', false],
      ],
      {},
    ],
    [
      'both good are two good ones',
      compared('a', 'b', 'both-good'),
      [
        ['A', true],
        ['B', true],
      ],
      {},
    ],
    [
      'both bad are two bad ones',
      compared('a', 'c', 'both-bad'),
      [
        ['A', false],
        ['C', false],
      ],
      {},
    ],
    [
      'what was called acceptable counts before comparisons',
      { ...compared('a', 'b', 'both-bad'), acceptable: { a: true } },
      [
        ['A', true],
        ['B', false],
      ],
      {},
    ],
    [
      'comparisons that contradict each other give none',
      {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'both-good' },
          { a: 'a', b: 'c', outcome: 'both-bad' },
        ],
      },
      [
        ['B', true],
        ['C', false],
      ],
      { 'split-vote': 1 },
    ],
    ['who won says nothing of it', compared('a', 'b', 'a'), [], { 'no-label': 1 }],
    ['a tie says nothing of it', ranked('a b', 'c'), [], { 'no-label': 1 }],
    [
      'a preference by one criterion is not the whole',
      { comparisons: [{ a: 'a', b: 'b', outcome: 'both-good', criterion: 'tone' }] },
      [],
      { 'no-label': 1 },
    ],
    ['a response that is gone', { acceptable: { a: true, z: true } }, [['A', true]], { stale: 1 }],
  ])('of %s', (_, judgement, expected, dropped) =>
    expect(labels([judgement])).toMatchObject({ labels: expected, dropped }),
  );

  it('of several annotators are each their own, or the majority of their votes, ties dropped and counted', () => {
    const judgements: Judgement[] = [
      { acceptable: { a: true, b: true } },
      { acceptable: { a: true, b: false } },
      { acceptable: { a: false } },
      ranked('a', 'b', 'c'),
    ];
    expect(labels(judgements)).toEqual({
      labels: [
        ['A', true],
        ['B', true],
        ['A', true],
        ['B', false],
        ['A', false],
      ],
      dropped: { 'no-label': 1 },
      annotators: [['ana'], ['ana'], ['ben'], ['ben'], ['cem']],
    });
    expect(labels(judgements, { aggregate: 'majority' })).toEqual({
      labels: [['A', true]],
      dropped: { 'no-label': 1, 'split-vote': 1 },
      annotators: [['ana', 'ben', 'cem']],
    });
  });

  it('of one criterion are those by it', () => {
    expect(
      labels(
        [{ comparisons: [{ a: 'a', b: 'b', outcome: 'both-good', criterion: 'tone' }], acceptable: { c: true } }],
        { criterion: 'tone' },
      ).labels,
    ).toEqual([
      ['A', true],
      ['B', true],
    ]);
  });
});

describe('trl-kto', () => {
  const talk = itemOf([system('Be kind'), user('Hi'), assistant('Hello'), user('More')], ['A', ''], {
    tools: [weather],
  });
  const { rows, notes } = exported(trlKto, [[talk, judgedBy(talk, { acceptable: { a: true, b: false } })]]);
  it('has prompt and completion as messages, a boolean, and the tools in every row', async () => {
    expect(rows).toEqual([
      { prompt: talk.prompt, completion: [assistant('A')], label: true, tools: JSON.stringify([weather]) },
      { prompt: talk.prompt, completion: [assistant('')], label: false, tools: JSON.stringify([weather]) },
    ]);
    expect(notes).toEqual({ 'empty-completion': 1 });
    expect(await said(trlKto, rows)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    [
      "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'",
      { ...rows[0], label: null },
      "'int' and 'NoneType'",
    ],
    ['a label that is text', { ...rows[0], label: 'true' }, 'must be true or false'],
    ['a label that is a number', { ...rows[0], label: 1 }, 'label: is a number: current TRL'],
    ['text beside message lists', { ...rows[0], prompt: 'Hi' }, 'text beside message lists'],
    [
      "a pair file's columns",
      { ...rows[0], chosen: [assistant('A')] },
      'error: “chosen” is not a column of trl-kto: TRL (as Unsloth) takes the rows for pairs, makes labels of them',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(trlKto, [{ ...rows[0], label: false }, row])).toEqual([
      expect.stringContaining(message) as string,
    ]),
  );

  it('gives every label back', () => everyLabelComesBack(trlKto, 'kto'));
  it('as text gives every label back', () => everyLabelComesBack(trlKtoText, 'kto', { items: anyPlainItem }));

  it('as text is a transcript where a prompt is a conversation, and says an empty prompt: Prompt and completion keys are required', async () => {
    const made = itemOf([system('Be kind'), user('Hi'), assistant('Hello'), user('More')], ['A']);
    const text = exported(trlKtoText, [[made, judgedBy(made, { acceptable: { a: true } })]], {}, 'For children').rows;
    expect(text).toEqual([
      {
        prompt: 'Be kind\n\nFor children\n\nHuman: Hi\n\nAssistant: Hello\n\nHuman: More\n\nAssistant:',
        completion: ' A',
        label: true,
      },
    ]);
    const later = itemOf(
      [user('Hi'), system('Be kind'), { role: 'developer', content: 'And brief' }, user('More')],
      ['A'],
    );
    expect(exported(trlKtoText, [[later, judgedBy(later, { acceptable: { a: true } })]]).rows).toMatchObject([
      { prompt: '\n\nHuman: Hi\n\nBe kind\n\nAnd brief\n\nHuman: More\n\nAssistant:' },
    ]);
    expect(await said(trlKtoText, [{ ...text[0], prompt: '' }])).toEqual([
      expect.stringContaining('Prompt and completion keys are required for KTO datasets') as string,
    ]);
  });
});

describe('llama-factory-kto', () => {
  const talk = itemOf([system('Be kind'), user('Rain?'), called, answered], ['Yes', '', [called]], {
    tools: [weather],
  });
  const { rows, dropped } = exported(llamaFactoryKto, [
    [talk, judgedBy(talk, { acceptable: { a: true, b: false, c: true } }, { acceptable: { b: true } })],
  ]);
  const call = { role: 'function_call', content: '{"name":"get_weather","arguments":{"city":"Oslo"}}' };
  const prompt = [system('Be kind'), user('Rain?'), call, { role: 'observation', content: 'snow' }];

  it('has the conversations with a boolean, and drops an empty response that is good, as it would become a bad one', async () => {
    const tools = JSON.stringify([weather]);
    expect(rows).toEqual([
      { messages: [...prompt, assistant('Yes')], label: true, tools },
      { messages: [...prompt, assistant('')], label: false, tools },
      { messages: [...prompt, call], label: true, tools },
    ]);
    expect(dropped).toEqual({ 'empty-answer': 1 });
    expect(await said(llamaFactoryKto, rows)).toEqual([]);
  });

  it('says in dataset_info.json where the label and the tools stand', () => {
    expect(
      JSON.parse(llamaFactoryKto.extras?.({ train: 'train.jsonl' }, { tools: true })['dataset_info.json'] ?? ''),
    ).toEqual({
      preferences: {
        file_name: 'train.jsonl',
        formatting: 'sharegpt',
        columns: { messages: 'messages', kto_tag: 'label', tools: 'tools' },
        tags: {
          role_tag: 'role',
          content_tag: 'content',
          user_tag: 'user',
          assistant_tag: 'assistant',
          observation_tag: 'observation',
          function_tag: 'function_call',
          system_tag: 'system',
        },
      },
    });
  });

  it.each<[string, unknown, string]>([
    [
      'a label of 1, whose row is dropped',
      { ...rows[0], label: 1 },
      'LLaMA-Factory drops a row whose label is 0, 1 or text',
    ],
    ['Invalid role tag', { ...rows[0], messages: [user('Hi'), user('Ho')] }, 'Invalid role tag'],
    ['Invalid message count', { ...rows[0], messages: [user('Hi')] }, 'Invalid message count'],
    ['tools on some rows only', { ...rows[0], tools: undefined }, 'the column "tools" is in earlier rows'],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(llamaFactoryKto, [{ ...rows[0], label: false }, row])).toEqual([
      expect.stringContaining(message) as string,
    ]),
  );

  it('warns of an empty answer that is good', async () =>
    expect(await said(llamaFactoryKto, [{ messages: [user('Hi'), assistant('')], label: true }])).toEqual([
      'warning: the answer is empty, so LLaMA-Factory treats it as bad',
    ]));
  it('gives every label back that it can hold', () =>
    everyLabelComesBack(llamaFactoryKto, 'kto-messages', { holds: ({ text }, good) => !good || text !== '' }));
});
