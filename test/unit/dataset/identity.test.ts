import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../src/core/dataset/items/identity';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { parseRecord } from '../../../src/core/dataset/items/parse';
import type { Item, Message, Response } from '../../../src/core/model/item/item';

const text = fc.oneof(fc.constantFrom('', 'a', 'b', 'ab', '","', '\ud83d'), fc.string({ maxLength: 3 }));
const message: fc.Arbitrary<Message> = fc.record({ role: fc.constantFrom('user', 'assistant'), content: text });
const response: fc.Arbitrary<Response> = fc.record(
  { id: fc.constantFrom('r1', 'r2'), text, turns: fc.array(message, { maxLength: 2 }) },
  { requiredKeys: ['id', 'text'] },
);
const content = fc.record({
  prompt: fc.array(message, { maxLength: 2 }),
  promptText: fc.option(text, { nil: undefined }),
  responses: fc.array(response, { maxLength: 2 }),
});
const hashOf = ({
  prompt,
  promptText,
  responses,
}: Pick<Item, 'prompt' | 'responses'> & { promptText?: string | undefined }): string =>
  contentHash({ prompt, responses, ...(promptText !== undefined && { promptText }) });

/**
 * The same content in words of its own: JSON of nested lists, hashed. Journals name items by it, so it never changes.
 */
function hashAsEver({
  prompt,
  promptText,
  responses,
  tools,
  context,
  evidence,
  references,
  criteria,
}: Omit<Item, 'id' | 'hash'>): string {
  const turn = (each: Message): unknown[] => {
    const { role, content: words, media, toolCalls, toolName, toolCallId } = each;
    const isOfTools = toolCalls !== undefined || toolName !== undefined || toolCallId !== undefined;
    return [
      role,
      words,
      ...(media ? [media.map(({ kind, source }) => [kind, source])] : []),
      ...(isOfTools
        ? [
            {
              calls: toolCalls?.map((call) => [call.id ?? null, call.name, call.arguments]) ?? null,
              name: toolName ?? null,
              id: toolCallId ?? null,
            },
          ]
        : []),
    ];
  };
  const beside = [context, evidence, references, criteria];
  const all = [
    prompt.map(turn),
    promptText ?? null,
    responses.map(({ id, text: words, turns }) => [id, words, turns?.map(turn) ?? null]),
    ...(beside.some((part) => part !== undefined) ? [beside] : []),
    ...(tools ? [{ tools }] : []),
  ];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\t',
        '\b',
        '\u0000',
        '\u0001',
        '\u001f',
        '\u007f',
        '\u0080',
        'é',
        '“',
        '。',
        '（',
        '\ufffd',
        '\uffff',
        '\ud83d',
        '\ude00',
        '😀',
        'abc',
        ' ',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
);
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ role: anyText, content: anyText }) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        role: anyText,
        content: anyText,
        media: fc.array(fc.record({ kind: fc.constant('image' as const), source: anyText }), { maxLength: 1 }),
        toolCalls: fc.constant([{ name: 'f', arguments: {} }]),
        toolName: anyText,
        toolCallId: anyText,
      },
      { requiredKeys: ['role', 'content'] },
    ),
  },
);
const anyContent = fc.record(
  {
    prompt: fc.array(anyMessage, { maxLength: 3 }),
    promptText: anyText,
    responses: fc.array(
      fc.record(
        { id: anyText, text: anyText, turns: fc.array(anyMessage, { maxLength: 2 }) },
        { requiredKeys: ['id', 'text'] },
      ),
      { maxLength: 4 },
    ),
    ...{
      tools: fc.constant([{ name: 'f' }]),
      context: anyText,
      evidence: fc.constant([{ id: '1', text: 'e' }]),
      references: fc.array(anyText, { maxLength: 1 }),
      criteria: fc.constant([{ id: 'c', text: 'c' }]),
    },
  },
  { requiredKeys: ['prompt', 'responses'] },
);
const plainly = anyContent.map(({ prompt, promptText, responses }) => ({
  prompt,
  responses,
  ...(promptText !== undefined && { promptText }),
}));

function itemOf(record: unknown): Item {
  const parsed = parseRecord({ line: 1, text: JSON.stringify(record) }, 'x', {
    layout: layoutNamed('responses')!,
    mapping: {},
  })[0]!;
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  return parsed.item;
}

describe("an item's hash", () => {
  it('is 32 hexadecimal digits', () => {
    fc.assert(fc.property(content, (item) => /^[0-9a-f]{32}$/.test(hashOf(item))));
  });

  it('changes when, and only when, the content does', () => {
    const twoOften = fc
      .tuple(content, content)
      .chain(([a, b]) =>
        fc.constantFrom(
          [a, b] as const,
          [a, structuredClone(a)] as const,
          [a, { ...a, responses: b.responses }] as const,
          [a, { ...a, prompt: b.prompt }] as const,
          [a, { ...a, promptText: b.promptText }] as const,
        ),
      );
    fc.assert(
      fc.property(twoOften, ([a, b]) => {
        expect(hashOf(a) === hashOf(b)).toBe(
          JSON.stringify([
            a.prompt,
            a.promptText ?? null,
            a.responses.map((each) => [each.id, each.text, each.turns ?? null]),
          ]) ===
            JSON.stringify([
              b.prompt,
              b.promptText ?? null,
              b.responses.map((each) => [each.id, each.text, each.turns ?? null]),
            ]),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('is that of its JSON, whatever stands in its texts', () => {
    fc.assert(
      fc.property(fc.oneof(plainly, anyContent), (item) => contentHash(item) === hashAsEver(item)),
      { numRuns: 3000 },
    );
  });

  it.each([0, 1, 2, 3, 4, 5, 1000, 40_000, 200_000])('is that of its JSON for a text of %s characters', (length) => {
    for (const character of ['a', '\n', 'é', '。', '😀', '"']) {
      const item = {
        prompt: [{ role: 'user', content: character.repeat(length) }],
        responses: [{ id: 'r1', text: `${character.repeat(length)}a` }],
      };
      expect(contentHash(item)).toBe(hashAsEver(item));
    }
  });

  const record = {
    prompt: 'Q',
    responses: [
      { id: 'x', text: 'a', model: 'm' },
      { id: 'y', text: 'b' },
    ],
  };
  it.each<[string, unknown, boolean]>([
    ['the same record with its fields in another order', { responses: record.responses, prompt: 'Q' }, true],
    [
      'metadata and models',
      { ...record, note: 1, responses: [{ id: 'x', text: 'a', model: 'other', score: 2 }, record.responses[1]] },
      true,
    ],
    ['an own id', { ...record, id: 'q1' }, true],
    ['a letter of the prompt', { ...record, prompt: 'q' }, false],
    ['a letter of an answer', { ...record, responses: [record.responses[0], { id: 'y', text: 'B' }] }, false],
    ["an answer's id", { ...record, responses: [record.responses[0], { id: 'z', text: 'b' }] }, false],
    ['the order of the answers', { ...record, responses: record.responses.toReversed() }, false],
    ['one answer more', { ...record, responses: [...record.responses, 'c'] }, false],
  ])('with %s is the same: %s', (_, other, same) => {
    expect(itemOf(other).hash === itemOf(record).hash).toBe(same);
  });

  it("is the item's id where the dataset gives none, and only there", () => {
    expect(itemOf(record).id).toBe(itemOf(record).hash);
    expect(itemOf({ ...record, id: 'q1' }).id).toBe('q1');
  });
});
