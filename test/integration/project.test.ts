import assert from 'node:assert/strict';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JournalLine } from '../../src/core/model/annotation/annotation';
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

suite('the project file', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  const faults: { what: string; spoil: (text: string) => string; message: RegExp }[] = [
    { what: 'that is no JSON', spoil: (text) => text.slice(0, 20), message: /data\.tiebreak:\d+: This is not JSON: / },
    { what: 'that is empty', spoil: () => '', message: /data\.tiebreak: the file is empty/ },
    {
      what: 'of another version',
      spoil: (text) => text.replace('"version": 1', '"version": 99'),
      message: /data\.tiebreak: version: Must be 1\. The file was made by another version of Tiebreak/,
    },
    {
      what: 'with a layout that there is not',
      spoil: (text) => text.replace('"responses"', '"nonsense"'),
      message: /data\.tiebreak: dataset\.layout: there is no layout “nonsense”/,
    },
    {
      what: 'whose dataset is gone',
      spoil: (text) => text.replace('data.jsonl', 'gone.jsonl'),
      message: /gone\.jsonl: the dataset was not found\. Put it back, or correct "dataset\.sources"/,
    },
    {
      what: 'that asks no question',
      spoil: (text) => text.replace(/"questions": \[[^\]]*\]/, '"questions": []'),
      message: /data\.tiebreak: task\.questions: Must not be empty/,
    },
  ];
  for (const { what, spoil, message } of faults) {
    test(`${what} opens with a message, and with the study once it is mended`, async () => {
      const place = await placeWith();
      await createStudy({ projectFile: place.project.fsPath, datasets: [place.dataset.fsPath] });
      const right = await readFile(place.project.fsPath, 'utf8');
      await writeFile(place.project.fsPath, spoil(right));
      const document = await documentOf(place);
      try {
        assert.match(document.error ?? '', message);
        assert.equal(document.session, undefined);
        await writeFile(place.project.fsPath, right);
        await document.open();
        assert.ok(document.session);
        assert.equal(document.error, undefined);
      } finally {
        document.dispose();
      }
    });
  }

  test('that is broken leaves an editor that works once it is mended', async () => {
    const place = await openStudy();
    const { project, dataset } = place;
    const right = await readFile(project.fsPath, 'utf8');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await writeFile(project.fsPath, '{');
    await run('annotate', dataset);
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputCustom);
    // With no study open they do nothing, and do not throw either.
    for (const command of [
      'save',
      'next',
      'previous',
      'undo',
      'redo',
      'unplace',
      'moveUp',
      'selectNext',
      'leaveField',
      'export',
    ])
      await run(command);
    await writeFile(project.fsPath, right);
    const [line] = await judgeUntil(place, (lines) => lines.length > 0);
    assert.deepEqual(tiersOf(line), [[0], [1], [2]]);
  });

  test('whose dataset comes back later has an editor that works then', async () => {
    const place = await openStudy();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const elsewhere = join(place.folder, 'elsewhere');
    await rename(place.dataset.fsPath, elsewhere);
    await vscode.commands.executeCommand('vscode.open', place.project);
    await rename(elsewhere, place.dataset.fsPath);
    await judgeUntil(place, (lines) => lines.length > 0);
  });

  test('follows a dataset that grows while it is open', async () => {
    const place = await openStudy();
    await appendFile(place.dataset.fsPath, jsonl([{ ...records[0], id: 'new' }]));
    await judgeUntil(place, (lines) => annotations(lines).some(({ item }) => item === 'new'));
  });

  test('is checked while one edits it as text, by the same rules', async () => {
    const { project } = await openStudy();
    const text = await readFile(project.fsPath, 'utf8');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await writeFile(
      project.fsPath,
      text.replace('"version": 1', '"version": 2').replace(/"sources": \[[^\]]*\]/, '"sources": []'),
    );
    const document = await vscode.workspace.openTextDocument(project);
    assert.equal(document.languageId, 'tiebreak');
    await vscode.window.showTextDocument(document);
    const diagnostics = (): string[] => vscode.languages.getDiagnostics(project).map(({ message }) => message);
    // VS Code's JSON language service says what the schema says.
    await until('two complaints', diagnostics, (found) => found.length === 2);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(project, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    await until('no complaint about what the command wrote', diagnostics, (found) => found.length === 0);
    await document.save();
  });
});

/** Ranks one item after the other until the journal says what follows from a change of a file. */
function judgeUntil({ journal }: Place, isIt: (lines: JournalLine[]) => boolean): Promise<JournalLine[]> {
  return until(
    'a saved judgement',
    async () => {
      await type(1, 2, 3);
      await run('save');
      return journal();
    },
    isIt,
  );
}

async function documentOf({ project, folder }: Place): Promise<StudyDocument> {
  const document = new StudyDocument(project, vscode.Uri.file(join(folder, 'storage')), memory());
  await document.open();
  return document;
}
