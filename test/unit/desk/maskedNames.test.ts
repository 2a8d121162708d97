import { describe, expect, it } from 'vitest';
import { deskContentOf } from '../../../src/core/desk/item/deskContent';
import type { ShownItem } from '../../../src/core/desk/item/shownItem';
import { namesMasked } from '../../../src/core/model/item/maskedNames';
import type { Item } from '../../../src/core/model/item/item';

const masked = namesMasked({
  responses: [
    { id: 'resp-1', text: '', model: 'openai/gpt-4o' },
    { id: 'b', text: '', model: 'gpt-4o-mini' },
    { id: '2', text: '' },
  ],
});

describe('names of an item in what is said of a response', () => {
  it.each([
    ['runs/gpt-4o/out.txt', 'runs/…/out.txt'],
    ['GPT-4o-mini failed', '… failed'],
    ['judge of openai/gpt-4o', 'judge of …'],
    ['gpt-4o_v2 and resp-1.html', '…_v2 and ….html'],
    ['gpt-4ox, b and 2 of resp-12', 'gpt-4ox, b and 2 of resp-12'],
  ])('are taken out: %j', (text, expected) => expect(masked(text)).toBe(expected));

  it('are none where responses have none', () =>
    expect(namesMasked({ responses: [{ id: 'a', text: '' }] })('a b')).toBe('a b'));
});

/** Every field of an item that bears text, with a mark that says which it is. */
const responses: Item['responses'] = ['one', 'two'].map((name) => ({
  id: `LEAK-id-${name}`,
  model: `LEAK-model-${name}`,
  text: `text ${name} ![x](LEAK-path/${name}.png)`,
  metadata: { from: 'LEAK-metadata' },
  verifiers: [{ name: `tests of LEAK-model-${name}`, detail: `LEAK-id-${name} at runs/LEAK-model-one/log: ok` }],
  ...(name === 'two' && {
    turns: [
      {
        role: 'assistant',
        content: `text ${name} ![x](LEAK-path/${name}.png)`,
        media: [{ kind: 'image', source: 'LEAK-media.png' }],
      },
    ],
  }),
}));
const item: Item = {
  id: 'LEAK-item',
  hash: 'LEAK-hash',
  prompt: [{ role: 'user', content: 'Which?' }],
  promptText: 'Which?',
  responses,
  context: 'A house.',
  evidence: [
    {
      id: 'LEAK-passage',
      text: 'A mat.',
      sentences: ['A mat.'],
      title: 'From LEAK-id-one',
      source: 'https://example.org/LEAK-model-two',
      response: 'LEAK-id-one',
    },
  ],
  references: ['A cat.'],
  criteria: [{ id: 'LEAK-criterion', text: 'Is it right?' }],
  notes: 'LEAK-notes',
  language: 'en',
  metadata: { from: 'LEAK-metadata' },
};

it('no name of a model, a response, a file or an item is in what a page gets of an item', () => {
  const shown: ShownItem = { item, annotator: 'ana', seed: 1, responses };
  const sent = JSON.stringify(deskContentOf('key', shown, true, true));
  expect(sent).not.toContain('LEAK');
  for (const said of ['text one', 'text two', 'tests of …', '… at runs/…/log: ok', 'From …', 'https://example.org/…'])
    expect(sent).toContain(said);
});
