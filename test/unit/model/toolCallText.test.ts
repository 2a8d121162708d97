import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOfTurn } from '../../../src/core/model/item/toolCallText';

describe('a turn as people read it', () => {
  it('is what it says where it calls nothing', () => {
    expect(textOfTurn({ role: 'user', content: '  Hi ```' })).toBe('  Hi ```');
  });

  it('has each call after it: the name, and the arguments as JSON in a code block', () => {
    expect(
      textOfTurn({
        role: 'assistant',
        content: 'Let me see.',
        toolCalls: [
          { name: 'f', arguments: { a: [1] } },
          { name: 'g', arguments: 'plain' },
        ],
      }),
    ).toBe('Let me see.\n\n→ `f`\n\n```json\n{\n  "a": [\n    1\n  ]\n}\n```\n\n→ `g`\n\n```\nplain\n```');
  });

  it('names the tool whose answer it is, as far as it is known', () => {
    expect([
      textOfTurn({ role: 'tool', content: '4', toolName: 'add' }),
      textOfTurn({ role: 'tool', content: '4', toolCallId: 'c' }),
    ]).toEqual(['← `add`\n\n4', '4']);
  });

  it('keeps names and arguments within their code, whatever ticks they hold', () => {
    const ticks = fc.string({ unit: fc.constantFrom('`', 'a', '\n', ' '), maxLength: 12 });
    fc.assert(
      fc.property(ticks, (given) => {
        const [opening = '', ...rest] = textOfTurn({
          role: 'assistant',
          content: '',
          toolCalls: [{ name: 'f', arguments: given }],
        })
          .split('\n')
          .slice(2);
        expect(opening).toMatch(/^`{3,}$/);
        expect(rest.at(-1)).toBe(opening);
        expect(rest.slice(0, -1).join('\n')).toBe(given);
        expect(given.includes(opening)).toBe(false);
      }),
    );
    expect(textOfTurn({ role: 'tool', content: '', toolName: '`x``' })).toBe('← ``` `x`` ```');
  });
});
