import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/core/model/item/item';
import { contentsIn, contentsOf, problemIn } from '../../made/fixtures';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
/** What the fixture says of every message, and so of the one that was answered. */
const asked = { parent_id: null, review_count: 3, review_result: true, deleted: false, synthetic: false, emojis: {} };
const sound = { ...asked, lang: 'es' };

describe('OpenAssistant trees', () => {
  it('give an item for each message with several assistant replies, with the conversation up to it; a reply without a rank is not below the others; reviews are labels of their own', async () => {
    expect(await contentsOf('oasst-trees.jsonl')).toEqual({
      layout: 'oasst-trees',
      contents: [
        {
          id: 't1',
          prompt: [user('¿Qué es el mar?')],
          language: 'es',
          responses: [
            {
              id: 'r1',
              text: 'Agua salada 🌊',
              metadata: {
                parent_id: null,
                lang: 'es',
                review_count: 3,
                review_result: true,
                deleted: false,
                synthetic: false,
                emojis: { '+1': 2 },
                rank: 1,
                labels: { spam: { value: 0, count: 3 }, quality: { value: 0.5, count: 3 } },
              },
            },
            {
              id: 'r2',
              text: 'Todo lo azul',
              metadata: {
                parent_id: null,
                lang: 'es',
                review_count: 3,
                review_result: true,
                deleted: true,
                synthetic: false,
                emojis: {},
                rank: 2,
              },
            },
            {
              id: 'r3',
              text: 'Una gran masa de agua salada',
              metadata: {
                ...sound,
                rank: 0,
                labels: { spam: { value: 0, count: 3 }, quality: { value: null, count: 3 } },
              },
            },
            {
              id: 'r4',
              text: 'Otra respuesta',
              metadata: {
                parent_id: null,
                lang: 'es',
                review_count: 1,
                review_result: true,
                deleted: false,
                synthetic: false,
                emojis: {},
                rank: null,
              },
            },
          ],
          metadata: { message_tree_id: 't1', tree_state: 'ready_for_export', prompt: asked },
          labels: [
            { shown: ['r1', 'r2', 'r3'], judgement: { ranking: { tiers: [['r3'], ['r1'], ['r2']] } } },
            {
              annotator: 'reviewers',
              judgement: {
                ratings: [
                  { response: 'r1', aspect: 'spam', value: 0 },
                  { response: 'r1', aspect: 'quality', value: 0.5 },
                  { response: 'r3', aspect: 'spam', value: 0 },
                  { response: 'r3', aspect: 'quality', value: null },
                ],
              },
            },
          ],
        },
        {
          id: 'u1',
          prompt: [user('¿Qué es el mar?'), assistant('Agua salada 🌊'), user('¿Y un lago?')],
          language: 'es',
          responses: [
            { id: 'd1', text: 'Agua dulce', metadata: { ...sound, rank: 0 } },
            { id: 'd2', text: 'Un mar pequeño', metadata: { ...sound, rank: 0 } },
            {
              id: 'd3',
              text: 'No sé',
              model: 'chip20b',
              metadata: {
                parent_id: null,
                lang: 'es',
                review_count: 3,
                review_result: true,
                deleted: false,
                synthetic: true,
                emojis: {},
                rank: 1,
              },
            },
          ],
          metadata: { message_tree_id: 't1', tree_state: 'ready_for_export', prompt: asked },
          labels: [{ judgement: { ranking: { tiers: [['d1', 'd2'], ['d3']] } } }],
        },
        {
          id: 't2',
          prompt: [user('Hola')],
          language: 'es',
          responses: [
            { id: 's1', text: 'Hola', metadata: { ...sound } },
            { id: 's2', text: 'Buenas', metadata: { ...sound, rank: 0 } },
          ],
          metadata: { message_tree_id: 't2', tree_state: 'growing', prompt: asked },
          labels: [],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ['no root', { message_tree_id: 't', prompt: 'Hi' }, '“prompt” must be an object. Found: text'],
    [
      'a reply without text',
      {
        prompt: {
          message_id: 't',
          text: 'Hi',
          role: 'prompter',
          replies: [
            {
              message_id: 'a',
              role: 'assistant',
              replies: [{ message_id: 'b', text: 3, role: 'prompter' }],
              text: 'A',
            },
          ],
        },
      },
      '“prompt.replies[0].replies[0].text” must be text. Found: a number',
    ],
    [
      'replies that are none',
      { prompt: { message_id: 't', text: 'Hi', role: 'prompter', replies: { a: 1 } } },
      '“prompt.replies” must be a list. Found: an object',
    ],
    [
      'a reply without an id',
      {
        prompt: {
          message_id: 't',
          text: 'Hi',
          role: 'prompter',
          replies: [
            { text: 'a', role: 'assistant' },
            { message_id: 'b', text: 'b', role: 'assistant' },
          ],
        },
      },
      '“prompt.replies[0].message_id” must be text. Found: no value',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('oasst-trees', record)).toBe(message);
  });

  it('may be deep', () => {
    const leaves = ['a', 'b'].map((id, rank) => ({ message_id: id, text: id, role: 'assistant', rank }));
    let message: object = { message_id: 'm0', text: '0', role: 'prompter', replies: leaves };
    for (let depth = 1; depth <= 1000; depth++)
      message = {
        message_id: `m${depth}`,
        text: String(depth),
        role: depth % 2 === 0 ? 'prompter' : 'assistant',
        replies: [message],
      };
    const [content, ...others] = contentsIn('oasst-trees', { message_tree_id: 't', prompt: message });
    expect(others).toEqual([]);
    expect(content).toMatchObject({ id: 'm0', labels: [{ judgement: { ranking: { tiers: [['a'], ['b']] } } }] });
    expect(content?.prompt).toHaveLength(1001);
  });
});
