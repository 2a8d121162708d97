import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Dataset } from '../../../src/core/dataset/dataset';
import { DraftStore } from '../../../src/core/desk/drafts/draftStore';
import { PlanItems } from '../../../src/core/desk/queue/planItems';
import { Session } from '../../../src/core/desk/session';
import { orderNamed, uncertainOrder } from '../../../src/core/desk/queue/order';
import type { Project } from '../../../src/core/model/study/project';
import { filterItems, filterOf } from '../../../src/core/study/planFilter';
import { temporaryFolder } from '../made/temporaryFolder';
import { judge, opened, studyOf } from '../made/study';

const categories = ['code', 'prose', 'code', 'maths', 'code', 'prose'];
const records = categories.map((category, n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: ['x', 'y'].map((text) => ({ id: text, text, model: `secret-${text}` })),
  category,
  beats: 'x',
  source: 'by secret-x',
}));

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A session on the study with this plan, whose filter is looked through as the editor does it. */
async function sessionWith(plan: Project['plan'], what = 'the filter'): Promise<Session> {
  const folder = temporaryFolder();
  await (await studyOf(folder, records)).close();
  const file = join(folder, 'data.tiebreak');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as Project), plan }));
  const study = await opened(file);
  const dataset = await Dataset.open(study.sources, study.reading, {
    unpack: () => Promise.reject(new Error('not packed')),
  });
  const session = new Session(study, dataset, new DraftStore(join(folder, 'drafts'), () => undefined), 'ana');
  closing.push(async () => {
    await dataset.close();
    await study.close();
  });
  const query = filterOf(study.project);
  const sent = async (): Promise<PlanItems> => {
    const found = await filterItems(study.data.paths, study.data.reading, query!);
    await dataset.whenComplete();
    return new PlanItems(found, query!, dataset.count, what);
  };
  if (query) {
    const sending = sent();
    session.send(sending);
    await sending;
  }
  return session;
}

/** The items that come one after the other, where none is judged in between. */
async function comingTo(session: Session): Promise<number[]> {
  const found: number[] = [];
  for (
    let at = await session.queue.beside(-1, 1);
    at !== undefined && at < records.length;
    at = await session.queue.beside(at, 1)
  )
    found.push(at);
  return found;
}

describe('the filter of a plan', () => {
  it.each<[string, NonNullable<Project['plan']>['filter'], number[]]>([
    ['a value', { fields: { category: 'code' } }, [0, 2, 4]],
    ['a text', { text: 'question 3' }, [3]],
    ['a regular expression', { text: '[35]$', regex: true }, [3, 5]],
    ['both', { text: 'QUESTION 4', fields: { category: 'code' } }, [4]],
    ['a text in another case', { text: 'QUESTION 4', matchCase: true }, []],
    ['labels', { labelled: true }, []],
  ])('lets through what the search finds: %s', async (_, filter, expected) => {
    const session = await sessionWith({ filter });
    expect(await comingTo(session)).toEqual(expected);
    expect((await session.queue.next(-1))?.ordinal).toBe(expected[0]);
    expect(session.mine).toEqual({ count: expected.length, counted: true });
  });

  it('holds in every order, and says so', async () => {
    const session = await sessionWith({ filter: { fields: { category: 'code' } } }, 'category = code');
    expect(await session.queue.next(-1)).toMatchObject({
      ordinal: 0,
      queuePosition: { kind: 'file', filter: 'category = code' },
    });
    session.reorder((name) => ({ order: orderNamed('shuffled', session.dataset, 3, name) }));
    expect((await comingTo(session)).toSorted()).toEqual([0, 2, 4]);
    session.reorder(() => ({
      order: uncertainOrder({ ordinals: Uint32Array.of(5, 4, 3, 2, 1, 0), scales: new Map() }),
    }));
    expect(await comingTo(session)).toEqual([4, 2, 0]);
    expect(await session.queue.next(4)).toMatchObject({
      ordinal: 2,
      queuePosition: { kind: 'uncertain', filter: 'category = code' },
    });
    expect(await session.queue.beside(4, -1)).toBeUndefined();
  });

  it('says nothing that may tell which response is whose', async () => {
    for (const filter of [
      { fields: { beats: 'x' } },
      { fields: { source: 'by secret-x' } },
      { text: 'by', metadata: true },
    ]) {
      const session = await sessionWith({ filter }, 'a secret');
      expect(await session.queue.next(-1)).toMatchObject({ ordinal: 0, queuePosition: { kind: 'file', filter: null } });
      expect(await session.at(1)).toMatchObject({ queuePosition: { kind: 'file', filter: null } });
    }
  });

  it('is what progress counts: of the items that come, those that are done, and again after each change', async () => {
    const session = await sessionWith({ filter: { fields: { category: 'code' } } });
    await judge(session.study, 1, { rationale: 'not asked for' });
    await judge(session.study, 2, { rationale: 'asked for' });
    expect(session.study.replay.progress('ana')).toEqual({ judged: 2, skipped: 0 });
    expect(session.progress).toEqual({ judged: 1, skipped: 0 });
    const openAt = async (ordinal: number): Promise<Parameters<Session['save']>[0]> => {
      const at = await session.at(ordinal);
      if (at?.kind !== 'item') throw new Error('no item');
      return at.open;
    };
    const open = await openAt(4);
    const saved = await session.save(open, { skip: { reason: 'hard' } }, 1);
    await session.save(await openAt(3), { rationale: 'not asked for' }, 1);
    expect(session.progress).toEqual({ judged: 1, skipped: 1 });
    await session.save(await openAt(4), { rationale: 'after all' }, 1);
    expect(session.progress).toEqual({ judged: 2, skipped: 0 });
    await session.retract(saved, open, open.draft, 1);
    expect(session.progress).toEqual({ judged: 2, skipped: 0 });
    expect((await session.queue.next(-1))?.ordinal).toBe(0);
    await session.save(await openAt(0), { rationale: 'the last' }, 1);
    expect(await session.queue.next(-1)).toBeUndefined();
    expect(session.queue.of).toBe('mine');
  });

  it('is counted once where a desk looks between the line and its being told', async () => {
    const session = await sessionWith({ filter: { fields: { category: 'code' } } });
    const { study } = session;
    const append = study.append.bind(study);
    const seen: unknown[] = [];
    study.append = async (lines) => {
      await append(lines);
      seen.push(session.progress);
    };
    for (const [at, ordinal] of [0, 2, 4].entries()) {
      // As when an order arrives, or others append.
      session.workload.recount();
      const found = await session.at(ordinal);
      if (found?.kind !== 'item') throw new Error('no item');
      await session.save(found.open, { rationale: 'because' }, 1);
      expect(session.progress).toEqual({ judged: at + 1, skipped: 0 });
    }
    expect(seen).toEqual([1, 2, 3].map((judged) => ({ judged, skipped: 0 })));
  });

  it('is shared out among the annotators, and what is wanted of all is of its items', async () => {
    const session = await sessionWith({
      filter: { fields: { category: 'code' } },
      annotators: ['ana', 'ben'],
      perItem: 2,
    });
    expect(await comingTo(session)).toEqual([0, 2, 4]);
    expect(session.mine).toEqual({ count: 3, counted: false });
    await judge(session.study, 1, { rationale: 'x' });
    expect(session.team).toEqual({ done: 0, wanted: 6 });
  });

  it('tells whoever asks for an item why there is none, where it could not be looked through', async () => {
    const session = await sessionWith(undefined);
    session.send(Promise.reject(new Error('no luck')));
    await expect(session.queue.next(-1)).rejects.toThrow('no luck');
  });

  it('matches a list by one of its values, which is what makes a slice', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(
      folder,
      [['billing', 'travel'], ['travel'], ['health'], [2]].map((tags, n) => ({ ...records[n], tags })),
    );
    const found = async (value: string): Promise<number[]> => {
      const query = filterOf({ plan: { filter: { fields: { tags: value } } } })!;
      return [...(await filterItems(study.data.paths, study.data.reading, query)).ordinals];
    };
    expect(await found('travel')).toEqual([0, 1]);
    expect(await found('2')).toEqual([3]);
    expect(await found('["health"]')).toEqual([2]);
    expect(await found('trav')).toEqual([]);
    await study.close();
  });
});
