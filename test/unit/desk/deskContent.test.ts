import { describe, expect, it } from 'vitest';
import { deskContentOf, moreOf } from '../../../src/core/desk/item/deskContent';
import type { ShownItem } from '../../../src/core/desk/item/shownItem';
import type { Item } from '../../../src/core/model/item/item';

const long = 'word '.repeat(20_000);
const responses: Item['responses'] = [
  {
    id: 'a',
    text: '→ `f`',
    turns: [{ role: 'assistant', content: '', toolCalls: [{ name: 'f', arguments: { q: long } }] }],
  },
  { id: 'b', text: 'No' },
];
const item: Item = {
  id: 'i',
  hash: 'h',
  prompt: [
    { role: 'user', content: 'Hi' },
    { role: 'tool', content: '4', toolName: 'add' },
  ],
  tools: [{ name: 'f', description: long }],
  responses,
};
const shown = { item, responses } as unknown as ShownItem;

describe('the texts of an item with tools', () => {
  it('begin with what can be called, and show the calls', () => {
    const {
      prompt,
      responses: [called, other],
    } = deskContentOf('k', shown, false);
    expect(prompt.map(({ role, text }) => [role, text.slice(0, 11)])).toEqual([
      ['tools', '`f`: word w'],
      ['user', 'Hi'],
      ['tool', '← `add`\n\n4'],
    ]);
    expect(called?.map(({ role, text }) => [role, text.slice(0, 16)])).toEqual([['assistant', '→ `f`\n\n- `q`:\n  ']]);
    expect(other).toEqual([{ role: 'assistant', text: 'No', left: 0 }]);
  });

  it.each<[string, number | null, number, string]>([
    ['what can be called', null, 0, long.slice(-100)],
    ['a call', 0, 0, '\n  ```'],
  ])('come in parts that are the whole when put together: %s', (_, response, turn, end) => {
    const content = deskContentOf('k', shown, false);
    const first = (response === null ? content.prompt : content.responses[response]!)[turn]!;
    expect(first.left).toBeGreaterThan(0);
    let text = first.text;
    for (
      let part = moreOf(shown, { response, turn }, text.length, false);
      part;
      part = moreOf(shown, { response, turn }, text.length, false)
    )
      text += part.text;
    expect(text.length).toBe(first.text.length + first.left);
    expect(text.endsWith(end)).toBe(true);
  });

  it('have no more where there is no such text', () => {
    expect([
      moreOf(shown, { response: null, turn: 3 }, 0, false),
      moreOf(shown, { response: 2, turn: 0 }, 0, false),
      moreOf(shown, { response: null, turn: 1 }, 2, false),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
