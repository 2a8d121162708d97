import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createStudy } from '../../src/core/study/create';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import type { DeskEditor } from '../../src/host/desk/deskEditor';
import { ItemsView } from '../../src/host/items/itemsView';
import { ResultsView } from '../../src/host/search/resultsView';
import { StudyDocument } from '../../src/host/study/studyDocument';
import { StudySearch } from '../../src/host/search/studySearch';
import { emptyQuery, type StudyQuery } from '../../src/host/search/studyQuery';
import {
  annotate,
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
  skippedElsewhere,
  type,
  until,
} from './made/study';

suite('finding items', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  for (const [target, item] of [
    [3, '3'],
    ['3', '3'],
    ['4', '4'],
  ] as const) {
    test(`goes to the item ${JSON.stringify(target)}`, async () => {
      const { journal } = await openStudy();
      await run('goTo', target);
      await type(1, 2, 3);
      await run('save');
      assert.deepEqual(
        annotations(await journal()).map((line) => line.item),
        [item],
      );
    });
  }

  test('goes to an item by its id before it takes it for a number, and to no other where there is none', async () => {
    const place = await placeWith(jsonl(['4', 'two', '1', 'four'].map((id) => ({ ...records[0], id }))));
    await annotate(place.dataset);
    await run('goTo', '1');
    await type(1, 2, 3);
    await run('save');
    await run('goTo', 'two');
    void run('goTo', 'five');
    await run('goTo', 99);
    await type(1, 2, 3);
    await run('save');
    assert.deepEqual(
      annotations(await place.journal()).map(({ item }) => item),
      ['1', 'two'],
    );
  });

  test('goes to an item of a study whose desk is not in front', async () => {
    const first = await openStudy();
    const second = await openStudy();
    await run('goTo', { item: 3, study: first.project.toString() });
    // It comes to the front a moment later, and what is typed goes to the desk in front.
    await until('the desk of the first study', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom && input.uri.toString() === first.project.toString();
    });
    await until(
      'a judgment in the first study',
      async () => {
        await type(1, 2, 3);
        await run('save');
        return annotations(await first.journal()).map(({ item }) => item);
      },
      (items) => items.length > 0,
    ).then((items) => assert.equal(items[0], '3'));
    await run('goTo', { item: 4, study: second.project.toString() });
    await until(
      'a judgment of the fourth item in the second study',
      async () => {
        await type(1, 2, 3);
        await run('save');
        return annotations(await second.journal()).map(({ item }) => item);
      },
      (items) => items.includes('4'),
    );
  });

  test('the list of items shows each with its number, its status and how its prompt begins, and follows what changes', async () => {
    const { document, editor, journal, place } = await opened(records);
    try {
      const view = new ItemsView(editor);
      const told: unknown[] = [];
      view.onDidChangeTreeData((node) => told.push(node));
      const nodes = await view.getChildren();
      assert.deepEqual(
        nodes.map((node) => said(view.getTreeItem(node))),
        [1, 2, 3, 4].map((number) => `Item ${number}, not judged: Question ${number}?`),
      );
      const [first] = nodes.map((node) => view.getTreeItem(node));
      assert.equal(textOf(first), '1  \u2068Question 1?\u2069');
      assert.deepEqual(first?.command?.arguments, [1]);
      assert.ok(!JSON.stringify(nodes.map((node) => view.getTreeItem(node))).includes('1a'), 'names a response');
      await vscode.commands.executeCommand('vscode.open', place.project);
      await type(1, 2, 3);
      await run('save');
      const [line] = annotations(await journal());
      assert.ok(line);
      await writeFile(
        join(place.folder, 'data.tiebreak.d', 'annotations', 'ana.jsonl'),
        jsonl([line, await skippedElsewhere(place, line, '3')]),
      );
      await document.session?.refresh();
      await view.follow();
      assert.deepEqual(told, [nodes[0], nodes[2]]);
      assert.deepEqual(
        nodes.map((node) => said(view.getTreeItem(node)).split(':')[0]),
        ['Item 1, saved', 'Item 2, not judged', 'Item 3, skipped', 'Item 4, not judged'],
      );
      view.list('skipped');
      await until(
        'the skipped item',
        async () => (await view.getChildren()).map((node) => said(view.getTreeItem(node))),
        (items) => items.join() === 'Item 3, skipped: Question 3?',
      );
    } finally {
      document.dispose();
    }
  });

  test('a list of some items follows what is judged, and leaves alone where the desk is', async () => {
    const { document, editor } = await opened(records);
    try {
      const desk = { ordinal: 0, item: {} };
      const view = new ItemsView(Object.assign(editor, { desk }));
      const listed = async (): Promise<string[]> =>
        (await view.getChildren()).map((node) => said(view.getTreeItem(node)).split(':')[0] ?? '');
      await view.getChildren();
      view.list('empty');
      await until('every item', listed, (items) => items.length === 4);
      const told: unknown[] = [];
      view.onDidChangeTreeData((node) => told.push(node));
      const judge = async (ordinal: number): Promise<Annotation> => {
        const at = await document.session?.at(ordinal);
        assert.ok(at?.kind === 'item' && document.session);
        return document.session.save(at.open, { skip: { reason: 'unclear' } }, 1);
      };
      const first = await judge(0);
      await view.follow();
      assert.deepEqual(await listed(), [
        'Item 1, skipped',
        'Item 2, not judged',
        'Item 3, not judged',
        'Item 4, not judged',
      ]);
      desk.ordinal = 1;
      await view.follow();
      assert.equal(told.at(-1), undefined);
      assert.deepEqual(await listed(), ['Item 2, not judged', 'Item 3, not judged', 'Item 4, not judged']);
      desk.ordinal = 3;
      await judge(3);
      await view.follow();
      // Everything is done: the desk shows no item.
      Object.assign(desk, { item: undefined });
      await view.follow();
      assert.deepEqual(await listed(), ['Item 2, not judged', 'Item 3, not judged']);
      const at = await document.session?.at(0);
      assert.ok(at?.kind === 'item');
      await document.session?.retract(first, at.open, at.open.saved, 0);
      document.session?.forgetDraft(at.open);
      await view.follow();
      assert.deepEqual(await listed(), ['Item 1, not judged', 'Item 2, not judged', 'Item 3, not judged']);
    } finally {
      document.dispose();
    }
  });

  test('the list of many items is a tree whose levels are short and read when they are unfolded', async () => {
    const many = Array.from({ length: 12_345 }, (_, i) => ({ ...records[0], id: `item ${i}`, prompt: `Prompt ${i}` }));
    const { document, editor } = await opened(many);
    try {
      await document.session?.dataset.whenComplete();
      const view = new ItemsView(editor);
      const labels = (nodes: Awaited<ReturnType<typeof view.getChildren>>): string[] =>
        nodes.map((node) => textOf(view.getTreeItem(node)));
      const top = await view.getChildren();
      assert.deepEqual(labels(top), ['1 – 10,000', '10,001 – 12,345']);
      const hundreds = await view.getChildren(top[1]);
      assert.equal(hundreds.length, 24);
      assert.equal(labels(hundreds).at(-1), '12,301 – 12,345');
      const items = await view.getChildren(hundreds.at(-1));
      assert.equal(labels(items).at(-1), '12,345  \u2068Prompt 12344\u2069');
      const last = items.at(-1);
      assert.ok(last);
      assert.equal(view.getParent(last), hundreds.at(-1));
      assert.equal(view.getParent(hundreds[0] ?? last), top[1]);
      assert.equal(view.getParent(top[0] ?? last), undefined);
    } finally {
      document.dispose();
    }
  });

  test('a search finds by text, status and flag, and its results name no response', async () => {
    const { document, place } = await opened(records);
    const search = new StudySearch(2);
    try {
      const found = async (query: Partial<StudyQuery>): Promise<[number, (number | undefined)[]]> => {
        search.start(document, { ...emptyQuery, ...query });
        await until(
          'the end of the search',
          () => search.state.kind,
          (kind) => kind === 'done',
        );
        return [search.count, search.hits.map(({ ordinal }) => ordinal)];
      };
      assert.deepEqual(await found({ text: 'ANSWER b' }), [4, [0, 1]]);
      assert.deepEqual(await found({ text: 'question 3' }), [1, [2]]);
      const items = new ResultsView(search).getChildren().map((hit) => new ResultsView(search).getTreeItem(hit));
      assert.deepEqual(
        items.map((item) => [textOf(item), item.description, said(item), item.command?.arguments]),
        [
          [
            '3  \u2068Question 3?\u2069',
            'prompt',
            'Item 3, prompt: Question 3?',
            [{ item: 3, study: place.project.toString() }],
          ],
        ],
      );
      await vscode.commands.executeCommand('vscode.open', place.project);
      await type(1, 2, 3);
      await run('save');
      const [line] = annotations(await place.journal());
      assert.ok(line);
      const skipped = await skippedElsewhere(place, line, '2');
      await writeFile(
        join(place.folder, 'data.tiebreak.d', 'annotations', 'ana.jsonl'),
        jsonl([line, { ...skipped, judgement: { ...skipped.judgement, flags: [{ flag: 'unsafe' }] } }]),
      );
      await document.session?.refresh();
      assert.deepEqual(await found({ statuses: ['skipped'] }), [1, [1]]);
      assert.deepEqual(await found({ statuses: ['saved', 'skipped'], text: 'answer' }), [2, [0, 1]]);
      assert.deepEqual(await found({ flag: 'unsafe' }), [1, [1]]);
      assert.deepEqual(await found({ flag: 'other' }), [0, []]);
    } finally {
      search.dispose();
      document.dispose();
    }
  });

  test('a search tells what is no regular expression, and one that never ends can be stopped', async () => {
    const { document } = await opened([{ ...records[0], prompt: 'a'.repeat(60) }]);
    const search = new StudySearch(10);
    try {
      search.start(document, { ...emptyQuery, text: '(', regex: true });
      await until(
        'the failure',
        () => search.state.kind,
        (kind) => kind === 'failed',
      );
      assert.match(search.state.kind === 'failed' ? search.state.message : '', /“\(” is not a regular expression/);
      search.start(document, { ...emptyQuery, text: '^(a+)+b$', regex: true });
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(search.state.kind, 'running');
      search.stop();
      assert.equal(search.state.kind, 'stopped');
      search.start(document, { ...emptyQuery, text: 'aaa' });
      await until(
        'the next search',
        () => search.count,
        (count) => count === 1,
      );
    } finally {
      search.dispose();
      document.dispose();
    }
  });
});

/** A study over these records, open beside what the window shows of it. */
async function opened(values: readonly unknown[]): Promise<{
  document: StudyDocument;
  editor: DeskEditor;
  place: Awaited<ReturnType<typeof placeWith>>;
  journal: Awaited<ReturnType<typeof placeWith>>['journal'];
}> {
  const place = await placeWith(jsonl(values));
  await createStudy({ projectFile: place.project.fsPath, datasets: [place.dataset.fsPath] });
  const document = new StudyDocument(place.project, vscode.Uri.file(join(place.folder, 'storage')), memory());
  await document.open();
  const editor = { study: document, onDidChange: document.onDidChange } as unknown as DeskEditor;
  return { document, editor, place, journal: place.journal };
}

const said = (item: vscode.TreeItem): string => item.accessibilityInformation?.label ?? '';

function textOf(item: vscode.TreeItem | undefined): string {
  return typeof item?.label === 'string' ? item.label : (item?.label?.label ?? '');
}
