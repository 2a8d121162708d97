import { describe, expect, it } from 'vitest';
import { servedAs } from '../../../src/core/desk/item/servedAs';
import { annotationSchema } from '../../../src/core/model/annotation/annotation';
import type { Served } from '../../../src/core/model/annotation/served';
import { plainKey } from '../../../src/core/model/annotation/judgementKey';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../made/deskWindow';

async function judgeAll(window: DeskWindow): Promise<void> {
  for (let n = 0; n < 60 && window.last.view.kind === 'item'; n++) await window.rank(1, 2, 3);
  expect(window.last.view.kind).toBe('done');
}

const reasonsIn = (folder: string): Map<string, string[]> => {
  const reasons = new Map<string, string[]>();
  for (const { item, served, judgement } of annotationsIn(folder))
    // A retraction has no judgment, and says none.
    if ((judgement as unknown) !== undefined)
      reasons.set(item, [...(reasons.get(item) ?? []), served?.why ?? 'untold']);
  return reasons;
};

describe('how responses were shown', () => {
  it('is kept where they were not formatted', async () => {
    const folder = await folderOf(2, () => ({}));
    const window = await windowIn(folder);
    await window.desk.start();
    const key = window.last.view.kind === 'item' ? window.last.view.item.key : '';
    await window.desk.showsViews(key, ['formatted', 'source', 'plain']);
    await window.rank(1, 2, 3);
    await window.rank(1, 2, 3);
    const [first, second] = annotationsIn(folder);
    expect(first?.views).toEqual({ [first?.shown[1] ?? '']: 'source', [first?.shown[2] ?? '']: 'plain' });
    expect(second).toBeDefined();
    expect(second?.views).toBeUndefined();
  });
});

describe('why an item came', () => {
  it('is kept with its judgment: the order, a control item that was woven in, a repeat', async () => {
    const folder = await folderOf(30, () => ({
      plan: { controls: { items: ['q25'], rate: 0.4 }, repeats: { rate: 0.3, after: 3 } },
    }));
    const window = await windowIn(folder);
    window.session.foundAt(new Map([['q25', 25]]));
    await window.desk.start();
    await judgeAll(window);
    const reasons = reasonsIn(folder);
    expect(reasons.get('q25')?.[0]).toBe('control');
    const others = [...reasons].filter(([item]) => item !== 'q25');
    expect(others.every(([, own]) => own[0] === 'file')).toBe(true);
    const again = [...reasons.values()].filter(({ length }) => length > 1);
    expect(again.length).toBeGreaterThan(2);
    expect(again.every(([, second]) => second === 'repeat')).toBe(true);
  });

  it('is the first reason where the judgment is changed, and the own choice where somebody went to the item', async () => {
    const folder = await folderOf(4, () => ({}));
    const window = await windowIn(folder);
    await window.desk.start();
    await window.rank(1, 2, 3);
    await window.desk.goTo(0);
    await window.rank(3, 2, 1);
    await window.desk.goTo(3);
    await window.rank(1, 2, 3);
    expect(reasonsIn(folder)).toEqual(
      new Map([
        ['q0', ['file', 'file']],
        ['q3', ['asked']],
      ]),
    );
  });

  it('stays what it was where the judgment is taken back and saved again, also by way of another item', async () => {
    const folder = await folderOf(4, () => ({}));
    const window = await windowIn(folder);
    await window.desk.start();
    await window.rank(1, 2, 3);
    await window.desk.undo();
    await window.rank(3, 2, 1);
    await window.desk.undo();
    await window.desk.goTo(2);
    await window.desk.goTo(0);
    await window.rank(2, 1, 3);
    expect(reasonsIn(folder).get('q0')).toEqual(['file', 'file', 'file']);
  });

  it('stays what it was where an action on a draft is taken back from another item', async () => {
    const folder = await folderOf(4, () => ({}));
    const window = await windowIn(folder);
    await window.desk.start();
    await window.desk.judge({ do: 'number', value: 1 });
    await window.desk.judge({ do: 'number', value: 2 });
    await window.desk.goTo(2);
    await window.desk.undo();
    await window.desk.goTo(0);
    await window.rank(2, 1, 3);
    expect(reasonsIn(folder).get('q0')).toEqual(['file']);
  });

  it.each<[Parameters<typeof servedAs>[0], Served]>([
    [{ kind: 'shuffled' }, { why: 'shuffled' }],
    [
      { kind: 'thin', why: { slice: null, judged: 3 } },
      { why: 'thin', value: 3 },
    ],
    [
      { kind: 'informative', why: { agree: 3, against: 1 } },
      { why: 'informative', value: 0.25 },
    ],
    [{ kind: 'informative', why: { agree: 0, against: 0 } }, { why: 'informative' }],
    [
      { kind: 'uncertain', why: { kind: 'close', first: 7.5, second: 7 } },
      { why: 'uncertain', value: 0.5 },
    ],
    [
      { kind: 'uncertain', why: { kind: 'disputed', of: 'labels', agree: 1, against: 1 } },
      { why: 'uncertain', value: 0.5 },
    ],
    [{ kind: 'uncertain', why: null }, { why: 'uncertain' }],
    [{ kind: 'found', what: 'disputed', place: 1, of: 9 }, { why: 'found' }],
    [{ kind: 'resumed' }, { why: 'resumed' }],
  ])('of %j is %j', (position, served) => {
    expect(servedAs(position, plainKey)).toEqual(served);
  });

  it('is not asked of lines of before, which read as they did', async () => {
    const folder = await folderOf(1, () => ({}));
    const window = await windowIn(folder);
    await window.desk.start();
    await window.rank(1, 2, 3);
    const [{ served, ...line }] = annotationsIn(folder) as [ReturnType<typeof annotationsIn>[number]];
    expect(served).toEqual({ why: 'file' });
    expect(annotationSchema.parse(line)).toEqual(line);
  });
});
