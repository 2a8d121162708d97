import { describe, expect, it } from 'vitest';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked, assistant, better, compared, system, user } from '../../made/expectedItems';

const hi = [user('Hi')];
const kindly = [system('Be kind'), user('Hi')];
const one = (id: string, text: string): { responses: unknown[] } => ({ responses: [{ id, text }] });
const good = (id: string, value: boolean): { labels: unknown[] } => ({
  labels: [{ judgement: { acceptable: { [id]: value } } }],
});
const two = (a: string, b: string, ids: [string, string] = ['chosen', 'rejected']): { responses: unknown[] } => ({
  responses: [
    { id: ids[0], text: a },
    { id: ids[1], text: b },
  ],
});
const reward = (score: number): { verifiers: unknown[] } => ({ verifiers: [{ name: 'reward', score }] });
const ranked = (...tiers: string[][]): { labels: unknown[] } => ({ labels: [{ judgement: { ranking: { tiers } } }] });
const hash = { id: '(hash)' };

describe('rows that a trainer takes', () => {
  it.each<[string, string, unknown[]]>([
    [
      'kto.jsonl',
      'kto',
      [
        { ...hash, ...asked('Hi'), ...one('completion', 'Hello'), ...good('completion', true) },
        { ...hash, ...asked('Hi'), ...one('completion', 'Go away'), ...good('completion', false) },
        {
          ...hash,
          prompt: kindly,
          ...one('completion', 'Hello 🙂'),
          metadata: { score: 0.5 },
          ...good('completion', true),
        },
        { ...hash, ...asked('From a table'), ...one('completion', 'yes'), ...good('completion', false) },
      ],
    ],
    [
      'kto-messages.json',
      'kto-messages',
      [
        {
          ...hash,
          prompt: [user('Hi'), assistant('Hello'), user('More')],
          ...one('completion', 'Gladly'),
          ...good('completion', true),
        },
        { ...hash, prompt: kindly, ...one('completion', 'No'), ...good('completion', false) },
        { ...hash, prompt: [system('Italian'), user('Hi')], ...one('completion', 'Ciao'), ...good('completion', true) },
      ],
    ],
    [
      'openai-preference.jsonl',
      'openai-preference',
      [
        {
          ...hash,
          prompt: kindly,
          ...two('Hello', 'No', ['preferred', 'non_preferred']),
          metadata: { input: { tools: [], parallel_tool_calls: true } },
          ...better('preferred', 'non_preferred'),
        },
        {
          ...hash,
          prompt: [user('Weather?')],
          responses: [
            {
              id: 'preferred',
              text: 'One moment.\n\nWell?\n\nSunny ☀️',
              turns: [assistant('One moment.'), user('Well?'), assistant('Sunny ☀️')],
            },
            { id: 'non_preferred', text: 'I cannot tell.' },
          ],
          ...better('preferred', 'non_preferred'),
        },
      ],
    ],
    [
      'ms-swift.jsonl',
      'ms-swift',
      [
        { ...hash, prompt: kindly, ...two('Hello', 'No'), metadata: { margin: 0.5 }, ...better('chosen', 'rejected') },
        {
          ...hash,
          prompt: [user('Hi'), assistant('Hey'), user('More')],
          responses: [
            { id: 'chosen', text: 'Sure' },
            { id: 'rejected-1', text: 'Never' },
            { id: 'rejected-2', text: 'Later' },
          ],
          metadata: { tools: '[]' },
          labels: [
            {
              judgement: {
                comparisons: [
                  { a: 'chosen', b: 'rejected-1', outcome: 'a' },
                  { a: 'chosen', b: 'rejected-2', outcome: 'a' },
                ],
              },
            },
          ],
        },
        { ...hash, prompt: hi, ...two('Hello', 'Grr'), ...better('chosen', 'rejected') },
        { ...hash, prompt: hi, ...two('Hello!', 'Grr!'), ...better('chosen', 'rejected') },
        {
          ...hash,
          prompt: [...kindly, assistant('Hey'), user('More')],
          ...two('Sure', 'No'),
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [system('Be kind'), user('Hi there')],
          ...two('Hello', 'No'),
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [...kindly, assistant('Hey'), user('Even more')],
          ...two('Sure', 'No'),
          ...better('chosen', 'rejected'),
        },
        { ...hash, prompt: [user('Translate\nHi')], ...two('Ciao', 'Hallo'), ...better('chosen', 'rejected') },
        {
          ...hash,
          prompt: [
            {
              ...user('<image>What is this? <audio>'),
              media: [
                { kind: 'image', source: 'kitten.png', at: 0, marker: '<image>' },
                { kind: 'audio', source: 'meow.wav', at: 21, marker: '<audio>' },
              ],
            },
          ],
          ...two('A kitten.', 'A puppy.'),
          ...better('chosen', 'rejected'),
        },
      ],
    ],
    [
      'nemo-rl.jsonl',
      'nemo-rl',
      [
        { ...hash, prompt: hi, ...two('No', 'Hello', ['r1', 'r2']), ...ranked(['r2'], ['r1']) },
        {
          ...hash,
          prompt: [...kindly, assistant('Hey'), user('More')],
          responses: [
            { id: 'r1', text: 'A' },
            { id: 'r2', text: 'B' },
            { id: 'r3', text: 'C', metadata: { model: 'm' } },
          ],
          metadata: { source: 'test' },
          ...ranked(['r1', 'r2'], ['r3']),
        },
        { ...hash, ...asked('Plain'), ...two('A', 'B', ['r1', 'r2']) },
      ],
    ],
    [
      'nemo-aligner.jsonl',
      'nemo-aligner',
      [
        {
          ...hash,
          ...asked('Hi'),
          responses: [
            { id: 'chosen', text: 'Hello', ...reward(2.5) },
            { id: 'rejected', text: 'No', ...reward(-1) },
          ],
          ...better('chosen', 'rejected'),
        },
        { ...hash, prompt: kindly, ...two('Hello', 'No'), ...better('chosen', 'rejected') },
        {
          ...hash,
          prompt: [user('Which year was the Magna Carta signed?')],
          promptText:
            '<extra_id_0>System\n\n<extra_id_1>User\nWhich year was the Magna Carta signed?\n<extra_id_1>Assistant\n',
          responses: [
            ['chosen', '1215'],
            ['rejected', 'I refuse to answer this question.'],
          ].map(([id, text]) => ({ id, text: `${text!}\n<extra_id_1>`, turns: [assistant(text!)] })),
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [system('Be brief'), user('Hi'), assistant('Hey'), user('More')],
          promptText:
            '<extra_id_0>System\nBe brief\n<extra_id_1>User\nHi\n<extra_id_1>Assistant\nHey\n<extra_id_1>User\nMore\n<extra_id_1>Assistant\n',
          responses: [
            { id: 'chosen', text: 'Sure' },
            { id: 'rejected', text: 'No\n<extra_id_1>', turns: [assistant('No')] },
          ],
          ...better('chosen', 'rejected'),
        },
      ],
    ],
    [
      'nemo-rl-binary.jsonl',
      'preference-pairs',
      [
        {
          ...hash,
          prompt: [user('Hi'), assistant('Hey'), user('More')],
          ...two('Sure', 'No'),
          ...better('chosen', 'rejected'),
        },
        { ...hash, ...asked('Plain'), ...two('Yes', 'Never'), ...better('chosen', 'rejected') },
      ],
    ],
    [
      'sharegpt-pairs.json',
      'preference-pairs',
      [
        {
          ...hash,
          prompt: [user('Hi'), assistant('Hey'), user('More')],
          ...two('Sure 🙂', 'No'),
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [
            system('Look'),
            {
              ...user('<video>Compare <image>'),
              media: [
                { kind: 'image', source: 'https://example.org/a.jpg', at: 15, marker: '<image>' },
                { kind: 'video', source: 'b.mp4', at: 0, marker: '<video>' },
              ],
            },
          ],
          ...two('Alike', 'Not'),
          ...better('chosen', 'rejected'),
        },
      ],
    ],
    [
      'responses.jsonl',
      'responses',
      [
        {
          id: 'q1',
          ...asked('Hi'),
          responses: [
            { id: 'r1', text: 'Hello' },
            { id: 'b', text: 'No', model: 'm-1', metadata: { score: 0.5 } },
          ],
        },
        {
          id: 'q2',
          prompt: [{ ...user('Look'), media: [{ kind: 'image', source: 'a.png' }] }],
          responses: [
            {
              id: 'r1',
              text: 'One moment.\n\nWell?\n\nHere.',
              turns: [assistant('One moment.'), user('Well?'), assistant('Here.')],
            },
            { id: 'r2', text: 'There' },
          ],
        },
        {
          id: 'q3',
          ...asked('Why is it wet?'),
          responses: [
            {
              id: 'a',
              text: 'It rained.',
              verifiers: [{ name: 'grounded', passed: true, score: 1, detail: 'passage 1' }],
            },
            { id: 'r2', text: 'The sea.' },
          ],
          context: 'Asked at school.',
          evidence: [{ id: '1', title: 'Weather', text: 'It rained at night.', source: 'https://example.org/weather' }],
          references: ['Rain.'],
          notes: 'B is wrong.',
          language: 'en',
        },
      ],
    ],
    [
      'nemo-aligner-kto.jsonl',
      'nemo-aligner-kto',
      [
        { ...hash, ...asked('Hi'), ...one('response', 'Hello'), ...good('response', true) },
        {
          ...hash,
          ...asked('Hi'),
          ...one('response', 'No'),
          metadata: { sample_weight: 1 },
          ...good('response', false),
        },
      ],
    ],
    [
      'halos.json',
      'halos',
      [
        {
          ...hash,
          prompt: hi,
          responses: [
            { id: 'a', text: 'Hello', ...reward(2) },
            { id: 'b', text: 'No', ...reward(0.5) },
          ],
          metadata: { prompt_id: 0, reward_difference: 1.5, type: 'pairwise_feedback' },
          ...better('a', 'b'),
        },
        {
          ...hash,
          prompt: hi,
          responses: [
            { id: 'a', text: 'Hello', ...reward(1) },
            { id: 'b', text: 'Hey', ...reward(2) },
          ],
          metadata: { prompt_id: 0, type: 'pairwise_feedback', split: 'train' },
          ...compared('a', 'b', 'b'),
        },
        {
          ...hash,
          prompt: [user('Why?')],
          responses: [
            { id: 'a', text: 'So', ...reward(1) },
            { id: 'b', text: 'Thus', ...reward(1) },
          ],
          metadata: { prompt_id: 1, type: 'pairwise_feedback', label: 0.5 },
        },
        {
          ...hash,
          prompt: [user('Why?')],
          responses: [{ id: 'output', text: 'Because', ...reward(1.5) }],
          metadata: { prompt_id: 2, type: 'binary_feedback' },
          ...good('output', true),
        },
        {
          ...hash,
          prompt: [user('When?')],
          responses: [{ id: 'output', text: 'Now', ...reward(0.25) }],
          metadata: { prompt_id: 3, type: 'scalar_feedback' },
        },
        {
          ...hash,
          prompt: [user('Where?')],
          responses: [{ id: 'output', text: 'Here', ...reward(0.75) }],
          metadata: {
            prompt_id: 4,
            sample_id: 0,
            dataset: 'alpacaeval',
            instruction: 'Where?',
            type: 'scalar_feedback',
          },
        },
      ],
    ],
    [
      'rm-gallery.jsonl',
      'rm-gallery',
      [
        {
          id: 'g-1',
          prompt: hi,
          responses: [
            {
              id: 'r1',
              text: 'No',
              model: 'm1',
              metadata: { label: { preference: 'rejected', is_preferred: false, model: 'm1' } },
            },
            {
              id: 'r2',
              text: 'Hello',
              model: 'm2',
              metadata: { label: { preference: 'chosen', is_preferred: true, model: 'm2' } },
            },
          ],
          metadata: { source: 'rewardbench', task_category: 'chat', metadata: { k: 1 } },
          ...compared('r1', 'r2', 'b'),
        },
        {
          id: 'g-2',
          prompt: hi,
          responses: [
            ['r1', 'A', 'chosen'],
            ['r2', 'B', 'rejected'],
            ['r3', 'C', 'rejected'],
          ].map(([id, text, preference]) => ({ id, text, metadata: { label: { preference } } })),
          metadata: { metadata: {} },
          ...ranked(['r1']),
        },
        {
          id: 'g-3',
          prompt: hi,
          responses: [{ id: 'r1', text: 'A', metadata: { steps: null, reward: { score: 0.5 } } }],
          metadata: { metadata: null },
        },
      ],
    ],
  ])('are read: %s as %s', async (fixture, layout, items) => {
    expect(await readFixture(fixture)).toEqual({ layout, items, problems: [] });
  });

  it('take a label from a column of numbers', () => {
    expect(readRecord('kto', { prompt: 'Hi', completion: 'Hello', label: '0.0' })).toEqual([
      { ...hash, ...asked('Hi'), ...one('completion', 'Hello'), ...good('completion', false) },
    ]);
  });

  it('keep a label that is neither yes nor no as it stands', () => {
    expect(readRecord('kto', { prompt: 'Hi', completion: 'Hello', label: 'maybe' })).toEqual([
      { ...hash, ...asked('Hi'), ...one('completion', 'Hello'), metadata: { label: 'maybe' } },
    ]);
    expect(readRecord('kto', { prompt: 'Hi', completion: 'Hello', label: null })).toEqual([
      { ...hash, ...asked('Hi'), ...one('completion', 'Hello') },
    ]);
  });

  it.each<[string, unknown, string]>([
    [
      'kto',
      { prompt: 'Hi', completion: 5, label: true },
      '“completion” must be text, a message or a list of messages. Found: a number',
    ],
    [
      'kto-messages',
      { messages: [user('Hi')], label: true },
      'There is no answer: “messages” ends with a turn of the role “user”',
    ],
    [
      'kto-messages',
      { messages: [assistant('Hi')], label: true },
      'There is no prompt: “messages” has no turn before the answer',
    ],
    [
      'openai-preference',
      { input: { messages: [] }, preferred_output: [assistant('a')], non_preferred_output: [assistant('b')] },
      '“input.messages” must be a list of messages. Found: an empty list',
    ],
    [
      'openai-preference',
      { input: 'Hi', preferred_output: [assistant('a')], non_preferred_output: [assistant('b')] },
      '“input” must be an object. Found: text',
    ],
    [
      'ms-swift',
      { messages: [user('Hi'), assistant('a')], rejected_response: null },
      '“rejected_messages” must be text, a list of texts or a list of messages. Found: no value',
    ],
    [
      'ms-swift',
      { messages: [user('Hi'), assistant('a')], rejected_messages: [user('Hi')] },
      '“rejected_messages” ends before the answer',
    ],
    [
      'ms-swift',
      { query: 'Hi', response: 'a', history: [['x']], rejected_response: 'b' },
      '“history” must be a list of pairs: a query and its response. Found: a list',
    ],
    [
      'ms-swift',
      { query: 'Hi', response: 'a', history: [['x', 1]], rejected_response: 'b' },
      '“history[0][1]” must be text. Found: a number',
    ],
    [
      'nemo-rl',
      { context: hi, completions: [{ rank: 0, completion: 4 }] },
      '“completions[0].completion” must be a list of messages. Found: a number',
    ],
    ['nemo-rl', { context: hi, completions: ['a'] }, '“completions[0]” must be an object. Found: text'],
    [
      'nemo-aligner',
      { prompt: 'Hi', chosen_response: 'a', rejected_response: [] },
      '“rejected_response” must be text, a message or a list of messages. Found: an empty list',
    ],
    [
      'nemo-aligner-kto',
      { prompt: 4, response: 'a', preference: 'chosen' },
      '“prompt” must be text or a list of messages. Found: a number',
    ],
    [
      'halos',
      { prompt_id: 1, prompt: hi, output_A: [assistant('a')], output_B: null, type: 'pairwise_feedback' },
      '“output_B” must be text, a message or a list of messages. Found: null',
    ],
    [
      'rm-gallery',
      { input: hi, output: [{ answer: { role: 'assistant' } }] },
      '“output[0].answer.content” must be text. Found: no value',
    ],
  ])('of %s are refused where they cannot be read, and the field is named', (layout, record, message) => {
    expect(readRecord(layout, record)).toEqual([message]);
  });
});
