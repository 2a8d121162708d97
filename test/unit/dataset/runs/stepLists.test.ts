import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const text = (i: number, of: string): string =>
  `${of} number ${i}, which is long enough to be an answer of somebody or a question`;
const rows = (of: (i: number) => object): string => jsonl(Array.from({ length: 12 }, (_, i) => of(i)));
const call = { id: 'c', type: 'function', function: { name: 'bash', arguments: '{}' } };
const conversation = (i: number): readonly object[] => [
  { role: 'user', content: text(i, 'Question') },
  { role: 'assistant', content: text(i, 'Look'), tool_calls: [call] },
  { role: 'tool', content: text(i, 'Result'), tool_call_id: 'c' },
  { role: 'assistant', content: text(i, 'Answer') },
];

describe('records of which nobody knows the writer', () => {
  it.each<[string, (i: number) => object, RegExp]>([
    [
      'typed entries under a success',
      (i) => ({
        instruction: text(i, 'Task'),
        success: i % 2 === 0,
        items: [
          { kind: 'tool', name: 'bash', args: { a: 1 }, output: text(i, 'Output') },
          { kind: 'message', text: text(i, 'Message') },
        ],
      }),
      /“items” contains the steps, and “success” says how the whole run ended/,
    ],
    [
      'actions with observations',
      (i) => ({
        task: text(i, 'Task'),
        log: {
          entries: [1, 2].map(() => ({ thought: text(i, 'Thought'), action: 'ls', observation: text(i, 'Seen') })),
        },
      }),
      /“log\.entries” contains the steps\./,
    ],
    [
      'turns whose calls hold what came back',
      (i) => ({
        id: i,
        structured_turns: [
          { role: 'user', content: text(i, 'Task'), tool_calls: [] },
          { role: 'assistant', content: text(i, 'Look'), tool_calls: [{ tool: 'Read', input: {}, output: 'x' }] },
        ],
      }),
      /“structured_turns” contains the steps\./,
    ],
    [
      'a step each',
      (i) => ({ thought: text(i, 'Thought'), action: text(i, 'Action'), observation: text(i, 'Seen'), reward: 0 }),
      /are runs of a model, by these fields: “action”, “observation”/,
    ],
    [
      'a conversation with calls under a reward',
      (i) => ({ id: i, reward: i % 2, messages: conversation(i) }),
      /“messages” contains the steps, and “reward”/,
    ],
  ])('look like runs and are refused: %s', async (_, of, reason) => {
    await expect(detectReading([temporaryFile('a.jsonl', rows(of))])).rejects.toThrow(reason);
  });

  it('are answers where two conversations with calls are compared, and where no program says how one ended', async () => {
    const pairs = rows((i) => ({
      prompt: conversation(i).slice(0, 3),
      chosen: [{ role: 'assistant', content: text(i, 'Answer') }],
      rejected: [{ role: 'assistant', content: text(i, 'Other answer') }],
    }));
    await expect(detectReading([temporaryFile('a.jsonl', pairs)])).resolves.toMatchObject({ isPlanned: false });
    const scored = rows((i) => ({
      prompt: conversation(i).slice(0, 3),
      chosen: text(i, 'Answer'),
      rejected: text(i, 'Other answer'),
      chosen_reward: 1 + i,
      rejected_reward: i,
    }));
    await expect(detectReading([temporaryFile('c.jsonl', scored)])).resolves.toBeDefined();
    const messages = rows((i) => ({ id: i, messages: conversation(i) }));
    await expect(detectReading([temporaryFile('b.jsonl', messages)])).resolves.toBeDefined();
  });

  it.each<[string, string]>([
    [
      'as nock has them',
      JSON.stringify(
        Array.from({ length: 6 }, (_, i) => ({
          scope: 'https://api.example.com:443',
          method: 'POST',
          path: '/v1/chat/completions',
          body: { model: 'm', messages: [{ role: 'user', content: text(i, 'Question') }] },
          status: 200,
          response: { choices: [{ message: { role: 'assistant', content: text(i, 'Answer') } }] },
        })),
      ),
    ],
    [
      'with a request each',
      rows((i) => ({
        request: { method: 'POST', url: 'https://api.example.com', body: text(i, 'Question') },
        response: { status: 200, body: text(i, 'Answer') },
      })),
    ],
  ])('are refused where they are recordings of requests: %s', async (_, content) => {
    await expect(detectReading([temporaryFile('a.json', content)])).rejects.toThrow(/recordings of HTTP requests/);
  });
});
