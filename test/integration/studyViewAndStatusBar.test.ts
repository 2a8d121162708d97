import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { DeskEditor } from '../../src/host/desk/deskEditor';
import { keysByCommand, type Keybinding } from '../../src/host/surface/keybindings';
import { statusBar } from '../../src/host/study/statusBar';
import { StudyDocument } from '../../src/host/study/studyDocument';
import { StudyView } from '../../src/host/study/studyView';
import {
  annotations,
  annotator,
  cleanUp,
  jsonl,
  memory,
  openStudy,
  records,
  run,
  setAnnotator,
  skippedElsewhere,
  type,
  until,
  type Place,
} from './made/study';

suite('around the desk', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  test('the view of the study tells its question, dataset, annotators and exports', async () => {
    const { editor, document, folder, done } = await judged();
    try {
      const view = new StudyView(editor);
      assert.deepEqual(await tree(view), [
        ['data', 'Which response serves the person who asked better? Rank them, best first.'],
        ['Rubrics', 'none yet'],
        [
          'Dataset',
          'data.jsonl',
          '4 items',
          'responses · A prompt and its responses, as a list or in one field each',
          'Unreadable records: 1',
        ],
        ['Annotators', 'ana · 1 judged, 1 skipped (you)', 'ben · 1 judged'],
        ['Exports', 'Export preferences…'],
      ]);
      const exported = join(folder, 'data.tiebreak.d', 'exports', 'trl-dpo');
      await mkdir(exported, { recursive: true });
      await writeFile(join(exported, '.tiebreak-manifest.json'), '{}');
      assert.deepEqual((await tree(view)).at(-1), ['Exports', 'trl-dpo · train.jsonl']);
      assert.ok(document.session);
    } finally {
      done();
    }
  });

  test('the view is empty without a study', async () => {
    assert.deepEqual(await new StudyView(editorOf(undefined)).getChildren(), []);
  });

  test('the status bar tells how far one is, also to a screen reader, and leads to an item', async () => {
    const { editor, document, done } = await judged();
    const [item, ...rest] = statusBar(editor) as [vscode.StatusBarItem, ...vscode.Disposable[]];
    try {
      changes.fire();
      assert.equal(item.text, '$(checklist) 2/4');
      assert.match(item.accessibilityInformation?.label ?? '', /ana judged 1 and skipped 1 of 4 items/);
      assert.equal(item.tooltip, item.accessibilityInformation?.label);
      assert.equal(item.command, 'tiebreak.goTo');
      assert.doesNotMatch(item.accessibilityInformation?.label ?? '', /annotation rate/);
      for (const id of ['1', '2', '3']) document.session?.annotationRate.judged(id, 60_000);
      changes.fire();
      assert.match(
        item.accessibilityInformation?.label ?? '',
        /Your annotation rate: about 60 items per hour, 2 minutes left\.$/,
      );
    } finally {
      for (const disposable of [item, ...rest]) disposable.dispose();
      done();
    }
  });

  test('a study follows lines that others append, and the annotator whom the settings name', async () => {
    const { document, place, done } = await judged();
    try {
      const [line] = annotations(await place.journal());
      assert.ok(line);
      await writeFile(
        join(place.folder, 'data.tiebreak.d', 'annotations', 'eva.jsonl'),
        jsonl([{ ...line, annotator: 'eva' }]),
      );
      await until(
        'eva',
        () => document.session?.study.replay.annotators(),
        (names) => names?.includes('eva') === true,
      );
      await setAnnotator('ben');
      await document.readAnnotator();
      assert.equal(document.session?.annotator, 'ben');
    } finally {
      await setAnnotator(annotator);
      done();
    }
  });

  test('the sample is copied into the open folder and opened, and what was judged stays', async () => {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(workspace);
    const sample = join(workspace, 'tiebreak-sample');
    try {
      await run('openSample');
      const extension = vscode.extensions.getExtension('tiebreak.tiebreak');
      assert.equal(
        await readFile(join(sample, 'sample.jsonl'), 'utf8'),
        await readFile(join(extension?.extensionPath ?? '', 'media/sample/sample.jsonl'), 'utf8'),
      );
      assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputCustom);
      await type(1);
      await run('save');
      await run('save');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await run('openSample');
      const journal = await readFile(join(sample, 'sample.tiebreak.d', 'annotations', `${annotator}.jsonl`), 'utf8');
      assert.equal(journal.split('\n').length, 2);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await rm(sample, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  test('keys are shown as people write them', () => {
    const extension = vscode.extensions.getExtension('tiebreak.tiebreak');
    assert.ok(extension);
    const { contributes } = extension.packageJSON as { contributes: { keybindings: Keybinding[] } };
    const keys = Object.fromEntries(
      Object.entries(keysByCommand(contributes.keybindings, [], false)).map(([name, [first]]) => [name, first?.key]),
    );
    assert.equal(keys.moveUp, 'Alt+↑');
    assert.equal(keys.save, 'Enter');
    assert.equal(keys.critique, 'C');
    assert.equal(keys.leaveField, 'Esc');
  });
});

const changes = new vscode.EventEmitter<void>();

/** What view and status bar ask of an editor, with `document` in front. */
function editorOf(document: StudyDocument | undefined): DeskEditor {
  return {
    study: document,
    active: document && { document },
    onDidChange: changes.event,
    onDidRest: changes.event,
  } as unknown as DeskEditor;
}

/** A study where ana judged an item and skipped one, and ben judged one; a line of its dataset cannot be read. */
async function judged(): Promise<{
  editor: DeskEditor;
  document: StudyDocument;
  folder: string;
  place: Place;
  done: () => void;
}> {
  const place = await openStudy();
  await type(1, 2, 3);
  await run('save');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  const [line] = annotations(await place.journal());
  assert.ok(line);
  const annotationsFolder = join(place.folder, 'data.tiebreak.d', 'annotations');
  await writeFile(join(annotationsFolder, 'ana.jsonl'), jsonl([line, await skippedElsewhere(place, line, '2')]));
  await writeFile(join(annotationsFolder, 'ben.jsonl'), jsonl([{ ...line, annotator: 'ben' }]));
  await writeFile(place.dataset.fsPath, `${jsonl(records.slice(0, 3))}{\n`);
  const document = new StudyDocument(place.project, vscode.Uri.file(join(place.folder, 'storage')), memory());
  await document.open();
  await until(
    'the problem',
    () => document.datasetProblems.length,
    (count) => count === 1,
  );
  return { editor: editorOf(document), document, folder: place.folder, place, done: () => document.dispose() };
}

/** The view as texts: each of its roots, followed by what is under it. */
async function tree(view: StudyView): Promise<string[][]> {
  const text = (item: vscode.TreeItem): string => {
    const label =
      typeof item.label === 'string' && item.label !== ''
        ? item.label
        : (item.resourceUri?.path.split('/').at(-1) ?? '');
    return typeof item.description === 'string' ? `${label} · ${item.description}` : label;
  };
  const rows: string[][] = [];
  for (const node of await view.getChildren()) {
    const item = view.getTreeItem(node);
    const children = await view.getChildren(node);
    rows.push(
      children.length === 0
        ? text(item).split(' · ')
        : [text(item), ...children.map((child) => text(view.getTreeItem(child)))],
    );
  }
  return rows;
}
