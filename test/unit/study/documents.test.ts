import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modeNames, questionOf } from '../../../src/core/model/annotation/mode';
import { currentQuestion, projectSchema, questionAsked, type Project } from '../../../src/core/model/study/project';
import { rubricsSchema, versionInForce } from '../../../src/core/model/rubric/rubric';
import { createStudy } from '../../../src/core/study/create';
import { openDocument } from '../../../src/core/study/document';
import { openRubrics } from '../../../src/core/study/rubrics';
import { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { annotation } from '../made/journalLines';
import { criterion, library, rubric } from '../made/rubrics';
import { opened, studyOf } from '../made/study';

const project: Project = {
  version: 1,
  dataset: { sources: ['data.jsonl'], layout: 'responses', mapping: {} },
  task: { mode: 'rank', questions: [{ version: 1, text: 'Which?' }], skipReasons: ['unclear'] },
  round: 1,
  seed: 7,
};
const records = [{ prompt: 'Hi', responses: ['a', 'b'] }];
const withPart = (part: object): object => ({ ...project, ...part });

describe('a project file', () => {
  it('may lie in the folder that is its dataset, and is no part of that', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'data.jsonl'), jsonl(records));
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [folder], mode: 'rank' });
    expect(JSON.parse(readFileSync(projectFile, 'utf8'))).toMatchObject({ dataset: { sources: ['.'] } });
    const study = await opened(projectFile);
    expect(study.sources).toEqual([join(folder, 'data.jsonl')]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a newer version',
      withPart({ version: 2 }),
      /: version: Must be 1\. The file was made by another version of Tiebreak$/,
    ],
    ['no dataset', withPart({ dataset: undefined }), /: dataset: /],
    ['no source', withPart({ dataset: { ...project.dataset, sources: [] } }), /: dataset\.sources: Must not be empty$/],
    [
      'a source that is no text',
      withPart({ dataset: { ...project.dataset, sources: [3] } }),
      /: dataset\.sources\.0: /,
    ],
    [
      'a mapping to no text',
      withPart({ dataset: { ...project.dataset, mapping: { prompt: 1 } } }),
      /: dataset\.mapping\.prompt: /,
    ],
    ['an unknown mode', withPart({ task: { ...project.task, mode: 'guess' } }), /: task\.mode: /],
    ['no question', withPart({ task: { ...project.task, questions: [] } }), /: task\.questions: Must not be empty$/],
    [
      'an empty question',
      withPart({ task: { ...project.task, questions: [{ version: 1, text: '' }] } }),
      /: task\.questions\.0\.text: /,
    ],
    ['a negative seed', withPart({ seed: -1 }), /: seed: /],
    [
      'a mapping of a field that the layout has not',
      withPart({ dataset: { ...project.dataset, mapping: { promt: 'prompt' } } }),
      /: dataset\.mapping: The layout responses has no field “promt”\. Similar names: prompt$/,
    ],
    [
      'an unknown layout',
      withPart({ dataset: { ...project.dataset, layout: 'csv' } }),
      /: dataset\.layout: there is no layout “csv”\. Choose one with “tiebreak formats”/,
    ],
    ['a list instead of an object', [], /study\.tiebreak: /],
  ])('with %s is refused, with the file and the field', async (_, content, message) => {
    const path = temporaryFile('study.tiebreak', JSON.stringify(content));
    await expect(Study.open(path)).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(message) as string,
    });
    await expect(Study.open(path)).rejects.toThrow(path);
  });

  it('that is no JSON, or missing, is told so', async () => {
    await expect(Study.open(temporaryFile('study.tiebreak', '{'))).rejects.toThrow(
      /study\.tiebreak:1: This is not JSON: /,
    );
    await expect(Study.open('/nowhere/study.tiebreak')).rejects.toThrow(
      '/nowhere/study.tiebreak: the file does not exist',
    );
  });

  it('keeps what a later version added, at every level, when it is written again', async () => {
    const later = {
      ...project,
      $schema: './x.json',
      plan: { doubled: 2 },
      dataset: { ...project.dataset, split: 'train' },
      task: { ...project.task, axes: ['tone'], questions: [{ version: 1, text: 'Which?', language: 'en' }] },
    };
    const path = temporaryFile('study.tiebreak', JSON.stringify(later));
    const document = await openDocument(path, projectSchema);
    await document.write({ ...document.data, round: 2 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...later, round: 2 });
    expect(readdirSync(join(path, '..'))).toEqual(['study.tiebreak']);
  });

  it('is not written with what it may not hold', async () => {
    const path = temporaryFile('study.tiebreak', JSON.stringify(project));
    const document = await openDocument(path, projectSchema);
    await expect(document.write({ ...project, seed: -1 })).rejects.toThrow();
    expect(document.data).toEqual(project);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(project);
  });

  it('asks the question with the greatest version', () => {
    expect(
      currentQuestion({
        ...project,
        task: {
          ...project.task,
          questions: [
            { version: 1, text: 'a' },
            { version: 3, text: 'c' },
            { version: 2, text: 'b' },
          ],
        },
      }),
    ).toEqual({ version: 3, text: 'c' });
  });

  it('asks a standard question in the words of the way that an item is judged, and one of the study as it is', () => {
    const asking = (text: string): Project => ({
      ...project,
      task: { ...project.task, questions: [{ version: 1, text }] },
    });
    for (const mode of modeNames) {
      expect(questionAsked(asking(questionOf('rank')), mode)).toBe(questionOf(mode));
      expect(questionAsked(asking('Which is kinder?'), mode)).toBe('Which is kinder?');
    }
    expect(new Set(modeNames.map(questionOf)).size).toBe(modeNames.length);
  });
});

describe('rubrics', () => {
  it('are in force in their latest versions', () => {
    const versions = [1, 3, 2].map((version) => ({ version, criteria: [{ id: 'c', text: 'Is true', weight: -1 }] }));
    const rubrics = rubricsSchema.parse({ version: 1, rubrics: [{ id: 'truth', title: 'Truth', versions }] });
    expect(rubrics.rubrics.map((rubric) => versionInForce(rubric).version)).toEqual([3]);
    expect(
      rubricsSchema.safeParse({ version: 1, rubrics: [{ id: 'truth', title: 'Truth', versions: [] }] }).success,
    ).toBe(false);
  });
});

describe('making a study', () => {
  it('writes the project and the attributes with which git merges journals', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, records);
    const paths = studyPaths(join(folder, 'data.tiebreak'));
    expect(JSON.parse(readFileSync(join(folder, 'data.tiebreak'), 'utf8'))).toEqual(study.project);
    expect(study.project).toMatchObject({
      version: 1,
      dataset: { sources: ['data.jsonl'], layout: 'responses', mapping: {} },
      task: { mode: 'rank', questions: [{ version: 1 }] },
      round: 1,
    });
    expect(study.rubrics).toEqual({ version: 1, rubrics: [] });
    expect(readdirSync(paths.folder)).toEqual(['.gitattributes']);
    expect(readFileSync(join(paths.folder, '.gitattributes'), 'utf8')).toBe(
      '* -text\nannotations/*.jsonl merge=union -text\n',
    );
    expect(study.sources).toEqual([join(folder, 'data.jsonl')]);
    await study.close();
  });

  it('names its sources relative to itself, also from another folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'raw data'));
    writeFileSync(join(folder, 'raw data', 'a.jsonl'), jsonl(records));
    const made = await createStudy({
      projectFile: join(folder, 'studies', 'one.tiebreak'),
      datasets: [join(folder, 'raw data', 'a.jsonl')],
    });
    expect(made.dataset.sources).toEqual(['../raw data/a.jsonl']);
    expect((await opened(join(folder, 'studies', 'one.tiebreak'))).sources).toEqual([
      join(folder, 'raw data', 'a.jsonl'),
    ]);
  });

  it('adds to the git attributes that stand already, once', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data.tiebreak.d'));
    writeFileSync(join(folder, 'data.tiebreak.d', '.gitattributes'), '*.bin -diff');
    await studyOf(folder, records);
    expect(readFileSync(join(folder, 'data.tiebreak.d', '.gitattributes'), 'utf8')).toBe(
      '*.bin -diff\n* -text\nannotations/*.jsonl merge=union -text\n',
    );
  });

  it('keeps the rubrics of a study whose project file was lost', async () => {
    const folder = temporaryFolder();
    const rubrics = {
      version: 1,
      rubrics: [{ id: 'truth', title: 'Truth', versions: [{ version: 1, criteria: [] }] }],
    };
    mkdirSync(join(folder, 'data.tiebreak.d'));
    writeFileSync(join(folder, 'data.tiebreak.d', 'rubrics.json'), JSON.stringify(rubrics));
    expect((await studyOf(folder, records)).rubrics).toEqual(rubrics);
  });

  it.each<
    [string, (folder: string) => { projectFile: string; datasets: [string, ...string[]]; layout?: string }, RegExp]
  >([
    [
      'its name does not end in .tiebreak',
      (folder) => ({ projectFile: join(folder, 'study.json'), datasets: [join(folder, 'data.jsonl')] }),
      /study\.json: the name of a project file must end in “\.tiebreak”/,
    ],
    [
      'a project stands there',
      (folder) => ({ projectFile: join(folder, 'there.tiebreak'), datasets: [join(folder, 'data.jsonl')] }),
      /there\.tiebreak: the file already exists\. Open it, or choose another name/,
    ],
    [
      'the dataset is missing',
      (folder) => ({ projectFile: join(folder, 'new.tiebreak'), datasets: [join(folder, 'missing.jsonl')] }),
      /missing\.jsonl: There is no such file/,
    ],
    [
      'the dataset is missing and the layout named',
      (folder) => ({
        projectFile: join(folder, 'new.tiebreak'),
        datasets: [join(folder, 'missing.jsonl')],
        layout: 'responses',
      }),
      /missing\.jsonl/,
    ],
    [
      'a further dataset is missing',
      (folder) => ({
        projectFile: join(folder, 'new.tiebreak'),
        datasets: [join(folder, 'data.jsonl'), join(folder, 'missing.jsonl')],
      }),
      /missing\.jsonl/,
    ],
    [
      'no layout fits',
      (folder) => ({ projectFile: join(folder, 'new.tiebreak'), datasets: [join(folder, 'odd.jsonl')] }),
      /odd\.jsonl: no known layout/,
    ],
    [
      'the layout named does not exist',
      (folder) => ({
        projectFile: join(folder, 'new.tiebreak'),
        datasets: [join(folder, 'data.jsonl')],
        layout: 'csv',
      }),
      /There is no layout “csv”/,
    ],
  ])('is refused, and writes nothing, when %s', async (_, options, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'data.jsonl'), jsonl(records));
    writeFileSync(join(folder, 'odd.jsonl'), '{"x":"A text of some length."}\n');
    writeFileSync(join(folder, 'there.tiebreak'), 'mine');
    await expect(createStudy(options(folder))).rejects.toThrow(message);
    expect(readdirSync(folder).sort()).toEqual(['data.jsonl', 'odd.jsonl', 'there.tiebreak']);
    expect(readFileSync(join(folder, 'there.tiebreak'), 'utf8')).toBe('mine');
  });
});

describe('a study', () => {
  it('sees what another window saved after a refresh, and says whether there was anything', async () => {
    const folder = temporaryFolder();
    const here = await studyOf(folder, records);
    const there = await opened(join(folder, 'data.tiebreak'));
    await there.append([annotation(1)]);
    expect(here.replay.current('ana', 'item-1')).toBeUndefined();
    expect(await here.refresh()).toBe(true);
    expect(await here.refresh()).toBe(false);
    expect(here.replay.current('ana', 'item-1')?.id).toBe(annotation(1).id);
    await here.close();
    await there.close();
  });

  it('lists lines set aside once, and forgets one that has become whole', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, records);
    const { annotations } = studyPaths(study.file);
    mkdirSync(annotations);
    const line = JSON.stringify(annotation(1));
    writeFileSync(join(annotations, 'ana.jsonl'), line.slice(0, 40));
    for (let look = 0; look < 3; look++) await study.refresh();
    expect(study.problems).toMatchObject([{ line: 1, message: expect.stringContaining('cut off') as string }]);
    writeFileSync(join(annotations, 'ana.jsonl'), `${line}\n`);
    await study.refresh();
    expect(study.problems).toEqual([]);
    expect(study.replay.current('ana', 'item-1')?.id).toBe(annotation(1).id);
    await study.close();
  });

  it('rejects an append that was not saved, and does not count it', async () => {
    const study = await studyOf(temporaryFolder(), records);
    writeFileSync(studyPaths(study.file).annotations, 'a file where the folder should be');
    await expect(study.append([annotation(1)])).rejects.toMatchObject({ name: 'JournalWriteError' });
    expect([...study.replay.all()]).toEqual([]);
  });
});

it('rubrics are opened while the first change of somebody else divides the one file of before', async () => {
  for (let round = 0; round < 40; round++) {
    const folder = temporaryFolder();
    const at = { folder: join(folder, 'rubrics'), former: join(folder, 'rubrics.json') };
    writeFileSync(
      at.former,
      JSON.stringify(library(rubric('one', [[criterion('clear')]]), rubric('two', [[criterion('short')]]))),
    );
    const mine = await openRubrics(at);
    const written = mine.write({
      ...mine.data,
      rubrics: [...mine.data.rubrics, rubric('three', [[criterion('kind')]])],
    });
    const counts: number[] = [];
    const opening = (async () => {
      for (let n = 0; n < 12; n++) counts.push((await openRubrics(at)).data.rubrics.length);
    })();
    await Promise.all([written, opening]);
    expect(counts.every((count) => count >= 2)).toBe(true);
    expect((await openRubrics(at)).data.rubrics).toHaveLength(3);
  }
});
