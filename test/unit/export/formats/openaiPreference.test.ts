import { describe, expect, it } from 'vitest';
import { openaiPreference } from '../../../../src/core/export/formats/pairs/openaiPreference';
import {
  answered,
  assistant,
  called,
  everyPairComesBack,
  exported,
  itemOf,
  judgedBy,
  ranked,
  said,
  system,
  user,
  weather,
} from '../../made/formatRows';

const item = itemOf([system('Be kind'), user('Hi')], ['A', 'B']);
const rowsOf = (...made: Parameters<typeof itemOf>) => {
  const one = itemOf(...made);
  return exported(openaiPreference, [[one, judgedBy(one, ranked('a', 'b'))]]);
};
const good = rowsOf([system('Be kind'), user('Hi')], ['A', 'B']).rows[0]!;
const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
});

describe('openai-preference', () => {
  it('has the three keys and nothing else, whatever else is asked for', () => {
    expect(exported(openaiPreference, [[item, judgedBy(item, ranked('b', 'a'))]]).rows).toEqual([
      {
        input: { messages: [system('Be kind'), user('Hi')] },
        preferred_output: [assistant('B')],
        non_preferred_output: [assistant('A')],
      },
    ]);
    expect(openaiPreference.takes).not.toContain('margin');
  });

  it('has calls of tools and their answers in the prompt, each by its id, and calls as outputs', async () => {
    const two = { ...called, toolCalls: [...called.toolCalls!, { ...called.toolCalls![0]!, id: 'x' }] };
    const { rows } = rowsOf(
      [user('Rain?'), two, answered, { ...answered, toolCallId: 'x' }, user('And you?'), user('So?')],
      [[called], 'No'],
      { tools: [weather] },
    );
    expect(rows).toEqual([
      {
        input: {
          messages: [
            user('Rain?'),
            { role: 'assistant', content: '', tool_calls: [call('call_1'), call('x')] },
            { role: 'tool', content: 'snow', tool_call_id: 'call_1' },
            { role: 'tool', content: 'snow', tool_call_id: 'x' },
            user('And you?'),
            user('So?'),
          ],
          tools: [weather],
          parallel_tool_calls: true,
        },
        preferred_output: [{ role: 'assistant', content: '', tool_calls: [call('call_1')] }],
        non_preferred_output: [assistant('No')],
      },
    ]);
    expect(await said(openaiPreference, [rows[0]!, rows[0]!, rows[0]!])).toEqual([]);
  });

  it.each<[string, Parameters<typeof itemOf>[0], Parameters<typeof itemOf>[1], string]>([
    ['a prompt that ends with the assistant', [user('Hi'), assistant('Well')], ['A', 'B'], 'last-from-assistant'],
    ['a prompt of a system message alone', [system('x')], ['A', 'B'], 'no-user-turn'],
    ['a role that the service does not know', [{ role: 'human', content: 'x' }], ['A', 'B'], 'unknown-role'],
    ['a call without an answer', [user('Rain?'), called, user('So?')], ['A', 'B'], 'call-unanswered'],
    ['an answer to nothing', [user('Rain?'), answered], ['A', 'B'], 'call-unanswered'],
    ['an output of several messages', 'Hi', [[assistant('A'), user('x'), assistant('y')], 'B'], 'not-one-message'],
    ['an empty output', 'Hi', ['', 'B'], 'empty-turn'],
    ['an empty turn', [user('Hi'), assistant(''), user('More')], ['A', 'B'], 'empty-turn'],
  ])('drops %s, and says why', (_, prompt, responses, reason) => {
    const { rows, dropped } = rowsOf(prompt, responses);
    expect({ rows, dropped }).toEqual({ rows: [], dropped: { [reason]: 1 } });
  });

  it.each<[string, object, string]>([
    ['an output of two messages', { ...good, preferred_output: [assistant('A'), assistant('B')] }, 'exactly one'],
    ['an output by a user', { ...good, preferred_output: [user('A')] }, 'must be the message of an assistant'],
    ['a role', { ...good, input: { messages: [{ role: 'bot', content: 'x' }] } }, 'is none of system, user'],
    [
      'a call that nobody answers',
      { ...good, input: { messages: [{ role: 'assistant', content: '', tool_calls: [call('x')] }, user('So?')] } },
      'has a call of a tool without its answer',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(openaiPreference, [good, good, row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('warns of fewer than three rows, which Fireworks refuses', async () =>
    expect(await said(openaiPreference, [good])).toEqual([
      'warning: holds one row: Fireworks asks for at least 3 examples',
    ]));

  it('gives every pair back that it can hold', () =>
    everyPairComesBack(openaiPreference, 'openai-preference', {
      holds: ([, chosen, rejected]) => ![chosen, rejected].includes('[["assistant",""]]'),
    }));
});
