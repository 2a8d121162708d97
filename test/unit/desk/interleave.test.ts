import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Dataset } from '../../../src/core/dataset/dataset';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { kindAt, repeatPlanOf, type RepeatPlan } from '../../../src/core/desk/queue/repeatPlan';
import { Queue } from '../../../src/core/desk/queue/queue';
import { Interleave } from '../../../src/core/desk/queue/interleave';
import { Replay } from '../../../src/core/journal/replay';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { Project } from '../../../src/core/model/study/project';
import { isPlainKey, judgementKeyOf } from '../../../src/core/model/annotation/judgementKey';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { annotation, retraction } from '../made/journalLines';

const opened: Dataset[] = [];
afterEach(async () => {
  for (const dataset of opened.splice(0)) await dataset.close();
});

async function datasetOf(count: number): Promise<Dataset> {
  const path = join(temporaryFolder(), 'data.jsonl');
  writeFileSync(
    path,
    jsonl([...Array(count).keys()].map((n) => ({ id: `q${n}`, prompt: `${n}`, responses: ['x', 'y'] }))),
  );
  const dataset = await Dataset.open(
    [path],
    { layout: layoutNamed('responses')!, mapping: {} },
    { unpack: (each) => Promise.resolve(each) },
  );
  opened.push(dataset);
  await dataset.whenComplete();
  return dataset;
}

const repeatPlan = (
  repeats: number,
  controls: readonly string[],
  rate: number,
  after = 20,
  seed = 7,
  annotator = 'ana',
): RepeatPlan => ({
  seed,
  annotator,
  repeats: { rate: repeats, after },
  controls: { rate, items: controls, test: { items: new Set(), first: 0 } },
});
const add = (replay: Replay, line: Parameters<Replay['add']>[0]): void =>
  replay.add(line, { id: line.id, source: 'memory', line: 1, offset: 0, length: 0 });

/**
 * What was served, and judged at once, until nothing was left. `renew` makes everything anew in between, as another
 * machine or a later day would.
 */
async function history(dataset: Dataset, how: RepeatPlan, renew = false): Promise<Annotation[]> {
  const replay = new Replay();
  const controls = new Set(how.controls.items);
  const places = new Map([...Array(dataset.count).keys()].map((n) => [`q${n}`, n]));
  const make = (): { queue: Queue; interleave: Interleave } => {
    const interleave = new Interleave(dataset, replay, how);
    for (const [item, ordinal] of places) interleave.learn(item, ordinal);
    return { interleave, queue: new Queue(dataset, replay, how.annotator, { isLast: (item) => controls.has(item) }) };
  };
  let { queue, interleave } = make();
  const made: Annotation[] = [];
  for (let after = -1; ;) {
    if (renew) ({ queue, interleave } = make());
    const found =
      (await interleave.next(after, queue)) ??
      (await queue.next(after)) ??
      (await queue.nextFromStart(after)) ??
      (await queue.nextLeft());
    if (!found) return made;
    // Nothing that is told of an item says which kind it is.
    expect(found.queuePosition).toEqual({ kind: 'file' });
    after = found.behind ?? found.ordinal;
    const line = annotation(made.length + 1, {
      item: found.item.id,
      hash: found.item.hash,
      annotator: how.annotator,
      ...judgementKeyOf(found.judgementKey ?? {}),
    });
    add(replay, line);
    interleave.judged(line.item, line, false);
    made.push(line);
  }
}

describe('what an annotator gets', () => {
  it('is every item once, control items too, and as many repeats as the rate says, each after its gap and never twice', async () => {
    const dataset = await datasetOf(1500);
    const controls = [...Array(60).keys()].map((n) => `q${n * 11}`);
    for (const [rate, controlRate, after] of [
      [0.1, 0.05, 20],
      [0.3, 0.2, 5],
      [0.5, 0, 1],
    ] as const) {
      const made = await history(dataset, repeatPlan(rate, controls, controlRate, after));
      const first = made.filter(isPlainKey);
      const repeats = made.filter(({ repeat }) => repeat !== undefined);
      expect(new Set(first.map(({ item }) => item)).size).toBe(1500);
      expect(first).toHaveLength(1500);
      expect(new Set(repeats.map(({ item }) => item)).size).toBe(repeats.length);
      for (const line of repeats)
        expect(made.indexOf(line) - made.findIndex(({ item }) => item === line.item) - 1).toBeGreaterThanOrEqual(after);
      const share = repeats.length / made.length;
      expect(Math.abs(share - rate)).toBeLessThan(0.035);
      if (controlRate > 0) {
        const wanted = made
          .slice(0, 200)
          .filter(({ item, repeat }) => repeat === undefined && controls.includes(item)).length;
        expect(Math.abs(wanted / 200 - controlRate)).toBeLessThan(0.07);
      }
    }
  });

  it('is the same on every machine and after every restart', async () => {
    const dataset = await datasetOf(120);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom('ana', 'ben'), async (seed, annotator) => {
        const how = repeatPlan(0.3, ['q3', 'q50', 'q51'], 0.2, 4, seed, annotator);
        const items = (made: Annotation[]): unknown[] => made.map(({ item, repeat }) => [item, repeat]);
        expect(items(await history(dataset, how, true))).toEqual(items(await history(dataset, how)));
      }),
      { numRuns: 8 },
    );
  });

  it('differs between annotators', async () => {
    const dataset = await datasetOf(100);
    const [ana, ben] = await Promise.all(
      ['ana', 'ben'].map((name) => history(dataset, repeatPlan(0.3, [], 0, 4, 7, name))),
    );
    expect(ana!.map(({ item }) => item)).not.toEqual(ben!.map(({ item }) => item));
  });

  it('comes without repeats where too little was judged, even at the very end', async () => {
    const made = await history(await datasetOf(12), repeatPlan(0.5, [], 0, 20));
    expect(made.map(({ item }) => item)).toEqual([...Array(12).keys()].map((n) => `q${n}`));
  });
});

describe('weaving', () => {
  it('follows what is taken back, skipped and made by others', async () => {
    const dataset = await datasetOf(40);
    const replay = new Replay();
    const how = repeatPlan(0.5, [], 0, 1);
    const interleave = new Interleave(dataset, replay, how);
    const hashes = new Map<string, string>();
    for (let n = 0; n < 40; n++) {
      const parsed = await dataset.at(n);
      if (parsed && 'item' in parsed) hashes.set(parsed.item.id, parsed.item.hash);
      interleave.learn(`q${n}`, n);
    }
    const lines: Annotation[] = [];
    for (let n = 0; n < 30; n++) {
      const line = annotation(n + 1, {
        item: `q${n}`,
        hash: hashes.get(`q${n}`) ?? '',
        ...(n % 3 === 0 && { judgement: { skip: { reason: 'unclear' } } }),
        ...(n % 3 === 1 && { origin: { kind: 'imported', from: 'labels' } }),
      });
      lines.push(line);
      add(replay, line);
    }
    // Labels of the source were not judged, and a skip is no judgement to compare with.
    expect(interleave.wanted).toEqual([]);
    const due = new Set<string>();
    for (let n = 100; due.size < 8 && n < 400; n++) {
      const next = interleave.due();
      if (next) {
        expect(Number(next.item.slice(1)) % 3).toBe(2);
        due.add(next.item);
        const line = annotation(n, { item: next.item, hash: hashes.get(next.item) ?? '', ...next.judgementKey });
        add(replay, line);
        interleave.judged(line.item, line, false);
      } else {
        const line = annotation(n, { item: `x${n}`, hash: 'h' });
        add(replay, line);
        interleave.judged(line.item, line, true);
      }
    }
    expect(due.size).toBe(8);
    const [taken] = due;
    const repeat = [...replay.all('ana')].find(({ item, repeat: again }) => item === taken && again === 1)!;
    add(replay, retraction(900, annotation(1, { id: repeat.id, item: repeat.item, repeat: 1 })));
    let seen = false;
    for (let n = 1000; !seen && n < 1200; n++) {
      seen = interleave.due()?.item === taken;
      add(replay, annotation(n, { item: `y${n}`, hash: 'h', judgement: { skip: { reason: 'no' } } }));
      interleave.judged(`y${n}`, {}, true);
    }
    expect(seen).toBe(true);
  });

  it('passes over an item that is another by now, and one whose place nobody knows', async () => {
    const dataset = await datasetOf(10);
    const replay = new Replay();
    const interleave = new Interleave(dataset, replay, repeatPlan(0.5, [], 0, 1));
    const queue = new Queue(dataset, replay, 'ana');
    for (let n = 0; n < 200; n++) add(replay, annotation(n + 1, { item: `q${n}`, hash: 'of other texts' }));
    expect(interleave.due()).toBeUndefined();
    expect(interleave.wanted).toContain('q7');
    for (let n = 0; n < 10; n++) interleave.learn(`q${n}`, n);
    for (let n = 300; n < 330; n++) {
      expect(await interleave.next(0, queue)).toBeUndefined();
      add(replay, annotation(n, { item: `z${n}`, hash: 'h' }));
      interleave.judged(`z${n}`, {}, true);
    }
  });

  it('is drawn as its rates say, whatever the seed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ minLength: 1 }), (seed, annotator) => {
        const how = repeatPlan(0.25, ['a'], 0.15, 20, seed, annotator);
        const kinds = [...Array(4000).keys()].map((n) => kindAt(how, n));
        const part = (kind: string): number => kinds.filter((each) => each === kind).length / kinds.length;
        expect(Math.abs(part('repeat') - 0.25)).toBeLessThan(0.04);
        expect(Math.abs(part('control') - 0.15)).toBeLessThan(0.04);
      }),
      { numRuns: 20 },
    );
  });

  it('is nothing where a study does not ask for it', () => {
    expect(repeatPlanOf({ seed: 1, plan: { order: 'file' } } as Project, 'ana')).toBeUndefined();
    expect(repeatPlanOf({ seed: 1, plan: { repeats: { rate: 0.1 } } } as Project, 'ana')).toMatchObject({
      repeats: { rate: 0.1, after: 20 },
      controls: { rate: 0, items: [] },
    });
  });
});

describe('what was judged in another window meanwhile', () => {
  it('counts as if it had been judged here', async () => {
    const dataset = await datasetOf(5);
    const replay = new Replay();
    const how = repeatPlan(0.5, [], 0, 1);
    const here = new Interleave(dataset, replay, how);
    for (let n = 0; n < 60; n++) {
      const line = annotation(n + 1, { item: `q${n % 5}-${n}`, hash: 'h' });
      add(replay, line);
      here.learn(line.item, n % 5);
      if (n % 7 !== 0) here.judged(line.item, line, false);
      const elsewhere = new Interleave(dataset, replay, how);
      for (let m = 0; m <= n; m++) elsewhere.learn(`q${m % 5}-${m}`, m % 5);
      expect(here.due()).toEqual(elsewhere.due());
    }
  });
});
