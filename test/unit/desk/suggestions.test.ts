import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { projectSchema, type Project } from '../../../src/core/model/study/project';
import { windowIn, type DeskWindow } from '../made/deskWindow';
import { studyOf } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

const pairs = [0, 1].map((n) => ({ prompt: `Question ${n}`, chosen: `better ${n}`, rejected: `worse ${n}` }));

async function folderOf(task: Partial<Project['task']>, records: readonly unknown[] = pairs): Promise<string> {
  const folder = temporaryFolder();
  await (await studyOf(folder, records)).close();
  const file = join(folder, 'data.tiebreak');
  const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
  writeFileSync(file, JSON.stringify({ ...project, task: { ...project.task, ...task } }));
  return folder;
}

async function deskOn(folder: string): Promise<DeskWindow> {
  const window = await windowIn(folder);
  await window.desk.start();
  return window;
}

/** Which letter the chosen response has on the screen: 'a' or 'b'. */
const betterOf = (window: DeskWindow): 'a' | 'b' =>
  window.desk.open?.shown.responses[0]?.text.startsWith('better') === true ? 'a' : 'b';

const firstLine = async ({ session }: DeskWindow, id: string): Promise<Annotation> => {
  const found = session.study.replay.counted('ana', id);
  return session.study.journal.fetch(found!.ref);
};

describe('suggestions', () => {
  it('are off where a study says nothing of them', async () => {
    const window = await deskOn(await folderOf({ mode: 'pair' }));
    expect(window.item).toMatchObject({ status: 'empty', draft: { comparisons: [] } });
  });

  it('are what the dataset says, confirmed by one Enter, and kept with the judgment', async () => {
    const window = await deskOn(await folderOf({ mode: 'pair', suggestions: true }));
    const [id, outcome] = [window.id, betterOf(window)];
    expect(window.item).toMatchObject({ status: 'suggested', draft: { comparisons: [{ a: 0, b: 1, outcome }] } });
    expect(window.last.judged).toBe(0);
    await window.desk.save();
    const saved = await firstLine(window, id);
    expect(saved.judgement.comparisons).toHaveLength(1);
    expect(saved.suggestion).toEqual({ judgement: saved.judgement });
    expect(saved.origin).toEqual({ kind: 'human' });
  });

  it('are changed like any draft, and what was suggested is kept beside what was judged', async () => {
    const folder = await folderOf({ mode: 'pair', suggestions: true });
    const window = await deskOn(folder);
    const [id, suggested] = [window.id, betterOf(window)];
    await window.desk.judge({ do: 'compare', outcome: 'tie' });
    expect(window.item.status).toBe('draft');
    await window.desk.undo();
    expect(window.item.status).toBe('suggested');
    await window.desk.judge({ do: 'compare', outcome: 'tie' });
    await window.desk.save();
    const saved = await firstLine(window, id);
    expect(saved.judgement.comparisons?.[0]?.outcome).toBe('tie');
    expect(saved.suggestion?.judgement.comparisons?.[0]?.outcome).toBe(suggested);
    // Judged again, it says still what was seen first.
    await window.desk.goTo(0);
    expect(window.item.status).toBe('saved');
    await window.desk.judge({ do: 'compare', outcome: 'unsure' });
    await window.desk.save();
    expect((await firstLine(window, id)).suggestion).toEqual(saved.suggestion);
  });

  it('are a ranking or the best one where the study asks for that', async () => {
    const ranking = await deskOn(await folderOf({ mode: 'rank', suggestions: true }));
    expect(ranking.item.draft.places).toEqual(betterOf(ranking) === 'a' ? [1, 2] : [2, 1]);
    const best = await deskOn(await folderOf({ mode: 'best', suggestions: true }));
    expect(best.item.draft.places).toEqual(betterOf(best) === 'a' ? [1, null] : [null, 1]);
    const rated = await deskOn(await folderOf({ mode: 'rate', suggestions: true }));
    expect(rated.item.status).toBe('empty');
  });

  it('are not for a study with items that are judged blind to measure people', () => {
    const project = {
      version: 1,
      dataset: { sources: ['a.jsonl'], layout: 'responses', mapping: {} },
      task: { mode: 'pair', questions: [{ version: 1, text: 'Which?' }], skipReasons: [], suggestions: true },
      round: 1,
      seed: 1,
    };
    expect(projectSchema.safeParse(project).success).toBe(true);
    const found = projectSchema.safeParse({ ...project, plan: { repeats: { rate: 0.1 } } });
    expect(found.error?.issues[0]).toMatchObject({ path: ['task', 'suggestions'] });
  });
});
