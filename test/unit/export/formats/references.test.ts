import { describe, expect, it } from 'vitest';
import { axolotlReward } from '../../../../src/core/export/formats/reward/axolotlReward';
import { msSwiftConversations } from '../../../../src/core/export/formats/pairs/msSwift';
import { trlTpo } from '../../../../src/core/export/formats/pairs/trl';
import {
  answered,
  assistant,
  called,
  exported,
  itemOf,
  judgedBy,
  ranked,
  system,
  user,
  weather,
} from '../../made/formatRows';

describe('pairs with a reference for TPO', () => {
  const three = itemOf('Why?', ['best', 'better', 'worse']);

  it('have the response that is better than the chosen one, and drop those that nothing is better than', () => {
    const { rows, dropped } = exported(trlTpo, [[three, judgedBy(three, ranked('a', 'b', 'c'))]]);
    expect(rows).toEqual([
      {
        prompt: [user('Why?')],
        chosen: [assistant('better')],
        rejected: [assistant('worse')],
        reference: [assistant('best')],
      },
    ]);
    expect(dropped).toEqual({ 'no-reference': 2 });
  });

  it('have what came with the item, and before it what an annotator wrote', () => {
    const referenced = itemOf('Why?', ['better', 'worse'], { references: ['from the dataset'] });
    const written = { ...ranked('a', 'b'), demonstrations: [{ turns: [assistant('written')] }] };
    const of = (judgement: object): unknown =>
      exported(trlTpo, [[referenced, judgedBy(referenced, judgement)]]).rows.map(({ reference }) => reference);
    expect([of(ranked('a', 'b')), of(written)]).toEqual([[[assistant('from the dataset')]], [[assistant('written')]]]);
  });
});

describe("pairs for axolotl's reward models", () => {
  it('are one question with its system prompt, which is empty where there is none', () => {
    const items = [itemOf([system('Be kind'), user('Hi')], ['A', 'B']), itemOf('Hi', ['A', 'B'])];
    expect(
      exported(
        axolotlReward,
        items.map((item) => [item, judgedBy(item, ranked('a', 'b'))]),
      ).rows,
    ).toEqual([
      { system: 'Be kind', input: 'Hi', chosen: 'A', rejected: 'B' },
      { system: '', input: 'Hi', chosen: 'A', rejected: 'B' },
    ]);
  });

  it('are none of a conversation of several turns, and of no answer of several messages', () => {
    const items = [
      itemOf([user('Hi'), assistant('Hello'), user('More')], ['A', 'B']),
      itemOf('Hi', [[assistant('A'), user('x'), assistant('y')], 'B']),
    ];
    const { rows, dropped } = exported(
      axolotlReward,
      items.map((item) => [item, judgedBy(item, ranked('a', 'b'))]),
    );
    expect({ rows, dropped }).toEqual({ rows: [], dropped: { 'several-turns': 1, 'not-one-message': 1 } });
  });
});

describe('whole conversations for ms-swift', () => {
  const call = { role: 'tool_call', content: '{"name":"get_weather","arguments":{"city":"Oslo"}}' };

  it('hold answers that call tools, with the tools for both of them', () => {
    const item = itemOf('Rain?', [[called, answered, assistant('Snow.')], 'No idea.'], { tools: [weather] });
    const tools = JSON.stringify([weather]);
    expect(exported(msSwiftConversations, [[item, judgedBy(item, ranked('a', 'b'))]]).rows).toEqual([
      {
        messages: [user('Rain?'), call, { role: 'tool_response', content: 'snow' }, assistant('Snow.')],
        rejected_messages: [user('Rain?'), assistant('No idea.')],
        tools,
        rejected_tools: tools,
      },
    ]);
  });

  it('hold an answer in which a user speaks, and leave out one that a user ends', () => {
    const spoken = itemOf('Hi', [[assistant('A'), user('x'), assistant('y')], 'B']);
    expect(exported(msSwiftConversations, [[spoken, judgedBy(spoken, ranked('a', 'b'))]]).rows[0]?.messages).toEqual([
      user('Hi'),
      assistant('A'),
      user('x'),
      assistant('y'),
    ]);
    const item = itemOf('Hi', [[assistant('A'), user('x')], 'B']);
    expect(exported(msSwiftConversations, [[item, judgedBy(item, ranked('a', 'b'))]])).toMatchObject({
      rows: [],
      dropped: { 'same-role': 1 },
    });
  });
});
