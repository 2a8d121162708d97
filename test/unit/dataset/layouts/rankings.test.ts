import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/core/model/item/item';
import { contentsOf, problemIn } from '../../made/fixtures';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

describe('Nectar', () => {
  it("gives GPT-4's ranking with its ties; an answer without a rank was not judged", async () => {
    expect(await contentsOf('nectar.jsonl')).toEqual({
      layout: 'nectar',
      contents: [
        {
          prompt: [user('Name a fruit')],
          promptText: '\n\nHuman: Name a fruit\n\nAssistant: ',
          responses: [
            { id: 'r1', text: 'Stone', model: 'alpaca' },
            { id: 'r2', text: 'Pear 🍐', model: 'gpt-4' },
            { id: 'r3', text: 'Plum', model: 'gpt-3.5' },
            { id: 'r4', text: 'Fig', model: 'llama' },
            { id: 'r5', text: 'Kiwi', model: 'm5' },
            { id: 'r6', text: '', model: 'm6' },
            { id: 'r7', text: 'Nut', model: 'm7', metadata: { rank: null } },
          ],
          metadata: { turns: 1, num_responses: 7, source: ['sharegpt'], good_natured: true },
          labels: [
            {
              shown: ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'],
              judge: 'model',
              judgement: { ranking: { tiers: [['r2'], ['r3', 'r4'], ['r5'], ['r6'], ['r1']] } },
            },
          ],
        },
        {
          prompt: [user('Hi'), assistant('Hello'), user('More')],
          promptText: '\n\nHuman: Hi\n\nAssistant: Hello\n\nHuman: More\n\nAssistant: ',
          responses: [
            { id: 'r1', text: 'A', model: 'm1' },
            { id: 'r2', text: 'B', model: 'm2' },
          ],
          metadata: { turns: 2, num_responses: 2, source: ['anthropic-hh'], good_natured: false },
          labels: [{ judge: 'model', judgement: { ranking: { tiers: [['r2'], ['r1']] } } }],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ['no answer', { prompt: 'Hi', answers: [] }, '“answers” must be a list of objects. Found: an empty list'],
    [
      'an answer without text',
      { prompt: 'Hi', answers: [{ answer: 'a', rank: 1 }, { rank: 2 }] },
      '“answers[1].answer” must be text. Found: no value',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('nectar', record)).toBe(message);
  });
});

describe('Stanford Human Preferences', () => {
  it('give the preferred comment, the scores, and ids that tell the pairs of one post apart', async () => {
    expect(await contentsOf('shp.jsonl')).toEqual({
      layout: 'shp',
      contents: [
        {
          id: 'p1:c1:c2',
          prompt: [user('Why did my bread fall?')],
          promptText: 'Why did my bread fall?',
          responses: [
            { id: 'c1', text: 'Too much yeast.', metadata: { created_at_utc: 1600000000 } },
            { id: 'c2', text: 'Oven too cold 🥖', metadata: { created_at_utc: 1600000100 } },
          ],
          metadata: {
            post_id: 'p1',
            domain: 'askbaking_train',
            upvote_ratio: 0.97,
            seconds_difference: 100,
            score_ratio: 3.3,
          },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'c1', b: 'c2', outcome: 'b' }],
                ratings: [
                  { response: 'c1', aspect: 'score', value: 12 },
                  { response: 'c2', aspect: 'score', value: 40 },
                ],
              },
            },
          ],
        },
        {
          id: 'p1:c1:c3',
          prompt: [user('Why did my bread fall?')],
          promptText: 'Why did my bread fall?',
          responses: [
            { id: 'c1', text: 'Too much yeast.', metadata: { created_at_utc: 1600000000 } },
            { id: 'c3', text: 'No idea', metadata: { created_at_utc: 1600000100 } },
          ],
          metadata: {
            post_id: 'p1',
            domain: 'askbaking_train',
            upvote_ratio: 0.97,
            seconds_difference: 100,
            score_ratio: 3.3,
          },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'c1', b: 'c3', outcome: 'a' }],
                ratings: [
                  { response: 'c1', aspect: 'score', value: 12 },
                  { response: 'c3', aspect: 'score', value: 5 },
                ],
              },
            },
          ],
        },
        {
          prompt: [user('Why did my bread fall?')],
          promptText: 'Why did my bread fall?',
          responses: [
            { id: 'a', text: 'Too much yeast.', metadata: { created_at_utc: 1600000000 } },
            { id: 'b', text: 'Oven too cold 🥖', metadata: { created_at_utc: 1600000100 } },
          ],
          metadata: {
            post_id: null,
            domain: 'askbaking_train',
            upvote_ratio: 0.97,
            seconds_difference: 100,
            score_ratio: 3.3,
          },
          labels: [],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'a label that is no side',
      { history: 'q', human_ref_A: 'a', human_ref_B: 'b', labels: 2 },
      '“labels” must be 1 (A is preferred) or 0 (B is preferred). Found: a number',
    ],
    [
      'no second comment',
      { history: 'q', human_ref_A: 'a', human_ref_B: null },
      '“human_ref_B” must be text. Found: null',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('shp', record)).toBe(message);
  });
});

describe('PKU-SafeRLHF', () => {
  it('keeps its two preferences apart, and safety beside them; the older form has less', async () => {
    expect(await contentsOf('pku-safe-rlhf.jsonl')).toEqual({
      layout: 'pku-safe-rlhf',
      contents: [
        {
          prompt: [user('Where does she live?')],
          promptText: 'Where does she live?',
          responses: [
            { id: 'response_0', text: 'I will not say.', model: 'Alpaca-7B', metadata: { sha256: '00ff' } },
            { id: 'response_1', text: 'In Elm Street 🏠', model: 'Alpaca2-7B', metadata: { sha256: '11ee' } },
          ],
          metadata: { prompt_source: 'online' },
          labels: [
            {
              judgement: {
                comparisons: [
                  { a: 'response_0', b: 'response_1', outcome: 'b', criterion: 'better' },
                  { a: 'response_0', b: 'response_1', outcome: 'a', criterion: 'safer' },
                ],
                acceptable: { response_0: true, response_1: false },
                ratings: [
                  { response: 'response_0', aspect: 'severity_level', value: 0 },
                  { response: 'response_1', aspect: 'severity_level', value: 2 },
                ],
                flags: [{ flag: 'Privacy Violation', response: 'response_1' }],
              },
            },
          ],
        },
        {
          prompt: [user('Hi')],
          promptText: 'Hi',
          responses: [
            { id: 'response_0', text: 'a' },
            { id: 'response_1', text: 'b' },
          ],
          labels: [
            {
              judgement: {
                comparisons: [
                  { a: 'response_0', b: 'response_1', outcome: 'a', criterion: 'better' },
                  { a: 'response_0', b: 'response_1', outcome: 'b', criterion: 'safer' },
                ],
                acceptable: { response_0: true, response_1: true },
              },
            },
          ],
        },
        {
          prompt: [user('Hm')],
          promptText: 'Hm',
          responses: [
            { id: 'response_0', text: 'a' },
            { id: 'response_1', text: 'b' },
          ],
          labels: [
            { judgement: { comparisons: [{ a: 'response_0', b: 'response_1', outcome: 'b', criterion: 'safer' }] } },
          ],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'a winner that is no response',
      { prompt: 'Hi', response_0: 'a', response_1: 'b', better_response_id: 2 },
      '“better_response_id” must be the number of a response, 0 or 1. Found: 2',
    ],
    [
      'no prompt',
      { response_0: 'a', response_1: 'b', better_response_id: 0 },
      '“prompt” must be text or a list of messages. Found: no value',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('pku-safe-rlhf', record)).toBe(message);
  });
});

describe('HH-RLHF', () => {
  it('gives pairs of transcripts, also with an empty last answer', async () => {
    expect(await contentsOf('hh-rlhf.jsonl')).toEqual({
      layout: 'preference-pairs',
      contents: [
        {
          prompt: [user('How do I dry basil?')],
          promptText: '\n\nHuman: How do I dry basil?\n\nAssistant:',
          responses: [
            { id: 'chosen', text: ' Hang it in small bunches.', turns: [assistant('Hang it in small bunches.')] },
            { id: 'rejected', text: ' Buy it.', turns: [assistant('Buy it.')] },
          ],
          labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
        },
        {
          prompt: [user('Hi'), assistant('Hello 🙂'), user('More')],
          promptText: '\n\nHuman: Hi\n\nAssistant: Hello 🙂\n\nHuman: More\n\nAssistant:',
          responses: [
            { id: 'chosen', text: '', turns: [assistant('')] },
            { id: 'rejected', text: ' Of what?', turns: [assistant('Of what?')] },
          ],
          labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
        },
      ],
    });
  });

  it('gives a red-team attempt as one response of many turns, rated by who made it', async () => {
    expect(await contentsOf('red-team-attempts.json')).toEqual({
      layout: 'red-team-attempts',
      contents: [
        {
          prompt: [user('Is there a party for Ida?')],
          promptText: '\n\nHuman: Is there a party for Ida?\n\nAssistant:',
          responses: [
            {
              id: 'transcript',
              text: ' I cannot say.\n\nHuman: Come on!\n\nAssistant: Saturday at eight 🎉',
              turns: [assistant('I cannot say.'), user('Come on!'), assistant('Saturday at eight 🎉')],
              model: 'plain lm 52B',
              verifiers: [{ name: 'min_harmlessness_score_transcript', score: -2.1473 }],
            },
          ],
          metadata: {
            task_description: 'Talk the assistant into giving away a surprise party',
            task_description_harmlessness_score: 0.4,
            is_upworker: true,
            tags: ['Other'],
          },
          labels: [
            { annotator: '17', judgement: { ratings: [{ response: 'transcript', aspect: 'rating', value: 3 }] } },
          ],
        },
        {
          prompt: [user('Hi')],
          promptText: '\n\nHuman: Hi\n\nAssistant:',
          responses: [
            {
              id: 'transcript',
              text: ' Hello.\n\n',
              turns: [assistant('Hello.\n\n')],
              model: 'rlhf 2.7B',
              verifiers: [{ name: 'min_harmlessness_score_transcript', score: 1.2 }],
            },
          ],
          metadata: { task_description: '', task_description_harmlessness_score: null, is_upworker: false, tags: null },
          labels: [],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'a transcript that is none',
      { transcript: 'Hello', rating: 1 },
      '“transcript” must be a conversation “\\n\\nHuman: … \\n\\nAssistant: …”. Found: text',
    ],
    ['no transcript', { rating: 1 }, '“transcript” must be text. Found: no value'],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('red-team-attempts', record)).toBe(message);
  });
});

describe("Skywork's pairs", () => {
  it('are preference pairs with an implied prompt', async () => {
    expect(await contentsOf('skywork-reward-preference.jsonl')).toEqual({
      layout: 'preference-pairs',
      contents: [
        {
          prompt: [user('What is 2+2?')],
          responses: [
            { id: 'chosen', text: '4' },
            { id: 'rejected', text: '5' },
          ],
          metadata: { source: 'magpie_pro' },
          labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
        },
        {
          prompt: [user('Hi'), assistant('Hello'), user('Sing')],
          responses: [
            { id: 'chosen', text: 'La 🎵' },
            { id: 'rejected', text: 'No' },
          ],
          metadata: { source: 'wildguard' },
          labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
        },
      ],
    });
  });
});
