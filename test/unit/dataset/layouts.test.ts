import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../../src/core/dataset/items/parse';
import { type ItemOrProblem } from '../../../src/core/dataset/items/parsedItem';
import { layoutNamed, layouts } from '../../../src/core/dataset/layouts';
import type { Mapping } from '../../../src/core/dataset/fields/fieldMapping';
import type { Item, Message } from '../../../src/core/model/item/item';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const system = (content: string): Message => ({ role: 'system', content });
const chosenWon = { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] };

function read(layout: string, record: unknown, mapping: Mapping = {}): ItemOrProblem {
  return parseRecord(
    { line: 7, text: typeof record === 'string' ? record : JSON.stringify(record) },
    '/data/file.jsonl',
    { layout: layoutNamed(layout)!, mapping },
  )[0]!;
}

/** The item without its hash (and the id that is made of it). */
function itemOf(layout: string, record: unknown, mapping?: Mapping): Omit<Item, 'hash'> & { labels?: unknown } {
  const parsed = read(layout, record, mapping);
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  const { hash, id, ...content } = parsed.item;
  return { ...content, id: id === hash ? '(hash)' : id, ...(parsed.labels.length > 0 && { labels: parsed.labels }) };
}

function problemOf(layout: string, record: unknown, mapping?: Mapping): string {
  const parsed = read(layout, record, mapping);
  if (!('problem' in parsed)) throw new Error(`was read: ${JSON.stringify(parsed.item)}`);
  const { severity, file, line, message } = parsed.problem;
  expect([severity, file, line]).toEqual(['error', '/data/file.jsonl', 7]);
  return message.split('. The item was left out. Correct the record')[0]!;
}

describe('a prompt with a list of responses', () => {
  it.each<[string, unknown, unknown]>([
    [
      'strings',
      { id: 'q1', prompt: 'Why?', responses: ['Because.', 'Why not?'] },
      {
        id: 'q1',
        prompt: [user('Why?')],
        promptText: 'Why?',
        responses: [
          { id: 'r1', text: 'Because.' },
          { id: 'r2', text: 'Why not?' },
        ],
      },
    ],
    [
      'objects with id, model and metadata',
      {
        prompt: 'Why?',
        responses: [
          { id: 'x', text: 'One', model: 'm1', metadata: { temperature: 0 } },
          { id: 4, text: 'Two', tokens: 12 },
        ],
      },
      {
        id: '(hash)',
        prompt: [user('Why?')],
        promptText: 'Why?',
        responses: [
          { id: 'x', text: 'One', model: 'm1', metadata: { temperature: 0 } },
          { id: '4', text: 'Two', metadata: { tokens: 12 } },
        ],
      },
    ],
    [
      'a prompt of messages, answers as messages in both forms',
      {
        prompt: [
          { role: 'system', content: 'Be kind' },
          { from: 'human', value: 'Hi' },
        ],
        responses: [{ role: 'assistant', content: 'Hello' }, [{ from: 'gpt', value: 'Hey' }]],
      },
      {
        id: '(hash)',
        prompt: [system('Be kind'), user('Hi')],
        responses: [
          { id: 'r1', text: 'Hello' },
          { id: 'r2', text: 'Hey' },
        ],
      },
    ],
    [
      'an answer of several turns beside one of one turn',
      {
        prompt: 'Hi',
        responses: [
          {
            messages: [
              { role: 'assistant', content: 'a' },
              { role: 'user', content: 'b' },
              { role: 'assistant', content: 'c' },
            ],
          },
          { content: [{ role: 'assistant', content: 'd' }] },
        ],
      },
      {
        id: '(hash)',
        prompt: [user('Hi')],
        promptText: 'Hi',
        responses: [
          { id: 'r1', text: 'a\n\nb\n\nc', turns: [assistant('a'), user('b'), assistant('c')] },
          { id: 'r2', text: 'd' },
        ],
      },
    ],
    [
      'content as a list of text parts',
      {
        prompt: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Wh' },
              { type: 'text', text: 'y?' },
            ],
          },
        ],
        responses: ['a', 'b'],
      },
      {
        id: '(hash)',
        prompt: [user('Why?')],
        responses: [
          { id: 'r1', text: 'a' },
          { id: 'r2', text: 'b' },
        ],
      },
    ],
    [
      'an empty answer, a number as id, further fields',
      { id: 12, prompt: 'Hi', responses: ['', 'b'], source: 'web', tags: [1] },
      {
        id: '12',
        prompt: [user('Hi')],
        promptText: 'Hi',
        responses: [
          { id: 'r1', text: '' },
          { id: 'r2', text: 'b' },
        ],
        metadata: { source: 'web', tags: [1] },
      },
    ],
    [
      'an id that is none (empty, null)',
      { id: '', prompt: 'Hi', responses: ['a', 'b'] },
      {
        id: '(hash)',
        prompt: [user('Hi')],
        promptText: 'Hi',
        responses: [
          { id: 'r1', text: 'a' },
          { id: 'r2', text: 'b' },
        ],
      },
    ],
  ])('is read: %s', (_, record, item) => {
    expect(itemOf('responses', record)).toEqual(item);
  });

  describe('each in a field of its own', () => {
    const mapping = { prompt: 'question', responses: 'answer_a, answer_b,answers.third' };

    it('is read, without the fields that are empty', () => {
      expect(
        itemOf(
          'responses',
          {
            id: 'q1',
            question: 'Why?',
            answer_a: 'Because.',
            answer_b: '',
            answers: { third: [assistant('Why not?')] },
            source: 'web',
          },
          mapping,
        ),
      ).toEqual({
        id: 'q1',
        prompt: [user('Why?')],
        promptText: 'Why?',
        responses: [
          { id: 'answer_a', text: 'Because.' },
          { id: 'answers.third', text: 'Why not?' },
        ],
        metadata: { source: 'web' },
      });
    });

    it('may be the only one there', () => {
      expect(itemOf('responses', { question: 'Why?', answer_a: 'Because.', answer_b: null }, mapping)).toMatchObject({
        responses: [{ id: 'answer_a', text: 'Because.' }],
      });
    });

    it.each<[string, unknown, string]>([
      [
        'none is there',
        { question: 'Why?' },
        'There is nothing to judge: none of these fields has a response: answer_a, answer_b,answers.third',
      ],
      [
        'one is no text',
        { question: 'Why?', answer_a: 'Because.', answer_b: 4 },
        '“answer_b” must be text, a message or a list of messages. Found: a number',
      ],
    ])('is told where %s', (_, record, message) => {
      expect(problemOf('responses', record, mapping)).toBe(message);
    });

    it('is a single field where one has that name, comma and all', () => {
      expect(itemOf('responses', { prompt: 'Why?', 'a,b': ['One', 'Two'] }, { responses: 'a,b' })).toMatchObject({
        responses: [
          { id: 'r1', text: 'One' },
          { id: 'r2', text: 'Two' },
        ],
      });
    });
  });

  it('reads what stands beside the responses into fields of the item', () => {
    const beside = {
      context: 'For a child.',
      evidence: [
        'Rain is water.',
        { id: 'p2', title: 'Clouds', text: 'Grey.', url: 'https://example.org', response: 'x' },
        { sentences: ['One.', 'Two.'] },
      ],
      reference: 'Water falls.',
      notes: 'B is planted.',
      language: 'en',
    };
    const verifiers = [{ name: 'tests', passed: true, score: 0.5, detail: '3 of 6' }];
    expect(
      itemOf('responses', {
        id: 'q1',
        prompt: 'Why?',
        ...beside,
        responses: [{ id: 'x', text: 'Because.', verifiers }, 'So.'],
      }),
    ).toEqual({
      id: 'q1',
      prompt: [user('Why?')],
      promptText: 'Why?',
      responses: [
        { id: 'x', text: 'Because.', verifiers },
        { id: 'r2', text: 'So.' },
      ],
      context: 'For a child.',
      evidence: [
        { id: '1', text: 'Rain is water.' },
        { id: 'p2', text: 'Grey.', title: 'Clouds', source: 'https://example.org', response: 'x' },
        { id: '3', text: 'One. Two.', sentences: ['One.', 'Two.'] },
      ],
      references: ['Water falls.'],
      notes: 'B is planted.',
      language: 'en',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a passage without words', { evidence: ['Rain.', ''] }],
    [
      'passages with one id',
      {
        evidence: [
          { id: 'p', text: 'Rain.' },
          { id: 'p', text: 'Snow.' },
        ],
      },
    ],
    ['a passage of a response that is not there', { evidence: [{ text: 'Rain.', response: 'z' }] }],
    ['references that are no texts', { references: [1, 2] }],
    ['a context that is an object', { context: { where: 'here' } }],
  ])('keeps %s as metadata, as it is', (_, beside) => {
    expect(itemOf('responses', { id: 'q1', prompt: 'Why?', responses: ['a', 'b'], ...beside }).metadata).toEqual(
      beside,
    );
  });

  it('reads them beside a chosen and a rejected response too', () => {
    expect(
      itemOf('preference-pairs', {
        prompt: 'Why?',
        chosen: 'a',
        rejected: 'b',
        context: 'At night.',
        references: ['c', 'd'],
      }),
    ).toMatchObject({ context: 'At night.', references: ['c', 'd'] });
  });

  it.each<[string, unknown, string]>([
    ['no prompt', { responses: ['a', 'b'] }, '“prompt” must be text or a list of messages. Found: no value'],
    [
      'a prompt that is a number',
      { prompt: 5, responses: ['a', 'b'] },
      '“prompt” must be text or a list of messages. Found: a number',
    ],
    ['no responses', { prompt: 'Hi' }, '“responses” must be a list of responses. Found: no value'],
    ['no response', { prompt: 'Hi', responses: [] }, 'There is nothing to judge: “responses” has no responses'],
    [
      'a response that is null',
      { prompt: 'Hi', responses: ['a', null] },
      '“responses[1]” must be text, or an object with “text”. Found: null',
    ],
    [
      'a response without text',
      { prompt: 'Hi', responses: ['a', { id: 'x' }] },
      '“responses[1].text” must be text. Found: no value',
    ],
    [
      'two responses with one id',
      {
        prompt: 'Hi',
        responses: [
          { id: 'x', text: 'a' },
          { id: 'x', text: 'b' },
        ],
      },
      '“responses” has two responses with the ID “x”',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemOf('responses', record)).toBe(message);
  });

  it('is read by a mapping into nested fields, and the errors name the mapped path', () => {
    const mapping = { prompt: 'data.question', responses: 'data.answers', id: 'key' };
    expect(itemOf('responses', { key: 'k', data: { question: 'Q', answers: ['a', 'b'] }, other: 1 }, mapping)).toEqual({
      id: 'k',
      prompt: [user('Q')],
      promptText: 'Q',
      responses: [
        { id: 'r1', text: 'a' },
        { id: 'r2', text: 'b' },
      ],
      metadata: { other: 1 },
    });
    expect(problemOf('responses', { data: { question: 'Q' } }, mapping)).toBe(
      '“data.answers” must be a list of responses. Found: no value',
    );
    expect(
      itemOf(
        'responses',
        { 'data.question': 'Dotted', answers: [['a', 'b']] },
        { prompt: 'data.question', responses: 'answers.0' },
      ),
    ).toMatchObject({ promptText: 'Dotted', responses: [{ text: 'a' }, { text: 'b' }] });
  });
});

describe('a chosen and a rejected answer', () => {
  const pair = (chosen: string, rejected: string): unknown[] => [
    { id: 'chosen', text: chosen },
    { id: 'rejected', text: rejected },
  ];
  const marker = '\n\nHuman: Hi\n\nAssistant:';
  it.each<[string, unknown, unknown]>([
    [
      'text with an explicit prompt',
      { id: 'p', prompt: 'Hi', chosen: 'a', rejected: 'b', score: 1 },
      {
        id: 'p',
        prompt: [user('Hi')],
        promptText: 'Hi',
        responses: pair('a', 'b'),
        metadata: { score: 1 },
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'text with an implied prompt, parted at a role marker',
      { chosen: 'Q: The sky is\nA: blue', rejected: 'Q: The sky is\nA: black' },
      {
        id: '(hash)',
        prompt: [user('The sky is')],
        promptText: 'Q: The sky is\nA:',
        responses: [
          { id: 'chosen', text: ' blue', turns: [assistant('blue')] },
          { id: 'rejected', text: ' black', turns: [assistant('black')] },
        ],
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'a prompt that is null, as if it were missing',
      { prompt: null, question: 'Hi', chosen: 'a', rejected: 'b' },
      {
        id: '(hash)',
        prompt: [user('Hi')],
        promptText: 'Hi',
        responses: pair('a', 'b'),
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'messages with an explicit prompt',
      { prompt: [user('Hi')], chosen: [assistant('a')], rejected: [assistant('b')] },
      { id: '(hash)', prompt: [user('Hi')], responses: pair('a', 'b'), labels: [{ judgement: chosenWon }] },
    ],
    [
      'messages with an implied prompt',
      { chosen: [system('s'), user('Hi'), assistant('a')], rejected: [system('s'), user('Hi'), assistant('b')] },
      {
        id: '(hash)',
        prompt: [system('s'), user('Hi')],
        responses: pair('a', 'b'),
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'messages that are all the same: the last is the answer',
      { chosen: [user('Hi'), assistant('a')], rejected: [user('Hi'), assistant('a')] },
      { id: '(hash)', prompt: [user('Hi')], responses: pair('a', 'a'), labels: [{ judgement: chosenWon }] },
    ],
    [
      'messages that part before the last turn',
      { chosen: [user('Hi'), assistant('a'), user('more'), assistant('c')], rejected: [user('Hi'), assistant('b')] },
      {
        id: '(hash)',
        prompt: [user('Hi')],
        responses: [
          { id: 'chosen', text: 'a\n\nmore\n\nc', turns: [assistant('a'), user('more'), assistant('c')] },
          { id: 'rejected', text: 'b' },
        ],
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'the mixed form of ultrafeedback_binarized, which repeats the prompt',
      { prompt: 'Hi', chosen: [user('Hi'), assistant('a')], rejected: [user('Hi'), assistant('b')] },
      { id: '(hash)', prompt: [user('Hi')], responses: pair('a', 'b'), labels: [{ judgement: chosenWon }] },
    ],
    [
      'a text prompt beside message lists that do not repeat it',
      { prompt: 'Hi', chosen: [assistant('a')], rejected: [assistant('b')] },
      { id: '(hash)', prompt: [user('Hi')], responses: pair('a', 'b'), labels: [{ judgement: chosenWon }] },
    ],
    [
      'answers as single messages',
      { prompt: 'Hi', chosen: { role: 'assistant', content: 'a' }, rejected: { from: 'gpt', value: 'b' } },
      { id: '(hash)', prompt: [user('Hi')], responses: pair('a', 'b'), labels: [{ judgement: chosenWon }] },
    ],
    [
      'a message-list prompt beside text answers',
      { prompt: [user('Hi')], chosen: 'a', rejected: 'b' },
      { id: '(hash)', prompt: [user('Hi')], responses: pair('a', 'b'), labels: [{ judgement: chosenWon }] },
    ],
    [
      'images by path and by URL, in prompt and response',
      {
        prompt: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: 'https://x/a.png' } },
              { type: 'text', text: 'What?' },
            ],
          },
        ],
        chosen: [{ role: 'assistant', content: [{ type: 'image', image: 'b.png' }] }],
        rejected: 'b',
      },
      {
        id: '(hash)',
        prompt: [{ ...user('What?'), media: [{ kind: 'image', source: 'https://x/a.png' }] }],
        responses: [
          { id: 'chosen', text: '', turns: [{ ...assistant(''), media: [{ kind: 'image', source: 'b.png' }] }] },
          { id: 'rejected', text: 'b' },
        ],
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'text in parts',
      {
        prompt: [user('Hi')],
        chosen: [{ role: 'assistant', content: [{ type: 'text', text: 'a' }] }],
        rejected: [assistant('b')],
      },
      { id: '(hash)', prompt: [user('Hi')], responses: pair('a', 'b'), labels: [{ judgement: chosenWon }] },
    ],
    [
      'a transcript as the prompt',
      { prompt: marker, chosen: ' a', rejected: ' b' },
      {
        id: '(hash)',
        prompt: [user('Hi')],
        promptText: marker,
        responses: [
          { id: 'chosen', text: ' a', turns: [assistant('a')] },
          { id: 'rejected', text: ' b', turns: [assistant('b')] },
        ],
        labels: [{ judgement: chosenWon }],
      },
    ],
  ])('are read: %s', (_, record, item) => {
    expect(itemOf('preference-pairs', record)).toEqual(item);
  });

  it.each<[string, unknown, string]>([
    [
      'no rejected answer',
      { prompt: 'Hi', chosen: 'a' },
      '“rejected” must be text, a message or a list of messages. Found: no value',
    ],
    [
      'an empty list',
      { prompt: 'Hi', chosen: [], rejected: 'b' },
      '“chosen” must be text, a message or a list of messages. Found: an empty list',
    ],
    [
      'a part that is neither text nor media',
      { prompt: 'Hi', chosen: [{ role: 'assistant', content: [{ type: 'point', x: 1 }] }], rejected: 'b' },
      '“chosen” must be text, a message or a list of messages. Found: a list',
    ],
    [
      'an empty prompt list',
      { prompt: [], chosen: 'a', rejected: 'b' },
      '“prompt” must be text or a list of messages. Found: an empty list',
    ],
    [
      'a prompt that is a number',
      { prompt: 1, chosen: 'a', rejected: 'b' },
      '“prompt” must be text or a list of messages. Found: a number',
    ],
    [
      'texts that share nothing',
      { chosen: 'Yes', rejected: 'No' },
      'There is no prompt: “chosen” and “rejected” do not begin with the same conversation, as in “Human: … Assistant: …”, and no other field looks like a prompt. Add a field “prompt”, or choose the prompt with --map prompt=FIELD',
    ],
    [
      'texts that share no more than their first words',
      { chosen: 'The sky is blue', rejected: 'The sky is black' },
      'There is no prompt: “chosen” and “rejected” do not begin with the same conversation, as in “Human: … Assistant: …”, and no other field looks like a prompt. Add a field “prompt”, or choose the prompt with --map prompt=FIELD',
    ],
    [
      'two fields that may be the prompt',
      { question: 'Hi', query: 'Ho', chosen: 'Yes, a', rejected: 'Yes, b' },
      'There is no prompt: “chosen” and “rejected” do not begin with the same conversation, as in “Human: … Assistant: …”, and no other field looks like a prompt. Add a field “prompt”, or choose the prompt with --map prompt=FIELD',
    ],
    [
      'messages that share nothing',
      { chosen: [user('a'), assistant('b')], rejected: [user('c'), assistant('d')] },
      'There is no prompt: the first messages of “chosen” and “rejected” are different. Add a field “prompt”, or choose the prompt with --map prompt=FIELD',
    ],
  ])('are refused with %s, and the field is named', (_, record, message) => {
    expect(problemOf('preference-pairs', record)).toBe(message);
  });

  it('are read by a mapping', () => {
    expect(
      itemOf(
        'preference-pairs',
        { question: 'Hi', answers: { good: 'a', bad: 'b' } },
        { prompt: 'question', chosen: 'answers.good', rejected: 'answers.bad' },
      ),
    ).toEqual({
      id: '(hash)',
      prompt: [user('Hi')],
      promptText: 'Hi',
      responses: pair('a', 'b'),
      labels: [{ judgement: chosenWon }],
    });
  });
});

describe('a pair of whole transcripts', () => {
  const head = '\n\nHuman: Hi\n\nAssistant: Hello\n\nHuman: More\n\nAssistant:';
  it.each<[string, string, string, string, Message[], Message[], Message[]]>([
    [
      'that differ in the last answer',
      `${head} a`,
      `${head} b`,
      head,
      [user('Hi'), assistant('Hello'), user('More')],
      [assistant('a')],
      [assistant('b')],
    ],
    [
      'with a lead before the first turn',
      `Be kind.${head} a`,
      `Be kind.${head} b`,
      `Be kind.${head}`,
      [system('Be kind.'), user('Hi'), assistant('Hello'), user('More')],
      [assistant('a')],
      [assistant('b')],
    ],
    [
      'with an empty last answer',
      `${head} a`,
      head,
      head,
      [user('Hi'), assistant('Hello'), user('More')],
      [assistant('a')],
      [assistant('')],
    ],
    [
      'whose answers begin alike',
      `${head} The cat`,
      `${head} The dog`,
      head,
      [user('Hi'), assistant('Hello'), user('More')],
      [assistant('The cat')],
      [assistant('The dog')],
    ],
    [
      'in which the same person speaks twice',
      '\n\nHuman: a\n\nHuman: b\n\nAssistant: x',
      '\n\nHuman: a\n\nHuman: b\n\nAssistant: y',
      '\n\nHuman: a\n\nHuman: b\n\nAssistant:',
      [user('a'), user('b')],
      [assistant('x')],
      [assistant('y')],
    ],
    [
      'that part before the last turn',
      '\n\nHuman: q\n\nAssistant: x\n\nHuman: r\n\nAssistant: z',
      '\n\nHuman: q\n\nAssistant: y',
      '\n\nHuman: q\n\nAssistant:',
      [user('q')],
      [assistant('x'), user('r'), assistant('z')],
      [assistant('y')],
    ],
    [
      'in which "Human:" stands within a line',
      '\n\nHuman: a Human: b\n\nAssistant: x',
      '\n\nHuman: a Human: b\n\nAssistant: y',
      '\n\nHuman: a Human: b\n\nAssistant:',
      [user('a Human: b')],
      [assistant('x')],
      [assistant('y')],
    ],
    [
      'without a space behind the colon, or with two',
      '\n\nHuman:a\n\nAssistant:x',
      '\n\nHuman:a\n\nAssistant:  y',
      '\n\nHuman:a\n\nAssistant:',
      [user('a')],
      [assistant('x')],
      [assistant(' y')],
    ],
  ])('%s is read without losing a byte', (_, chosen, rejected, promptText, prompt, chosenTurns, rejectedTurns) => {
    const item = itemOf('preference-pairs', { chosen, rejected });
    expect(item).toEqual({
      id: '(hash)',
      prompt,
      promptText,
      responses: [
        { id: 'chosen', text: chosen.slice(promptText.length), turns: chosenTurns },
        { id: 'rejected', text: rejected.slice(promptText.length), turns: rejectedTurns },
      ],
      labels: [{ judgement: chosenWon }],
    });
    expect(item.responses.map(({ text }) => `${item.promptText ?? ''}${text}`)).toEqual([chosen, rejected]);
  });

  it.each<[string, unknown, string]>([
    [
      'that share no prompt',
      { chosen: '\n\nHuman: a\n\nAssistant: x', rejected: '\n\nHuman: b\n\nAssistant: y' },
      'There is no prompt: “chosen” and “rejected” are different before the first “Assistant:”',
    ],
    [
      'of which one is no text',
      { chosen: '\n\nHuman: a\n\nAssistant: x', rejected: null },
      '“rejected” must be text, a message or a list of messages. Found: null',
    ],
  ])('%s is refused, and the field is named', (_, record, message) => {
    expect(problemOf('preference-pairs', record)).toBe(message);
  });
});

describe('what stands beside a pair', () => {
  const two = { prompt: 'Last letter?', chosen: 'z', rejected: 'a' };
  it.each<[string, unknown, unknown]>([
    ['a context that is a text', { context: 'The alphabet.' }, { context: 'The alphabet.' }],
    [
      'a context of passages',
      { context: ['One.', { title: 'T', content: 'Two.' }] },
      {
        evidence: [
          { id: '1', text: 'One.' },
          { id: '2', text: 'Two.', title: 'T' },
        ],
      },
    ],
    [
      'a context that is one passage',
      { context: { title: 'T', text: 'One.' } },
      { evidence: [{ id: '1', text: 'One.', title: 'T' }] },
    ],
    [
      'passages beside evidence',
      { context: ['One.', 'Two.'], evidence: 'Three.' },
      { context: 'One.\n\nTwo.', evidence: [{ id: '1', text: 'Three.' }] },
    ],
    [
      'evidence whose texts are called bodies',
      { evidence: [{ title: 'T', body: 'One.' }] },
      { evidence: [{ id: '1', text: 'One.', title: 'T' }] },
    ],
  ])('is kept: %s', (_, beside, wanted) => {
    expect(itemOf('preference-pairs', { ...two, ...(beside as object) })).toMatchObject(wanted as object);
  });

  it('is an image too, where two responses stand in fields of their own', () => {
    expect(
      itemOf('paired-responses', {
        prompt: 'What is it?',
        image: 'a.png',
        response_a: 'A tree',
        response_b: 'A house',
      }),
    ).toMatchObject({
      prompt: [{ role: 'user', content: 'What is it?', media: [{ kind: 'image', source: 'a.png' }] }],
    });
  });

  it('is nothing where every response is empty: such a record is refused', () => {
    expect(problemOf('responses', { prompt: 'Hi', responses: ['', ' '] })).toBe(
      'There is nothing to judge: every response in “responses” is empty',
    );
  });
});

describe("LLaMA-Factory's conversations", () => {
  it.each<[string, unknown, unknown]>([
    [
      'with a system field and several turns',
      {
        conversations: [
          { from: 'human', value: 'Hi' },
          { from: 'gpt', value: 'Hello' },
          { from: 'human', value: 'More' },
        ],
        chosen: { from: 'gpt', value: 'a' },
        rejected: { from: 'gpt', value: 'b' },
        system: 'Be kind',
      },
      {
        id: '(hash)',
        prompt: [system('Be kind'), user('Hi'), assistant('Hello'), user('More')],
        responses: [
          { id: 'chosen', text: 'a' },
          { id: 'rejected', text: 'b' },
        ],
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'with an empty system field',
      {
        id: 3,
        conversations: [{ from: 'human', value: 'Hi' }],
        chosen: { from: 'gpt', value: 'a' },
        rejected: { from: 'gpt', value: 'b' },
        system: '',
        lang: 'en',
      },
      {
        id: '3',
        prompt: [user('Hi')],
        responses: [
          { id: 'chosen', text: 'a' },
          { id: 'rejected', text: 'b' },
        ],
        metadata: { lang: 'en' },
        labels: [{ judgement: chosenWon }],
      },
    ],
    [
      'with a tool call as an answer',
      {
        conversations: [{ from: 'human', value: 'Hi' }],
        chosen: { from: 'function_call', value: '{}' },
        rejected: { from: 'gpt', value: 'b' },
      },
      {
        id: '(hash)',
        prompt: [user('Hi')],
        responses: [
          { id: 'chosen', text: '{}', turns: [{ role: 'function_call', content: '{}' }] },
          { id: 'rejected', text: 'b' },
        ],
        labels: [{ judgement: chosenWon }],
      },
    ],
  ])('are read: %s', (_, record, item) => {
    expect(itemOf('preference-pairs', record)).toEqual(item);
  });

  const good = {
    conversations: [{ from: 'human', value: 'Hi' }],
    chosen: { from: 'gpt', value: 'a' },
    rejected: { from: 'gpt', value: 'b' },
  };
  it.each<[string, unknown, string]>([
    [
      'no conversation',
      { ...good, conversations: [] },
      '“conversations” must be a list of messages. Found: an empty list',
    ],
    [
      'a conversation that is text',
      { ...good, conversations: 'Hi' },
      '“conversations” must be a list of messages. Found: text',
    ],
    [
      'a turn without text',
      { ...good, conversations: [...good.conversations, { from: 'gpt' }] },
      '“conversations[1]” is not a message with text: {"role": …, "content": "…"} or {"from": …, "value": "…"}',
    ],
    [
      'an answer that is a number',
      { ...good, chosen: 1 },
      '“chosen” must be text, a message or a list of messages. Found: a number',
    ],
  ])('are refused with %s, and the field is named', (_, record, message) => {
    expect(problemOf('preference-pairs', record)).toBe(message);
  });
});

describe('any record', () => {
  it.each<[string, string, RegExp]>([
    ['is no JSON', '{"prompt": ', /^This is not JSON: .*\. Correct or remove the line\. The record was left out$/],
    ['is a list', '[1]', /The record is a list, not an object with fields/],
    ['is a word', '"prompt"', /The record must be an object with fields\. Found: "prompt"/],
    ['is null', 'null', /The record must be an object with fields\. Found: null/],
  ])('that %s is a problem with its line, in every layout', (_, text, message) => {
    for (const { name } of layouts) expect(problemOf(name, text)).toMatch(message);
  });

  it('may have fields called like the parts of every object', () => {
    const record = '{"prompt":"Hi","responses":["a","b"],"__proto__":{"polluted":1},"constructor":"c","toString":1}';
    const item = itemOf('responses', record);
    expect(item.metadata).toEqual({ constructor: 'c', toString: 1 });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(problemOf('responses', '{"responses":["a","b"]}', { prompt: 'constructor.name' })).toMatch(
      /“constructor\.name” must be text or a list of messages\. Found: no value/,
    );
  });

  it('may ask questions that are called so, which Argilla keeps by name', () => {
    const record =
      '{"fields":{"prompt":"Hi","response-1":"a","response-2":"b","constructor":{"x":1}},"responses":[{"user_id":"u","status":"submitted","values":{"constructor":{"value":{"odd":1}},"__proto__":{"value":{"odd":2}}}}]}';
    const { answers, constructor } = itemOf('argilla-v1', record).metadata as Record<string, unknown>;
    expect(constructor).toEqual({ x: 1 });
    expect(answers).toHaveProperty('constructor', [{ value: { odd: 1 }, user: 'u', status: 'submitted' }]);
    expect(Object.keys(answers as object)).toEqual(['constructor', '__proto__']);
  });
});
