import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createStudy } from '../../src/core/study/create';
import { StudyDocument } from '../../src/host/study/studyDocument';
import { emptyQuery } from '../../src/host/search/studyQuery';
import { annotations, annotator, cleanUp, jsonl, memory, placeWith, run, setAnnotator, type } from './made/study';

/** How far the scores of each item spread. */
const spreads = [3, 8, 0, 1];
const scored = spreads.map((spread, at) => ({
  instruction: `Question ${at}?`,
  source: at % 2 === 0 ? 'even' : 'odd',
  completions: [5, 5 + spread].map((score, n) => ({
    response: `Answer ${n} to ${at}`,
    model: `m${n}`,
    overall_score: score,
  })),
}));

suite('the order of items', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  test('is the most uncertain first, or what a filter finds, and the choice is remembered', async () => {
    const place = await placeWith(jsonl(scored));
    await createStudy({ projectFile: place.project.fsPath, datasets: [place.dataset.fsPath] });
    const kept = memory();
    const opened = async (): Promise<StudyDocument> => {
      const document = new StudyDocument(place.project, vscode.Uri.file(place.folder), kept);
      await document.open();
      return document;
    };
    const nextOf = async ({ session }: StudyDocument): Promise<unknown> => {
      const found = await session?.queue.next(-1);
      return found && [found.ordinal, found.queuePosition];
    };
    const first = await opened();
    try {
      assert.ok(first.session);
      assert.deepEqual(await nextOf(first), [0, { kind: 'file' }]);
      assert.equal(await first.order.choose(first.session, 'uncertain'), true);
      assert.deepEqual(await nextOf(first), [2, { kind: 'uncertain', why: { kind: 'close', first: 5, second: 5 } }]);
      assert.equal(await first.order.choose(first.session, { ...emptyQuery, statuses: ['skipped'] }), false);
      assert.equal(first.order.choice, 'uncertain');
      assert.equal(
        await first.order.choose(first.session, { ...emptyQuery, fields: [{ path: 'source', value: 'odd' }] }),
        true,
      );
    } finally {
      first.dispose();
    }
    const second = await opened();
    try {
      const { session } = second;
      assert.ok(session);
      await second.order.restore(session, new AbortController().signal);
      assert.deepEqual(await nextOf(second), [1, { kind: 'found', what: 'source = odd', place: 1, of: 2 }]);
      assert.equal(await session.queue.beside(1, 1), 3);
      assert.equal(await session.queue.beside(3, 1), undefined);
    } finally {
      second.dispose();
    }
  });

  test('is the one that the plan says', async () => {
    const place = await placeWith(jsonl(scored));
    await createStudy({ projectFile: place.project.fsPath, datasets: [place.dataset.fsPath] });
    const project = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(place.project))) as object;
    await vscode.workspace.fs.writeFile(
      place.project,
      new TextEncoder().encode(JSON.stringify({ ...project, seed: 3, plan: { order: 'shuffled' } })),
    );
    await vscode.commands.executeCommand('vscode.openWith', place.project, 'tiebreak.project');
    for (let n = 0; n < 4; n++) {
      await type(1, 2);
      await run('save');
    }
    const items = annotations(await place.journal()).map(({ item }) => item);
    assert.equal(new Set(items).size, 4);
    const again = new StudyDocument(place.project, vscode.Uri.file(place.folder), memory());
    await again.open();
    try {
      const { session } = again;
      assert.ok(session);
      const places: string[] = [];
      for (let at = await session.queue.beside(-1, 1); at !== undefined; at = await session.queue.beside(at, 1)) {
        const parsed = await session.dataset.at(at);
        assert.ok(parsed && 'item' in parsed);
        places.push(parsed.item.id);
      }
      assert.deepEqual(items, places);
    } finally {
      again.dispose();
    }
  });
});
