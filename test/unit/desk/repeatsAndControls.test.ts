import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../../src/core/desk/item/deskPosition';
import { visibleVersions } from '../../../src/core/desk/drafts/visibleVersions';
import { keyOf } from '../../../src/core/desk/item/deskItem';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../made/deskWindow';
import { eventually } from '../made/eventually';

const winter = 'It is winter.';

describe('an item under a context', () => {
  const study = (): Promise<string> =>
    folderOf(3, ({ task }) => ({ task: { ...task, contexts: [{ name: 'Winter', text: winter }] } }));

  it('is judged beside the item as it stands, each with a draft, a status and a line of its own', async () => {
    const folder = await study();
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    await window.rank(1, 2, 3);
    await desk.step(-1);
    expect(window.item).toMatchObject({ status: 'saved', judgedUnder: [null] });
    const bare = window.item.key;
    await desk.under(winter, bare);
    expect(window.item).toMatchObject({
      status: 'empty',
      context: { name: 'Winter', text: winter },
      draft: { places: [null, null, null] },
    });
    expect(window.item.key).not.toBe(bare);
    await desk.judge({ do: 'number', value: 1, index: 2 });
    await desk.under(undefined, window.item.key);
    expect(window.item).toMatchObject({ key: bare, status: 'saved', draft: { places: [1, 2, 3] } });
    await desk.under(winter, bare);
    expect(window.item).toMatchObject({ status: 'draft', draft: { places: [null, null, 1] } });
    await window.rank(3, 2, 1);
    expect(window.last).toMatchObject({ ordinal: 1, judged: 1 });
    const [first, second] = annotationsIn(folder);
    expect(first).not.toHaveProperty('context');
    expect(second).toMatchObject({
      item: 'q0',
      context: winter,
      shown: first!.shown,
      judgement: { ranking: { tiers: first!.shown.toReversed().map((id) => [id]) } },
    });
    await desk.goTo(0);
    expect(window.item).toMatchObject({
      status: 'saved',
      draft: { places: [1, 2, 3] },
      judgedUnder: [null, { name: 'Winter', text: winter }],
    });
  });

  it('is taken back and done again where it was judged, and the judgement as it stands stays', async () => {
    const folder = await study();
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    await window.rank(1, 2, 3);
    await desk.goTo(0);
    await desk.under('One of my own', window.item.key);
    await window.rank(3, 2, 1);
    await desk.undo();
    expect(window.item).toMatchObject({
      context: { text: 'One of my own' },
      status: 'draft',
      draft: { places: [3, 2, 1] },
      judgedUnder: [null],
    });
    expect(window.last).toMatchObject({ ordinal: 0, judged: 1 });
    await desk.redo();
    expect(window.item).toMatchObject({
      context: { text: 'One of my own' },
      status: 'saved',
      judgedUnder: [null, { text: 'One of my own' }],
    });
    expect(annotationsIn(folder).map(({ type, context }) => [type, context])).toEqual([
      ['annotation', undefined],
      ['annotation', 'One of my own'],
      ['retraction', 'One of my own'],
      ['annotation', 'One of my own'],
    ]);
  });

  it('comes back with its draft after a reload, and takes texts that arrive late where they were typed', async () => {
    const folder = await study();
    const before = await windowIn(folder);
    await before.desk.start();
    const bare = before.item.key;
    await before.desk.under(winter, bare);
    const under = before.item.key;
    await before.desk.judge({ do: 'number', value: 2, index: 1 });
    await before.desk.step(1);
    await before.desk.setText(under, { kind: 'rationale' }, 'cold');
    await before.desk.step(-1);
    expect(before.item).toMatchObject({ key: bare, status: 'empty' });
    await before.desk.under(winter, bare);
    const { place } = before.desk.open!;
    await before.session.flush();
    const after = await windowIn(folder);
    expect(await after.desk.resume(place.ordinal, JSON.parse(JSON.stringify(place)) as typeof place)).toBe(true);
    expect(after.item).toMatchObject({
      key: under,
      context: { name: 'Winter' },
      status: 'draft',
      draft: { places: [null, 2, null], rationale: 'cold' },
    });
  });

  it('leaves the item to be judged as it stands', async () => {
    const window = await windowIn(await study());
    await window.desk.start();
    await window.desk.under(winter, window.item.key);
    await window.rank(1, 2, 3);
    expect(window.id).toBe('q1');
    await window.rank(1, 2, 3);
    await window.rank(1, 2, 3);
    expect([window.id, window.item.status, window.last.judged]).toEqual(['q0', 'empty', 2]);
  });
});

/** Judges until something of that kind comes. */
async function until(window: DeskWindow, isIt: () => boolean): Promise<void> {
  for (let n = 0; n < 200 && !isIt(); n++) await window.rank(1, 2, 3);
  expect(isIt()).toBe(true);
}

const isAgain = (window: DeskWindow) => (): boolean => window.desk.open?.shown.judgementKey?.repeat === 1;
/** What differs from item to item, whatever it is. */
const plain = ({ key: _key, ...rest }: DeskItem): unknown => rest;

describe('an item that comes again', () => {
  const study = (rate = 0.3): Promise<string> => folderOf(40, () => ({ plan: { repeats: { rate, after: 3 } } }));

  it('looks like one that never came, until it is judged', async () => {
    const folder = await study();
    const window = await windowIn(folder);
    const { desk, session } = window;
    await desk.start();
    const fresh = plain(window.item);
    await until(window, isAgain(window));
    const { id } = window;
    expect(plain(window.item)).toEqual(fresh);
    expect(visibleVersions(session, desk.open!.shown)).toEqual([]);
    const { judged } = window.last;
    await desk.judge({ do: 'number', value: 1 });
    expect(window.item).toMatchObject({ status: 'draft', hidesPlace: true });
    expect(visibleVersions(session, desk.open!.shown)).toEqual([]);
    await window.rank(3, 2, 1);
    expect(window.last.judged).toBe(judged);
    const lines = annotationsIn(folder);
    const first = lines.find(({ item }) => item === id)!;
    const second = lines.at(-1)!;
    expect(second).toMatchObject({ item: id, hash: first.hash, repeat: 1 });
    expect(second.shown).not.toEqual(first.shown);
    expect(second.seed).not.toBe(first.seed);
    await desk.step(-1);
    expect(window.item).toMatchObject({ status: 'saved', draft: { places: [3, 2, 1] }, hidesPlace: false });
    expect(visibleVersions(session, desk.open!.shown).map(({ repeat }) => repeat)).toEqual([1, undefined]);
  });

  it('says nothing of the contexts under which it was judged', async () => {
    const window = await windowIn(await study());
    const { desk } = window;
    await desk.start();
    for (let n = 0; n < 8; n++) {
      if (!isAgain(window)()) {
        await desk.under(winter, window.item.key);
        await window.rank(1, 2, 3);
        await desk.step(-1);
      }
      await window.rank(1, 2, 3);
    }
    await until(window, isAgain(window));
    expect(window.item.judgedUnder).toEqual([]);
    await desk.under(winter, window.item.key);
    expect(window.item).toMatchObject({ status: 'empty', judgedUnder: [] });
  });

  it('is there after a reload as it was, with its draft', async () => {
    const folder = await study();
    const before = await windowIn(folder);
    await before.desk.start();
    await until(before, isAgain(before));
    await before.desk.judge({ do: 'number', value: 2 });
    const { item, id } = before;
    const { place } = before.desk.open!;
    await before.session.flush();
    const after = await windowIn(folder);
    await after.desk.resume(place.ordinal, place);
    expect(after.id).toBe(id);
    expect(after.item).toMatchObject({ key: item.key, draft: item.draft, status: 'draft', hidesPlace: true });
    await after.rank(1, 2, 3);
    expect(annotationsIn(folder).at(-1)).toMatchObject({ item: id, repeat: 1 });
  });

  it('counts like any other, so that no number tells of it', async () => {
    const window = await windowIn(await study());
    await window.desk.start();
    for (let done = 0; done < 12; done++) {
      expect([window.last.done, window.session.progressSummary()]).toEqual([done, { judged: done, skipped: 0 }]);
      expect(window.last.mine).toMatchObject({ counted: false });
      await window.rank(1, 2, 3);
    }
    expect(window.session.progress.judged).toBeLessThan(12);
  });

  it('is taken back like any other, and the first judgement stands', async () => {
    const folder = await study();
    const window = await windowIn(folder);
    await window.desk.start();
    await until(window, isAgain(window));
    const { id } = window;
    await window.rank(3, 2, 1);
    await window.desk.undo();
    expect([window.id, window.item.status, isAgain(window)()]).toEqual([id, 'draft', true]);
    expect(window.session.study.replay.current('ana', id)).toBeDefined();
    expect(window.session.study.replay.current('ana', id, { repeat: 1 })).toBeUndefined();
  });

  it('is sent ahead of time like any other', async () => {
    const window = await windowIn(await study(0.5));
    const { desk, session, contents } = window;
    await desk.start();
    let met = 0;
    for (let n = 0; n < 30; n++) {
      const { shown, place } = desk.open!;
      const next = (await session.next(anchorOf(place), await session.open(shown)))!;
      const key = keyOf(next.ordinal, await session.open(session.show(next.item, next.judgementKey)));
      await eventually(() => expect(contents.map((each) => each.key)).toContain(key));
      await window.rank(1, 2, 3);
      expect(window.item.key).toBe(key);
      if (isAgain(window)()) met++;
    }
    expect(met).toBeGreaterThan(2);
  });
});

describe('control items', () => {
  it('come to everybody among the others, whatever the plan shares out, and are told by nothing', async () => {
    const folder = await folderOf(40, () => ({
      plan: {
        annotators: ['ana', 'ben', 'cleo', 'dora'],
        perItem: 1,
        controls: { items: ['q31', 'q33', 'gone'], rate: 0.4 },
      },
    }));
    for (const annotator of ['ana', 'ben']) {
      const window = await windowIn(folder, annotator);
      const { desk, session } = window;
      expect(session.wanted).toContain('q31');
      session.foundAt(
        new Map([
          ['q31', 31],
          ['q33', 33],
        ]),
      );
      await desk.start();
      const met: string[] = [];
      const first = { ...(plain(window.item) as object) };
      while (window.last.view.kind === 'item') {
        expect(plain(window.item)).toEqual(first);
        met.push(window.id);
        await window.rank(1, 2, 3);
      }
      expect(met.filter((id) => id === 'q31' || id === 'q33')).toHaveLength(2);
      expect(new Set(met).size).toBe(met.length);
      expect(met.indexOf('q31')).toBeLessThan(met.length - 1);
    }
  });

  it('come at the end where nobody found them before', async () => {
    const window = await windowIn(
      await folderOf(6, () => ({ plan: { controls: { items: ['q0', 'q2'], rate: 0.5 } } })),
    );
    await window.desk.start();
    const met: string[] = [];
    while (window.last.view.kind === 'item') {
      met.push(window.id);
      await window.rank(1, 2, 3);
    }
    expect(met).toEqual(['q1', 'q3', 'q4', 'q5', 'q0', 'q2']);
  });
});
