import assert from 'node:assert/strict';
import { appendFile, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createStudy } from '../../src/core/study/create';
import { StudyDocument } from '../../src/host/study/studyDocument';
import {
  annotations,
  annotator,
  cleanUp,
  jsonl,
  memory,
  openStudy,
  placeWith,
  records,
  run,
  setAnnotator,
  tiersOf,
  type,
  until,
  type Place,
} from './made/study';

suite('files that change under an open study', () => {
  const open: StudyDocument[] = [];
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(async () => {
    for (const document of open.splice(0)) document.dispose();
    await cleanUp();
  });

  async function documentOf(
    { project, dataset, folder }: Place,
    datasets: [string, ...string[]] = [dataset.fsPath],
  ): Promise<StudyDocument> {
    await createStudy({ projectFile: project.fsPath, datasets });
    const document = new StudyDocument(project, vscode.Uri.file(join(folder, 'storage')), memory());
    open.push(document);
    await document.open();
    assert.equal(document.error, undefined);
    return document;
  }

  const idAt = async (document: StudyDocument, ordinal: number): Promise<string | undefined> => {
    const at = await document.session?.at(ordinal).catch(() => undefined);
    return at?.kind === 'item' ? at.open.shown.item.id : undefined;
  };
  const renamed = (prefix: string): string => jsonl(records.map((record) => ({ ...record, id: prefix + record.id })));

  test('a dataset that another is renamed over is read anew', async () => {
    const place = await placeWith();
    const document = await documentOf(place);
    await writeFile(join(place.folder, 'new'), renamed('n'));
    await rename(join(place.folder, 'new'), place.dataset.fsPath);
    await until(
      'the new item',
      () => idAt(document, 0),
      (id) => id === 'n1',
    );
  });

  test('a dataset that changes the moment the study is open is read anew', async () => {
    const place = await placeWith();
    const document = await documentOf(place);
    await appendFile(place.dataset.fsPath, jsonl([{ ...records[0], id: 'late' }]));
    await until(
      'the late item',
      () => idAt(document, 4),
      (id) => id === 'late',
    );
  });

  test('a change of one file is not lost in the noise of another', async () => {
    const place = await placeWith();
    const second = join(place.folder, 'second.jsonl');
    await writeFile(second, renamed('s'));
    const document = await documentOf(place, [place.dataset.fsPath, second]);
    await appendFile(place.dataset.fsPath, jsonl([{ ...records[0], id: 'added' }]));
    const noise = setInterval(() => void utimes(second, 1e9, 1e9), 100);
    try {
      await until(
        'the added item',
        () => idAt(document, 4),
        (id) => id === 'added',
      );
    } finally {
      clearInterval(noise);
    }
  });

  test('rubrics that are written elsewhere are in force at once, and broken ones are told and not taken up', async () => {
    const place = await openStudy();
    const rubrics = join(place.folder, 'data.tiebreak.d', 'rubrics.json');
    const problems = (): string[] =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(rubrics))
        .filter(({ source }) => source === 'Tiebreak')
        .map(({ message }) => message);
    await type(1, 2);
    await writeFile(rubrics, '{"version": 1, "rubrics": [');
    assert.match(
      (await until('a problem', problems, (found) => found.length === 1))[0] ?? '',
      /is not JSON.*The last valid version stays active/,
    );
    await writeFile(
      rubrics,
      JSON.stringify({
        version: 1,
        rubrics: [{ id: 'style', title: 'Style', versions: [{ version: 3, criteria: [] }] }],
      }),
    );
    await until('no problem', problems, (found) => found.length === 0);
    await type(3);
    await run('save');
    const [line] = annotations(await place.journal());
    assert.deepEqual(line?.rubrics, [{ id: 'style', version: 3 }]);
  });

  test('a dataset that goes away is told, and the draft is there when it is back', async () => {
    const place = await placeWith();
    const text = await readFile(place.dataset.fsPath, 'utf8');
    const document = await documentOf(place);
    await vscode.commands.executeCommand('vscode.open', place.project);
    await type(1, 2);
    await rm(place.dataset.fsPath);
    await until(
      'what is wrong',
      () => document.error,
      (error) => /data\.jsonl: the dataset was not found\. Put it back/.test(error ?? ''),
    );
    // The editor looks by itself, and may see it later than this test's own document does.
    const told = (): string[] => vscode.languages.getDiagnostics(place.project).map(({ message }) => message);
    await until('what is wrong in Problems', told, (messages) =>
      messages.some((message) => message.includes('the dataset was not found')),
    );
    // The desk goes on to tell so, whatever one does.
    await run('next');
    await type(1, 1, 1);
    await run('save');
    assert.deepEqual(await place.journal(), []);
    await writeFile(place.dataset.fsPath, text);
    await until('the study', () => document.session);
    const saved = await until(
      'the judgement',
      async () => {
        await type(3);
        await run('save');
        return place.journal();
      },
      (lines) => lines.length > 0,
    );
    assert.deepEqual(tiersOf(saved[0]), [[0], [1], [2]]);
    await until('Problems without it', told, (messages) => messages.length === 0);
  });
});
