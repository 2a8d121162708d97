import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedByPrompt } from '../../../src/core/dataset/grouping/groupByPrompt';
import { promptKey } from '../../../src/core/dataset/items/identity';
import type { Content, Label } from '../../../src/core/dataset/layouts/layout';

const prompt = [{ role: 'user', content: 'Why is the sky blue?' }];

const pair = (chosen: string, rejected: string, more: Partial<Content> = {}): Content => ({
  prompt,
  responses: [
    { id: 'chosen', text: chosen },
    { id: 'rejected', text: rejected },
  ],
  labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
  ...more,
});

const single = (text: string, acceptable: boolean, more: Partial<Label> = {}): Content => ({
  prompt,
  responses: [{ id: 'completion', text }],
  labels: [{ judgement: { acceptable: { completion: acceptable } }, ...more }],
});

describe('rows with the same prompt', () => {
  it('become one item with each text once and all comparisons', () => {
    expect(
      groupedByPrompt([pair('scattering', 'the sea'), pair('scattering', 'paint'), pair('paint', 'the sea')]),
    ).toEqual({
      id: promptKey({ prompt }),
      prompt,
      responses: [
        { id: 'r1', text: 'scattering' },
        { id: 'r2', text: 'the sea' },
        { id: 'r3', text: 'paint' },
      ],
      labels: [
        {
          shown: ['r1', 'r2', 'r3'],
          judgement: {
            comparisons: [
              { a: 'r1', b: 'r2', outcome: 'a' },
              { a: 'r1', b: 'r3', outcome: 'a' },
              { a: 'r3', b: 'r2', outcome: 'a' },
            ],
          },
        },
      ],
    });
  });

  it('keep the same words of two models apart, unless they were judged', () => {
    const by = (text: string, model: string | undefined, more: Partial<Content> = {}): Content => ({
      prompt,
      responses: [{ id: 'completion', text, ...(model !== undefined && { model }) }],
      ...more,
    });
    expect(groupedByPrompt([by('Au', 'x'), by('Au', 'y'), by('Au', 'x'), by('Au', undefined)]).responses).toEqual([
      { id: 'r1', text: 'Au', model: 'x' },
      { id: 'r2', text: 'Au', model: 'y' },
    ]);
    const judged = (good: boolean): Partial<Content> => ({
      labels: [{ judgement: { acceptable: { completion: good } } }],
    });
    expect(() => groupedByPrompt([by('Au', 'x', judged(true)), by('Au', 'y', judged(false))])).toThrow(
      /The same response to the same prompt is good in one row and bad in another/,
    );
  });

  it('keep what each annotator said apart', () => {
    const { labels } = groupedByPrompt([
      single('x', true, { annotator: 'w1' }),
      single('x', false, { annotator: 'w2' }),
      single('y', false, { annotator: 'w1' }),
    ]);
    expect(labels).toEqual([
      { annotator: 'w1', shown: ['r1', 'r2'], judgement: { acceptable: { r1: true, r2: false } } },
      { annotator: 'w2', shown: ['r1'], judgement: { acceptable: { r1: false } } },
    ]);
  });

  it("keep the responses' own ids where they are names", () => {
    const row = (a: string, b: string): Content => ({
      prompt,
      responses: [
        { id: a, text: a },
        { id: b, text: b },
      ],
    });
    expect(groupedByPrompt([row('hk3x', 'hk9z'), row('hk9z', 'hm22')]).responses.map(({ id }) => id)).toEqual([
      'hk3x',
      'hk9z',
      'hm22',
    ]);
  });

  it('keep metadata that is the same as it is and list what differs by row', () => {
    expect(
      groupedByPrompt([
        pair('a', 'b', { metadata: { source: 'web', score: 1 } }),
        pair('a', 'c', { metadata: { source: 'web', seen: true } }),
      ]).metadata,
    ).toEqual({ source: 'web', score: [1, null], seen: [null, true] });
  });

  it('keep two equal texts of one row as two responses', () => {
    expect(groupedByPrompt([pair('same', 'same'), pair('same', 'other')]).responses.map(({ text }) => text)).toEqual([
      'same',
      'same',
      'other',
    ]);
  });

  it('are refused where the same annotator contradicts himself about what one text is', () => {
    expect(() => groupedByPrompt([single('x', true), single('x', false)])).toThrow(
      'The same response to the same prompt is good in one row and bad in another. Remove one of the rows, or keep them separate with --no-gather',
    );
    const ranked = (first: string, second: string): Content => ({
      prompt,
      responses: [
        { id: 'r1', text: first },
        { id: 'r2', text: second },
      ],
      labels: [{ judgement: { ranking: { tiers: [['r1'], ['r2']] } } }],
    });
    expect(() => groupedByPrompt([ranked('x', 'y'), ranked('y', 'x')])).toThrow('two different rankings');
  });

  it('lose no text and no comparison, and name only responses that are there', () => {
    const text = fc.constantFrom('a', 'b', 'c', 'd', '🙂');
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), (pairs) => {
        const { responses, labels = [] } = groupedByPrompt(pairs.map(([chosen, rejected]) => pair(chosen, rejected)));
        const textOf = new Map(responses.map(({ id, text }) => [id, text]));
        expect(textOf.size).toBe(responses.length);
        expect(new Set(textOf.values())).toEqual(new Set(pairs.flat()));
        const compared = labels
          .flatMap(({ judgement }) => judgement.comparisons ?? [])
          .map(({ a, b }) => JSON.stringify([textOf.get(a), textOf.get(b)]));
        expect(new Set(compared)).toEqual(new Set(pairs.map((each) => JSON.stringify(each))));
        expect(labels.flatMap(({ judgement }) => judgement.comparisons ?? []).every(({ a, b }) => a !== b)).toBe(true);
      }),
    );
  });

  it('are told apart by their context', () => {
    expect(promptKey({ prompt, context: 'for a child' })).not.toBe(promptKey({ prompt }));
  });
});
