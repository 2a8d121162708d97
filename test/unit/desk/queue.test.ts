import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dataset } from '../../../src/core/dataset/dataset';
import { foundOrder, orderNamed, uncertainOrder, type Order } from '../../../src/core/desk/queue/order';
import { Queue } from '../../../src/core/desk/queue/queue';
import { Replay } from '../../../src/core/journal/replay';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { temporaryFolder } from '../made/temporaryFolder';
import { annotation, retraction } from '../made/journalLines';

const count = 60;
const opened: Dataset[] = [];
afterEach(async () => {
  for (const dataset of opened.splice(0)) await dataset.close();
});

/** Items of 2 kB in two files; every tenth record cannot be read. */
async function datasetOf(): Promise<Dataset> {
  const folder = temporaryFolder();
  const text = (n: number): string =>
    n % 10 === 9
      ? '{\n'
      : `${JSON.stringify({ id: `q${n}`, prompt: `${n}`, responses: ['x'.repeat(1000), 'y'.repeat(1000)] })}\n`;
  const lines = [...Array(count).keys()].map(text);
  const paths = ['one', 'two'].map((name) => join(folder, `${name}.jsonl`));
  writeFileSync(paths[0]!, lines.slice(0, 35).join(''));
  writeFileSync(paths[1]!, lines.slice(35).join(''));
  const dataset = await Dataset.open(
    paths,
    { layout: layoutNamed('responses')!, mapping: {} },
    { unpack: (path) => Promise.resolve(path) },
  );
  opened.push(dataset);
  await dataset.whenComplete();
  return dataset;
}

/** A judgement of the item at `ordinal`, as it is or (stale) as it was. */
async function judgementAt(dataset: Dataset, ordinal: number, n: number, stale = false): Promise<Annotation> {
  const parsed = await dataset.at(ordinal);
  if (!parsed || !('item' in parsed)) throw new Error(`no item ${ordinal}`);
  return annotation(n, { item: parsed.item.id, hash: stale ? 'another' : parsed.item.hash });
}

const add = (replay: Replay, line: Parameters<Replay['add']>[0]): void =>
  replay.add(line, { id: line.id, source: 'memory', line: 1, offset: 0, length: 0 });

const orders: readonly (readonly [string, (dataset: Dataset) => Order])[] = [
  ['file order', (dataset) => orderNamed('file', dataset, 7, 'ana')],
  ['shuffled', (dataset) => orderNamed('shuffled', dataset, 7, 'ana')],
  [
    'uncertain',
    () =>
      uncertainOrder({ ordinals: Uint32Array.from({ length: count }, (_, at) => count - 1 - at), scales: new Map() }),
  ],
  ['found', () => foundOrder(Uint32Array.of(2, 3, 17, 29, 30, 31, 40, 58), 'some')],
];

describe('looking for an item that is not judged', () => {
  it.each(orders)(
    'finds what one finds by reading every item, however often things change in between: %s',
    async (_, make) => {
      const dataset = await datasetOf();
      const order = make(dataset);
      const places = [...Array(count).keys()].map((place) => order.ordinalAt(place)).filter((at) => at !== undefined);
      const act = fc.record({
        ordinal: fc.nat({ max: count - 1 }).filter((n) => n % 10 !== 9),
        length: fc.nat({ max: 40 }),
        kind: fc.constantFrom(
          'judge' as const,
          'judge' as const,
          'stale' as const,
          'retract' as const,
          'forget' as const,
        ),
        from: fc.integer({ min: -1, max: count - 1 }),
        wraps: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
          const replay = new Replay();
          const queue = new Queue(dataset, replay, 'ana', { order });
          let n = 0;
          for (const { ordinal, length, kind, from, wraps } of acts) {
            for (let at = ordinal; at <= Math.min(ordinal + length, count - 1); at++) {
              if (at % 10 === 9) continue;
              const last = replay.current('ana', `q${at}`);
              if (kind === 'retract') {
                if (last) add(replay, retraction(++n, annotation(0, { id: last.id, item: last.item })));
              } else if (kind !== 'forget') add(replay, await judgementAt(dataset, at, ++n, kind === 'stale'));
            }
            if (kind === 'forget') replay.forget('memory');
            let expected: number | undefined;
            const behind = order.after(from);
            for (const at of wraps ? places.slice(0, behind) : places.slice(behind)) {
              if (expected !== undefined) break;
              const parsed = await dataset.at(at);
              if (parsed && 'item' in parsed && replay.on('ana', parsed.item)?.hash !== parsed.item.hash) expected = at;
            }
            expect((await (wraps ? queue.nextFromStart(from) : queue.next(from)))?.ordinal).toBe(expected);
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each([orders[0]!, orders[2]!])(
    'reads no judged item twice, and all of them by a few readings where they lie side by side: %s',
    async (name, make) => {
      const dataset = await datasetOf();
      const replay = new Replay();
      for (let at = 0; at < count - 2; at++) if (at % 10 !== 9) add(replay, await judgementAt(dataset, at, at + 1));
      const queue = new Queue(dataset, replay, 'ana', { order: make(dataset) });
      const chunk = vi.spyOn(dataset, 'chunk');
      expect((await queue.next(-1))?.ordinal).toBe(count - 2);
      if (name === 'file order') expect(chunk.mock.calls.length).toBeLessThan(12);
      else expect(chunk.mock.calls.length).toBeLessThanOrEqual(count);
      chunk.mockClear();
      expect((await queue.next(-1))?.ordinal).toBe(count - 2);
      expect(chunk).toHaveBeenCalledTimes(1);
    },
  );

  it('stops when it is aborted', async () => {
    const queue = new Queue(await datasetOf(), new Replay(), 'ana');
    await expect(queue.next(-1, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

describe('the queue', () => {
  it.each(orders)('leads back the way it led, to its first and its last item: %s', async (name, make) => {
    const dataset = await datasetOf();
    const queue = new Queue(dataset, new Replay(), 'ana', { order: make(dataset) });
    const forth: number[] = [];
    for (let at = await queue.beside(-1, 1); at !== undefined && at < count; at = await queue.beside(at, 1))
      forth.push(at);
    const back: number[] = [];
    for (let at = forth.at(-1); at !== undefined; at = await queue.beside(at, -1)) back.push(at);
    expect(back).toEqual(forth.toReversed());
    expect(new Set(forth).size).toBe(name === 'found' ? 8 : count);
  });

  it('goes on behind an item that is not among those found', async () => {
    const dataset = await datasetOf();
    const queue = new Queue(dataset, new Replay(), 'ana', { order: foundOrder(Uint32Array.of(2, 30), 'some') });
    expect(await queue.beside(17, 1)).toBe(30);
    expect(await queue.beside(17, -1)).toBe(2);
    expect(await queue.next(17)).toMatchObject({ ordinal: 30, queuePosition: { kind: 'found', what: 'some' } });
  });

  it('shuffles alike for all, or for each by their name', async () => {
    const dataset = await datasetOf();
    const placesOf = (name: 'shuffled' | 'shuffled-each', seed: number, annotator: string): (number | undefined)[] =>
      [...Array(count).keys()].map((place) => orderNamed(name, dataset, seed, annotator).ordinalAt(place));
    expect(placesOf('shuffled', 7, 'ana')).toEqual(placesOf('shuffled', 7, 'ben'));
    expect(placesOf('shuffled', 7, 'ana')).not.toEqual(placesOf('shuffled', 8, 'ana'));
    expect(placesOf('shuffled-each', 7, 'ana')).not.toEqual(placesOf('shuffled-each', 7, 'ben'));
  });

  it('brings what was judged before once more, and only once, where that is wanted', async () => {
    const dataset = await datasetOf();
    const replay = new Replay();
    for (const at of [2, 3]) add(replay, await judgementAt(dataset, at, at));
    const queue = new Queue(dataset, replay, 'ana', {
      order: foundOrder(Uint32Array.of(2, 3), 'saved'),
      since: replay.lastId('ana'),
    });
    expect((await queue.next(-1))?.ordinal).toBe(2);
    add(replay, await judgementAt(dataset, 2, 10));
    expect((await queue.next(-1))?.ordinal).toBe(3);
    add(replay, await judgementAt(dataset, 3, 11));
    expect(await queue.next(-1)).toBeUndefined();
  });
});
