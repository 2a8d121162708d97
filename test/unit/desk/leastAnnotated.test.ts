import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { sliceItems, sliceKey, slicesOf, type SlicedItems } from '../../../src/core/desk/queue/slices';
import { sliceJudgements, leastAnnotatedItems, leastAnnotatedOrder } from '../../../src/core/desk/queue/leastAnnotated';
import type { Item } from '../../../src/core/model/item/item';
import { idNumber } from '../../../src/core/study/planFilter';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

const itemOf = (id: string, metadata: Item['metadata'], more: Partial<Item> = {}): Item => ({
  id,
  hash: 'h',
  prompt: [],
  responses: [
    { id: 'r0', text: '' },
    { id: 'r1', text: '' },
  ],
  ...(metadata && { metadata }),
  ...more,
});

/** Items that are in these slices, by number. */
function sliced(...items: readonly (readonly number[])[]): SlicedItems {
  const members = items.flat();
  let end = 0;
  return {
    slices: [...Array(Math.max(0, ...members) + 1).keys()].map((slice) => sliceKey({ path: 's', value: `${slice}` })),
    ids: Float64Array.from(items.keys(), (at) => idNumber(`q${at}`)),
    members: Uint32Array.from(members),
    ends: Uint32Array.from(items, (own) => (end += own.length)),
  };
}

const none = { counts: new Map<number, number>(), mine: new Set<number>() };
const currentAnnotation = (
  annotator: string,
  item: string,
  more: { skipped?: boolean; imported?: boolean; byModel?: boolean } = {},
): Parameters<typeof sliceJudgements>[0] extends Iterable<infer S> ? S : never => ({
  annotator,
  item,
  id: 'i',
  hash: 'h',
  skipped: false,
  imported: false,
  byModel: false,
  pointsAtTexts: false,
  ref: { source: '', id: 'i', line: 1, offset: 0, length: 0 },
  ...more,
});

describe('the slices of an item', () => {
  it('are its values at the paths: of its metadata, its language, each value of a list', () => {
    const item = itemOf(
      'q',
      { category: 'code', deep: { level: 3 }, tags: ['hard', 'hard', 'new'], empty: '', none: null, object: {} },
      { language: 'de' },
    );
    expect(slicesOf(item, ['category', 'deep.level', 'tags', 'empty', 'none', 'object', 'language', 'absent'])).toEqual(
      [
        { path: 'category', value: 'code' },
        { path: 'deep.level', value: '3' },
        { path: 'tags', value: 'hard' },
        { path: 'tags', value: 'new' },
        { path: 'language', value: 'de' },
      ],
    );
  });

  it('are read of every record, with what cannot be read in none', async () => {
    const path = join(temporaryFolder(), 'data.jsonl');
    const row = (id: string, category?: string): unknown => ({
      id,
      prompt: id,
      responses: ['x', 'y'],
      ...(category !== undefined && { category }),
    });
    writeFileSync(path, `${jsonl([row('a', 'code'), row('b', 'prose')])}{\n${jsonl([row('c', 'code'), row('d')])}`);
    const found = await sliceItems([path], { layout: layoutNamed('responses')!, mapping: {} }, ['category']);
    expect(found.slices.map((key) => JSON.parse(key) as unknown)).toEqual([
      ['category', 'code'],
      ['category', 'prose'],
    ]);
    expect([...found.members]).toEqual([0, 1, 0]);
    expect([...found.ends]).toEqual([1, 2, 2, 3, 3]);
    expect([...found.ids]).toEqual(['a', 'b', undefined, 'c', 'd'].map((id) => (id === undefined ? 0 : idNumber(id))));
  });
});

describe('least annotated slices first', () => {
  it('takes slices in turns, each in the order of the dataset, and items in none last', () => {
    expect([...leastAnnotatedItems(sliced([0], [0], [0], [], [1], [1], [2]), none).ordinals]).toEqual([
      0, 4, 6, 1, 5, 2, 3,
    ]);
  });

  it('lets a slice that nobody judged catch up first', () => {
    const judgements = sliceJudgements([currentAnnotation('ben', 'q0'), currentAnnotation('cleo', 'q0')], 'ana');
    const { ordinals, judged } = leastAnnotatedItems(sliced([0], [0], [1], [1], [1]), judgements);
    expect([...ordinals]).toEqual([2, 3, 0, 4, 1]);
    expect([...judged.values()]).toEqual([2, 0]);
  });

  it('counts the judgements of all, but neither what is skipped nor labels of the source', () => {
    const { counts, mine } = sliceJudgements(
      [
        currentAnnotation('ana', 'a'),
        currentAnnotation('ben', 'a'),
        currentAnnotation('ana', 'b', { skipped: true }),
        currentAnnotation('source', 'b', { imported: true }),
      ],
      'ana',
    );
    expect([...counts]).toEqual([[idNumber('a'), 2]]);
    expect([...mine]).toEqual([idNumber('a'), idNumber('b')]);
  });

  it('has every item once, those judged first and those that do not come last; one who judges each in turn never widens the gap between slices that have items left', () => {
    const items = fc.array(fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 2 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        items,
        fc.array(fc.nat({ max: 29 })),
        fc.array(fc.nat({ max: 29 })),
        fc.array(fc.nat({ max: 29 })),
        (all, byMe, byOthers, away) => {
          const data = sliced(...all);
          const isJudged = new Set(byMe.filter((at) => at < all.length));
          const isAway = new Set(away);
          const judgements = sliceJudgements(
            [...new Set(byMe)]
              .map((at) => currentAnnotation('ana', `q${at}`))
              .concat([...new Set(byOthers)].map((at) => currentAnnotation('ben', `q${at}`))),
            'ana',
          );
          const ordinals = [...leastAnnotatedItems(data, judgements, (ordinal) => !isAway.has(ordinal)).ordinals];
          expect(ordinals.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
          expect(new Set(ordinals.slice(0, isJudged.size))).toEqual(isJudged);

          const count = data.slices.map((_, slice) =>
            all.reduce(
              (sum, own, at) => sum + (own.includes(slice) ? (judgements.counts.get(idNumber(`q${at}`)) ?? 0) : 0),
              0,
            ),
          );
          const left = new Set(
            [...all.keys()].filter((at) => !isJudged.has(at) && !isAway.has(at) && all[at]!.length > 0),
          );
          const queuePosition = ordinals.slice(isJudged.size, isJudged.size + left.size);
          for (const ordinal of queuePosition) {
            const waiting = new Set([...left].flatMap((at) => all[at]!));
            const least = Math.min(...[...waiting].map((slice) => count[slice]!));
            expect(Math.min(...all[ordinal]!.map((slice) => count[slice]!))).toBe(least);
            left.delete(ordinal);
            for (const slice of all[ordinal]!) count[slice]!++;
          }
          expect(left.size).toBe(0);
        },
      ),
    );
  });
});

describe('the reason why an item of a thin slice comes', () => {
  const key = (value: string, path = 'category'): string => sliceKey({ path, value });
  const items = {
    ordinals: Uint32Array.of(0, 1),
    judged: new Map([
      [key('code'), 3],
      [key('prose'), 1],
    ]),
  };

  it('names the thinnest slice, and follows what is judged', () => {
    const order = leastAnnotatedOrder(items, ['category']);
    const item = itemOf('q', { category: ['code', 'prose'] });
    expect(order.why({ item, labels: [] }, 0)).toEqual({ kind: 'thin', why: { slice: 'prose', judged: 1 } });
    order.judged?.('q', 1, item);
    expect(order.why({ item, labels: [] }, 0)).toEqual({ kind: 'thin', why: { slice: 'prose', judged: 2 } });
    order.judged?.('q', -1);
    order.judged?.('unknown', 1);
    expect(order.why({ item, labels: [] }, 0)).toEqual({ kind: 'thin', why: { slice: 'prose', judged: 1 } });
    expect(order.why({ item: itemOf('p', {}), labels: [] }, 0)).toEqual({ kind: 'thin', why: null });
  });

  it.each<[string, Item, string]>([
    ['a path that speaks of models', itemOf('q', { model_a: 'swift' }), 'model_a'],
    ['a path that speaks of the winner', itemOf('q', { winner: 'tie' }), 'winner'],
    [
      'the name of a model',
      { ...itemOf('q', { source: 'from Swift-7B' }), responses: [{ id: 'r0', text: '', model: 'swift-7b' }] },
      'source',
    ],
    ['the id of a response', itemOf('q', { source: 'R1' }), 'source'],
    [
      'what is said of a response',
      { ...itemOf('q', { source: 'lab' }), responses: [{ id: 'r0', text: '', metadata: { maker: 'lab' } }] },
      'source',
    ],
  ])('does not show %s', (_, item, path) => {
    expect(leastAnnotatedOrder(items, [path]).why({ item, labels: [] }, 0)).toEqual({
      kind: 'thin',
      why: { slice: null, judged: 0 },
    });
  });
});
