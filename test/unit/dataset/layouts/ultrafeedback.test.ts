import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/core/model/item/item';
import { contentsIn, contentsOf, problemIn } from '../../made/fixtures';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

describe('UltraFeedback with its completions', () => {
  it("gives GPT-4's ratings with their reasons and its critiques; N/A is not rated; what else was said stays with the response", async () => {
    expect(await contentsOf('ultrafeedback.jsonl')).toEqual({
      layout: 'ultrafeedback',
      contents: [
        {
          prompt: [user('Name a bird that cannot fly.')],
          promptText: 'Name a bird that cannot fly.',
          responses: [
            {
              id: 'r1',
              text: 'The ostrich.',
              model: 'llama-2-7b-chat',
              metadata: {
                custom_system_prompt: 'Be brief.',
                principle: 'helpfulness',
                'fine-grained_score': 4.75,
                annotations: { truthfulness: { Type: ['None'], Rationale: 'No hallucination.' } },
              },
            },
            {
              id: 'r2',
              text: '',
              model: 'starchat',
              metadata: {
                custom_system_prompt: '',
                principle: 'honesty',
                overall_score: null,
                'fine-grained_score': null,
              },
            },
          ],
          metadata: { source: 'evol_instruct', models: ['llama-2-7b-chat', 'starchat'], incorrect_answers: ['None'] },
          labels: [
            {
              judge: 'model',
              judgement: {
                ratings: [
                  { response: 'r1', aspect: 'instruction_following', value: 5, note: 'It names one.' },
                  { response: 'r1', aspect: 'truthfulness', value: null, note: 'Nothing to check 🙂.' },
                  { response: 'r1', aspect: 'overall_score', value: 8.5 },
                  { response: 'r2', aspect: 'instruction_following', value: null },
                ],
                critiques: [{ response: 'r1', text: 'Right and short.' }],
              },
            },
          ],
        },
        {
          prompt: [user('Do bats see?')],
          promptText: 'Do bats see?',
          responses: [
            {
              id: 'r1',
              text: 'They do.',
              model: 'gpt-4',
              metadata: {
                custom_system_prompt: 'x',
                principle: 'truthfulness',
                annotations: { helpfulness: { Type: ['1', '2'], Rationale: 'Clear.' } },
              },
            },
          ],
          references: ['Yes, bats can see.'],
          metadata: { source: 'truthful_qa', models: ['gpt-4'], incorrect_answers: ['No, bats are blind.'] },
          labels: [
            {
              judge: 'model',
              judgement: { ratings: [{ response: 'r1', aspect: 'helpfulness', value: 4, note: 'Correct.' }] },
            },
          ],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'no completion',
      { instruction: 'Hi', completions: [] },
      '“completions” must be a list of objects. Found: an empty list',
    ],
    [
      'a completion that is text',
      { instruction: 'Hi', completions: ['a'] },
      '“completions[0]” must be an object. Found: text',
    ],
    [
      'a completion without a response',
      { instruction: 'Hi', completions: [{ response: 'a' }, { model: 'm', response: null }] },
      '“completions[1].response” must be text. Found: null',
    ],
    ['no instruction', { completions: [{ response: 'a' }] }, '“instruction” must be text. Found: no value'],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('ultrafeedback', record)).toBe(message);
  });

  it('keeps what it cannot read of an aspect', () => {
    const [content] = contentsIn('ultrafeedback', {
      instruction: 'Hi',
      completions: [
        {
          response: 'a',
          annotations: {
            honesty: { Rating: 'high', Rationale: 'Sure.' },
            helpfulness: [{ Rating: '1' }, { Rating: '2' }],
            truthfulness: 'none',
          },
        },
      ],
    });
    expect(content?.responses[0]?.metadata).toEqual({
      annotations: {
        honesty: { Rating: 'high' },
        helpfulness: [{ Rating: '1' }, { Rating: '2' }],
        truthfulness: 'none',
      },
    });
    expect(content?.labels).toEqual([
      { judge: 'model', judgement: { ratings: [{ response: 'r1', aspect: 'honesty', value: null, note: 'Sure.' }] } },
    ]);
  });
});

describe('Pairs with scores', () => {
  it('as H4 writes it: the prompt is taken from the messages, which are not kept twice, and the scores are ratings', async () => {
    expect(await contentsOf('ultrafeedback-binarized.jsonl')).toEqual({
      layout: 'preference-pairs',
      contents: [
        {
          prompt: [user('Name a river.')],
          responses: [
            { id: 'chosen', text: 'The Elbe.' },
            { id: 'rejected', text: 'A river.' },
          ],
          metadata: { prompt_id: 'aa01' },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }],
                ratings: [
                  { response: 'chosen', aspect: 'score', value: 8.5 },
                  { response: 'rejected', aspect: 'score', value: 3 },
                ],
              },
            },
          ],
        },
        {
          prompt: [user('Hi'), assistant('Hello'), user('Wie geht’s?')],
          responses: [
            { id: 'chosen', text: 'Gut!' },
            { id: 'rejected', text: '' },
          ],
          metadata: { prompt_id: 'aa02', messages: [user('Hi'), assistant('Hello')] },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }],
                ratings: [
                  { response: 'chosen', aspect: 'score', value: 5 },
                  { response: 'rejected', aspect: 'score', value: null },
                ],
              },
            },
          ],
        },
      ],
    });
  });

  it('as Argilla writes it: with ratings and models, or without', async () => {
    expect(await contentsOf('ultrafeedback-cleaned.jsonl')).toEqual({
      layout: 'preference-pairs',
      contents: [
        {
          prompt: [user('Name a river.')],
          responses: [
            { id: 'chosen', text: 'The Elbe.', model: 'gpt-4' },
            { id: 'rejected', text: 'A river.', model: 'starchat' },
          ],
          metadata: { source: 'flan' },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }],
                ratings: [
                  { response: 'chosen', aspect: 'rating', value: 4.75 },
                  { response: 'rejected', aspect: 'rating', value: 2.25 },
                ],
              },
            },
          ],
        },
        {
          prompt: [user('Name a lake.')],
          responses: [
            { id: 'chosen', text: 'Ladoga' },
            { id: 'rejected', text: '湖' },
          ],
          metadata: { source: 'flan' },
          labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
        },
      ],
    });
  });

  it('as distilabel writes it: with ratings of nobody in particular, equal or missing', async () => {
    expect(await contentsOf('distilabel-dpo.jsonl')).toEqual({
      layout: 'preference-pairs',
      contents: [
        {
          prompt: [user('Name a river.')],
          responses: [
            { id: 'chosen', text: 'The Elbe.', model: 'm-1' },
            { id: 'rejected', text: 'A river.', model: 'm-2' },
          ],
          metadata: { prompt_id: 'bb01' },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }],
                ratings: [
                  { response: 'chosen', aspect: 'rating', value: 5 },
                  { response: 'rejected', aspect: 'rating', value: 5 },
                ],
              },
            },
          ],
        },
        {
          prompt: [user('Name a lake.')],
          responses: [
            { id: 'chosen', text: 'Ladoga', model: 'm-1' },
            { id: 'rejected', text: 'None 🙁' },
          ],
          metadata: { prompt_id: 'bb02' },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }],
                ratings: [
                  { response: 'chosen', aspect: 'rating', value: 4 },
                  { response: 'rejected', aspect: 'rating', value: null },
                ],
              },
            },
          ],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'no rejected answer',
      { prompt: 'Hi', chosen: 'a', rejected: null, score_chosen: 1, score_rejected: 2 },
      '“rejected” must be text, a message or a list of messages. Found: null',
    ],
    [
      'messages that share nothing',
      {
        chosen: [user('a'), assistant('b')],
        rejected: [user('c'), assistant('d')],
        score_chosen: 1,
        score_rejected: 2,
      },
      'There is no prompt: the first messages of “chosen” and “rejected” are different. Add a field “prompt”, or choose the prompt with --map prompt=FIELD',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('ultrafeedback-binarized', record)).toBe(message);
  });

  it('as TRL writes it: nobody is named who scored', async () => {
    const labelled = (chosen: number, rejected: number): unknown => [
      {
        judgement: {
          comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }],
          ratings: [
            { response: 'chosen', aspect: 'score', value: chosen },
            { response: 'rejected', aspect: 'score', value: rejected },
          ],
        },
      },
    ];
    expect(await contentsOf('scored-pairs.jsonl')).toEqual({
      layout: 'preference-pairs',
      contents: [
        {
          prompt: [user('Name a sea.')],
          responses: [
            { id: 'chosen', text: 'The Aral Sea' },
            { id: 'rejected', text: 'Sea 🌊' },
          ],
          labels: labelled(8, 2.5),
        },
        {
          prompt: [user('Name a bay.')],
          promptText: 'Name a bay.',
          responses: [
            { id: 'chosen', text: 'Biscay' },
            { id: 'rejected', text: 'Bay' },
          ],
          labels: labelled(0, -1.5),
        },
      ],
    });
  });

  it('keep a prompt text that the messages do not repeat', () => {
    const pair = { prompt: 'a title', chosen: [user('Hi'), assistant('a')], rejected: [user('Hi'), assistant('b')] };
    for (const [layout, record] of [
      ['distilabel-dpo', { ...pair, chosen_rating: 1, rejected_rating: 1 }],
      ['preference-pairs', pair],
    ] as const)
      expect(contentsIn(layout, record)[0]).toMatchObject({ prompt: [user('Hi')], metadata: { prompt: 'a title' } });
  });
});
