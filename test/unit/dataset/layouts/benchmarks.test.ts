import { describe, expect, it } from 'vitest';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked, assistant, better, compared, user } from '../../made/expectedItems';

const conversation = [user('Hi'), assistant('Hello'), user('More')];
const rmBench = (id: string, prompt: string, chosen: string[], rejected: string[], domain: string): unknown => {
  const styles = ['concise', 'detailed', 'detailed, with Markdown'];
  const named = (name: string, texts: string[]): unknown[] =>
    texts.map((text, i) => ({ id: `${name}-${i + 1}`, text, metadata: { style: styles[i] } }));
  const comparisons = [
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
    [2, 2],
    [2, 3],
    [3, 1],
    [3, 2],
    [3, 3],
  ].map(([a, b]) => ({ a: `chosen-${a}`, b: `rejected-${b}`, outcome: 'a' }));
  const acceptable = {
    'chosen-1': true,
    'chosen-2': true,
    'chosen-3': true,
    'rejected-1': false,
    'rejected-2': false,
    'rejected-3': false,
  };
  return {
    id,
    ...asked(prompt),
    responses: [...named('chosen', chosen), ...named('rejected', rejected)],
    metadata: { domain },
    labels: [{ judgement: { comparisons, acceptable } }],
  };
};
const judgeBench = (
  id: string,
  original: string,
  source: string,
  prompt: string,
  a: string,
  b: string,
  outcome?: string,
  model?: string,
): unknown => ({
  id,
  ...asked(prompt),
  responses: [
    { id: 'a', text: a, ...(model && { model }) },
    { id: 'b', text: b, ...(model && { model }) },
  ],
  metadata: { original_id: original, source },
  ...(outcome && compared('a', 'b', outcome)),
});
const autoJ = (scenario: string, prompt: string, one: string, two: string, outcome?: string): unknown => ({
  id: '(hash)',
  ...asked(prompt),
  responses: [
    { id: 'response 1', text: one },
    { id: 'response 2', text: two },
  ],
  metadata: { scenario },
  ...(outcome && compared('response 1', 'response 2', outcome)),
});

describe('a benchmark of reward models or judges', () => {
  it.each<[string, string, unknown[]]>([
    [
      'reward-bench.jsonl',
      'preference-pairs',
      [
        {
          id: '30',
          ...asked('How do I keep basil alive?'),
          responses: [
            { id: 'chosen', text: 'Water it from below.', model: 'GPT4-Turbo' },
            { id: 'rejected', text: 'Basil is a name.', model: 'bert_12_260k' },
          ],
          metadata: { subset: 'alpacaeval-easy' },
          ...better('chosen', 'rejected'),
        },
        {
          id: '31',
          ...asked('¿Qué hora es? 🕒'),
          responses: [
            { id: 'chosen', text: 'No puedo verlo.', model: 'human' },
            { id: 'rejected', text: 'Las tres.' },
          ],
          language: 'spa',
          metadata: { subset: 'donotanswer', source: 'aya' },
          ...better('chosen', 'rejected'),
        },
      ],
    ],
    [
      'reward-bench-2.jsonl',
      'reward-bench-2',
      [
        {
          id: '12',
          ...asked('Name a prime below 6.'),
          responses: [
            { id: 'chosen-1', text: '5' },
            { id: 'chosen-2', text: '3' },
            { id: 'rejected-1', text: '4' },
            { id: 'rejected-2', text: '6' },
          ],
          metadata: {
            num_correct: 2,
            num_incorrect: 2,
            total_completions: 4,
            models: ['m1', 'm2', 'm3', 'm4'],
            subset: 'Ties',
            additional_metadata: { category: null },
          },
          labels: [
            {
              judgement: {
                ranking: { tiers: [['chosen-1', 'chosen-2']] },
                acceptable: { 'chosen-1': true, 'chosen-2': true, 'rejected-1': false, 'rejected-2': false },
              },
            },
          ],
        },
        {
          id: '13',
          ...asked('Is the sun a star?'),
          responses: [
            { id: 'chosen-1', text: 'Yes.' },
            { id: 'rejected-1', text: 'No.' },
            { id: 'rejected-2', text: 'It is a planet.' },
            { id: 'rejected-3', text: 'Perhaps.' },
          ],
          metadata: {
            num_correct: 1,
            num_incorrect: 3,
            total_completions: 4,
            models: ['m1'],
            subset: 'Factuality',
            additional_metadata: null,
          },
          labels: [
            {
              judgement: {
                ranking: { tiers: [['chosen-1']] },
                acceptable: { 'chosen-1': true, 'rejected-1': false, 'rejected-2': false, 'rejected-3': false },
              },
            },
          ],
        },
      ],
    ],
    [
      'rm-bench.json',
      'rm-bench',
      [
        rmBench(
          'code-1',
          'Sort a list in Python.',
          ['sorted(xs)', 'Use sorted(xs), which copies.', '## Sorting\n`sorted(xs)`'],
          ['xs.order()', 'Use xs.order(), which sorts.', '## Sorting\n`xs.order()`'],
          'code',
        ),
        rmBench('chat-2', 'Say hi.', ['Hi', 'Hi there', '**Hi**'], ['No', 'No, sir', '**No**'], 'chat'),
      ],
    ],
    [
      'judge-bench.jsonl',
      'judge-bench',
      [
        judgeBench('p-1', '7', 'livebench-math', '1 + 1?', '2', '3', 'a', 'gpt-4o-2024-05-13'),
        judgeBench('p-2', '8', 'mmlu-pro-law', '2 + 2?', '5', '4', 'b', 'gpt-4o-2024-05-13'),
        judgeBench('p-3', '9', 'mmlu-pro-law', '3 + 3?', '6', 'six', 'tie'),
        judgeBench('p-4', '10', 'mmlu-pro-law', '4 + 4?', '8', 'eight'),
      ],
    ],
    [
      'rmb.json',
      'rmb',
      [
        {
          id: 'b-1',
          prompt: [user('Plan a picnic.')],
          responses: [
            { id: 'best', text: 'Bring bread.', model: 'gpt-4o' },
            { id: 'loser-1', text: 'No.', model: 'llama-2' },
            { id: 'loser-2', text: 'Rain 🌧', model: 'qwen' },
          ],
          metadata: { category_path: 'BoN_set/Helpfulness/Chat' },
          labels: [{ judgement: { ranking: { tiers: [['best']] } } }],
        },
        {
          id: 'b-2',
          prompt: conversation,
          responses: [
            { id: 'best', text: 'Gladly.' },
            { id: 'loser-1', text: 'Never.', model: 'qwen', metadata: { score: 0.5 } },
          ],
          metadata: { category_path: 'BoN_set/Helpfulness/Chat' },
          labels: [{ judgement: { ranking: { tiers: [['best']] } } }],
        },
      ],
    ],
    [
      'rmb-pairs.json',
      'rmb-pairs',
      [
        {
          id: 'r-1',
          prompt: [user('Plan a picnic.')],
          responses: [
            { id: 'chosen', text: 'Bring bread.', model: 'gpt-4o' },
            { id: 'rejected', text: 'No.', model: 'llama-2' },
          ],
          metadata: { category_path: 'Pairwise_set/Helpfulness/Chat' },
          ...better('chosen', 'rejected'),
        },
        {
          id: 'r-2',
          prompt: conversation,
          responses: [
            { id: 'chosen', text: 'Gladly.' },
            { id: 'rejected', text: '', model: 'qwen' },
          ],
          metadata: { category_path: 'Pairwise_set/Helpfulness/Chat' },
          ...better('chosen', 'rejected'),
        },
      ],
    ],
    [
      'auto-j.jsonl',
      'auto-j',
      [
        autoJ('seeking_advice', 'How to learn?', 'Practise.', 'Wait.', 'a'),
        autoJ('planning', 'Plan a day.', 'No.', 'Rise early.', 'b'),
        autoJ('chitchat', 'Hi', 'Hi!', 'Hello!', 'tie'),
        autoJ('chitchat', 'Bye', 'Bye!', 'So long!'),
      ],
    ],
    [
      'stack-exchange-paired.jsonl',
      'stack-exchange-paired',
      ['It does not.', 'Buy another.'].map((worse) => ({
        id: '(hash)',
        ...asked('Why does `x` leak?'),
        responses: [
          { id: 'j', text: 'Close it.' },
          { id: 'k', text: worse },
        ],
        metadata: { qid: 4, date: '2020/01/02', metadata: ['https://cooking.example/q/4'] },
        ...better('j', 'k'),
      })),
    ],
  ])('%s is read as %s, with what its makers know', async (fixture, layout, items) => {
    expect(await readFixture(fixture)).toEqual({ layout, items, problems: [] });
  });

  it.each<[string, unknown, string]>([
    [
      'reward-bench',
      { prompt: 'Hi', chosen: 'a', rejected: null, subset: 'x' },
      '“rejected” must be text, a message or a list of messages. Found: null',
    ],
    [
      'reward-bench-2',
      { prompt: 'Hi', chosen: ['a'], rejected: [], num_correct: 1 },
      '“rejected” must be a list of texts. Found: an empty list',
    ],
    [
      'reward-bench-2',
      { prompt: 'Hi', chosen: ['a', 4], rejected: ['b'], num_correct: 1 },
      '“chosen[1]” must be text. Found: a number',
    ],
    ['rm-bench', { prompt: 'Hi', chosen: 'a', rejected: ['b'], domain: 'x' }, '“chosen” must be a list. Found: text'],
    [
      'judge-bench',
      { pair_id: 'p', question: 'Hi', response_A: 'a', label: 'A>B' },
      '“response_B” must be text. Found: no value',
    ],
    [
      'rmb',
      { bon_uid: 'b', conversation_input: [], bon_best: { answer: 'a' }, loser_list: [] },
      '“conversation_input” must be text or a list of messages. Found: an empty list',
    ],
    [
      'rmb',
      { bon_uid: 'b', conversation_input: [user('Hi')], bon_best: { answer: 'a' }, loser_list: [{ llm_name: 'm' }] },
      '“loser_list[0].answer” must be text. Found: no value',
    ],
    [
      'rmb-pairs',
      { conversation_input: [user('Hi')], chosen: { answer: 'a' }, reject: 'b' },
      '“reject” must be an object. Found: text',
    ],
    [
      'auto-j',
      { prompt: 'Hi', 'response 1': 'a', 'response 2': ['b'], label: 0 },
      '“response 2” must be text. Found: a list',
    ],
    ['stack-exchange-paired', { question: 'Hi', response_j: 'a' }, '“response_k” must be text. Found: no value'],
  ])('%s refuses what it cannot read, and names the field', (layout, record, message) => {
    expect(readRecord(layout, record)).toEqual([message]);
  });
});
