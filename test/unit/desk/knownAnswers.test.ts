import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planSchema } from '../../../src/core/model/study/planSchema';
import type { Project } from '../../../src/core/model/study/project';
import { windowIn, type DeskWindow } from '../made/deskWindow';
import { studyOf } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

const records = ['q0', 'q1', 'q2'].map((id) => ({
  id,
  prompt: `Question ${id}`,
  responses: [
    { id: 'good', text: `right ${id}` },
    { id: 'bad', text: `wrong ${id}` },
  ],
}));

async function deskOn(feedback: boolean, more: object = {}): Promise<DeskWindow> {
  const folder = temporaryFolder();
  await (await studyOf(folder, records)).close();
  const file = join(folder, 'data.tiebreak');
  const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
  const controls = { items: ['q0'], rate: 0.5, answers: { q0: { best: 'good' } }, feedback, ...more };
  writeFileSync(
    file,
    JSON.stringify({ ...project, task: { ...project.task, mode: 'pair', strength: false }, plan: { controls } }),
  );
  const window = await windowIn(folder);
  await window.desk.start();
  await window.desk.goTo(0);
  return window;
}

/** Index at which the right response is shown. */
const rightIn = (window: DeskWindow): number => window.desk.open!.shown.responses.findIndex(({ id }) => id === 'good');
const outcome = (index: number): 'a' | 'b' => (index === 0 ? 'a' : 'b');

describe('the known answer of a control item', () => {
  it('is told once the item is judged, where the study says so, and the item stays until Enter', async () => {
    const window = await deskOn(true);
    const right = rightIn(window);
    expect(window.item).not.toHaveProperty('known');
    await window.desk.judge({ do: 'compare', outcome: outcome(1 - right) });
    await window.desk.save();
    expect(window.currentNotice).toEqual({ kind: 'saved-control', agrees: false });
    expect(window.item).toMatchObject({ status: 'saved', known: { tiers: [[right], [1 - right]], agrees: false } });
    const first = window.id;
    await window.desk.save();
    expect(window.id).not.toBe(first);
    expect(window.item).not.toHaveProperty('known');
  });

  it('agrees with a judgment that says the same', async () => {
    const window = await deskOn(true);
    await window.desk.judge({ do: 'compare', outcome: outcome(rightIn(window)) });
    await window.desk.save();
    expect(window.currentNotice).toEqual({ kind: 'saved-control', agrees: true });
  });

  it('lets what was judged before stand: who has seen it judges no more by themselves', async () => {
    const window = await deskOn(true);
    const [id, right] = [window.id, rightIn(window)];
    await window.desk.judge({ do: 'compare', outcome: outcome(1 - right) });
    await window.desk.save();
    await window.desk.judge({ do: 'compare', outcome: outcome(right) });
    await window.desk.save();
    expect(window.currentNotice).toEqual({ kind: 'control-final' });
    const found = window.session.study.replay.counted('ana', id);
    const saved = await window.session.study.journal.fetch(found!.ref);
    expect(saved.judgement.comparisons?.[0]?.outcome).toBe(outcome(1 - right));
  });

  it('is told by nothing where the study does not say so', async () => {
    const window = await deskOn(false);
    const first = window.id;
    await window.desk.judge({ do: 'compare', outcome: 'a' });
    await window.desk.save();
    expect(window.id).not.toBe(first);
    await window.desk.goTo(0);
    expect(window.item).not.toHaveProperty('known');
  });
});

describe('a qualification test', () => {
  const test = {
    items: ['q1', 'q2'],
    answers: { q1: { best: 'good' }, q2: { best: 'good' } },
    rate: 0,
    first: 2,
    pass: 1,
  };

  it('comes before all other items, and tells how it went', async () => {
    const window = await deskOn(true, test);
    window.session.foundAt(
      new Map([
        ['q1', 1],
        ['q2', 2],
      ]),
    );
    const first = await window.session.next(-1);
    expect(['q1', 'q2']).toContain(first!.item.id);
    await window.desk.goTo(first!.ordinal);
    await window.desk.judge({ do: 'compare', outcome: outcome(rightIn(window)) });
    await window.desk.save();
    expect(window.currentNotice).toEqual({
      kind: 'saved-control',
      agrees: true,
      test: { of: 2, done: 1, right: 1, passed: null },
    });
    await window.desk.save();
    expect(['q1', 'q2']).toContain(window.id);
    expect(window.id).not.toBe(first!.item.id);
    await window.desk.judge({ do: 'compare', outcome: outcome(1 - rightIn(window)) });
    await window.desk.save();
    expect(window.currentNotice).toEqual({
      kind: 'saved-control',
      agrees: false,
      test: { of: 2, done: 2, right: 1, passed: false },
    });
    await window.desk.save();
    expect(window.id).toBe('q0');
  });

  it('must have as many known answers as it asks for', () => {
    const plan = (controls: object): unknown => ({ controls: { items: ['a'], rate: 0.1, ...controls } });
    expect(planSchema.safeParse(plan({ first: 1 })).success).toBe(false);
    expect(planSchema.safeParse(plan({ answers: { a: { best: 'x' } }, first: 1, pass: 0.5 })).success).toBe(true);
    expect(planSchema.safeParse(plan({ pass: 0.5 })).success).toBe(false);
  });
});
