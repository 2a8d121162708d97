import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { annotationOf } from '../../../../src/core/desk/drafts/journalLines';
import { DraftStore } from '../../../../src/core/desk/drafts/draftStore';
import type { OpenItem } from '../../../../src/core/desk/item/openItem';
import { parseLine } from '../../../../src/core/journal/line';
import type { Checks } from '../../../../src/core/model/annotation/checkEvidence';
import { emptyDraft } from '../../../../src/core/model/annotation/draft';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../../made/deskWindow';
import { temporaryFolder } from '../../made/temporaryFolder';
import { testRun } from '../../made/testRun';

const passed = testRun({ one: 'passed' });
const failed = testRun({ one: 'failed' }, { exit: 1 });

/** A window on the first item of the study in the folder. */
async function deskIn(folder: string): Promise<DeskWindow> {
  const window = await windowIn(folder);
  await window.desk.start();
  await window.desk.goTo(0);
  return window;
}

const deskOn = async (count = 2): Promise<{ readonly folder: string; readonly window: DeskWindow }> => {
  const folder = await folderOf(count, () => ({}));
  return { folder, window: await deskIn(folder) };
};

const test = (window: DeskWindow, evidence = passed, response = 'x-id'): Promise<boolean> =>
  window.desk.addTestResults(window.desk.open!.key, { response }, evidence);

const resultsOf = (checks: Checks | undefined): unknown =>
  checks?.responses.map(({ response, statuses }) => [response, statuses.one]);
const draftsIn = (folder: string): string[] => {
  try {
    return readdirSync(join(folder, 'drafts')).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
};

describe('results of tests that are not saved yet', () => {
  it('survive a reload, alone and with what was said since', async () => {
    const { folder, window } = await deskOn();
    await test(window);
    const alone = await deskIn(folder);
    expect(resultsOf(alone.desk.open?.checks)).toEqual([['x-id', 'passed']]);
    await alone.desk.judge({ do: 'number', value: 1, index: 0 });
    await test(alone, failed, 'y-id');
    await alone.session.flush();
    const both = await deskIn(folder);
    expect(both.item.draft.places).toEqual([1, null, null]);
    expect(both.desk.open?.checks).toEqual(alone.desk.open?.checks);
    expect(resultsOf(both.desk.open?.checks)).toEqual([
      ['x-id', 'passed'],
      ['y-id', 'failed'],
    ]);
  });

  it('stay with their item while another one is on the screen, and where a judgment is undone', async () => {
    const { window } = await deskOn();
    await window.desk.judge({ do: 'number', value: 1, index: 0 });
    await test(window);
    await window.desk.goTo(1);
    expect(window.desk.open?.checks).toBeUndefined();
    await window.desk.goTo(0);
    await window.desk.undo();
    expect(window.item.draft.places).toEqual([null, null, null]);
    expect(resultsOf(window.desk.open?.checks)).toEqual([['x-id', 'passed']]);
  });

  it('are written with each draft that they stand in', async () => {
    const [folder, errors] = [temporaryFolder(), [] as unknown[]];
    const key = { study: '/study', annotator: 'ana', item: 'one', hash: 'hash', seed: 7 };
    const store = new DraftStore(folder, (error) => errors.push(error));
    const checks: Checks = { base: failed, responses: [{ response: 'a', ...passed }] };
    for (const elapsed of [1, 2]) {
      const stored = { draft: emptyDraft(2), elapsed, served: { why: 'file' as const }, checks };
      store.keep(key, stored);
      await store.flush();
      expect(await new DraftStore(folder, (error) => errors.push(error)).load(key)).toEqual(stored);
    }
    const { checks: _, ...plain } = { draft: emptyDraft(2), elapsed: 3, checks };
    store.keep(key, plain);
    await store.flush();
    expect(await new DraftStore(folder, (error) => errors.push(error)).load(key)).toEqual(plain);
    expect(errors).toEqual([]);
  });
});

describe('results of tests that are saved with a judgment', () => {
  it('are in its line, and in no draft any more', async () => {
    const { folder, window } = await deskOn();
    await test(window);
    expect(draftsIn(folder)).toHaveLength(1);
    await window.rank(1, 2, 3);
    await window.session.flush();
    expect(resultsOf(annotationsIn(folder)[0]?.checks)).toEqual([['x-id', 'passed']]);
    expect(draftsIn(folder)).toEqual([]);
    for (const again of [window, await deskIn(folder)]) {
      await again.desk.goTo(0);
      expect(again.item.status).toBe('saved');
      expect(resultsOf(again.desk.open?.checks)).toEqual([['x-id', 'passed']]);
    }
  });

  it('are in the line of a judgment that is changed later', async () => {
    const { folder, window } = await deskOn();
    await test(window);
    await window.rank(1, 2, 3);
    await window.desk.goTo(0);
    await window.rank(3, 2, 1);
    const [first, second] = annotationsIn(folder);
    expect(second?.judgement).not.toEqual(first?.judgement);
    expect(second?.checks).toEqual(first?.checks);
  });

  it('write a line where nothing else is new, and none where they are not new either', async () => {
    const { folder, window } = await deskOn();
    await window.rank(1, 2, 3);
    await window.desk.goTo(0);
    await test(window);
    expect(draftsIn(folder)).toHaveLength(1);
    await window.desk.save();
    const [first, second] = annotationsIn(folder);
    expect(first?.checks).toBeUndefined();
    expect(resultsOf(second?.checks)).toEqual([['x-id', 'passed']]);
    expect(second?.checks?.verdictBefore).toEqual({ ranking: first?.judgement.ranking });
    expect(second?.judgement).toEqual(first?.judgement);
    for (const again of [window, await deskIn(folder)]) {
      await again.desk.goTo(0);
      await again.desk.save();
    }
    expect(annotationsIn(folder)).toHaveLength(2);
    expect(draftsIn(folder)).toEqual([]);
  });

  it('are those of the draft again where the judgment is taken back, also after a reload, and saved once more', async () => {
    const { folder, window } = await deskOn();
    await window.desk.judge({ do: 'number', value: 2, index: 0 });
    await test(window);
    await window.rank(1, 2, 3);
    await window.desk.undo();
    const [{ checks: before }] = annotationsIn(folder) as [ReturnType<typeof annotationsIn>[number]];
    expect(before?.verdictBefore).toBeDefined();
    expect(window.item.status).toBe('draft');
    expect(window.desk.open?.checks).toEqual(before);
    const again = await deskIn(folder);
    expect(again.desk.open?.checks).toEqual(before);
    await again.rank(1, 2, 3);
    expect(annotationsIn(folder).at(-1)?.checks).toEqual(before);
  });

  it('come back where the save is done again', async () => {
    const { folder, window } = await deskOn();
    await test(window);
    await window.rank(1, 2, 3);
    await window.desk.undo();
    await window.desk.redo();
    await window.session.flush();
    const [first, , again] = annotationsIn(folder);
    expect(again?.checks).toEqual(first?.checks);
    expect(draftsIn(folder)).toEqual([]);
  });

  it('are in the line of an item that is skipped', async () => {
    const { folder, window } = await deskOn();
    await test(window);
    await window.desk.skip('Too long', window.desk.open!.key);
    expect(annotationsIn(folder)[0]).toMatchObject({ judgement: { skip: { reason: 'Too long' } } });
    expect(resultsOf(annotationsIn(folder)[0]?.checks)).toEqual([['x-id', 'passed']]);
  });

  it('make lines that the journal reads, as they were', async () => {
    const { folder, window } = await deskOn();
    await window.desk.judge({ do: 'number', value: 2, index: 0 });
    await test(window, testRun({ 'tests/test_a.py::test_a[x y]': 'skipped', '': 'error' }, { flaky: [] }));
    await window.desk.addTestResults(window.desk.open!.key, 'base', failed);
    await window.rank(1, 2, 3);
    const text = readFileSync(join(folder, 'data.tiebreak.d/annotations/ana.jsonl'), 'utf8').trimEnd();
    expect(parseLine(text)).toEqual({ line: JSON.parse(text) as unknown });
  });

  it('are left out where their response is an edit that is gone', async () => {
    const { window } = await deskOn();
    const { shown, draft } = window.desk.open!;
    const checksOn = (...ids: string[]): Checks => ({
      base: failed,
      responses: ids.map((response) => ({ response, ...passed })),
    });
    const saved = (checks: Checks): Checks | undefined =>
      annotationOf({ shown, draft, checks } as OpenItem, { rationale: 'So.' }, window.session.study, {
        ...{ id: 'id', group: undefined, duration: 1, guidelines: undefined },
      }).checks;
    expect(saved(checksOn('x-id', 'x-id~1', 'y-id'))).toEqual(checksOn('x-id', 'y-id'));
    const all = checksOn('x-id', 'y-id');
    expect(saved(all)).toBe(all);
  });
});
