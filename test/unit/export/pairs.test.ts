import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criteriaOf, pairsOf } from '../../../src/core/export/derive/pairs';
import type { DropReason } from '../../../src/core/export/dropReasons';
import type { Annotation, Comparison } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import { annotation } from '../made/journalLines';

const itemWith = (texts: Readonly<Record<string, string>>): Item => ({
  id: 'item-1',
  hash: 'hash-1',
  prompt: [{ role: 'user', content: 'Hi' }],
  responses: Object.entries(texts).map(([id, text]) => ({ id, text })),
});
const abcd = itemWith({ a: 'A', b: 'B', c: 'C', d: 'D' });

function derived(
  judgement: Annotation['judgement'],
  item = abcd,
): { pairs: string[]; drops: Partial<Record<DropReason, number>> } {
  const drops: Partial<Record<DropReason, number>> = {};
  const pairs = pairsOf(
    annotation(1, { judgement, shown: item.responses.map(({ id }) => id) }),
    item,
    (reason) => (drops[reason] = (drops[reason] ?? 0) + 1),
  );
  return { pairs: pairs.map(({ chosen, rejected }) => `${chosen.id}>${rejected.id}`), drops };
}

describe('the pairs of a ranking', () => {
  it.each<[string, string[][], string[], Partial<Record<DropReason, number>>]>([
    [
      'a strict ranking of four gives six',
      [['b'], ['a'], ['d'], ['c']],
      ['b>a', 'b>d', 'b>c', 'a>d', 'a>c', 'd>c'],
      {},
    ],
    ['a tie gives none between the two', [['a', 'b'], ['c'], ['d']], ['a>c', 'a>d', 'b>c', 'b>d', 'c>d'], { tie: 1 }],
    ['all tied give none', [['a', 'b', 'c', 'd']], [], { tie: 6 }],
    [
      'every ranked one is better than every one left unranked',
      [['c'], ['a']],
      ['c>a', 'c>b', 'c>d', 'a>b', 'a>d'],
      { 'both-unranked': 1 },
    ],
    ['one best, the rest unranked', [['d']], ['d>a', 'd>b', 'd>c'], { 'both-unranked': 3 }],
  ])('%s', (_, tiers, pairs, drops) => {
    expect(derived({ ranking: { tiers } })).toEqual({ pairs, drops });
  });

  it('leave out two responses with the same text', () => {
    expect(derived({ ranking: { tiers: [['a'], ['b'], ['c']] } }, itemWith({ a: 'same', b: 'same', c: 'C' }))).toEqual({
      pairs: ['a>c', 'b>c'],
      drops: { identical: 1 },
    });
  });

  it('leave out a response that the item no longer has', () => {
    const drops: DropReason[] = [];
    expect(
      pairsOf(
        annotation(1, { judgement: { ranking: { tiers: [['a'], ['gone']] } }, shown: ['a', 'gone'] }),
        abcd,
        (reason) => drops.push(reason),
      ),
    ).toEqual([]);
    expect(drops).toEqual(['stale']);
  });

  it('are exactly those whose places differ, and with the dropped ones they are all there are', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const anyCase = fc.record({
      texts: fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 5, maxLength: 5 }),
      places: fc
        .array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }), { minLength: 5, maxLength: 5 })
        .filter((places) => places.some((place) => place !== null)),
    });
    fc.assert(
      fc.property(anyCase, ({ texts, places }) => {
        const tiers = [1, 2, 3, 4]
          .map((place) => ids.filter((_, i) => places[i] === place))
          .filter((tier) => tier.length > 0);
        const { pairs, drops } = derived(
          { ranking: { tiers } },
          itemWith(Object.fromEntries(ids.map((id, i) => [id, texts[i] ?? '']))),
        );
        const level = (i: number): number => places[i] ?? Infinity;
        const expected = ids.flatMap((chosen, i) =>
          ids.filter((_, j) => level(i) < level(j) && texts[i] !== texts[j]).map((rejected) => `${chosen}>${rejected}`),
        );
        expect([...pairs].sort()).toEqual(expected.sort());
        expect(pairs.length + Object.values(drops).reduce((sum, count) => sum + count, 0)).toBe(10);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the pairs of comparisons', () => {
  it.each<[Comparison['outcome'], string[], Partial<Record<DropReason, number>>]>([
    ['a', ['a>b'], {}],
    ['b', ['b>a'], {}],
    ['tie', [], { tie: 1 }],
    ['both-good', [], { 'not-strict': 1 }],
    ['both-bad', [], { 'not-strict': 1 }],
    ['too-close', [], { 'not-strict': 1 }],
    ['unsure', [], { 'not-strict': 1 }],
  ])('with the outcome %s', (outcome, pairs, drops) => {
    expect(derived({ comparisons: [{ a: 'a', b: 'b', outcome }] })).toEqual({ pairs, drops });
  });

  it('need not be transitive: each gives its own', () => {
    expect(
      derived({
        comparisons: [
          { a: 'a', b: 'b', outcome: 'a' },
          { a: 'b', b: 'c', outcome: 'a' },
          { a: 'c', b: 'a', outcome: 'a' },
        ],
      }).pairs,
    ).toEqual(['a>b', 'b>c', 'c>a']);
  });

  it('leave out a preference by one criterion only', () => {
    expect(
      derived({
        comparisons: [
          { a: 'a', b: 'b', outcome: 'a', criterion: 'tone' },
          { a: 'c', b: 'd', outcome: 'b' },
        ],
      }).pairs,
    ).toEqual(['d>c']);
  });

  it('by the criterion that is asked for are the only ones then', () => {
    const drops: DropReason[] = [];
    const comparisons: Comparison[] = [
      { a: 'a', b: 'b', outcome: 'a', criterion: 'tone' },
      { a: 'a', b: 'b', outcome: 'b', criterion: 'truth' },
      { a: 'c', b: 'd', outcome: 'b' },
      { a: 'c', b: 'd', outcome: 'tie', criterion: 'tone' },
    ];
    const by = (judgement: Annotation['judgement']): string[] =>
      pairsOf(
        annotation(1, { judgement, shown: ['a', 'b', 'c', 'd'] }),
        abcd,
        (reason) => drops.push(reason),
        'tone',
      ).map(({ chosen, rejected }) => `${chosen.id}>${rejected.id}`);
    expect([by({ comparisons }), by({ ranking: { tiers: [['a'], ['b']] } }), drops]).toEqual([
      ['a>b'],
      [],
      ['other-criterion', 'other-criterion', 'tie', 'other-criterion'],
    ]);
    expect(criteriaOf(annotation(1, { judgement: { comparisons }, shown: ['a', 'b', 'c', 'd'] }))).toEqual([
      'tone',
      'truth',
      'tone',
    ]);
  });

  it('leave out identical texts', () => {
    expect(derived({ comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] }, itemWith({ a: 'same', b: 'same' }))).toEqual({
      pairs: [],
      drops: { identical: 1 },
    });
  });
});

it('a judgement that compares nothing has no pairs', () => {
  expect(derived({ rationale: 'hm' })).toEqual({ pairs: [], drops: {} });
});
