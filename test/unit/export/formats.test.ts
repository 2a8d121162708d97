import { describe, expect, it } from 'vitest';
import { exportFormatNamed, exportFormats } from '../../../src/core/export';
import type { FileContext } from '../../../src/core/export/format';
import type { Item, Message, Response } from '../../../src/core/model/item/item';
import { annotation } from '../made/journalLines';
import { pairwise, rowOfPair } from '../made/pairwise';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const system = (content: string): Message => ({ role: 'system', content });

function row(
  format: string,
  item: Partial<Item>,
  chosen: Omit<Response, 'id'>,
  rejected: Omit<Response, 'id'>,
  context: FileContext = { tools: false },
): unknown {
  const responses = [
    { id: 'c', ...chosen },
    { id: 'r', ...rejected },
  ] as const;
  const whole: Item = { id: 'i', hash: 'h', prompt: [user('Hi')], responses, ...item };
  const chosenFormat = pairwise[format];
  if (!chosenFormat) throw new Error(`there is no format ${format}`);
  const pair = { item: whole, chosen: responses[0], rejected: responses[1], annotations: [annotation(1)] };
  return rowOfPair(chosenFormat, pair, context);
}

const conversation = [system('Be kind'), user('Hi'), assistant('Hello'), user('More')];
const further = { text: ' x\n\nHuman: y\n\nAssistant: z', turns: [assistant('x'), user('y'), assistant('z')] };
const transcript = { prompt: [user('Hi')], promptText: '\n\nHuman: Hi\n\nAssistant:' };

describe.each<[string, Partial<Item>, Omit<Response, 'id'>, unknown, unknown, unknown]>([
  [
    'one user turn',
    { promptText: 'Hi' },
    { text: 'A' },
    { prompt: [user('Hi')], chosen: [assistant('A')], rejected: [assistant('B')] },
    { prompt: 'Hi', chosen: 'A', rejected: 'B' },
    { chosen: [user('Hi'), assistant('A')], rejected: [user('Hi'), assistant('B')] },
  ],
  [
    'an empty answer and every kind of character',
    { promptText: 'é🙂\u2028\u0000', prompt: [user('é🙂\u2028\u0000')] },
    { text: '' },
    { prompt: [user('é🙂\u2028\u0000')], chosen: [assistant('')], rejected: [assistant('B')] },
    { prompt: 'é🙂\u2028\u0000', chosen: '', rejected: 'B' },
    { chosen: [user('é🙂\u2028\u0000'), assistant('')], rejected: [user('é🙂\u2028\u0000'), assistant('B')] },
  ],
  [
    'a transcript whose answer goes on for further turns',
    transcript,
    further,
    { prompt: [user('Hi')], chosen: further.turns, rejected: [assistant('B')] },
    { prompt: transcript.promptText, chosen: further.text, rejected: 'B' },
    { chosen: [user('Hi'), ...further.turns], rejected: [user('Hi'), assistant('B')] },
  ],
])('%s', (_, item, chosen, messages, text, full) => {
  it.each([
    ['trl-dpo', messages],
    ['trl-dpo-text', text],
    ['full-conversations', full],
  ])('is written as %s', (format, expected) => {
    expect(row(format, item, chosen, { text: 'B' })).toEqual(expected);
  });
});

describe('a conversation in the plain-text format', () => {
  const context = { tools: false };
  it('becomes a transcript, and the answers get their space', () => {
    expect(row('trl-dpo-text', { prompt: conversation }, { text: 'A' }, { text: 'B' }, context)).toEqual({
      prompt: 'Be kind\n\nHuman: Hi\n\nAssistant: Hello\n\nHuman: More\n\nAssistant:',
      chosen: ' A',
      rejected: ' B',
    });
  });

  it('leaves the single turns beside it as they are', () => {
    expect(row('trl-dpo-text', { promptText: 'Hi' }, { text: 'A' }, { text: 'B' }, context)).toEqual({
      prompt: 'Hi',
      chosen: 'A',
      rejected: 'B',
    });
  });

  it('leaves a transcript of the source beside it byte for byte', () => {
    expect(row('trl-dpo-text', transcript, { text: 'A without a space' }, { text: ' B' }, context)).toEqual({
      prompt: transcript.promptText,
      chosen: 'A without a space',
      rejected: ' B',
    });
  });
});

it('messages hold role and content only', () => {
  const prompt = [{ role: 'user', content: 'Hi', name: 'x' } as Message];
  expect(row('trl-dpo', { prompt }, { text: 'A' }, { text: 'B' })).toEqual({
    prompt: [user('Hi')],
    chosen: [assistant('A')],
    rejected: [assistant('B')],
  });
});

it('the formats have their names, titles and trainers, and none is named twice', () => {
  const names = exportFormats.map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(['trl-dpo', 'trl-dpo-text', 'full-conversations']);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, title, trainers } of exportFormats)
    expect([exportFormatNamed(name)?.name, title !== '', trainers.length > 0]).toEqual([name, true, true]);
  expect(exportFormatNamed('dpo')).toBeUndefined();
});
