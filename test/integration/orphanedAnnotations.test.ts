import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import { createStudy } from '../../src/core/study/create';
import { newId } from '../../src/core/journal/newId';
import { AnnotationDocuments, annotationUri } from '../../src/host/items/annotationDocuments';
import type { OrphanList } from '../../src/core/study/orphanedAnnotations';
import type { DeskEditor } from '../../src/host/desk/deskEditor';
import { OrphanNotice } from '../../src/host/items/orphanNotice';
import { OrphansView } from '../../src/host/items/orphansView';
import { StudyDocument } from '../../src/host/study/studyDocument';
import {
  annotations,
  annotator,
  cleanUp,
  jsonl,
  journalOf,
  memory,
  openStudy,
  placeWith,
  records,
  run,
  setAnnotator,
  type,
  until,
} from './made/study';

const nothing: OrphanList = { sources: [], ids: '', numbers: new Float64Array() };
const listOf = (count: number): OrphanList => ({
  sources: ['a'],
  ids: '0'.repeat(26 * count),
  numbers: new Float64Array(5 * count),
});

suite('judgements of changed items', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  /** A study whose four items Ana judged, Ben the first two; then the texts of 1 and 2 changed, and 4 went. */
  async function changed(): Promise<{ document: StudyDocument; editor: DeskEditor; folder: string }> {
    const place = await placeWith();
    const { dataset, folder, project } = place;
    await createStudy({ projectFile: project.fsPath, datasets: [dataset.fsPath] });
    const document = new StudyDocument(project, vscode.Uri.file(join(folder, 'storage')), memory());
    await document.open();
    const { session } = document;
    assert.ok(session);
    for (const ordinal of [0, 1, 2, 3]) await judge(document, ordinal);
    const lines = annotations(await place.journal());
    await writeFile(
      journalOf(folder, 'ben'),
      jsonl(lines.slice(0, 2).map((line) => ({ ...line, id: newId(line.id), annotator: 'ben' }))),
    );
    await until('the first look', () => document.looked === undefined);
    await writeFile(
      dataset.fsPath,
      jsonl([{ ...records[2] }, { ...records[1], prompt: 'Another 2?' }, { ...records[0], prompt: 'Another 1?' }]),
    );
    await until(
      'the changed items',
      () => document.session?.dataset.count === 3 && document.orphans?.changed.ids.length,
      (length) => length === 4 * 26,
    );
    return {
      document,
      editor: { study: document, studies: [document], onDidChange: document.onDidChange } as unknown as DeskEditor,
      folder,
    };
  }

  async function judge({ session }: StudyDocument, ordinal: number): Promise<void> {
    const at = await session?.at(ordinal);
    assert.ok(at?.kind === 'item' && session);
    await session.save(at.open, { rationale: `Because ${ordinal}` }, 1);
  }

  test('are listed by item with who and when, and lead to the item; those of items that are gone to what was judged', async () => {
    const { document, editor } = await changed();
    try {
      const view = new OrphansView(editor);
      const groups = await view.getChildren();
      assert.deepEqual(
        groups.map((node) => view.getTreeItem(node)).map(({ label, description }) => [label, description]),
        [
          ['Changed items', '4'],
          ['Missing items', '1'],
        ],
      );
      const [ofChanged = [], ofGone = []] = await Promise.all(
        groups.map(async (node) => (await view.getChildren(node)).map((each) => view.getTreeItem(each))),
      );
      assert.deepEqual(
        ofChanged.map(({ label }) => label),
        [
          '2  \u2068Another 2?\u2069',
          '2  \u2068Another 2?\u2069',
          '3  \u2068Another 1?\u2069',
          '3  \u2068Another 1?\u2069',
        ],
      );
      assert.deepEqual(
        ofChanged.map(({ command }) => [command?.command, command?.arguments]),
        [2, 2, 3, 3].map((number) => ['tiebreak.goTo', [number]]),
      );
      const said = ofChanged.map((item) => item.accessibilityInformation?.label);
      assert.match(said[0] ?? '', /^Item 2, changed, judged by ana, .*: Another 2\?$/);
      assert.match(said[1] ?? '', /^Item 2, changed, judged by ben, .*: Another 2\?$/);
      assert.ok(!JSON.stringify([ofChanged, ofGone]).includes('1a'), 'names a response');
      const [gone] = ofGone;
      assert.equal(gone?.label, '\u20684\u2069');
      const [uri] = gone.command?.arguments as [vscode.Uri];
      const text = await new AnnotationDocuments(editor).provideTextDocumentContent(uri);
      assert.equal((JSON.parse(text) as { judgement: { rationale: string } }).judgement.rationale, 'Because 3');
      const elsewhere = uri.with({ query: uri.query.replace('annotations', 'elsewhere') });
      await assert.rejects(new AnnotationDocuments(editor).provideTextDocumentContent(elsewhere), /not open/);
    } finally {
      document.dispose();
    }
  });

  test('leave the list when they are made again, and come back when that is taken back', async () => {
    const { document, editor } = await changed();
    try {
      const desk = { ordinal: 2, item: {} };
      const view = new OrphansView(Object.assign(editor, { desk }));
      const counts = async (): Promise<unknown[]> =>
        (await view.getChildren()).map((node) => view.getTreeItem(node).description);
      assert.deepEqual(await counts(), ['4', '1']);
      // Its line was not shown: it is found by the item on the desk.
      await judge(document, 2);
      await view.follow();
      assert.deepEqual(await counts(), ['3', '1']);
      const at = await document.session?.at(2);
      assert.ok(at?.kind === 'item' && at.open.annotation);
      await document.session?.retract(at.open.annotation, at.open, at.open.draft, 0);
      await view.follow();
      assert.deepEqual(await counts(), ['4', '1']);
    } finally {
      document.dispose();
    }
  });

  test('open as JSON that cannot be edited', async () => {
    const { folder, journal, project } = await openStudy();
    await type(1, 2, 3);
    await run('save');
    const [line] = annotations(await journal());
    assert.ok(line);
    const text = await readFile(journalOf(folder), 'utf8');
    const uri = annotationUri(project, line, {
      source: journalOf(folder),
      id: line.id,
      line: 1,
      offset: 0,
      length: Buffer.byteLength(text) - 1,
    });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, 'json');
    const { shown, item, annotator, time } = line;
    const told = JSON.parse(document.getText()) as Annotation;
    assert.deepEqual(
      [told.item, told.annotator, told.time, told.judgement.ranking],
      [item, annotator, time, { tiers: [['A'], ['B'], ['C']] }],
    );
    assert.deepEqual(
      shown.filter((id) => document.getText().includes(JSON.stringify(id))),
      [],
    );
    assert.notEqual(vscode.workspace.fs.isWritableFileSystem(uri.scheme), true);
  });

  test('are told of when there are more than before, and whenever the dataset changed', async () => {
    const told: string[] = [];
    const note = (message: string): Promise<undefined> => {
      told.push(message);
      return Promise.resolve(undefined);
    };
    const notifier = { ask: note, tell: note };
    const notice = new OrphanNotice(vscode.Uri.file('/a.tiebreak'), 'a', memory(), notifier);
    const never = new AbortController().signal;
    const tell = async (of: number, gone: number, reread?: string): Promise<string[]> => {
      await notice.tell(
        Promise.resolve({ changed: listOf(of), gone: gone > 0 ? listOf(gone) : nothing }),
        never,
        reread,
      );
      return told.splice(0);
    };
    const counts = (of: number, gone: number): string =>
      `Orphaned annotations: ${of} because the item changed, ${gone} because the item is missing. They are kept, but they are not exported.`;
    assert.deepEqual(await tell(0, 0), []);
    assert.deepEqual(await tell(2, 1), [`The study “a” has annotations of changed or missing items. ${counts(2, 1)}`]);
    assert.deepEqual(await tell(2, 1), []);
    assert.deepEqual(await tell(1, 1), []);
    assert.deepEqual(await tell(2, 0), [`The study “a” has annotations of changed or missing items. ${counts(2, 0)}`]);
    const reread = 'data.jsonl changed on disk and was reloaded. Judgments and drafts are kept.';
    assert.deepEqual(await tell(2, 0, 'data.jsonl'), [`${reread} ${counts(2, 0)}`]);
    assert.deepEqual(await tell(0, 0, 'data.jsonl'), [reread]);
    await notice.tell(Promise.resolve(undefined), AbortSignal.abort(), 'data.jsonl');
    await notice.tell(
      new Promise((resolve) => setTimeout(resolve, 2500, { changed: listOf(1), gone: nothing })),
      never,
      'data.jsonl',
    );
    assert.deepEqual(told, [reread, `The study “a” has annotations of changed or missing items. ${counts(1, 0)}`]);
  });
});
