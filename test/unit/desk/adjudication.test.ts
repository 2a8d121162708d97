import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foundOrder } from '../../../src/core/desk/queue/order';
import { itemsBehind } from '../../../src/core/quality/items/itemsBehind';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import { people } from '../../../src/core/model/annotation/judgeKind';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { tiebreak } from '../made/commandLine';
import { opened } from '../made/study';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../made/deskWindow';

/** The window of an adjudicator at the first of the items that annotators disagree on. */
async function adjudicator(folder: string, name = 'ana'): Promise<DeskWindow> {
  const seen = await windowIn(folder, name);
  const since = seen.session.study.replay.lastId(name);
  seen.session.reorder(() => ({
    order: foundOrder(Uint32Array.of(0, 1), 'disagreements'),
    since,
    role: 'adjudicator',
  }));
  await seen.desk.goTo(0);
  return seen;
}

/** Ana and ben disagree on the first two of three items; each judges by the ids of responses. */
async function disagreed(project: object = {}): Promise<string> {
  const folder = await folderOf(3, () => project);
  for (const [name, best] of [
    ['ana', 'x-id'],
    ['ben', 'y-id'],
  ] as const) {
    const seen = await windowIn(folder, name);
    for (const ordinal of [0, 1, 2]) {
      await seen.desk.goTo(ordinal);
      await seen.rank(...placesOf(seen, ordinal === 2 ? 'z-id' : best));
    }
  }
  return folder;
}

/** Places by which one response is the best, and all others are tied. */
const placesOf = ({ desk }: DeskWindow, best: string): number[] =>
  desk.open!.shown.responses.map(({ id }) => (id === best ? 1 : 2));

describe('adjudication', () => {
  it('keeps a judgment of its own role beside the own judgment of the same person, and takes back only that', async () => {
    const folder = await disagreed();
    const seen = await adjudicator(folder);
    expect(seen.desk.open!.shown.judgementKey).toEqual({ role: 'adjudicator' });
    await seen.rank(...placesOf(seen, 'z-id'));
    const { replay } = seen.session.study;
    const line = annotationsIn(folder).at(-1)!;
    expect(line).toMatchObject({ item: 'q0', role: 'adjudicator', judgement: { ranking: { tiers: [['z-id'], {}] } } });
    expect(replay.current('ana', 'q0')?.id).not.toBe(line.id);
    expect(replay.current('ana', 'q0', { role: 'adjudicator' })?.id).toBe(line.id);
    expect(seen.session.progress).toEqual({ judged: 3, skipped: 0 });
    expect([...replay.everyCounted('ana')]).toHaveLength(3);

    await seen.desk.undo();
    expect(replay.current('ana', 'q0', { role: 'adjudicator' })).toBeUndefined();
    expect(replay.current('ana', 'q0')).toBeDefined();
    expect(annotationsIn(folder).at(-1)).toMatchObject({ type: 'retraction', role: 'adjudicator' });
  });

  it('leads undo back to what the same person judged before, as an annotator', async () => {
    const folder = await disagreed();
    const seen = await windowIn(folder);
    await seen.desk.goTo(2);
    await seen.rank(...placesOf(seen, 'x-id'));
    seen.session.reorder(() => ({ order: foundOrder(Uint32Array.of(0), 'disagreements'), role: 'adjudicator' }));
    await seen.desk.goTo(0);
    await seen.rank(...placesOf(seen, 'z-id'));
    await seen.desk.undo();
    expect(seen.desk.open!.shown).toMatchObject({ item: { id: 'q0' }, judgementKey: { role: 'adjudicator' } });
    // Then what was placed, one number after the other.
    for (let n = 0; n < 8 && seen.id === 'q0'; n++) await seen.desk.undo();
    expect(seen.desk.open!.shown).toMatchObject({ item: { id: 'q2' }, judgementKey: {} });
    expect(seen.desk.open!.shown.judgementKey).not.toHaveProperty('role');
    expect(annotationsIn(folder).at(-1)).not.toHaveProperty('role');
  });

  it('shows what annotators judged, without names until it is saved', async () => {
    const folder = await disagreed();
    const seen = await adjudicator(folder, 'lea');
    const shownOpinions = (): DeskItem['opinions'] => seen.item.opinions;
    expect(shownOpinions()).toMatchObject({ isJudged: false, of: [{ by: null }, { by: null }], criteria: [] });
    // One puts x above y and the other y above x; of z nobody says the opposite.
    const letter = (id: string): string =>
      'ABC'[seen.desk.open!.shown.responses.findIndex((response) => response.id === id)]!;
    const [first, second] = [letter('x-id'), letter('y-id')].sort();
    expect(shownOpinions()?.pairs).toEqual([
      { first, second, forFirst: [expect.any(Number)], forSecond: [expect.any(Number)] },
    ]);
    await seen.rank(...placesOf(seen, 'z-id'));
    await seen.desk.goTo(0);
    expect(
      shownOpinions()
        ?.of.map(({ by }) => by)
        .sort(),
    ).toEqual(['ana', 'ben']);
    // A lead who reviews sees names from the start.
    seen.session.reorder(() => ({
      order: foundOrder(Uint32Array.of(1), 'reviewed'),
      role: 'adjudicator',
      isNamed: true,
    }));
    await seen.desk.goTo(1);
    expect(
      shownOpinions()
        ?.of.map(({ by }) => by)
        .sort(),
    ).toEqual(['ana', 'ben']);
    expect(shownOpinions()?.isJudged).toBe(false);
    // Who judges as an annotator sees nothing of it.
    seen.session.reorder(() => ({ order: foundOrder(Uint32Array.of(0), 'else') }));
    await seen.desk.goTo(1);
    expect(shownOpinions()).toBeUndefined();
  });

  it('shows the beginning of a text that somebody wrote without end, and nothing of it as markup', async () => {
    const folder = await folderOf(1, () => ({}));
    for (const [name, best] of [
      ['ana', 'x-id'],
      ['ben', 'y-id'],
    ] as const) {
      const seen = await windowIn(folder, name);
      await seen.desk.goTo(0);
      await seen.desk.setText(
        seen.item.key,
        { kind: 'rationale' },
        `<img src=q onerror=alert(1)>${'😀'.repeat(2_500_000)}`,
      );
      await seen.rank(...placesOf(seen, best));
    }
    const seen = await adjudicator(folder, 'lea');
    for (const { rationale } of seen.item.opinions?.of ?? []) {
      expect(rationale).toMatch(/^<img src=q onerror=alert\(1\)>/u);
      expect(rationale).toHaveLength(4001);
      expect(rationale!.isWellFormed()).toBe(true);
    }
    expect(seen.item.opinions?.of).toHaveLength(2);
  });

  it('ends once each is settled, also for one of the annotators, to whom the plan gives other items', async () => {
    const folder = await disagreed({ plan: { annotators: ['ana', 'ben', 'cleo', 'dan'], perItem: 1 } });
    for (const name of ['ana', 'lea']) {
      const seen = await adjudicator(folder, name);
      await seen.rank(...placesOf(seen, 'z-id'));
      expect(seen.id).toBe('q1');
      await seen.rank(...placesOf(seen, 'x-id'));
      expect(seen.last.view.kind).toBe('done');
      await seen.desk.undo();
      expect(seen.id).toBe('q1');
    }
  });

  it('comes by how much annotators contradict each other, the most first', async () => {
    const folder = await folderOf(3, () => ({}));
    const best = ['z-id', 'y-id', 'x-id'];
    for (const [name, reversed] of [
      ['ana', false],
      ['ben', true],
    ] as const) {
      const seen = await windowIn(folder, name);
      for (const ordinal of [0, 1, 2]) {
        await seen.desk.goTo(ordinal);
        // Of the third item the whole order is the opposite, of the others the first place alone.
        const order = !reversed || ordinal !== 2 ? best : [...best].reverse();
        const ids = seen.desk.open!.shown.responses.map(({ id }) => id);
        if (ordinal === 2) await seen.rank(...ids.map((id) => 1 + order.indexOf(id)));
        else await seen.rank(...placesOf(seen, reversed ? 'x-id' : 'y-id'));
      }
    }
    const study = await opened(join(folder, 'data.tiebreak'));
    const judgements = await readJudgements(study);
    expect(itemsBehind(judgements, people, new Map(), { of: 'unsettled' })).toEqual([2, 0, 1]);
    await study.close();
    const order = foundOrder(Uint32Array.of(2, 0, 1), 'disagreements');
    expect([order.ordinalAt(0), order.after(2), order.after(0), order.after(1), order.placeOf(1)]).toEqual([
      2, 1, 2, 3, 2,
    ]);
  });

  it('comes no more once it is settled, and is no vote of the quality report', async () => {
    const folder = await disagreed();
    const seen = await adjudicator(folder, 'lea');
    await seen.rank(...placesOf(seen, 'z-id'));
    const study = await opened(join(folder, 'data.tiebreak'));
    const judgements = await readJudgements(study);
    expect(judgements.annotators.map(({ name }) => name)).toEqual(['ana', 'ben']);
    expect(judgements.leftOut.adjudications).toBe(1);
    expect(itemsBehind(judgements, people, new Map(), { of: 'disputed' })).toEqual([0, 1]);
    expect(itemsBehind(judgements, people, new Map(), { of: 'unsettled' })).toEqual([1]);
    await study.close();
    expect(readFileSync(join(folder, 'data.tiebreak.d', 'annotations', 'lea.jsonl'), 'utf8')).toContain('"role"');
  });

  it('is left out of exports and told, or exported in place of what annotators judged, or alone', async () => {
    const folder = await disagreed();
    const seen = await adjudicator(folder, 'lea');
    await seen.rank(...placesOf(seen, 'z-id'));
    await seen.desk.settled();
    const exported = async (name: string, ...more: string[]): Promise<{ chosen: string[]; told: string }> => {
      const out = join(folder, `${name}.jsonl`);
      const run = await tiebreak(folder, 'export', 'data.tiebreak', '--format', 'trl-dpo', '--out', out, ...more);
      const rows = readFileSync(out, 'utf8').trimEnd().split('\n');
      return {
        chosen: rows
          .map((row) => `${row.match(/Question \d/u)?.[0]} ${row.match(/"chosen".*?text (\w)/u)?.[1]}`)
          .sort(),
        told: `${run.out}${run.err}`,
      };
    };
    const raw = await exported('raw');
    expect(new Set(raw.chosen)).toEqual(
      new Set(['Question 0 x', 'Question 0 y', 'Question 1 x', 'Question 1 y', 'Question 2 z']),
    );
    expect(raw.told).toContain('judged by an adjudicator');
    const settled = await exported('settled', '--adjudicated', 'use', '--annotators', 'ana,ben');
    expect(new Set(settled.chosen)).toEqual(new Set(['Question 0 z', 'Question 1 x', 'Question 1 y', 'Question 2 z']));
    expect(settled.told).toContain('an adjudicator settled the item');
    // What is agreed on, and what was settled.
    const sure = await exported('sure', '--adjudicated', 'use', '--min-agreement', '1', '--min-annotators', '2');
    expect(new Set(sure.chosen)).toEqual(new Set(['Question 0 z', 'Question 2 z']));
    const only = await exported('only', '--adjudicated', 'only');
    expect(new Set(only.chosen)).toEqual(new Set(['Question 0 z']));
    expect(only.told).toContain('no adjudicator settled the item');
    // One preference of each item: of three, the adjudicated one needs no majority.
    const combined = await exported('combined', '--adjudicated', 'use', '--aggregate', 'majority');
    expect(new Set(combined.chosen)).toEqual(new Set(['Question 0 z', 'Question 2 z']));
  });
});
