import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { Project } from '../../../src/core/model/study/project';
import { temporaryFolder } from '../made/temporaryFolder';
import { windowIn, type DeskWindow } from '../made/deskWindow';
import { studyOf } from '../made/study';

/** A desk on items with so many responses each, whose task says more. */
async function deskOn(counts: readonly number[], task: Partial<Project['task']> = {}): Promise<DeskWindow> {
  const folder = temporaryFolder();
  const records = counts.map((count, n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    responses: ['w', 'x', 'y', 'z'].slice(0, count).map((id) => ({ id, text: `text ${id} of ${n}` })),
  }));
  await (await studyOf(folder, records)).close();
  const file = join(folder, 'data.tiebreak');
  const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
  writeFileSync(file, JSON.stringify({ ...project, task: { ...project.task, ...task } }));
  const window = await windowIn(folder);
  await window.desk.start();
  return window;
}

const savedIn = ({ session }: DeskWindow): Promise<Annotation | undefined>[] =>
  ['q0', 'q1', 'q2'].map(async (id) => {
    const found = session.study.replay.counted('ana', id);
    return found && session.study.journal.fetch(found.ref);
  });

async function type(window: DeskWindow, ...digits: number[]): Promise<void> {
  for (const digit of digits) await window.desk.type(digit);
}

describe('a study whose mode is "auto"', () => {
  it('compares two responses, ranks more, and judges a single one as good or bad', async () => {
    const window = await deskOn([2, 3, 1], { mode: 'auto' });
    const modes = [];
    for (const at of [0, 1, 2]) {
      await window.desk.goTo(at);
      modes.push([window.item.draft.mode, window.last.question]);
    }
    expect(modes).toEqual([
      ['pair', 'Which of the two serves the person who asked better?'],
      ['rank', 'Which response serves the person who asked better? Rank them, best first.'],
      ['thumbs', 'Does the response serve the person who asked?'],
    ]);
  });
});

describe('digits on an item whose mode is another one than before', () => {
  /** Past an item of three responses, to one of two. */
  const onPair = async (task: Partial<Project['task']> = {}): Promise<DeskWindow> => {
    const window = await deskOn([3, 2, 2], { mode: 'auto', ...task });
    await type(window, 1, 2, 3);
    await window.desk.save();
    return window;
  };

  it('judge nothing before the screen has shown what they mean', async () => {
    const window = await onPair();
    expect(window.item).toMatchObject({ isNewMode: true, draft: { mode: 'pair' } });
    await type(window, 3, 1);
    expect(window.currentNotice).toEqual({ kind: 'digit-ahead', mode: 'pair' });
    expect(window.item.draft.comparisons).toEqual([]);
    await window.desk.modeRead('another');
    await type(window, 3);
    expect(window.item.draft.comparisons).toEqual([]);
    await window.desk.modeRead(window.item.key);
    await type(window, 3);
    expect(window.item.draft.comparisons).toMatchObject([{ outcome: 'tie' }]);
  });

  it('judge nothing where they were typed while the item before was still being saved', async () => {
    const window = await deskOn([3, 2], { mode: 'auto' });
    await Promise.all([1, 2, 3].map((digit) => window.desk.type(digit)));
    await Promise.all([window.desk.save(), window.desk.type(3)]);
    expect(window.item.draft).toMatchObject({ mode: 'pair', comparisons: [] });
  });

  it('judge once the person has done anything else there, and at once where nothing changed', async () => {
    const window = await onPair();
    await window.desk.judge({ do: 'selectBy', by: 1 });
    await type(window, 2);
    expect(window.item.draft.comparisons).toMatchObject([{ outcome: 'b' }]);
    await window.desk.save();
    expect(window.item.isNewMode).toBeUndefined();
    await type(window, 1);
    expect(window.item.draft.comparisons).toMatchObject([{ outcome: 'a' }]);
  });

  it('are as before on the item itself once the person has chosen its mode', async () => {
    const window = await onPair();
    await window.desk.judge({ do: 'mode', mode: 'rank' });
    expect(window.item.isNewMode).toBeUndefined();
    await type(window, 2, 1);
    expect(window.item.draft.places).toEqual([2, 1]);
  });

  it('save nothing, also where the study saves at once: Enter does, and from the next item on they do', async () => {
    const window = await onPair({ advance: 'at-once' });
    await window.desk.modeRead(window.item.key);
    await type(window, 1);
    expect(window.last.ordinal).toBe(1);
    expect(window.item.draft.comparisons).toHaveLength(1);
    await window.desk.save();
    expect(window.last.ordinal).toBe(2);
    const [, before] = savedIn(window);
    expect((await before)?.judgement.comparisons).toHaveLength(1);
    await type(window, 2);
    const [, , last] = savedIn(window);
    expect((await last)?.judgement.comparisons).toHaveLength(1);
  });

  it('keep their meaning where the study asks in one way for all', async () => {
    const window = await onPair({ mode: 'rank' });
    expect(window.item).toMatchObject({ draft: { mode: 'rank' } });
    expect(window.item.isNewMode).toBeUndefined();
    await type(window, 2, 1);
    expect(window.item.draft.places).toEqual([2, 1]);
  });
});

describe('a study with tips', () => {
  it('shows each on its item alone', async () => {
    const window = await deskOn([2, 2, 2], { tips: { q1: 'Press {save}.' } });
    const tips = [];
    for (const at of [0, 1, 2]) {
      await window.desk.goTo(at);
      tips.push(window.item.tip);
    }
    expect(tips).toEqual([undefined, 'Press {save}.', undefined]);
  });
});

describe('a study that advances at once', () => {
  it('saves a comparison at its key, with its strength, and takes it back by one undo', async () => {
    const window = await deskOn([2, 2], { mode: 'pair', advance: 'at-once' });
    await type(window, 6);
    expect(window.last.ordinal).toBe(1);
    const [first] = await Promise.all(savedIn(window));
    expect(first?.judgement.comparisons).toHaveLength(1);
    expect(first?.judgement.comparisons?.[0]).toMatchObject({ outcome: 'b', strength: 2 });
    await window.desk.undo();
    expect(window.last.ordinal).toBe(0);
    expect(window.item).toMatchObject({ status: 'draft', draft: { comparisons: [{ outcome: 'b', strength: 2 }] } });
    await type(window, 1);
    expect(window.last.ordinal).toBe(1);
    const [again] = await Promise.all(savedIn(window));
    expect(again?.judgement.comparisons?.[0]).toMatchObject({ outcome: 'a', strength: 3 });
  });

  it('saves the best one at its key, good or bad once each response is marked, and a ranking on Enter alone', async () => {
    const best = await deskOn([3, 3], { mode: 'best', advance: 'at-once' });
    await type(best, 2);
    expect(best.last.ordinal).toBe(1);

    const thumbs = await deskOn([2, 2], { mode: 'thumbs', advance: 'at-once' });
    await type(thumbs, 1);
    expect(thumbs.last.ordinal).toBe(0);
    await type(thumbs, 2);
    expect(thumbs.last.ordinal).toBe(1);

    const rank = await deskOn([3, 3], { mode: 'rank', advance: 'at-once' });
    await type(rank, 1, 2, 3);
    expect(rank.last.ordinal).toBe(0);
    await rank.desk.save();
    expect(rank.last.ordinal).toBe(1);
  });

  it('does not save at a key that says how the judgment is made, nor before a text that the study asks for', async () => {
    const window = await deskOn([2, 2], { mode: 'pair', advance: 'at-once', rationale: { minLength: 5 } });
    await type(window, 1);
    expect(window.last.ordinal).toBe(0);
    expect(window.currentNotice).toMatchObject({ kind: 'too-short' });
    const moved = await deskOn([2, 2], { mode: 'pair', advance: 'at-once' });
    await moved.desk.judge({ do: 'move', step: -1 });
    expect(moved.last.ordinal).toBe(0);
  });
});

describe('a study that is content with a part', () => {
  it('saves the best of a ranking on one Enter, which asks first otherwise', async () => {
    const asked = await deskOn([4, 4]);
    await type(asked, 1);
    await asked.desk.save();
    expect(asked.last.ordinal).toBe(0);
    expect(asked.currentNotice).toMatchObject({ kind: 'confirm-unranked' });

    const content = await deskOn([4, 4], { partial: true });
    await type(content, 1);
    await content.desk.save();
    expect(content.last.ordinal).toBe(1);
  });
});

describe('the response that was just judged', () => {
  it('stays selected, for a flag say, and the next digit goes on', async () => {
    const window = await deskOn([3]);
    await type(window, 2);
    expect(window.item).toMatchObject({ selected: 0, next: { index: 1 } });
    await window.desk.judge({ do: 'flag', number: 1 });
    expect(window.item).toMatchObject({ selected: 0, next: { index: 1 }, draft: { flags: [{ index: 0 }] } });
    await type(window, 1);
    expect(window.item).toMatchObject({ selected: 1, next: { index: 2 }, draft: { places: [2, 1, null] } });
    await type(window, 3);
    expect(window.item.draft.places).toEqual([2, 1, 3]);
    expect(window.item.next).toBeUndefined();
  });

  it('is judged anew where it is selected by hand, and after an undo the digit goes where it went before', async () => {
    const window = await deskOn([3]);
    await type(window, 1);
    await window.desk.judge({ do: 'select', index: 0 });
    await type(window, 3);
    expect(window.item.draft.places).toEqual([3, null, null]);
    await window.desk.undo();
    await window.desk.undo();
    expect(window.item).toMatchObject({ selected: 0, draft: { places: [null, null, null] } });
    await window.desk.redo();
    await type(window, 2);
    expect(window.item.draft.places).toEqual([1, 2, null]);
  });

  it('is selected again by an undo of what chose another, and the next digit is for the one after it', async () => {
    const window = await deskOn([4]);
    await type(window, 1, 2);
    expect(window.item).toMatchObject({ selected: 1, next: { index: 2 } });
    await window.desk.judge({ do: 'select', index: 3 });
    await window.desk.judge({ do: 'drop', index: 3, target: 0, position: 'tie' });
    await window.desk.undo();
    await type(window, 4);
    expect(window.item.draft.places).toEqual([1, 2, null, 4]);
    await window.desk.undo();
    await window.desk.undo();
    expect(window.item).toMatchObject({ selected: 1, draft: { places: [1, null, null, null] } });
    await window.desk.redo();
    expect(window.item).toMatchObject({ selected: 1, next: { index: 2 } });
  });

  it('is left at once where a person wants that', async () => {
    const window = await deskOn([3]);
    window.desk.selectsNextAtOnce = true;
    await type(window, 1);
    expect(window.item.selected).toBe(1);
    expect(window.item.next).toBeUndefined();
  });

  it('is left by the last aspect of a rating, and the next number rates the next response', async () => {
    const aspects = ['clear', 'true'].map((name) => ({ name, min: 1, max: 5 }));
    const window = await deskOn([2], { mode: 'rate', aspects });
    await type(window, 4);
    expect(window.item).toMatchObject({ selected: 0, part: 1 });
    await type(window, 5);
    expect(window.item).toMatchObject({ selected: 0, part: 1, next: { index: 1, part: 0 } });
    await type(window, 2);
    expect(window.item.draft.ratings).toEqual({ clear: [4, 2], true: [5, null] });
  });
});
