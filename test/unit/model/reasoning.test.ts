import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf } from '../../../src/core/model/item/textPaging';
import { isReasoningRole, reasoningOf, sectionsOf } from '../../../src/core/model/item/reasoning';
import { processorTime } from '../made/processorTime';

const found = (text: string): string[] => reasoningOf(text).map(({ start, end }) => text.slice(start, end));

describe('the reasoning of a text', () => {
  it.each([
    ['between tags', '<think>\na\n</think>\nb', ['<think>\na\n</think>']],
    [
      'under other names, whatever their case',
      '<Reasoning>a</reasoning>\n\n<thinking>b</thinking> c',
      ['<Reasoning>a</reasoning>', '<thinking>b</thinking>'],
    ],
    [
      'between the marks of OpenThoughts',
      '<|begin_of_thought|>a<|end_of_thought|>\n<|begin_of_solution|>b',
      ['<|begin_of_thought|>a<|end_of_thought|>'],
    ],
    ['that began in the prompt', 'a\n```\nb\n</think>\n\nc', ['a\n```\nb\n</think>']],
    ['that was cut off', ' <think>a', [' <think>a']],
    ['with another tag in it', '<think>a\n<reasoning>\n</think>b', ['<think>a\n<reasoning>\n</think>']],
    ['and not an answer after a tag that is never closed', 'a\n<think>\nb', []],
    ['and not what speaks of tags', 'Use `<think>` and </think> here', []],
    ['and not code', '```xml\n<think>\na\n</think>\n```\n', []],
    ['after code', '```\n<think>\n```\n<think>b</think>', ['<think>b</think>']],
  ])('is found %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('is shown without its tags', () => {
    const textsOf = (text: string): string[] =>
      sectionsOf([partOf(text, 0)]).map(({ pieces }) => pieces.map(({ piece }) => piece.text).join(''));
    expect(textsOf('<think>\na\n</think>\nb')).toEqual(['\na\n', '\nb']);
    expect(textsOf('<|begin_of_thought|>a <think> b')).toEqual(['a <think> b']);
  });

  it('of five megabytes is found in a moment', () => {
    const time = processorTime();
    expect(reasoningOf('<think>\n```\n</thinking>\n'.repeat(200_000))).toHaveLength(1);
    expect(reasoningOf('</think> `<think>` \n'.repeat(200_000))).toHaveLength(1);
    expect(time()).toBeLessThan(4000);
  });

  it.each([
    ['reasoning_content', true],
    ['Thinking', true],
    ['assistant', false],
  ])('may be a turn: %s', (role, is) => {
    expect(isReasoningRole(role)).toBe(is);
  });
});

describe('the sections of a text that is cut', () => {
  const anyText = fc
    .array(fc.constantFrom('<think>', '</think>', '\n', 'word ', '```\n', '<reasoning>\n', '</reasoning>', '\n\n'))
    .map((pieces) => pieces.join(''));

  it('hold every letter of it, in order, and reasoning is one section however it is cut', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, longest) => {
        const parts = [];
        for (let at = 0; at < text.length; at += parts.at(-1)!.text.length) parts.push(partOf(text, at, longest));
        const sections = sectionsOf(parts);
        const seen = sections.map(({ pieces }) => pieces.map(({ piece }) => piece.text).join(''));
        // Blank lines between two sections need not be shown, nor tags; those that are cut are.
        const letters = (shown: string): string => shown.replaceAll(/\s|[<>/a-vx-z]/g, '');
        expect(letters(seen.join(''))).toBe(letters(text));
        const reasoning = sections.flatMap((section, index) => (section.reasoning === null ? [] : [seen[index]]));
        expect(reasoning.map((shown) => letters(shown ?? ''))).toEqual(found(text).map(letters));
        expect(sections.flatMap((section) => (section.reasoning === null ? [] : [section.reasoning]))).toEqual(
          found(text).map(({ length }) => length),
        );
      }),
    );
  });
});
