import { describe, expect, it } from 'vitest';
import { togetherPreference } from '../../../../src/core/export/formats/pairs/togetherPreference';
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
import { jsonl } from '../../made/temporaryFolder';

const item = itemOf([system('Be kind'), user('Hi')], ['A', 'B']);
const good = exported(togetherPreference, [[item, judgedBy(item, ranked('b', 'a'))]]).rows[0]!;
const dropsOf = (prompt: Parameters<typeof itemOf>[0], responses: Parameters<typeof itemOf>[1]) => {
  const made = itemOf(prompt, responses);
  return exported(togetherPreference, [[made, judgedBy(made, ranked('a', 'b'))]]);
};

describe('together-preference', () => {
  it('has the three keys and nothing else, whatever else is asked for', () => {
    expect(good).toEqual({
      input: { messages: [system('Be kind'), user('Hi')] },
      preferred_output: [assistant('B')],
      non_preferred_output: [assistant('A')],
    });
    expect(togetherPreference.takes).not.toContain('margin');
  });

  it('has tools as objects in the rows that define some, and calls as OpenAI has them', () => {
    const made = itemOf('Rain?', [[called], 'No'], { tools: [weather] });
    expect(exported(togetherPreference, [[made, judgedBy(made, ranked('a', 'b'))]]).rows).toEqual([
      {
        input: { messages: [user('Rain?')], tools: [weather], parallel_tool_calls: true },
        preferred_output: [
          {
            role: 'assistant',
            content: '',
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
            ],
          },
        ],
        non_preferred_output: [assistant('No')],
      },
    ]);
  });

  it.each<[string, Parameters<typeof itemOf>[0], Parameters<typeof itemOf>[1], string]>([
    [
      'a prompt whose last message is from the assistant',
      [user('Hi'), assistant('Well')],
      ['A', 'B'],
      'last-from-assistant',
    ],
    ['two turns by the same role running', [user('Hi'), user('You there?')], ['A', 'B'], 'same-role'],
    ['a tool role', [user('Rain?'), called, answered], ['A', 'B'], 'unknown-role'],
    ['a developer role', [{ role: 'developer', content: 'x' }, user('Hi')], ['A', 'B'], 'unknown-role'],
    ['an output of several messages', 'Hi', [[assistant('A'), user('x'), assistant('y')], 'B'], 'not-one-message'],
    ['an empty output', 'Hi', ['', 'B'], 'empty-turn'],
    ['an empty turn', [user('Hi'), assistant(''), user('More')], ['A', 'B'], 'empty-turn'],
    ['a tie', 'Hi', ['A', 'A'], 'identical'],
  ])('drops %s, and says why', (_, prompt, responses, reason) => {
    const { rows, dropped } = dropsOf(prompt, responses);
    expect({ rows, dropped }).toEqual({ rows: [], dropped: { [reason]: 1 } });
  });

  it('finds nothing wrong with three of its rows', async () =>
    expect(await said(togetherPreference, [good, good, good])).toEqual([]));

  const input = good.input as object;
  it.each<[string, unknown, string]>([
    ['Found extra column "id" in the line', { id: '1', ...good }, 'Found extra column "id" in the line'],
    [
      'The last message in the input conversation must not be from the assistant',
      { ...good, input: { messages: [user('Hi'), assistant('A')] } },
      'must not be from the assistant',
    ],
    ['Invalid role turns', { ...good, input: { messages: [user('Hi'), user('Ho')] } }, 'Invalid role turns'],
    [
      'Found invalid role `tool` in the messages',
      { ...good, input: { messages: [{ role: 'tool', content: 'x' }, user('Hi')] } },
      'Found invalid role `tool`',
    ],
    [
      'Found invalid role `developer` in the messages',
      { ...good, input: { messages: [{ role: 'developer', content: 'x' }, user('Hi')] } },
      'Found invalid role `developer`',
    ],
    [
      'The `preferred_output` list must contain exactly one message.',
      { ...good, preferred_output: [assistant('A'), user('B')] },
      'must contain exactly one message',
    ],
    [
      'The `non_preferred_output` field must be a list.',
      { ...good, non_preferred_output: 'A' },
      'The `non_preferred_output` field must be a list.',
    ],
    [
      'The `preferred_output` must contain an assistant message.',
      { ...good, preferred_output: [user('A')] },
      'must contain an assistant message',
    ],
    ['The `input` field must be a dictionary.', { ...good, input: [] }, 'must be a dictionary'],
    ['null content', { ...good, preferred_output: [{ role: 'assistant', content: null }] }, 'refuses null'],
    ['an extra key of the input', { ...good, input: { ...input, id: 3 } }, 'input: the field “id” is not documented'],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(togetherPreference, [good, good, row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('tells of a blank line: Error parsing json payload. Unexpected format', async () => {
    expect(await said(togetherPreference, [], `${jsonl([good, good])}\n${jsonl([good])}`)).toEqual([
      expect.stringMatching(/^error: is blank.*Error parsing json payload/) as string,
    ]);
  });

  it('gives every pair back that it can hold', () =>
    everyPairComesBack(togetherPreference, 'openai-preference', {
      holds: ([, chosen, rejected]) => ![chosen, rejected].includes('[["assistant",""]]'),
    }));
});
