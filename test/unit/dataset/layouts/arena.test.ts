import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectLayout } from '../../../../src/core/dataset/detectLayout';
import { scan } from '../../../../src/core/dataset/sources/scan';
import type { Message } from '../../../../src/core/model/item/item';
import { contentsIn, contentsOf, fixture, problemIn } from '../../made/fixtures';
import { temporaryFile } from '../../made/temporaryFolder';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

describe('Arena battles', () => {
  it('of the 33k edition: who voted, who answered, and what they share as the prompt; the number of a question is no id', async () => {
    expect(await contentsOf('arena-battles-33k.jsonl')).toEqual({
      layout: 'arena-battles',
      contents: [
        {
          id: 'q-1',
          prompt: [user('Hi')],
          language: 'English',
          responses: [
            { id: 'a', text: 'Hello', model: 'koala-13b' },
            { id: 'b', text: 'Hey 👋', model: 'vicuna-13b' },
          ],
          metadata: {
            turn: 1,
            anony: true,
            tstamp: 1682351591.1,
            openai_moderation: { flagged: false },
            toxic_chat_tag: { t5: { flagged: false } },
          },
          labels: [{ annotator: 'arena_user_7', judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'b' }] } }],
        },
        {
          id: 'q-2',
          prompt: [user('Hi')],
          language: 'unknown',
          responses: [
            { id: 'a', text: 'x\n\nagain\n\n', turns: [assistant('x'), user('again'), assistant('')], model: 'a1' },
            { id: 'b', text: 'y\n\nagain\n\nz', turns: [assistant('y'), user('again'), assistant('z')], model: 'b1' },
          ],
          metadata: { turn: 2, anony: true, tstamp: 1, openai_moderation: null, toxic_chat_tag: null },
          labels: [
            { annotator: 'arena_user_8', judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'both-bad' }] } },
          ],
        },
        {
          prompt: [user('Hi')],
          responses: [
            { id: 'a', text: 'x', model: 'a1' },
            { id: 'b', text: 'y', model: 'b1' },
          ],
          metadata: { question_id: 81, turn: 1 },
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'tie' }] } }],
        },
      ],
    });
  });

  it('of the 140k edition: text in parts, images by reference, a conversation that is JSON text', async () => {
    expect(await contentsOf('arena-battles-140k.jsonl')).toEqual({
      layout: 'arena-battles',
      contents: [
        {
          id: 'e-1',
          prompt: [
            { role: 'user', content: 'Was ist das?', media: [{ kind: 'image', source: 'images/cat.png', at: 12 }] },
          ],
          language: 'de',
          responses: [
            { id: 'a', text: 'Ein Hund', model: 'm-a' },
            { id: 'b', text: 'Ein Auto', model: 'm-b' },
          ],
          metadata: {
            evaluation_session_id: 's1',
            evaluation_order: 1,
            full_conversation: [],
            conv_metadata: { turns: 1 },
            category_tag: { 'if_v0.1': { if: false } },
            is_code: false,
            timestamp: '2025-05-01T10:00:00',
          },
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'both-bad' }] } }],
        },
        {
          id: 'e-2',
          prompt: [user('Hi')],
          responses: [
            { id: 'a', text: '1 🙂', model: 'm-a' },
            { id: 'b', text: '2', model: 'm-b' },
          ],
          metadata: {
            evaluation_session_id: 's1',
            evaluation_order: 2,
            full_conversation: null,
            conv_metadata: null,
            category_tag: null,
            is_code: null,
            timestamp: null,
          },
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] } }],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'a conversation that is null',
      { conversation_a: null, conversation_b: [] },
      '“conversation_a” must be a list of messages. Found: null',
    ],
    [
      'a message of bytes only',
      {
        conversation_a: [{ role: 'user', content: [{ type: 'image', image: { bytes: 'x', path: null } }] }],
        conversation_b: [],
      },
      '“conversation_a[0]” is not a message with text: {"role": …, "content": "…"} or {"from": …, "value": "…"}',
    ],
    [
      'conversations that share nothing',
      { conversation_a: [user('Hi'), assistant('a')], conversation_b: [user('Ho'), assistant('b')] },
      'There is no prompt: the first messages of “conversation_a” and “conversation_b” are different',
    ],
    [
      'a vote nobody knows',
      {
        conversation_a: [user('Hi'), assistant('a')],
        conversation_b: [user('Hi'), assistant('b')],
        winner: 'constructor',
      },
      '“winner” must be one of these: model_a, model_b, tie, tie (bothbad), both_bad, bothbad, both_good. Found: "constructor"',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('arena-battles', record)).toBe(message);
  });

  it.each([
    ['model_a', 'a'],
    ['model_b', 'b'],
    ['tie', 'tie'],
    ['tie (bothbad)', 'both-bad'],
    ['both_bad', 'both-bad'],
    ['both_good', 'both-good'],
  ])('with the vote "%s" have the outcome "%s"', (winner, outcome) => {
    const [content] = contentsIn('arena-battles', {
      winner,
      judge_hash: 'h1',
      conversation_a: [user('Hi'), assistant('a')],
      conversation_b: [user('Hi'), assistant('b')],
    });
    expect(content?.labels).toEqual([{ annotator: 'h1', judgement: { comparisons: [{ a: 'a', b: 'b', outcome }] } }]);
  });

  it.each([
    [['gpt-4', 'pair-v2'], { judge: 'gpt-4' }],
    ['gpt4_pair', { judge: 'gpt4_pair', judgeByName: true }],
    ['PandaLM-7B', { judge: 'PandaLM-7B', judgeByName: true }],
    ['expert_12', { annotator: 'expert_12' }],
    ['arena_user_7', { annotator: 'arena_user_7' }],
  ])('are voted on by %j, which is a model or a person', (judge, by) => {
    const [content] = contentsIn('arena-battles', {
      winner: 'model_a',
      judge,
      conversation_a: [user('Hi'), assistant('a')],
      conversation_b: [user('Hi'), assistant('b')],
    });
    expect(content?.labels).toEqual([{ ...by, judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] } }]);
  });
});

describe("Arena's 55k table", () => {
  it('has lists in its cells: turns follow each other, a null is an empty turn, and the test set has no vote', async () => {
    expect(await contentsOf('arena-55k.jsonl')).toEqual({
      layout: 'arena-55k',
      contents: [
        {
          id: '30192',
          prompt: [user('Hi 🙂')],
          responses: [
            {
              id: 'a',
              text: 'Hello\n\nmore\n\nSure',
              turns: [assistant('Hello'), user('more'), assistant('Sure')],
              model: 'gpt-4',
            },
            {
              id: 'b',
              text: 'Hey\n\nmore\n\n',
              turns: [assistant('Hey'), user('more'), assistant('')],
              model: 'claude-1',
              metadata: { nullTurns: [2] },
            },
          ],
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] } }],
        },
        {
          id: '53567',
          prompt: [user('One "quoted"\nline')],
          responses: [
            { id: 'a', text: 'a', model: 'm1' },
            { id: 'b', text: 'b', model: 'm2' },
          ],
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'tie' }] } }],
        },
        {
          id: '65089',
          prompt: [user('Untold')],
          responses: [
            { id: 'a', text: 'a' },
            { id: 'b', text: 'b' },
          ],
          labels: [],
        },
      ],
    });
  });

  it('is read the same from CSV, as it is published', async () => {
    const rows = readFileSync(fixture('arena-55k.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const columns = Object.keys(rows[0]!);
    const cell = (value: unknown): string =>
      `"${(typeof value === 'string' ? value : JSON.stringify(value ?? '')).replaceAll('"', '""')}"`;
    const path = temporaryFile(
      'train.csv',
      [columns, ...rows.map((row) => columns.map((column) => row[column]))]
        .map((cells) => cells.map(cell).join(','))
        .join('\r\n'),
    );
    const layout = await detectLayout(path);
    expect(layout.name).toBe('arena-55k');
    const told = async (source: string): Promise<unknown[]> => {
      const items: unknown[] = [];
      for await (const batch of scan([source], { layout, mapping: {} }))
        items.push(
          ...batch.map((parsed) => ('item' in parsed ? [parsed.item.id, parsed.item.hash, parsed.labels] : parsed)),
        );
      return items;
    };
    expect(await told(path)).toEqual(await told(fixture('arena-55k.jsonl')));
  });

  it.each<[string, unknown, string]>([
    [
      'a prompt that is no list',
      { prompt: 'Hi', response_a: '["a"]', response_b: '["b"]' },
      '“prompt” must be a JSON list of texts. Found: "Hi"',
    ],
    [
      'a cut-off list',
      { prompt: '["Hi"]', response_a: '["a', response_b: '["b"]' },
      '“response_a” must be a JSON list of texts. Found: "[\\"a"',
    ],
    [
      'fewer answers than prompts',
      { prompt: ['Hi', 'more'], response_a: ['a', 'b'], response_b: ['c'] },
      '“response_b” and “prompt” must have the same number of turns. Number of turns found: 1 and 2',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('arena-55k', record)).toBe(message);
  });
});
