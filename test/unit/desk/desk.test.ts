import { readFileSync, readdirSync, rmSync, symlinkSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Desk } from '../../../src/core/desk/desk';
import { foundOrder, uncertainOrder } from '../../../src/core/desk/queue/order';
import type { Session } from '../../../src/core/desk/session';
import type { Project } from '../../../src/core/model/study/project';
import { annotatorsOf, assignmentOf } from '../../../src/core/model/study/assignment';
import { writeTeamFile } from '../../../src/core/team/teamFile';
import { FakeAudience } from '../made/fakeAudience';
import { windowIn } from '../made/deskWindow';
import { temporaryFolder } from '../made/temporaryFolder';
import { judge, opened, studyOf } from '../made/study';

interface Window {
  readonly session: Session;
  readonly desk: Desk;
  readonly seen: FakeAudience;
}

const records = [...Array(3).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: ['x', 'y', 'z'].map((model) => ({ id: `${model}-id`, text: `text ${model}`, model: `secret-${model}` })),
}));

async function folderWithStudy(made: readonly unknown[] = records): Promise<string> {
  const folder = temporaryFolder();
  await (await studyOf(folder, made)).close();
  return folder;
}

/** A window of the editor on the study in `folder`; the drafts outlive it. */
async function windowOn(folder: string, annotator = 'ana'): Promise<Window> {
  const seen = await windowIn(folder, annotator);
  const { session, desk } = seen;
  await desk.start();
  return { session, desk, seen };
}

const journalOf = (folder: string): string => join(folder, 'data.tiebreak.d', 'annotations', 'ana.jsonl');
const linesOf = (folder: string): { type: string; item: string; judgement: unknown }[] =>
  readFileSync(journalOf(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; item: string; judgement: unknown });
const saveRanking = async ({ desk }: Window, ...places: number[]): Promise<void> => {
  for (const [index, place] of places.entries()) {
    await desk.judge({ do: 'select', index: index });
    await desk.judge({ do: 'number', value: place });
  }
  await desk.save();
};

describe('the desk', () => {
  it('shows texts only: no id, model or name of a response ever reaches the webview, nor what their order was drawn by', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    await desk.judge({ do: 'number', value: 1 });
    const sent = JSON.stringify([seen.contents, seen.states, seen.notices]);
    expect(sent).not.toMatch(/secret|-id/);
    // By the seed the order of the source could be worked out.
    const {
      seed,
      item: { hash },
    } = desk.open!.shown;
    for (const progressSummary of [String(seed), hash]) expect(sent).not.toContain(progressSummary);
    expect(
      seen.contents[0]?.responses
        .flat()
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['text x', 'text y', 'text z']);
  });

  it('judges items that share an id and differ in content each by itself, and comes to an end', async () => {
    const folder = await folderWithStudy([records[0]!, { ...records[1], id: 'q0' }]);
    const window = await windowOn(folder);
    await saveRanking(window, 1, 2, 3);
    // What was judged under this id were other texts, and the desk says so.
    expect(window.seen.last).toMatchObject({ ordinal: 1, view: { kind: 'item', item: { stale: true } } });
    await saveRanking(window, 3, 2, 1);
    expect(window.seen.last.view.kind).toBe('done');
    await window.desk.goTo(0);
    expect(window.seen.last.view).toMatchObject({ kind: 'item', item: { status: 'saved', stale: false } });
  });

  it('judges an item that nobody touched in another way from the moment it is asked to, and that alone is no draft', async () => {
    const folder = await folderWithStudy();
    const { desk, seen, session } = await windowOn(folder);
    await desk.judge({ do: 'mode', mode: 'thumbs' });
    session.changed();
    await desk.settled();
    expect(seen.item).toMatchObject({ draft: { mode: 'thumbs' }, status: 'empty' });
    await session.flush();
    expect((await session.judgements()).drafts.size).toBe(0);
    await desk.undo();
    expect(seen.item.draft.mode).toBe('rank');
  });

  it('goes from comparison to comparison by Enter and saves them at the end, without a name of a response', async () => {
    const folder = await folderWithStudy();
    const { desk, seen } = await windowOn(folder);
    await desk.judge({ do: 'mode', mode: 'pair' });
    expect(seen.item.pair).toEqual({ a: 0, b: 1, left: 3 });
    for (let made = 0; made < 3 && seen.last.ordinal === 0; made++) {
      await desk.type(1);
      await desk.save();
    }
    expect(seen.last.ordinal).toBe(1);
    expect(linesOf(folder)).toHaveLength(1);
    expect(seen.notices.some((notice) => notice.kind === 'compared' && notice.done)).toBe(true);
    expect(JSON.stringify([seen.contents, seen.states, seen.notices])).not.toMatch(/secret|-id/);
  });

  it('shows a first digit that waits for a second one', async () => {
    const { desk, seen } = await windowOn(
      await folderWithStudy([
        { ...records[0], responses: [...Array(12).keys()].map((n) => ({ id: `r${n}`, text: `text ${n}` })) },
      ]),
    );
    await desk.judge({ do: 'mode', mode: 'best' });
    await desk.type(1);
    expect(seen.item.typed).toBe(1);
    await desk.type(2);
    expect(seen.item).toMatchObject({ selected: 11 });
    expect(seen.item.typed).toBeUndefined();
  });

  it('saves a ranking and goes on to the next item without one', async () => {
    const folder = await folderWithStudy();
    const window = await windowOn(folder);
    await saveRanking(window, 1, 2, 2);
    expect(window.seen.last).toMatchObject({ ordinal: 1, judged: 1, canUndo: true });
    expect(window.seen.notices.at(-1)).toEqual({ kind: 'saved' });
    expect(linesOf(folder)).toMatchObject([
      { type: 'annotation', item: 'q0', origin: { kind: 'human' }, seed: expect.any(Number) as number },
    ]);
    await saveRanking(window, 3, 1, 2);
    await saveRanking(window, 1, 1, 1);
    expect(window.seen.last).toMatchObject({ judged: 3, view: { kind: 'done' } });
  });

  it('saves no ranking that nobody touched, and asks before it saves half of one', async () => {
    const folder = await folderWithStudy();
    const { desk, seen } = await windowOn(folder);
    await desk.save();
    await desk.save();
    expect(seen.notices).toEqual([{ kind: 'nothing-judged' }, { kind: 'nothing-judged' }]);
    await desk.judge({ do: 'number', value: 1 });
    await desk.save();
    expect(seen.notices.at(-1)).toMatchObject({ kind: 'confirm-unranked' });
    expect(existsSync(journalOf(folder))).toBe(false);
    await desk.save();
    expect(linesOf(folder)).toHaveLength(1);
  });

  it('brings an earlier version of a judgement back as a line of its own, which can be taken back', async () => {
    const folder = await folderWithStudy();
    const window = await windowOn(folder);
    const { session, desk, seen } = window;
    await saveRanking(window, 1, 2, 3);
    await desk.goTo(0);
    await saveRanking(window, 3, 2, 1);
    await desk.goTo(0);
    const [latest, first] = session.study.replay.past('q0');
    expect([latest?.state, first?.state]).toEqual(['in-force', 'superseded']);
    await desk.bringBack(await session.study.journal.fetch(first!.ref), desk.open!.key);
    expect(seen.item).toMatchObject({ status: 'saved', draft: { places: [1, 2, 3] } });
    expect(seen.currentNotice).toEqual({ kind: 'brought-back' });
    expect(linesOf(folder)[2]?.judgement).toEqual(linesOf(folder)[0]?.judgement);
    await desk.undo();
    expect(session.study.replay.past('q0').map(({ state }) => state)).toEqual(['taken-back', 'in-force', 'superseded']);
    expect(seen.item.draft.places).toEqual([3, 2, 1]);
    await desk.redo();
    expect(seen.item.draft.places).toEqual([1, 2, 3]);
    await desk.bringBack(await session.study.journal.fetch(latest!.ref), 'another item');
    expect(linesOf(folder)).toHaveLength(5);
  });

  it('keeps the group of whoever judges with the judgement, and none where there is none', async () => {
    const folder = await folderWithStudy();
    const window = await windowOn(folder);
    await saveRanking(window, 1, 2, 2);
    window.session.group = 'clinicians';
    await saveRanking(window, 1, 2, 2);
    expect(linesOf(folder).map((line) => ('group' in line ? line.group : undefined))).toEqual([
      undefined,
      'clinicians',
    ]);
  });

  it('undoes a save by a retraction, back to the draft it was, and redoes it by a new line', async () => {
    const folder = await folderWithStudy();
    const window = await windowOn(folder);
    await saveRanking(window, 2, 1, 3);
    await window.desk.undo();
    expect(window.seen.last).toMatchObject({ ordinal: 0, judged: 0, canRedo: true });
    expect(window.seen.item).toMatchObject({ status: 'draft', draft: { places: [2, 1, 3] } });
    await window.desk.redo();
    expect(window.seen.last).toMatchObject({ judged: 1 });
    expect(window.seen.item).toMatchObject({ status: 'saved', draft: { places: [2, 1, 3] } });
    expect(linesOf(folder).map(({ type }) => type)).toEqual(['annotation', 'retraction', 'annotation']);
    expect(linesOf(folder)[2]?.judgement).toEqual(linesOf(folder)[0]?.judgement);
  });

  it('counts the work before a save that is undone as work on what is saved in its place', async () => {
    const folder = await folderWithStudy();
    const now = vi.spyOn(performance, 'now');
    const pass = (milliseconds: number): void => void now.mockReturnValue((time += milliseconds));
    let time = 0;
    pass(0);
    const window = await windowOn(folder);
    pass(60_000);
    await saveRanking(window, 2, 1, 3);
    pass(1000);
    await window.desk.undo();
    pass(2000);
    await window.desk.save();
    await window.desk.undo();
    await window.desk.redo();
    now.mockRestore();
    expect(linesOf(folder).flatMap((line) => ('duration' in line ? [line.duration] : []))).toEqual([
      60_000, 62_000, 62_000,
    ]);
  });

  it('undoes every edit down to nothing, and redoes them all', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    const { key, draft: before } = seen.item;
    await desk.judge({ do: 'number', value: 2 });
    await desk.setText(key, { kind: 'critique', index: 1 }, 'wr');
    await desk.setText(key, { kind: 'critique', index: 1 }, 'wrong');
    await desk.judge({ do: 'move', step: -1 });
    const after = seen.item.draft;
    for (let n = 0; n < 3; n++) await desk.undo();
    expect(seen.item).toMatchObject({ draft: before, status: 'empty' });
    expect(seen.last.canUndo).toBe(false);
    for (let n = 0; n < 3; n++) await desk.redo();
    expect(seen.item.draft).toEqual(after);
  });

  it('brings a draft back after a reload, and not to another annotator', async () => {
    const folder = await folderWithStudy();
    const first = await windowOn(folder);
    await first.desk.judge({ do: 'number', value: 1 });
    await first.desk.setText(first.seen.item.key, { kind: 'rationale' }, 'half a thou');
    const reloaded = await windowOn(folder);
    expect(reloaded.seen.item).toMatchObject({ status: 'draft', draft: first.seen.item.draft });
    expect((await windowOn(folder, 'ben')).seen.item.status).toBe('empty');
    await reloaded.desk.save();
    await reloaded.desk.save();
    await reloaded.session.flush();
    expect(readdirSync(join(folder, 'drafts'))).toEqual([]);
  });

  it('drops text that comes late, for an item that is not shown any more', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    const late = seen.item.key;
    await desk.goTo(1);
    await desk.setText(late, { kind: 'rationale' }, 'for the first');
    expect(seen.item.draft.rationale).toBe('');
  });

  it.skipIf(!existsSync('/dev/full'))(
    'tells of a full disk, keeps the draft, shows nothing as saved, and saves once there is room',
    async () => {
      const folder = await folderWithStudy();
      const window = await windowOn(folder);
      mkdirSync(join(folder, 'data.tiebreak.d', 'annotations'), { recursive: true });
      symlinkSync('/dev/full', journalOf(folder));
      await saveRanking(window, 1, 2, 3);
      expect(window.seen.notices.at(-1)).toMatchObject({
        kind: 'error',
        message: expect.stringMatching(/the disk is full/) as string,
      });
      expect(window.seen.last).toMatchObject({ ordinal: 0, judged: 0, saving: false });
      expect(window.seen.item).toMatchObject({ status: 'draft', draft: { places: [1, 2, 3] } });
      rmSync(journalOf(folder));
      await window.desk.save();
      expect(window.seen.last).toMatchObject({ ordinal: 1, judged: 1 });
    },
  );

  it('skips with a reason, which can be undone', async () => {
    const folder = await folderWithStudy();
    const { desk, seen } = await windowOn(folder);
    await desk.skip('unclear');
    expect(seen.last).toMatchObject({ ordinal: 1, skipped: 1, judged: 0 });
    expect(linesOf(folder)[0]?.judgement).toEqual({ skip: { reason: 'unclear' } });
    await desk.undo();
    expect(seen.last).toMatchObject({ ordinal: 0, skipped: 0 });
  });
});

describe('two desks on one study', () => {
  it('of one window show the same draft and the same judgement', async () => {
    const { session, desk, seen } = await windowOn(await folderWithStudy());
    const beside = new FakeAudience();
    const second = new Desk(session, beside);
    await second.start();
    await desk.judge({ do: 'select', index: 1 });
    await desk.judge({ do: 'number', value: 1 });
    await second.settled();
    expect(beside.item.draft).toEqual(seen.item.draft);
    await desk.skip('unclear');
    await second.settled();
    expect(beside.last).toMatchObject({ ordinal: 0, skipped: 1 });
    expect(beside.item).toMatchObject({ status: 'skipped', skipReason: 'unclear' });
    second.close();
  });

  it('of two windows agree after a refresh, whoever judged last', async () => {
    const folder = await folderWithStudy();
    const [here, there] = [await windowOn(folder), await windowOn(folder)];
    await saveRanking(here, 1, 2, 3);
    await there.session.refresh();
    await there.desk.settled();
    expect(there.seen.item).toMatchObject({ status: 'saved', draft: { places: [1, 2, 3] } });
    await saveRanking(there, 3, 2, 1);
    await here.session.refresh();
    await here.desk.goTo(0);
    expect(here.seen.item).toMatchObject({ status: 'saved', draft: { places: [3, 2, 1] } });
    expect(here.seen.last.judged).toBe(1);
  });
});

describe('what a person meant for one item', () => {
  it('stays with it when it comes late: text is kept as its draft, anything else is dropped', async () => {
    const folder = await folderWithStudy();
    const { desk, seen } = await windowOn(folder);
    const { key } = seen.item;
    await desk.judge({ do: 'number', value: 1 });
    await desk.judge({ do: 'number', value: 2 });
    await desk.judge({ do: 'number', value: 3 });
    await Promise.all([
      desk.save(),
      desk.setText(key, { kind: 'rationale' }, 'the end of the sentence'),
      desk.judge({ do: 'select', index: 1 }, key),
      desk.judge({ do: 'number', value: 1 }, key),
      desk.judge({ do: 'drop', index: 0, target: 1, position: 'tie' }, key),
      desk.save(key),
      desk.skip('no', key),
    ]);
    expect(seen.last).toMatchObject({ ordinal: 1, judged: 1, skipped: 0 });
    expect(seen.item).toMatchObject({ status: 'empty', selected: 0 });
    await desk.goTo(0);
    expect(seen.item).toMatchObject({
      status: 'draft',
      draft: { rationale: 'the end of the sentence', places: [1, 2, 3] },
    });
    await expect(desk.setText('7:1:none', { kind: 'rationale' }, 'x')).rejects.toThrow('no longer exists');
  });

  it('is never saved under another name when another annotator sits down meanwhile', async () => {
    const folder = await folderWithStudy();
    const { desk, seen, session } = await windowOn(folder);
    for (const place of [1, 2, 3]) await desk.judge({ do: 'number', value: place });
    const saving = desk.save();
    session.annotator = 'ben';
    await saving;
    await desk.settled();
    expect(session.study.replay.progress('ben')).toEqual({ judged: 0, skipped: 0 });
    expect(seen.last).toMatchObject({ annotator: 'ben', canUndo: false });
    expect(seen.item.draft.places).toEqual([null, null, null]);
    session.annotator = 'ana';
    await desk.settled();
    expect(seen.item).toMatchObject({ status: 'draft', draft: { places: [1, 2, 3] } });
  });

  it('bears the name of whose view it was made on, also when the seat changes during the save', async () => {
    const { seen, session } = await windowOn(await folderWithStudy());
    const at = await session.at(0);
    if (at?.kind !== 'item') throw new Error('no item');
    const saving = session.save(at.open, { rationale: 'mine' }, 1);
    session.annotator = 'ben';
    expect((await saving).annotator).toBe('ana');
    expect(session.study.replay.progress('ana').judged).toBe(1);
    expect(seen.last.judged).toBe(0);
  });

  it('is not dropped onto a response that is not there', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    await desk.judge({ do: 'drop', index: 5, target: 0, position: 'before' });
    expect(seen.item.draft.places).toEqual([null, null, null]);
  });
});

describe('a judgement', () => {
  it('that a team store would never take is told by its size before it is saved, and stays a draft', async () => {
    const folder = await folderWithStudy();
    const remote = async (address: string): Promise<Session> => {
      await writeTeamFile(join(folder, 'data.tiebreak'), {
        version: 1,
        remote: address,
        study: 'study',
        name: 'ana',
        part: 'annotator',
      });
      return (await windowOn(folder)).session;
    };
    const long = { rationale: 'ü'.repeat((9 << 20) + 1) };
    const atStore = await remote('postgres://ana@localhost/study');
    const at = await atStore.at(0);
    if (at?.kind !== 'item') throw new Error('no item');
    await expect(atStore.save(at.open, long, 1)).rejects.toThrow(/lineTooLong|has 18\.1 MB.*at most 16 MB/);
    expect(atStore.progress).toEqual({ judged: 0, skipped: 0 });
    await atStore.save(at.open, { rationale: 'short' }, 1);
    expect(atStore.progress).toEqual({ judged: 1, skipped: 0 });
    // A folder takes it.
    const atFolder = await remote('/share');
    const other = await atFolder.at(1);
    if (other?.kind !== 'item') throw new Error('no item');
    await atFolder.save(other.open, long, 1);
    expect(atFolder.progress).toEqual({ judged: 2, skipped: 0 });
  });

  it('that replay would not take is refused before it is called saved, and stays a draft', async () => {
    const { desk, seen, session } = await windowOn(await folderWithStudy());
    const { key } = seen.item;
    await desk.setText(key, { kind: 'rationale' }, ' \n ');
    await desk.save();
    await desk.save();
    expect(seen.notices.map(({ kind }) => kind)).toEqual(['nothing-judged', 'nothing-judged']);
    const at = await session.at(0);
    if (at?.kind !== 'item') throw new Error('no item');
    await expect(session.save(at.open, {}, 0)).rejects.toThrow('Contains no judgment');
    await expect(session.save(at.open, { rationale: 'x' }, -5)).rejects.toThrow('duration');
    expect(session.progress).toEqual({ judged: 0, skipped: 0 });
  });

  it('of an earlier sitting can be taken back where it is shown', async () => {
    const folder = await folderWithStudy();
    await saveRanking(await windowOn(folder), 1, 2, 2);
    const later = await windowOn(folder);
    expect(later.seen.last).toMatchObject({ ordinal: 1, canUndo: false });
    await later.desk.goTo(0);
    expect(later.seen.last).toMatchObject({ canUndo: true });
    await later.desk.undo();
    expect(later.seen.item).toMatchObject({ status: 'draft', draft: { places: [1, 2, 2] } });
    await later.desk.redo();
    expect(later.seen.item.status).toBe('saved');
    expect(linesOf(folder).map(({ type }) => type)).toEqual(['annotation', 'retraction', 'annotation']);
  });

  it('of an earlier sitting is taken back from any item, the last one first, as long as it stands as it was saved', async () => {
    const folder = await folderWithStudy();
    const first = await windowOn(folder);
    await saveRanking(first, 1, 2, 2);
    await saveRanking(first, 2, 1, 3);
    const { saved } = first.desk;
    expect(saved.map(({ ordinal }) => ordinal)).toEqual([0, 1]);
    const later = await windowOn(folder);
    later.desk.remember([...saved.slice(0, 1), { ordinal: 2, annotation: 'gone' }, ...saved.slice(1)]);
    expect(later.seen.last).toMatchObject({ ordinal: 2, canUndo: true });
    await later.desk.undo();
    expect([later.seen.last.ordinal, later.seen.item.status, later.seen.item.draft.places]).toEqual([
      1,
      'draft',
      [2, 1, 3],
    ]);
    await later.desk.undo();
    expect([later.seen.last.ordinal, later.seen.item.status, later.seen.item.draft.places]).toEqual([
      0,
      'draft',
      [1, 2, 2],
    ]);
    expect(later.seen.last.canUndo).toBe(false);
    await later.desk.redo();
    expect(later.desk.saved.map(({ ordinal }) => ordinal)).toEqual([0]);
  });

  it('that is made again keeps what the desk does not show', async () => {
    const folder = await folderWithStudy();
    const { desk, seen, session } = await windowOn(folder);
    const at = await session.at(0);
    if (at?.kind !== 'item') throw new Error('no item');
    await session.save(
      at.open,
      { comparisons: [{ a: 'x-id', b: 'y-id', outcome: 'a' }], flags: [{ flag: 'unsafe' }], confidence: 0.5 },
      1,
    );
    await desk.goTo(0);
    for (const place of [1, 2, 3]) await desk.judge({ do: 'number', value: place });
    await desk.save();
    expect(linesOf(folder).at(-1)?.judgement).toEqual({
      flags: [{ flag: 'unsafe' }],
      confidence: 0.5,
      ranking: { tiers: [[expect.any(String)], [expect.any(String)], [expect.any(String)]] },
    });
    expect(seen.last.judged).toBe(1);
  });
});

describe('the texts of an item', () => {
  it('are sent again when the webview has let go of them', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    const { key } = seen.item;
    const before = seen.contents.length;
    await desk.sendAgain('0:0:other');
    expect(seen.contents).toHaveLength(before);
    await desk.sendAgain(key);
    expect(seen.contents.slice(before)).toMatchObject([{ key }]);
  });
});

describe('the order of items', () => {
  it('says why each item came, and goes on in another order once one is chosen', async () => {
    const { session, desk, seen } = await windowOn(await folderWithStudy());
    expect(seen.item.queuePosition).toEqual({ kind: 'file' });
    session.reorder(() => ({ order: foundOrder(Uint32Array.of(0, 2), 'odd ones') }));
    await desk.step(1);
    expect(seen.last).toMatchObject({
      ordinal: 2,
      view: { item: { queuePosition: { kind: 'found', what: 'odd ones' } } },
    });
    await desk.step(1);
    expect(seen.currentNotice).toEqual({ kind: 'last-item' });
    await desk.goTo(1);
    expect(seen.item.queuePosition).toEqual({ kind: 'asked' });
    await desk.judge({ do: 'number', value: 1 });
    expect(seen.item.queuePosition).toEqual({ kind: 'asked' });
    await desk.step(-1);
    expect(seen.last.ordinal).toBe(0);
    await desk.resume(1);
    expect(seen.item.queuePosition).toEqual({ kind: 'resumed' });
  });

  it('passes over what is judged, and is done once those that come are', async () => {
    const window = await windowOn(await folderWithStudy());
    window.session.reorder(() => ({ order: uncertainOrder({ ordinals: Uint32Array.of(2, 0, 1), scales: new Map() }) }));
    await window.desk.start();
    expect(window.seen.last).toMatchObject({
      ordinal: 2,
      view: { item: { queuePosition: { kind: 'uncertain', why: null } } },
    });
    await saveRanking(window, 1, 2, 3);
    expect(window.seen.last.ordinal).toBe(0);
    await saveRanking(window, 1, 2, 3);
    expect(window.seen.last.ordinal).toBe(1);
    await saveRanking(window, 1, 2, 3);
    expect(window.seen.last.view).toEqual({ kind: 'done', of: 'all' });
  });

  it('passes over what the plan gives to others, and counts what is mine', async () => {
    const folder = await folderWithStudy([...Array(12).keys()].map((n) => ({ ...records[0], id: `q${n}` })));
    const file = join(folder, 'data.tiebreak');
    const project = {
      ...(JSON.parse(readFileSync(file, 'utf8')) as Project),
      seed: 5,
      plan: { annotators: ['ana', 'ben', 'cleo'], perItem: 2 },
    };
    writeFileSync(file, JSON.stringify(project));
    const mine = [...Array(12).keys()].filter((n) => annotatorsOf(assignmentOf(project)!, `q${n}`).includes('ana'));
    expect(mine.length).toBeGreaterThan(1);
    expect(mine.length).toBeLessThan(12);
    const window = await windowOn(folder);
    expect(window.seen.last).toMatchObject({ ordinal: mine[0], mine: { count: 8, counted: false } });
    await window.desk.step(1);
    expect(window.seen.last.ordinal).toBe(mine[1]);
    await window.desk.step(-1);
    for (const ordinal of mine) {
      expect(window.seen.last.ordinal).toBe(ordinal);
      await saveRanking(window, 1, 2, 3);
    }
    expect(window.seen.last.view).toEqual({ kind: 'done', of: 'mine' });
    expect(window.session.team).toEqual({ done: mine.length, wanted: 24 });
    expect(window.session.annotationRate.perHour).toBeGreaterThan(0);
    window.session.annotator = 'dora';
    await window.desk.settled();
    expect(window.seen.last).toMatchObject({ ordinal: 0, mine: null });
    expect(window.session.isUnplanned).toBe(true);
  });
});

describe('a notice', () => {
  it('goes when one moves on and nothing else happened', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    for (const place of [1, 2, 3]) await desk.judge({ do: 'number', value: place });
    await desk.save();
    expect(seen.last.ordinal).toBe(1);
    expect(seen.currentNotice).toEqual({ kind: 'saved' });
    await desk.step(1);
    expect(seen.currentNotice).toBeUndefined();
    await desk.step(1);
    expect(seen.currentNotice).toEqual({ kind: 'last-item' });
    await desk.goTo(0);
    expect(seen.currentNotice).toBeUndefined();
  });

  it('of a place goes with the place when that is undone, which is told, as is doing it again', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    await desk.judge({ do: 'number', value: 1 });
    expect(seen.currentNotice).toMatchObject({ kind: 'placed', place: 1 });
    await desk.undo();
    expect(seen.currentNotice).toEqual({ kind: 'undone' });
    await desk.redo();
    expect(seen.currentNotice).toEqual({ kind: 'redone' });
  });

  it('tells once that saving replaces what was imported by criterion, and the head tells it as long as that is so', async () => {
    const folder = await folderWithStudy();
    const study = await opened(join(folder, 'data.tiebreak'));
    await judge(study, 0, { comparisons: [{ a: 'x-id', b: 'y-id', outcome: 'a', criterion: 'helpfulness' }] });
    await study.close();
    const { desk, seen } = await windowOn(folder);
    await desk.goTo(0);
    expect(seen.item.replaces).toBeUndefined();
    await desk.judge({ do: 'mode', mode: 'rank' });
    expect(seen.currentNotice).toEqual({ kind: 'mode', mode: 'rank' });
    const what = { ranking: false, comparisons: false, criteria: ['helpfulness'] };
    await desk.judge({ do: 'number', value: 1 });
    expect(seen.currentNotice).toMatchObject({ kind: 'replaces', what, after: { kind: 'placed', place: 1 } });
    expect(seen.item.replaces).toEqual(what);
    await desk.judge({ do: 'number', value: 2 });
    expect(seen.currentNotice).toMatchObject({ kind: 'placed', place: 2 });
    expect(seen.item.replaces).toEqual(what);
    await desk.undo();
    await desk.undo();
    expect(seen.item.replaces).toBeUndefined();
  });

  it('that asks about a draft goes when the draft is another; any other stays', async () => {
    const { desk, seen } = await windowOn(await folderWithStudy());
    await desk.save();
    expect(seen.currentNotice).toEqual({ kind: 'nothing-judged' });
    await desk.setText(seen.item.key, { kind: 'rationale' }, 'a');
    expect(seen.currentNotice).toBeUndefined();
    await desk.judge({ do: 'number', value: 7 });
    await desk.setText(seen.item.key, { kind: 'rationale' }, 'ab');
    expect(seen.currentNotice).toMatchObject({ kind: 'no-such-place' });
  });
});

describe('a text of megabytes', () => {
  it('is sent in parts, and they are the text of the source', async () => {
    const long = 'One sentence of many. \n'.repeat(100_000);
    const { desk, seen } = await windowOn(await folderWithStudy([{ prompt: long, responses: [long, 'short'] }]));
    const { key } = seen.item;
    const [content] = seen.contents;
    expect(JSON.stringify(content).length).toBeLessThan(100_000);
    const response = content!.responses.findIndex(([turn]) => turn!.text !== 'short');
    for (const [place, first] of [
      [{ response: null, turn: 0 }, content!.prompt[0]],
      [{ response, turn: 0 }, content!.responses[response]![0]],
    ] as const) {
      let text = first!.text;
      for (let part; (part = await desk.more(key, place, text.length)); text += part.text)
        expect(part.left).toBe(long.length - text.length - part.text.length);
      expect(text).toBe(long);
    }
    expect(await desk.more(key, { response: 7, turn: 0 }, 0)).toBeUndefined();
    expect(await desk.more('0:0:other', { response: null, turn: 0 }, 0)).toBeUndefined();
  });

  it('leaves room for the other texts of a conversation of many', async () => {
    const prompt = Array.from({ length: 200 }, (_, turn) => ({
      role: turn % 2 === 0 ? 'user' : 'assistant',
      content: turn === 4 ? 'x'.repeat(2_000_000) : 'y'.repeat(2000),
    }));
    const { seen } = await windowOn(
      await folderWithStudy([
        { prompt, responses: Array.from({ length: 64 }, (_, index) => `${index}${'z'.repeat(50_000)}`) },
      ]),
    );
    expect(JSON.stringify(seen.contents[0]).length).toBeLessThan(700_000);
    expect(seen.contents[0]?.prompt.filter(({ left }) => left > 0)).toHaveLength(1);
  });
});

describe('two windows', () => {
  it("do not remove each other's drafts", async () => {
    const folder = await folderWithStudy();
    const one = await windowOn(folder);
    const two = await windowOn(folder);
    await two.desk.setText(two.seen.item.key, { kind: 'rationale' }, 'still being written');
    await saveRanking(one, 1, 2, 3);
    await one.session.flush();
    const third = await windowOn(folder);
    await third.desk.goTo(0);
    expect(third.seen.item).toMatchObject({ status: 'draft', draft: { rationale: 'still being written' } });
  });
});
