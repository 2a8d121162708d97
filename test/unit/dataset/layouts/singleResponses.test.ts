import { describe, expect, it } from 'vitest';
import { detectLayout } from '../../../../src/core/dataset/detectLayout';
import { readFixture, readRecord } from '../../made/fixtures';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';
import { asked, assistant, system, user } from '../../made/expectedItems';

const rated = (...values: readonly (readonly [string, number])[]): object[] => [
  { judgement: { ratings: values.map(([aspect, value]) => ({ response: 'response', aspect, value })) } },
];
const answer = (text: string, id = 'response'): unknown => ({ responses: [{ id, text }] });

describe('an answer with ratings', () => {
  it.each([
    [
      'armorm.jsonl',
      [
        {
          prompt: [user('Hi')],
          ...(answer('Hello.') as object),
          labels: rated(['helpsteer-helpfulness', 4]),
          metadata: { source: 'web' },
        },
        {
          prompt: [system('Be brief.'), user('Hi')],
          ...(answer('Hey') as object),
          labels: rated(['ultrafeedback-honesty', 0.75]).map((label) => ({ judge: 'model', ...label })),
          metadata: { source: 'web' },
        },
      ],
    ],
    [
      'ms-swift-regression.jsonl',
      [
        { prompt: [user('Hi')], ...(answer('Hello.') as object), labels: rated(['label 1', 4], ['label 2', 2.5]) },
        { prompt: [system('Be brief.'), user('Hi')], ...(answer('Hey') as object), labels: rated(['label', 0.8]) },
      ],
    ],
    [
      'nemo-aligner-regression.jsonl',
      [
        {
          prompt: [user('Hi')],
          ...(answer('Hello.') as object),
          labels: rated(['helpfulness', 4], ['correctness', 4], ['coherence', 3], ['complexity', 1], ['verbosity', 0]),
        },
        {
          prompt: [system('Be brief.'), user('Hi'), assistant('Hey'), user('More')],
          ...(answer('No.\nReally.') as object),
          labels: rated(['quality', 2.5]),
        },
      ],
    ],
  ])('of %s', async (file, items) => {
    expect((await readFixture(file)).items).toEqual(items.map((item) => ({ id: '(hash)', ...item })));
  });

  it.each([
    [
      { text: 'Hi', label: [1] },
      'nemo-aligner-regression',
      /“text” is not a conversation in the template of SteerLM: <extra_id_0>System, then turns that begin with <extra_id_1>User or <extra_id_1>Assistant/,
    ],
    [
      { messages: [user('Hi')], label: [1] },
      'ms-swift-regression',
      /There is no answer: “messages” ends with a turn of the role “user”/,
    ],
  ])('is refused with a reason: %j', (record, layout, reason) => {
    expect(readRecord(layout, record)[0]).toMatch(reason);
  });
});

it('an answer to imitate is the response, and somebody wrote it', async () => {
  const imitated = (text: string): unknown => ({
    responses: [{ id: 'completion', text }],
    labels: [{ judgement: { demonstrations: [{ turns: [assistant(text)] }] } }],
  });
  expect((await readFixture('demonstrations.jsonl')).items).toEqual([
    { id: '(hash)', prompt: [system('Be brief.'), user('Hi')], ...(imitated('Hello.') as object) },
    {
      id: '(hash)',
      prompt: [user('One?'), assistant('Two.'), user('Three?')],
      ...(imitated('Four 🙂') as object),
      metadata: { source: 'web' },
    },
    { id: '(hash)', ...asked('Write a haiku.'), ...(imitated('An old silent pond') as object) },
  ]);
});

it('a pair under a principle has it as its criterion, and not in the prompt', async () => {
  const pair = (chosen: string, rejected: string): unknown[] => [
    { id: 'chosen', text: chosen },
    { id: 'rejected', text: rejected },
  ];
  const labels = [
    { judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a', criterion: 'principle' }] } },
  ];
  expect((await readFixture('principle-pairs.jsonl')).items).toEqual([
    {
      id: '(hash)',
      prompt: [user('Hi')],
      responses: pair('Hello.', 'What?'),
      criteria: [{ id: 'principle', text: 'Is it kind?' }],
      labels,
    },
    {
      id: '(hash)',
      prompt: [system('Be brief.'), user('Why?'), assistant('So.'), user('Why so?')],
      responses: pair('Because.', 'Magic.'),
      criteria: [{ id: 'principle', text: 'Is it true?' }],
      labels,
      metadata: { subset: 'facts' },
    },
  ]);
});

describe('a file that looks alike is of another layout', () => {
  const messages = [user('Hi'), assistant('Hello.')];
  it.each<[string, unknown[], string]>([
    [
      'a label of good or bad, missing in most rows',
      [
        { messages, label: true },
        { messages, label: null },
        { messages, label: null },
      ],
      'kto-messages',
    ],
    [
      'classes as whole numbers',
      [
        { messages, label: 1 },
        { messages, label: 0 },
      ],
      'kto-messages',
    ],
    ['a rejected answer', [{ messages, rejected_response: 'x' }], 'ms-swift'],
    [
      'messages beside a chosen and a rejected answer',
      [{ messages, prompt: 'Hi', chosen: messages, rejected: [user('Hi'), assistant('x')] }],
      'preference-pairs',
    ],
    ['columns of which one is no number', [{ messages, tokens: 12, source: 'web' }], 'demonstrations'],
    ['numbers that count', [{ messages, id: 5, num_tokens: 12 }], 'demonstrations'],
    [
      'a principle without its system message',
      [{ prompt: [user('Hi')], chosen: 'a', rejected: 'b', principle: 'kind' }],
      'preference-pairs',
    ],
    [
      'a list of responses with a criterion',
      [{ prompt: 'Hi', responses: ['a', 'b'], criterion: 'x', verdict: 'yes' }],
      'responses',
    ],
    [
      'a critique of which nothing is said',
      [{ prompt: 'Hi', response: 'a', critique: 'x', criterion: 'kind', verdict: 'no' }],
      'verdicts',
    ],
    ['completions with labels', [{ prompt: 'Hi', completion: 'a', label: 'True' }], 'kto'],
  ])('%s', async (_, records, name) => {
    expect((await detectLayout(temporaryFile('data.jsonl', jsonl(records)))).name).toBe(name);
  });
});
