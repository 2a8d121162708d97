import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolsAsLists, turnAsLists } from '../../../src/core/model/item/toolsAsLists';

const called = (given: Record<string, unknown> | string): string =>
  turnAsLists({ role: 'assistant', content: '', toolCalls: [{ name: 'f', arguments: given }] });

describe('a call of a tool as it is read', () => {
  it('is no JSON: each argument stands in a line, and what it holds below it', () => {
    expect(
      called({ place: 'Oslo', days: 3, when: { from: '3', to: null }, tags: ['a b', { x: true }], none: [] }),
    ).toBe(
      [
        '→ `f`',
        '',
        '- `place`: `Oslo`',
        '- `days`: `3`',
        '- `when`:',
        '  - `from`: `"3"`',
        '  - `to`: `null`',
        '- `tags`:',
        '  - `a b`',
        '  - ·',
        '    - `x`: `true`',
        '- `none`: `[]`',
      ].join('\n'),
    );
    expect(called({})).toBe('→ `f`');
    expect(called('plain {')).toBe('→ `f`\n\n```\nplain {\n```');
  });

  it('has texts of several lines, and long ones, as blocks', () => {
    expect(called({ a: { text: 'one\n``` two' } })).toBe(
      '→ `f`\n\n- `a`:\n  - `text`:\n    ````\n    one\n    ``` two\n    ````',
    );
    expect(called({ a: 'x'.repeat(300) })).toContain('- `a`:\n  ```\n  xxx');
  });

  it('shows keys that a terminal was sent, and a line break at the end, in quotes within the line', () => {
    expect(called({ a: 'clear\r', b: '\u0004', c: 'ls\r\n', d: 'a\tb' })).toBe(
      ['→ `f`', '', '- `a`: `"clear\\r"`', '- `b`: `"\\u0004"`', '- `c`: `"ls\\r\\n"`', '- `d`: `a\tb`'].join('\n'),
    );
    expect(called({ a: 'one\ntwo\n' })).toContain('one\n  two');
  });

  it('holds every value, however deep', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 9 })), (given) => {
        const text = called(given);
        const leaves = (value: unknown): string[] =>
          typeof value === 'object' && value !== null
            ? Object.values(value).flatMap(leaves)
            : typeof value === 'number'
              ? [JSON.stringify(value)]
              : [];
        for (const leaf of leaves(given)) expect(text).toContain(leaf);
      }),
    );
  });

  it('is followed by what the tool answers, its fields where that is an object', () => {
    const answer = (content: string): string => turnAsLists({ role: 'tool', content });
    expect(['{"temp": -3, "sky": "grey"}', '{}', '{"cut', 'It rains.', '[1]'].map(answer)).toEqual([
      '- `temp`: `-3`\n- `sky`: `grey`',
      '{}',
      '{"cut',
      'It rains.',
      '[1]',
    ]);
    expect(turnAsLists({ role: 'user', content: '{"a": 1}' })).toBe('{"a": 1}');
  });

  it('keeps the lines of a text that ends them in CR LF', () => {
    const call = { name: 'write', arguments: { text: 'a\r\nb\r\n' } };
    expect(turnAsLists({ role: 'assistant', content: '', toolCalls: [call] })).toBe(
      '→ `write`\n\n- `text`:\n  ```\n  a\r\n  b\r\n  \n  ```',
    );
  });

  it('leaves what calls nothing as it is, and names the tool that answers', () => {
    expect([
      turnAsLists({ role: 'user', content: ' Hi ```' }),
      turnAsLists({ role: 'tool', content: '4', toolName: 'add' }),
    ]).toEqual([' Hi ```', '← `add`\n\n4']);
  });
});

describe('what can be called', () => {
  const parameters = {
    type: 'object',
    properties: { city: { type: 'string', description: 'Where.' }, days: { type: 'integer', minimum: 1 } },
    required: ['city'],
  };
  it.each<[string, Record<string, unknown>, string]>([
    [
      'a function with its parameters',
      { type: 'function', function: { name: 'f', description: 'Does f.', parameters } },
      '`f`: Does f.\n\n- `city` (string, required): Where.\n- `days` (integer)\n  - `minimum`: `1`',
    ],
    [
      'one whose parameters say little',
      { type: 'function', function: { name: 'f', parameters: { type: 'object' } } },
      '`f`\n\n- `type`: `object`',
    ],
    ['one without parameters', { name: 'f', description: '' }, '`f`'],
    ['one with other fields', { name: 'f', args: 1 }, '`f`\n\n- `args`: `1`'],
    ['no function at all', { type: 'code_interpreter' }, '- `type`: `code_interpreter`'],
  ])('is shown by its name: %s', (_, tool, text) => {
    expect(toolsAsLists([tool])).toBe(text);
    expect(toolsAsLists([tool, { name: 'g' }])).toBe(`${text}\n\n\`g\``);
  });
});
