import { describe, expect, it } from 'vitest';
import { withParsedCells } from '../../../src/core/dataset/fields/cellValues';
import { pythonLiteral } from '../../../src/core/dataset/readers/json/pythonLiteral';

describe('a cell that holds a list or a conversation as text', () => {
  const turns = [
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'Because "so",\nit\'s so.' },
  ];

  it.each([
    ['JSON', JSON.stringify(turns)],
    [
      'Python',
      String.raw`[{'role': 'user', 'content': 'Why?'}, {'role': 'assistant', 'content': 'Because "so",\nit\'s so.'}]`,
    ],
    [
      'NumPy, with space between entries alone',
      `[{'role': 'user', 'content': 'Why?'}\n ${String.raw`{'role': 'assistant', 'content': 'Because "so",\nit\'s so.'}`}]`,
    ],
    [
      'an array of NumPy as it is shown',
      String.raw`array([{'role': 'user', 'content': 'Why?'}, {'role': 'assistant', 'content': 'Because "so",\nit\'s so.'}], dtype=object)`,
    ],
  ])('is that conversation, written as by %s, whatever its column is called', (_, chosen) => {
    expect(withParsedCells({ id: '1', chosen })).toEqual({ id: '1', chosen: turns });
  });

  it('is one message where it is one', () => {
    expect(withParsedCells({ reply: "{'role': 'assistant', 'content': 'Yes.'}" })).toEqual({
      reply: { role: 'assistant', content: 'Yes.' },
    });
  });

  it.each([
    ['responses', "['One.', 'It\\'s two.']", ['One.', "It's two."]],
    ['model_outputs', '["One.", "Two."]', ['One.', 'Two.']],
    [
      'answers',
      "[{'text': 'One.', 'score': 1.5, 'best': True, 'by': None}]",
      [{ text: 'One.', score: 1.5, best: true, by: null }],
    ],
    ['responses', "{'gpt': 'One.', 'llama': 'Two.'}", { gpt: 'One.', llama: 'Two.' }],
    ['scores', '[1, 0.5]', [1, 0.5]],
    ['ranking', '(2, 1)', [2, 1]],
  ])('is a list in a column that is called %s', (name, cell, value) => {
    expect(withParsedCells({ [name]: cell })).toEqual({ [name]: value });
  });

  it.each([
    ['response', '["a", "b"]'],
    ['output', "['a', 'b']"],
    ['answer', '{"value": 5}'],
    ['responses', "['a', 'b'"],
    ['responses', '[see below]'],
    ['responses', '[1] a first source'],
    ['prompt', '[1, 2, 3]'],
    ['responses', '[]'],
  ])('stays a text in %s where it is %s', (name, cell) => {
    const row = { [name]: cell };
    expect(withParsedCells(row)).toBe(row);
  });
});

describe('a Python literal', () => {
  it.each([
    [String.raw`'\x41\u00e4\U0001F600\t\\'`, 'Aä😀\t\\'],
    [`'''a 'quote' in it'''`, "a 'quote' in it"],
    [String.raw`r'\n'`, String.raw`\n`],
    ['(1, -2.5e3, .5, True, None, nan)', [1, -2500, 0.5, true, null, null]],
    ["{'a': {'b': [1]}, 2: 'c'}", { a: { b: [1] }, 2: 'c' }],
    ["['a' 'b'\n 'c']", ['a', 'b', 'c']],
  ])('%s is read', (text, value) => {
    expect(pythonLiteral(text)).toEqual(value);
  });

  it.each([
    '',
    'text',
    "'open",
    '[1, 2',
    "{'a'}",
    "{'a': 1 'b': 2}",
    'datetime.date(2024, 1, 1)',
    '[1] and more',
    '['.repeat(60),
    "'\\U7FFFFFFF'[",
  ])('%s is none', (text) => {
    expect(pythonLiteral(text)).toBeUndefined();
  });
});
