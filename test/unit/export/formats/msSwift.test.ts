import { describe, expect, it } from 'vitest';
import { msSwift, msSwiftKto } from '../../../../src/core/export/formats/pairs/msSwift';
import { msSwiftReranker } from '../../../../src/core/export/formats/lists/msSwiftReranker';
import {
  answered,
  assistant,
  called,
  everyLabelComesBack,
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

const talk = itemOf([system('Be kind'), user('Hi'), assistant('Hello'), user('More')], ['A', 'B', '']);
const call = { role: 'tool_call', content: '{"name":"get_weather","arguments":{"city":"Oslo"}}' };

describe('ms-swift', () => {
  const good = exported(msSwift, [[talk, judgedBy(talk, ranked('b', 'a'))]], { margin: 'rank-gap' }).rows[0]!;

  it('ends the messages with the chosen answer and has the rejected one beside, with a margin where one is asked for', () => {
    expect(good).toEqual({
      messages: [system('Be kind'), user('Hi'), assistant('Hello'), user('More'), assistant('B')],
      rejected_response: 'A',
      margin: 1,
    });
  });

  it('has calls of tools as messages of their own, which come back', async () => {
    const both = itemOf([user('Rain?'), { ...called, content: 'Let me see' }, answered], ['Yes', 'No'], {
      tools: [weather],
    });
    const { rows } = exported(msSwift, [[both, judgedBy(both, ranked('a', 'b'))]]);
    expect(rows).toEqual([
      {
        messages: [
          user('Rain?'),
          assistant('Let me see'),
          call,
          { role: 'tool_response', content: 'snow' },
          assistant('Yes'),
        ],
        rejected_response: 'No',
        tools: JSON.stringify([weather]),
      },
    ]);
    const { layout, items } = await readBack(rows);
    expect([layout, items[0]?.item]).toMatchObject([
      'ms-swift',
      {
        tools: [weather],
        prompt: [user('Rain?'), { ...called, content: 'Let me see' }, { role: 'tool', content: 'snow' }],
      },
    ]);
  });

  it.each<[string, Parameters<typeof itemOf>[0], Parameters<typeof itemOf>[1], string]>([
    [
      'a prompt that ends with the assistant, which would be part of the answer',
      [user('Hi'), assistant('Well')],
      ['A', 'B'],
      'last-from-assistant',
    ],
    ['an answer of several messages', 'Hi', [[assistant('A'), user('x'), assistant('y')], 'B'], 'not-one-message'],
    ['an answer that calls a tool', 'Hi', [[called], 'B'], 'not-one-message'],
    [
      "a system's turn behind the first, on whose role it asserts",
      [user('Hi'), system('Be kind'), user('More')],
      ['A', 'B'],
      'unknown-role',
    ],
    ['a prompt without a turn of the user', [system('Be kind')], ['A', 'B'], 'same-role'],
    ['a prompt that the assistant begins', [assistant('Welcome'), user('Hi')], ['A', 'B'], 'same-role'],
    ['a developer role', [{ role: 'developer', content: 'x' }, user('Hi')], ['A', 'B'], 'unknown-role'],
  ])('drops %s', (_, prompt, responses, reason) => {
    const made = itemOf(prompt, responses);
    const { rows, dropped } = exported(msSwift, [[made, judgedBy(made, ranked('a', 'b'))]]);
    expect({ rows, dropped }).toEqual({ rows: [], dropped: { [reason]: 1 } });
  });

  it('has null for the tools of a row without any, as of an empty list a system prompt is made', async () => {
    const [with_, without] = [itemOf('Rain?', ['Yes', 'No'], { tools: [weather] }), itemOf('Hi', ['A', 'B'])];
    const { rows } = exported(msSwift, [
      [with_, judgedBy(with_, ranked('a', 'b'))],
      [without, judgedBy(without, ranked('a', 'b'))],
    ]);
    expect(rows).toMatchObject([{ tools: JSON.stringify([weather]) }, { tools: null }]);
    expect(await said(msSwift, rows)).toEqual([]);
    expect(await said(msSwift, [rows[0], { ...rows[1], tools: '[]' }])).toEqual([
      expect.stringContaining('turns it into a system prompt without tools') as string,
    ]);
  });

  it('finds nothing wrong with its rows', async () => expect(await said(msSwift, [good, good])).toEqual([]));

  it.each<[string, unknown, string]>([
    [
      'ValueError: rejected_response: None',
      { ...good, rejected_response: null },
      'ValueError: rejected_response: None',
    ],
    [
      'ValueError: rejected_response: …, the chosen text',
      { ...good, rejected_response: 'B' },
      'rejected_response is the chosen answer',
    ],
    [
      'assert content is not None',
      { ...good, messages: [user('Hi'), { role: 'assistant', content: null }] },
      'content is not None',
    ],
    [
      'the assertion on a role',
      { ...good, messages: [{ role: 'developer', content: 'x' }, assistant('A')] },
      'is none that ms-swift knows',
    ],
    ['an empty list', { ...good, messages: [] }, 'is an empty list'],
    [
      'a margin on some rows only: tensor shape mismatch',
      { ...good, margin: undefined },
      'the column "margin" is in earlier rows',
    ],
    [
      "KeyError: 'type', of TRL's rows",
      { prompt: [user('Hi')], chosen: [assistant('A')], rejected: [assistant('B')] },
      'messages: must be a list of messages',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(msSwift, [good, row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('gives every pair back', () => everyPairComesBack(msSwift, 'ms-swift'));
});

describe('ms-swift-kto', () => {
  const { rows } = exported(msSwiftKto, [[talk, judgedBy(talk, { acceptable: { a: true, c: false } })]]);
  it('has each answer in its conversation with a boolean', async () => {
    expect(rows).toEqual([
      { messages: [...talk.prompt, assistant('A')], label: true },
      { messages: [...talk.prompt, assistant('')], label: false },
    ]);
    expect(await said(msSwiftKto, rows)).toEqual([]);
  });

  it('drops a prompt that ends with the assistant, and an answer that ends with a tool', () => {
    const [open, cut] = [itemOf([user('Hi'), assistant('Well')], ['A']), itemOf('Hi', [[called, answered]])];
    const { dropped } = exported(msSwiftKto, [
      [open, judgedBy(open, { acceptable: { a: true } })],
      [cut, judgedBy(cut, { acceptable: { a: true } })],
    ]);
    expect(dropped).toEqual({ 'last-from-assistant': 1, 'not-one-message': 1 });
  });

  it.each<[string, unknown, string]>([
    ['a label that is a number, for which it fits a regression', { ...rows[0], label: 1 }, 'must be true or false'],
    ['a conversation without an answer', { ...rows[0], messages: [user('Hi')] }, 'must end with the answer'],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(msSwiftKto, [rows[0], row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('gives every label back', () => everyLabelComesBack(msSwiftKto, 'kto-messages'));
});

describe('ms-swift-reranker', () => {
  it('has the best for the right ones, and all others for the wrong ones, the best of these first', async () => {
    const { rows, dropped } = exported(msSwiftReranker, [
      [talk, judgedBy(talk, ranked('c', 'b', 'a'), ranked('a b c'))],
    ]);
    expect(rows).toEqual([
      {
        messages: talk.prompt,
        positive_messages: [[assistant('')]],
        negative_messages: [[assistant('B')], [assistant('A')]],
      },
    ]);
    expect(dropped).toEqual({ 'one-sided': 1 });
    expect(await said(msSwiftReranker, rows)).toEqual([]);
  });

  it('goes by what was called acceptable where anything was, with a ranking or without', () => {
    const sides = { acceptable: { a: true, b: true, c: false } };
    const row = {
      messages: talk.prompt,
      positive_messages: [[assistant('B')], [assistant('A')]],
      negative_messages: [[assistant('')]],
    };
    expect(exported(msSwiftReranker, [[talk, judgedBy(talk, { ...ranked('b', 'a', 'c'), ...sides })]]).rows).toEqual([
      row,
    ]);
    expect(exported(msSwiftReranker, [[talk, judgedBy(talk, sides)]]).rows).toEqual([
      { ...row, positive_messages: [[assistant('A')], [assistant('B')]] },
    ]);
  });

  it.each<[string, unknown, string]>([
    [
      'a row without a right response',
      { messages: [user('Hi')], positive_messages: [], negative_messages: [[assistant('A')]] },
      'the row makes no group',
    ],
    [
      'a row without a wrong one',
      { messages: [user('Hi')], positive_messages: [[assistant('A')]], negative_messages: [] },
      'nothing to tell apart',
    ],
    [
      'messages that are not nested',
      { messages: [user('Hi')], positive_messages: [assistant('A')], negative_messages: [[assistant('B')]] },
      'must be a list of messages',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(msSwiftReranker, [row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('warns of a response on both sides', async () =>
    expect(
      await said(msSwiftReranker, [
        { messages: [user('Hi')], positive_messages: [[assistant('A')]], negative_messages: [[assistant('A')]] },
      ]),
    ).toEqual(['warning: the same response is listed as right and as wrong']));
});
