import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { versionInForce } from '../../../src/core/model/rubric/rubric';
import { changeCriterion } from '../../../src/core/rubric/criteria';
import { addRubric } from '../../../src/core/rubric/library';
import { LibraryEditor } from '../../../src/core/rubric/libraryEditor';
import type { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { temporaryFolder } from '../made/temporaryFolder';
import { criterion } from '../made/rubrics';
import { storedRubrics } from '../../workbench/storedLibrary';
import { judge, studyOf } from '../made/study';
import type { Rubrics } from '../../../src/core/model/rubric/rubric';

const records = [...Array(3).keys()].map((n) => ({
  id: `q${n}`,
  prompt: 'Why?',
  responses: ['Because.', `Why not ${n}?`],
}));

async function edited(): Promise<{
  study: Study;
  editor: LibraryEditor;
  onDisk: () => Rubrics;
  texts: () => (string | undefined)[];
}> {
  const study = await studyOf(temporaryFolder(), records);
  await study.refresh();
  const editor = new LibraryEditor(() => ({
    study,
    annotator: 'ana',
    refresh: async () => {
      await study.refresh();
    },
  }));
  const onDisk = (): Rubrics => storedRubrics(study.file);
  expect(
    await editor.change((rubrics, editing) =>
      addRubric(rubrics, { title: 'Style' }, [criterion('short'), criterion('clear')], editing),
    ),
  ).toMatch(/^style-[a-z0-9]{5}$/);
  return { study, editor, onDisk, texts: () => versionInForce(onDisk().rubrics[0]!).criteria.map(({ text }) => text) };
}
const say =
  (text: string) =>
  (rubrics: Rubrics, editing: Parameters<typeof changeCriterion>[3]): { rubrics: Rubrics } => ({
    rubrics: changeCriterion(rubrics, 'short', { text }, editing),
  });

describe('a library that is edited', () => {
  it('has each edit in its file, and takes back together what was typed together', async () => {
    const { study, editor, onDisk, texts } = await edited();
    expect(onDisk().rubrics[0]?.versions[0]).toMatchObject({ version: 1, author: 'ana' });
    await Promise.all([
      editor.change(say('Is'), 'short 1'),
      editor.change(say('Is it'), 'short 1'),
      editor.change(say('Is it short'), 'short 1'),
      editor.change(say('So?'), 'short 2'),
    ]);
    expect(texts()).toEqual(['So?', 'Is it clear?']);
    expect(await editor.undo()).toBe(true);
    expect(texts()[0]).toBe('Is it short');
    await editor.undo();
    expect(texts()[0]).toBe('Is it short?');
    await editor.redo();
    expect(texts()[0]).toBe('Is it short');
    await editor.undo();
    await editor.undo();
    expect(onDisk().rubrics).toEqual([]);
    expect([editor.canUndo, editor.canRedo, await editor.undo()]).toEqual([false, true, false]);
    await editor.redo();
    await editor.change(say('Else'));
    expect(editor.canRedo).toBe(false);
    await study.close();
  });

  it('makes a version where somebody has judged meanwhile, also of what is taken back', async () => {
    const { study, editor, onDisk, texts } = await edited();
    await editor.change(say('Is it brief?'));
    await judge(study, 0, { rationale: 'x' }, { rubrics: [{ id: onDisk().rubrics[0]!.id, version: 1 }] });
    const used = onDisk().rubrics[0]?.versions[0];
    await editor.undo();
    expect(texts()).toEqual(['Is it short?', 'Is it clear?']);
    expect(onDisk().rubrics[0]?.versions.map(({ version }) => version)).toEqual([1, 2]);
    await editor.redo();
    expect(texts()).toEqual(['Is it brief?', 'Is it clear?']);
    expect(onDisk().rubrics[0]?.versions[0]).toEqual(used);
    await study.close();
  });

  it('goes on from what others wrote, and takes nothing of it back', async () => {
    const { study, editor, onDisk, texts } = await edited();
    const path = join(studyPaths(study.file).rubrics.folder, `${onDisk().rubrics[0]!.id}.json`);
    writeFileSync(path, JSON.stringify(changeCriterion(onDisk(), 'clear', { weight: 7 }, { used: new Map() })));
    await editor.change(say('Is it brief?'));
    expect(versionInForce(onDisk().rubrics[0]!).criteria.map(({ weight }) => weight)).toEqual([1, 7]);
    writeFileSync(path, JSON.stringify(changeCriterion(onDisk(), 'clear', { weight: 8 }, { used: new Map() })));
    await expect(editor.undo()).rejects.toThrow(/was changed by somebody else/);
    expect(texts()[0]).toBe('Is it brief?');
    await study.close();
  });

  it('writes nothing where it is not known what was judged under, or the edit makes no criterion', async () => {
    const { study, editor, onDisk } = await edited();
    const before = onDisk();
    await expect(
      editor.change((rubrics, editing) => ({ rubrics: changeCriterion(rubrics, 'short', { text: '' }, editing) })),
    ).rejects.toThrow(/Criterion “short”: text: Must not be empty/);
    await judge(study, 0, { rationale: 'x' }, { rubrics: [{ id: onDisk().rubrics[0]!.id, version: 1 }] });
    mkdirSync(`${studyPaths(study.file).annotations}/ben.jsonl`);
    await expect(editor.change(say('Is it brief?'))).rejects.toThrow(/Fix the journal first/);
    expect(onDisk()).toEqual(before);
    await study.close();
  });
});
