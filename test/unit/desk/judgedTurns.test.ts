import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { othersHidden, visibleVersions } from '../../../src/core/desk/drafts/visibleVersions';
import { dataOf } from '../../../src/core/desk/item/itemStatus';
import type { DeskPosition } from '../../../src/core/desk/item/deskPosition';
import { sliceJudgements } from '../../../src/core/desk/queue/leastAnnotated';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { Project } from '../../../src/core/model/study/project';
import { temporaryFolder } from '../made/temporaryFolder';
import { annotationsIn, windowIn, type DeskWindow } from '../made/deskWindow';
import { studyOf } from '../made/study';

const turns = (name: string, count = 3): object[] =>
  [...Array(count).keys()].flatMap((n) => [
    { role: 'user', content: `Question ${n + 1}` },
    { role: 'assistant', content: `${name} ${n + 1}` },
  ]);
const long = { chosen: turns('left'), rejected: turns('right') };
const other = { chosen: turns('over'), rejected: turns('under') };
const short = { prompt: 'One?', chosen: 'Yes.', rejected: 'No.' };

async function folderWith(records: readonly object[], more: object = {}): Promise<string> {
  const folder = temporaryFolder();
  await (await studyOf(folder, records)).close();
  const file = join(folder, 'data.tiebreak');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as Project), ...more }));
  return folder;
}

async function deskOn(...records: object[]): Promise<{ readonly folder: string; readonly seen: DeskWindow }> {
  const folder = await folderWith(records);
  const seen = await windowIn(folder);
  await seen.desk.start();
  return { folder, seen };
}

/** Goes on to the next turn, and on, until that one is judged; null for the whole. */
async function toTurn(seen: DeskWindow, turn: number | null): Promise<void> {
  for (let n = 0; n < 5 && seen.item.turn !== turn; n++) await seen.desk.judge({ do: 'turn' });
  expect(seen.item.turn).toBe(turn);
}

const judgementKeys = (folder: string): unknown[] =>
  annotationsIn(folder).map(({ type, turn, ...line }) => [
    type,
    turn,
    'judgement' in line ? line.judgement.ranking?.tiers.length : undefined,
  ]);

describe('one turn of the responses', () => {
  it('is judged by itself, beside the whole and the other turns, each with a draft, a status and a line of its own', async () => {
    const { folder, seen } = await deskOn(long, other);
    const { desk } = seen;
    await seen.rank(1, 2);
    await desk.goTo(0);
    expect(seen.item).toMatchObject({ status: 'saved', turn: null, turnsJudged: [null], draft: { places: [1, 2] } });
    const whole = seen.item.key;
    await desk.judge({ do: 'turn' });
    expect(seen.notices.at(-1)).toEqual({ kind: 'turn-judged', turn: 2, of: 3 });
    expect(seen.item).toMatchObject({ status: 'empty', turn: 2, turnsJudged: [null], draft: { places: [null, null] } });
    expect(seen.item.key).not.toBe(whole);
    await desk.judge({ do: 'number', value: 1, index: 1 });
    await toTurn(seen, 1);
    expect(seen.item.status).toBe('empty');
    await seen.rank(2, 1);
    expect(seen.last).toMatchObject({ ordinal: 1, judged: 1 });
    await desk.goTo(0);
    expect(seen.item).toMatchObject({ key: whole, status: 'saved', draft: { places: [1, 2] }, turnsJudged: [null, 1] });
    await toTurn(seen, 2);
    expect(seen.item).toMatchObject({ status: 'draft', draft: { places: [null, 1] } });
    await seen.rank(1, 1);
    expect(judgementKeys(folder)).toEqual([
      ['annotation', undefined, 2],
      ['annotation', 1, 2],
      ['annotation', 2, 1],
    ]);
    expect(seen.last).toMatchObject({ ordinal: 1, judged: 1 });
    expect([...sliceJudgements(seen.session.study.replay.everyCounted(), 'ana').counts.values()]).toEqual([1]);
    expect([...dataOf(await seen.session.judgements(), seen.session.study).currentAnnotations.values()]).toEqual([
      { hash: expect.any(String) as string, skipped: false, imported: false },
    ]);

    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item).toMatchObject({ turn: null, turnsJudged: [null, 1, 2], draft: { places: [1, 2] } });
    await toTurn(again, 1);
    expect(again.item).toMatchObject({ status: 'saved', draft: { places: [2, 1] } });
  });

  it('is taken back and done again where it was judged, and the whole stays', async () => {
    const { folder, seen } = await deskOn(long, other);
    const { desk } = seen;
    await seen.rank(1, 2);
    await desk.goTo(0);
    await toTurn(seen, 1);
    await seen.rank(2, 1);
    await desk.undo();
    expect(seen.item).toMatchObject({ turn: 1, status: 'draft', draft: { places: [2, 1] }, turnsJudged: [null] });
    expect(seen.last).toMatchObject({ ordinal: 0, judged: 1 });
    await desk.redo();
    expect(seen.item).toMatchObject({ turn: 1, status: 'saved', turnsJudged: [null, 1] });
    await toTurn(seen, null);
    expect(seen.item).toMatchObject({ status: 'saved', draft: { places: [1, 2] } });
    expect(judgementKeys(folder)).toEqual([
      ['annotation', undefined, 2],
      ['annotation', 1, 2],
      ['retraction', 1, undefined],
      ['annotation', 1, 2],
    ]);
  });

  it('counts the item as done where nothing else of it is judged, which opens there; until it is taken back', async () => {
    const { folder, seen } = await deskOn(long, other);
    const { desk } = seen;
    await toTurn(seen, 1);
    await seen.rank(1, 2);
    expect(seen.last).toMatchObject({ ordinal: 1, judged: 1, done: 1 });
    await seen.rank(2, 1);
    expect(seen.last.view.kind).toBe('done');
    await desk.step(-1);
    await desk.goTo(0);
    expect(seen.item).toMatchObject({ turn: 1, status: 'saved', draft: { places: [1, 2] } });

    const again = await windowIn(folder);
    await again.desk.start();
    expect(again.last.view.kind).toBe('done');
    await again.desk.goTo(0);
    await again.desk.undo();
    expect(again.last).toMatchObject({ ordinal: 0, judged: 1 });
    await toTurn(again, null);
    expect(again.item).toMatchObject({ status: 'empty', turnsJudged: [] });
    await again.desk.goTo(1);
    await again.desk.save();
    expect([again.last.ordinal, again.item.status, again.item.turn]).toEqual([0, 'empty', null]);
  });

  it('keeps texts that arrive late where they were typed, and comes back at the place that is remembered', async () => {
    const { folder, seen } = await deskOn(long, other);
    const { desk } = seen;
    const whole = seen.item.key;
    await toTurn(seen, 2);
    const turn = seen.item.key;
    await desk.step(1);
    await desk.setText(turn, { kind: 'rationale' }, 'about the last turn');
    await desk.goTo(0);
    expect(seen.item).toMatchObject({ key: whole, draft: { rationale: '' } });
    await toTurn(seen, 2);
    expect(seen.item).toMatchObject({ key: turn, status: 'draft', draft: { rationale: 'about the last turn' } });
    const place = JSON.parse(JSON.stringify(desk.open!.place)) as DeskPosition;
    await seen.session.flush();
    const after = await windowIn(folder);
    expect(await after.desk.resume(place.ordinal, place)).toBe(true);
    expect(after.item).toMatchObject({ key: turn, turn: 2, draft: { rationale: 'about the last turn' } });
  });

  it('takes a digit that waits along with what it was typed for, and is of each context by itself', async () => {
    const records = [
      { prompt: 'Which?', responses: [...Array(12).keys()].map((n) => turns(`response ${n}`, 2)) },
      other,
    ];
    const { folder, seen } = await deskOn(...records);
    const { desk } = seen;
    await desk.judge({ do: 'buckets' });
    await desk.type(1);
    await desk.judge({ do: 'turn' });
    expect(seen.item).toMatchObject({ turn: 1, status: 'empty' });
    await desk.under('In winter.', seen.item.key);
    expect(seen.item).toMatchObject({ turn: 1, context: { text: 'In winter.' }, turnsJudged: [], judgedUnder: [] });
    await desk.judge({ do: 'number', value: 1, index: 0 });
    await desk.save();
    await desk.save();
    expect(annotationsIn(folder)).toMatchObject([{ turn: 1, context: 'In winter.' }]);
    expect(seen.last.judged).toBe(0);
    await desk.goTo(0);
    expect(seen.item).toMatchObject({ turn: null, turnsJudged: [], status: 'draft' });
    expect(seen.item.draft.places.filter((place) => place !== null)).toEqual([1]);
  });

  it('alone is no judgement', async () => {
    const { seen } = await deskOn(long);
    await seen.desk.judge({ do: 'turn' });
    expect(seen.item).toMatchObject({ status: 'empty', turn: 2 });
    await seen.session.flush();
    expect((await seen.session.judgements()).drafts.size).toBe(0);
    await seen.desk.save();
    expect(seen.notices.at(-1)).toEqual({ kind: 'nothing-judged' });
  });

  it('is not chosen where there is only one, and skipped by itself: the whole stands', async () => {
    const { folder, seen } = await deskOn(short, long);
    await seen.desk.judge({ do: 'turn' });
    expect(seen.notices.at(-1)).toEqual({ kind: 'one-turn' });
    expect(seen.item.turn).toBeNull();
    await seen.desk.goTo(1);
    await seen.rank(1, 2);
    await seen.desk.goTo(1);
    await seen.desk.judge({ do: 'turn' });
    await seen.desk.skip('unclear');
    expect(annotationsIn(folder).map(({ turn, judgement }) => [turn, judgement.skip?.reason])).toEqual([
      [undefined, undefined],
      [2, 'unclear'],
    ]);
    expect(seen.last).toMatchObject({ judged: 1, skipped: 0 });
    await seen.desk.goTo(1);
    expect(seen.item).toMatchObject({ status: 'saved', draft: { places: [1, 2] } });
  });

  it('is brought back as what it was: of its turn, from wherever the history was opened', async () => {
    const { folder, seen } = await deskOn(long, other);
    const { desk } = seen;
    await toTurn(seen, 1);
    await seen.rank(2, 1);
    await desk.goTo(0);
    await seen.rank(1, 2);
    await desk.goTo(0);
    await toTurn(seen, null);
    await seen.rank(1, 1);
    await desk.goTo(0);
    const [first] = annotationsIn(folder);
    await desk.bringBack(first as Annotation, seen.item.key);
    expect(seen.item).toMatchObject({ turn: 1, status: 'saved', draft: { places: [2, 1] } });
    await toTurn(seen, null);
    expect(seen.item).toMatchObject({ draft: { places: [1, 1] } });
    expect(judgementKeys(folder).at(-1)).toEqual(['annotation', 1, 2]);
  });

  it('shows what others judged of a turn, or of the whole, to whoever has judged that', async () => {
    const { folder, seen: bens } = await deskOn(long, other);
    bens.session.annotator = 'ben';
    await bens.desk.settled();
    await bens.rank(1, 2);
    await bens.desk.goTo(0);
    await toTurn(bens, 1);
    await bens.rank(1, 2);
    const seen = await windowIn(folder);
    await seen.desk.start();
    const visible = (): unknown[] =>
      visibleVersions(seen.session, seen.desk.open!.shown).map(({ annotator, turn }) => [annotator, turn]);
    // That others have judged it may be known; what they think must not.
    expect(othersHidden(seen.session, seen.desk.open!.shown)).toBe(1);
    expect(visible()).toEqual([]);
    await toTurn(seen, 1);
    await seen.rank(1, 2);
    await seen.desk.goTo(0);
    expect([seen.item.turn, visible()]).toEqual([
      1,
      [
        ['ana', 1],
        ['ben', 1],
      ],
    ]);
    await toTurn(seen, null);
    expect(visible()).toEqual([['ana', 1]]);
    await seen.rank(2, 1);
    await seen.desk.goTo(0);
    expect(visible()).toEqual([
      ['ana', undefined],
      ['ana', 1],
      ['ben', 1],
      ['ben', undefined],
    ]);
  });

  it('is left where the item no longer has it: what was judged of it stays in the journal', async () => {
    const { folder, seen } = await deskOn({ id: 'q', ...long });
    await toTurn(seen, 2);
    await seen.rank(1, 2);
    writeFileSync(
      join(folder, 'data.jsonl'),
      `${JSON.stringify({ id: 'q', chosen: turns('left', 2), rejected: turns('right', 2) })}\n`,
    );
    const after = await windowIn(folder);
    expect(await after.desk.resume(0, { judgementKey: { turn: 2 } })).toBe(true);
    expect(after.item).toMatchObject({ turn: null, turnsJudged: [] });
    expect(after.session.study.replay.past('q')).toHaveLength(1);
  });
});

describe('turns in a study where items come again', () => {
  it('count once: an item whose turn was judged comes again, once', async () => {
    const records = [...Array(30).keys()].map((n) => ({
      id: `q${n}`,
      chosen: turns(`left ${n}`, 2),
      rejected: turns(`right ${n}`, 2),
    }));
    const folder = await folderWith(records, { plan: { repeats: { rate: 0.3, after: 3 } } });
    const seen = await windowIn(folder);
    await seen.desk.start();
    for (let n = 0; n < 200 && seen.last.view.kind === 'item'; n++) {
      await seen.desk.judge({ do: 'turn' });
      await seen.rank(1, 2);
    }
    expect(seen.last.view.kind).toBe('done');
    const lines = annotationsIn(folder);
    expect(lines.every(({ turn }) => turn === 1)).toBe(true);
    const again = lines.filter(({ repeat }) => repeat === 1).map(({ item }) => item);
    expect(again.length).toBeGreaterThan(0);
    expect(new Set(again).size).toBe(again.length);
    expect(new Set(lines.map(({ item }) => item)).size).toBe(30);
    expect(seen.session.progress).toEqual({ judged: 30, skipped: 0 });
    // What was followed judgement by judgement is what the journal says anew.
    const anew = await windowIn(folder);
    await anew.desk.start();
    expect(anew.last.view.kind).toBe('done');
    expect(anew.last.done).toBe(seen.last.done);
  });
});
