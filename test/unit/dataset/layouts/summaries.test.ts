import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/core/model/item/item';
import { contentsIn, contentsOf, problemIn } from '../../made/fixtures';

const user = (content: string): Message => ({ role: 'user', content });

describe('Summaries from human feedback', () => {
  it('in pairs: the worker, the notes, and the confidence where it agrees with the choice', async () => {
    expect(await contentsOf('summary-comparisons.jsonl')).toEqual({
      layout: 'summary-comparisons',
      contents: [
        {
          prompt: [user('SUBREDDIT: r/tifu\n\nTITLE: Keys\n\nPOST: I lost my keys.\nAgain.\n\nTL;DR:')],
          promptText: 'SUBREDDIT: r/tifu\n\nTITLE: Keys\n\nPOST: I lost my keys.\nAgain.\n\nTL;DR:',
          responses: [
            { id: 'a', text: ' lost keys', model: 'ref' },
            { id: 'b', text: ' found keys 🔑', model: 'sup4_ppo' },
          ],
          metadata: {
            info: { id: 't3_1', title: 'Keys', subreddit: 'tifu' },
            batch: 'batch9',
            split: 'train',
            extra: { confidence: 2 },
          },
          labels: [
            {
              annotator: 'w1',
              judgement: {
                comparisons: [{ a: 'a', b: 'b', outcome: 'a' }],
                confidence: 0.75,
                critiques: [{ response: 'a', text: 'Keys are lost.' }],
              },
            },
          ],
        },
        {
          prompt: [user('SUBREDDIT: r/tifu\n\nTITLE: Keys\n\nPOST: I lost my keys.\nAgain.\n\nTL;DR:')],
          promptText: 'SUBREDDIT: r/tifu\n\nTITLE: Keys\n\nPOST: I lost my keys.\nAgain.\n\nTL;DR:',
          responses: [
            { id: 'a', text: ' lost keys', model: 'ref' },
            { id: 'b', text: ' found keys 🔑', model: 'sup4_ppo' },
          ],
          metadata: {
            info: { id: 't3_1', title: 'Keys', subreddit: 'tifu' },
            batch: 'batch10',
            split: 'train',
            extra: { confidence: null },
          },
          labels: [{ annotator: 'w2', judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'b' }] } }],
        },
        {
          prompt: [user('Article:\nThe ferry sails again.\n\nTL;DR:\n')],
          promptText: 'Article:\nThe ferry sails again.\n\nTL;DR:\n',
          responses: [
            { id: 'a', text: 'It sails', model: 'ref' },
            { id: 'b', text: 'It sank', model: 't5' },
          ],
          metadata: {
            info: { id: 'cnn1', title: 'Ferry', subreddit: null, site: 'cnn' },
            batch: 'cnndm0',
            split: 'valid2',
            extra: { confidence: 8 },
          },
          labels: [{ annotator: 'w1', judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] } }],
        },
      ],
    });
  });

  it('on axes: ratings, with null for an axis that was left out', async () => {
    expect(await contentsOf('summary-axes.jsonl')).toEqual({
      layout: 'summary-axes',
      contents: [
        {
          prompt: [user('Article:\nThe ferry sails again.\n\nTL;DR:\n')],
          promptText: 'Article:\nThe ferry sails again.\n\nTL;DR:\n',
          responses: [{ id: 'summary', text: 'It sails', model: 'ref' }],
          metadata: { info: { id: 'cnn1', site: 'dailymail', title: 'Ferry' }, split: 'test', batch: 'cnndm1' },
          labels: [
            {
              annotator: 'w1',
              judgement: {
                ratings: [
                  { response: 'summary', aspect: 'overall', value: 3 },
                  { response: 'summary', aspect: 'accuracy', value: 5 },
                  { response: 'summary', aspect: 'coverage', value: null },
                  { response: 'summary', aspect: 'coherence', value: 2 },
                ],
                critiques: [{ response: 'summary', text: 'Terse 🙂' }],
              },
            },
          ],
        },
        {
          prompt: [user('SUBREDDIT: r/tifu\n\nTITLE: Keys\n\nPOST: I lost my keys.\nAgain.\n\nTL;DR:')],
          promptText: 'SUBREDDIT: r/tifu\n\nTITLE: Keys\n\nPOST: I lost my keys.\nAgain.\n\nTL;DR:',
          responses: [{ id: 'summary', text: ' lost keys', model: 'sup4' }],
          metadata: {
            info: { id: 't3_1', title: 'Keys', subreddit: 'tifu', site: null },
            split: 'valid2',
            batch: 'batch20',
          },
          labels: [
            {
              annotator: 'w2',
              judgement: {
                ratings: [
                  { response: 'summary', aspect: 'overall', value: 7 },
                  { response: 'summary', aspect: 'accuracy', value: 7 },
                  { response: 'summary', aspect: 'coverage', value: 6 },
                  { response: 'summary', aspect: 'coherence', value: 7 },
                  { response: 'summary', aspect: 'compatible', value: null },
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
      'summary-comparisons',
      { info: { post: 'p' }, summaries: [{ text: 'a' }] },
      '“summaries” must have two summaries. Number found: 1',
    ],
    [
      'summary-comparisons',
      { info: { post: 'p' }, summaries: [{ text: 'a' }, {}] },
      '“summaries[1].text” must be text. Found: no value',
    ],
    [
      'summary-comparisons',
      { info: { post: 'p' }, summaries: [{ text: 'a' }, { text: 'b' }], choice: 2 },
      '“choice” must be the number of a summary, 0 or 1. Found: 2',
    ],
    ['summary-axes', { info: {}, summary: { text: 'a' } }, '“info.article” must be text. Found: no value'],
    ['summary-axes', { info: { post: 'p' }, summary: 'a' }, '“summary” must be an object. Found: text'],
  ])('%s names the field that is wrong', (layout, record, message) => {
    expect(problemIn(layout, record)).toBe(message);
  });

  it.each([
    [0, 1, 1],
    [0, 4, 0.25],
    [1, 9, 1],
    [1, 6, 0.25],
    [1, 4, undefined],
    [0, 5, undefined],
    [1, 12, undefined],
  ])('with choice %i and confidence %i are judged with confidence %s', (choice, confidence, read) => {
    const [content] = contentsIn('summary-comparisons', {
      info: { post: 'p' },
      summaries: [{ text: 'a' }, { text: 'b' }],
      choice,
      extra: { confidence },
    });
    expect(content?.labels[0]?.judgement.confidence).toBe(read);
    expect(content?.metadata).toMatchObject({ extra: { confidence } });
  });
});

describe("WebGPT's comparisons", () => {
  it('give each answer its quotes, the score as a strength, and a tie at 0', async () => {
    expect(await contentsOf('webgpt-comparisons.jsonl')).toEqual({
      layout: 'webgpt-comparisons',
      contents: [
        {
          prompt: [user('Why is the sky blue?\n\nAsking for a child')],
          promptText: 'Why is the sky blue?\n\nAsking for a child',
          responses: [
            { id: 'a', text: 'It scatters [1].', metadata: { tokens: { prefix: [1, 2], completion: [3] } } },
            { id: 'b', text: 'The sea [2].', metadata: { tokens: { prefix: [1], completion: [] } } },
          ],
          evidence: [
            { id: 'a1', text: 'Blue light scatters more.', title: 'Sky (example.org)', response: 'a' },
            { id: 'b1', text: 'Blue light scatters more.', title: 'Sky (example.org)', response: 'b' },
            { id: 'b2', text: 'The sea mirrors it 🌊', title: 'Sea (example.org)', response: 'b' },
          ],
          metadata: { question: { dataset: 'eli5', id: 'q9' }, score_0: 0.5, score_1: -0.5 },
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a', strength: 2 }] } }],
        },
        {
          prompt: [user('Why is the sky blue?\n\nAsking for a child')],
          promptText: 'Why is the sky blue?\n\nAsking for a child',
          responses: [
            { id: 'a', text: 'No idea.' },
            { id: 'b', text: 'The sea [2].' },
          ],
          metadata: { question: { dataset: 'eli5', id: 'q9' }, score_0: 0, score_1: 0 },
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'tie' }] } }],
        },
        {
          prompt: [user('Why is the sky blue?\n\nAsking for a child')],
          promptText: 'Why is the sky blue?\n\nAsking for a child',
          responses: [
            { id: 'a', text: 'Different.', metadata: { tokens: { prefix: [1, 2], completion: [3] } } },
            { id: 'b', text: 'The sea [2].', metadata: { tokens: { prefix: [1], completion: [] } } },
          ],
          evidence: [
            { id: 'a1', text: 'Blue light scatters more.', title: 'Sky (example.org)', response: 'a' },
            { id: 'b1', text: 'Blue light scatters more.', title: 'Sky (example.org)', response: 'b' },
            { id: 'b2', text: 'The sea mirrors it 🌊', title: 'Sea (example.org)', response: 'b' },
          ],
          metadata: { question: { dataset: 'eli5', id: 'q9' }, score_0: -0.25, score_1: 0.25 },
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'b', strength: 1 }] } }],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ['no question', { question: null, answer_0: 'a', answer_1: 'b' }, '“question” must be an object. Found: null'],
    [
      'a question without text',
      { question: { id: 1 }, answer_0: 'a', answer_1: 'b' },
      '“question.full_text” must be text. Found: no value',
    ],
    [
      'an extract that is no text',
      { question: { full_text: 'q' }, quotes_0: { title: ['t'], extract: [null] }, answer_0: 'a', answer_1: 'b' },
      '“quotes_0.extract[0]” is not text',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('webgpt-comparisons', record)).toBe(message);
  });
});
