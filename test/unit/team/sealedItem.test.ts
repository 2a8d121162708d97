import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/dataset/sources/scan';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { contentHash } from '../../../src/core/dataset/items/identity';
import type { ParsedItem } from '../../../src/core/dataset/items/parsedItem';
import { newSealKey, SealKey } from '../../../src/core/team/sealedIds';
import { sealedRecord, sealItem, type SealedTask } from '../../../src/core/team/sealedItem';
import { temporaryFolder } from '../made/temporaryFolder';

const hexadecimal = (lengths: { minLength: number; maxLength: number }): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), ...lengths });
const key = new SealKey(newSealKey());
const secret = 'SECRET';

type Parsed = Pick<ParsedItem, 'item' | 'labels'>;

/** An item that holds a secret in every field that is not for annotators. */
const anyItem = fc
  .record({
    ids: fc.uniqueArray(hexadecimal({ minLength: 4, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
    texts: fc.array(fc.string({ unit: 'grapheme' }), { minLength: 6, maxLength: 6 }),
    id: hexadecimal({ minLength: 3, maxLength: 40 }),
    language: fc.option(fc.constantFrom('en', 'de'), { nil: undefined }),
  })
  .map(({ ids, texts, id, language }): Parsed => {
    const responses = ids.map((each, n) => ({
      id: `${secret}${each}`,
      text: texts[n] ?? '',
      model: `${secret}-model-${n}`,
      metadata: { from: secret },
      ...(n % 2 === 1 && {
        turns: [
          {
            role: 'assistant',
            content: texts[n] ?? '',
            toolCalls: [{ id: `${secret}call`, name: 'search', arguments: {} }],
            hidden: secret,
          },
          { role: 'tool', content: 'found', toolCallId: `${secret}call` },
        ],
      }),
      verifiers: [{ name: `by ${secret}-model-${n}`, score: n, detail: `${secret}${each} failed`, hidden: secret }],
    }));
    const content = {
      prompt: [{ role: 'user', content: 'Why?' }],
      responses,
      evidence: ids.map((each, n) => ({
        id: `${secret}${each}-${n}`,
        text: `Passage ${n}`,
        title: `of ${secret}${each}`,
        response: `${secret}${each}`,
        hidden: secret,
      })),
      references: [`${secret} reference`],
      notes: secret,
      metadata: { model: secret },
      ...(language !== undefined && { language }),
    };
    const order = responses.map((each) => each.id);
    return {
      item: { id: `${secret}${id}`, hash: contentHash(content), ...content },
      labels: [
        {
          annotator: `${secret} Ana`,
          judge: `${secret}-judge`,
          group: secret,
          shown: order,
          judgement: {
            ranking: { tiers: order.map((each) => [each]) },
            critiques: [{ response: order[0] ?? '', text: secret }],
            ratings: [{ response: order[0] ?? '', aspect: 'a', value: 1, note: secret }],
            rationale: secret,
          },
          ofCritiques: [{ response: order[0] ?? '', critic: { annotator: secret }, critique: secret }],
        },
        { judge: secret, judgement: { acceptable: { [`${secret}-elsewhere`]: true } } },
      ],
    };
  });
const anyTask: fc.Arbitrary<SealedTask> = fc.record({
  suggestions: fc.boolean(),
  references: fc.constant(false),
  verifiers: fc.constantFrom('shown', 'after', 'hidden'),
});

describe('an item as annotators get it', () => {
  it('holds nothing of models, ids, metadata, notes, or who labelled it', () => {
    fc.assert(
      fc.property(anyItem, anyTask, (parsed, task) => {
        expect(sealedRecord(sealItem(key, parsed, task), 'team')).not.toContain(secret);
      }),
    );
  });

  it('has the responses in an order that says nothing of the source, and passages in theirs', () => {
    const first = { responses: 0, passages: 0 };
    for (let n = 0; n < 200; n++) {
      const { item } = sealItem(
        key,
        {
          item: {
            id: `q${n}`,
            hash: 'h',
            prompt: [],
            responses: ['chosen', 'rejected'].map((id) => ({ id, text: id })),
            evidence: ['chosen', 'rejected'].map((id) => ({ id: `${id}-1`, text: id, response: id })),
          },
          labels: [],
        },
        { suggestions: false, references: false, verifiers: 'shown' },
      );
      if (item.responses[0]?.text === 'chosen') first.responses++;
      if (item.evidence?.[0]?.text === 'chosen') first.passages++;
      expect(item.evidence?.map(({ response }) => response)).toEqual(['1', '2']);
      expect(item.responses.map(({ id }) => id)).toEqual(['1', '2']);
    }
    expect(first.responses).toBeGreaterThan(60);
    expect(first.responses).toBeLessThan(140);
    expect(first.passages).toBe(first.responses);
  });

  it('is read by a desk with the hash that its id was sealed with, and leads back to the real one', async () => {
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(anyItem, anyTask, async (parsed, task) => {
        const path = join(folder, 'block-000001.jsonl');
        const sealed = sealItem(key, parsed, task);
        writeFileSync(path, `${sealedRecord(sealed, 'team')}\n`);
        const layout = layoutNamed('prepared');
        if (!layout) throw new RangeError('no layout');
        for await (const batch of scan([path], { layout, mapping: {}, gather: false }))
          for (const read of batch) {
            if (!('item' in read)) throw new RangeError(JSON.stringify(read));
            const opened = key.open(read.item.id);
            expect(read.item.hash.startsWith(opened?.shownHash ?? '?')).toBe(true);
            expect(opened).toMatchObject({ item: parsed.item.id, hash: parsed.item.hash });
            const real = new Map(parsed.item.responses.map(({ id, text }) => [id, text]));
            expect(read.item.responses.map(({ text }) => text)).toEqual(opened?.responses.map((id) => real.get(id)));
            const passages = new Map(parsed.item.evidence?.map(({ id, text }) => [id, text]));
            expect(read.item.evidence?.map(({ text }) => text)).toEqual(opened?.passages.map((id) => passages.get(id)));
          }
      }),
      { numRuns: 30 },
    );
  });

  it('suggests what labels say of the responses alone, where the study suggests labels', () => {
    const parsed: Parsed = {
      item: {
        id: 'q',
        hash: 'h',
        prompt: [],
        responses: [
          { id: 'a', text: 'A' },
          { id: 'b', text: 'B' },
        ],
      },
      labels: [{ annotator: 'eve', judgement: { ratings: [{ response: 'b', aspect: 'x', value: 2, note: 'why' }] } }],
    };
    const sealed = sealItem(key, parsed, { suggestions: true, references: false, verifiers: 'shown' });
    const number = sealed.item.responses.find(({ text }) => text === 'B')?.id;
    expect(sealed.labels[0]).toEqual({ judgement: { ratings: [{ response: number, aspect: 'x', value: 2 }] } });
    // The way in which it is judged is the same for everybody.
    expect(sealItem(key, parsed, { suggestions: false, references: false, verifiers: 'shown' }).labels).toEqual([
      { judgement: { ratings: [] } },
    ]);
  });
});
