import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import {
  annotate,
  annotations,
  annotator,
  cleanUp,
  journalOf,
  jsonl,
  openStudy,
  run,
  setAnnotator,
  skippedElsewhere,
  tiersOf,
  type,
  until,
} from './made/study';

suite('the desk', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  test('opens on a study that "Annotate Preferences" made, with what git needs to merge its journals', async () => {
    const { folder, project } = await openStudy();
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputCustom);
    assert.equal(activeTab.input.viewType, 'tiebreak.project');
    assert.equal(activeTab.input.uri.fsPath, project.fsPath);
    assert.match(
      await readFile(join(folder, 'data.tiebreak.d', '.gitattributes'), 'utf8'),
      /^annotations\/\*\.jsonl merge=union/m,
    );
    assert.deepEqual((JSON.parse(await readFile(project.fsPath, 'utf8')) as { dataset: unknown }).dataset, {
      sources: ['data.jsonl'],
      layout: 'responses',
      mapping: {},
    });
  });

  test('opens the study that is there instead of making another', async () => {
    const { dataset, project } = await openStudy();
    const before = await stat(project.fsPath);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await annotate(dataset);
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputCustom);
    assert.equal((await stat(project.fsPath)).mtimeMs, before.mtimeMs);
  });

  const rankings: { typed: number[]; tiers: number[][] }[] = [
    { typed: [1, 2, 3], tiers: [[0], [1], [2]] },
    { typed: [3, 1, 2], tiers: [[1], [2], [0]] },
    { typed: [1, 1, 2], tiers: [[0, 1], [2]] },
    { typed: [2, 2, 2], tiers: [[0, 1, 2]] },
    { typed: [3, 1, 1], tiers: [[1, 2], [0]] },
  ];
  for (const { typed, tiers } of rankings) {
    test(`saves the places ${typed.join(', ')} as one line with its tiers`, async () => {
      const { journal } = await openStudy();
      await type(...typed);
      await run('save');
      const lines = await journal();
      assert.equal(lines.length, 1);
      const [line] = annotations(lines);
      assert.equal(line?.item, '1');
      assert.equal(line.annotator, annotator);
      assert.deepEqual(line.origin, { kind: 'human' });
      assert.deepEqual([...line.shown].sort(), ['1a', '1b', '1c']);
      assert.deepEqual(tiersOf(line), tiers);
    });
  }

  test('goes on to the next item after saving', async () => {
    const { journal } = await openStudy();
    await type(1, 2, 3);
    await run('save');
    await type(1, 2, 3);
    await run('save');
    assert.deepEqual(
      annotations(await journal()).map(({ item }) => item),
      ['1', '2'],
    );
  });

  test('saves nothing of a ranking that nobody touched, however often one presses Enter', async () => {
    const { journal } = await openStudy();
    for (let press = 0; press < 3; press++) await run('save');
    assert.deepEqual(await journal(), []);
  });

  test('asks before it saves less than a whole ranking', async () => {
    const { journal } = await openStudy();
    await type(1);
    await run('save');
    assert.deepEqual(await journal(), []);
    await run('save');
    assert.deepEqual((await journal()).map(tiersOf), [[[0]]]);
  });

  test('asks again when the partial ranking changed since it asked', async () => {
    const { journal } = await openStudy();
    await type(1);
    await run('save');
    await type(2);
    await run('save');
    assert.deepEqual(await journal(), []);
  });

  test('refuses a place that there is not, and a place that is no number', async () => {
    const { journal } = await openStudy();
    for (const value of [4, 0, -1, 1.5, '1', null, undefined, { place: 1 }]) await run('place', value);
    await run('save');
    assert.deepEqual(await journal(), []);
  });

  test('undo takes a saved judgement back with a line of its own, and redo saves it once more', async () => {
    const { journal } = await openStudy();
    await type(1, 2, 3);
    await run('save');
    await run('undo');
    const [saved, retraction] = await journal();
    assert.equal(retraction?.type, 'retraction');
    assert.equal(retraction.retracts, saved?.id);
    await run('redo');
    const [, , again] = await journal();
    assert.deepEqual(tiersOf(again), [[0], [1], [2]]);
    assert.notEqual(again?.id, saved?.id);
  });

  test('undo leaves the judgement as a draft, to be changed and saved', async () => {
    const { journal } = await openStudy();
    await type(1, 2, 3);
    await run('save');
    await run('undo');
    // The one placed last is the first undone: the third response has no place now.
    await run('undo');
    await type(1);
    await run('save');
    const lines = annotations(await journal());
    assert.deepEqual(
      lines.map(({ item }) => item),
      ['1', '1'],
    );
    assert.deepEqual(tiersOf(lines[1]), [[0, 2], [1]]);
  });

  test('undo selects the response again whose place it takes back, and redo the one after', async () => {
    const { journal } = await openStudy();
    await type(1);
    await run('undo');
    await type(3);
    await run('undo');
    await run('redo');
    await type(2, 1);
    await run('save');
    assert.deepEqual((await journal()).map(tiersOf), [[[2], [1], [0]]]);
  });

  test('undo and redo with nothing to undo or redo write nothing', async () => {
    const { journal } = await openStudy();
    for (const command of ['undo', 'redo', 'undo', 'redo']) await run(command);
    assert.deepEqual(await journal(), []);
  });

  test('goes to the next item and back, no further than there are items', async () => {
    const { journal } = await openStudy();
    for (const step of ['previous', 'next', 'next', 'next', 'next', 'next', 'previous']) await run(step);
    await type(1, 2, 3);
    await run('save');
    assert.deepEqual(
      annotations(await journal()).map(({ item }) => item),
      ['3'],
    );
  });

  test('takes a place away', async () => {
    const { journal } = await openStudy();
    await type(1, 2, 3);
    await run('unplace');
    await type(2);
    await run('save');
    assert.deepEqual((await journal()).map(tiersOf), [[[0], [1, 2]]]);
  });

  test('moves the selected response up and down', async () => {
    const { journal } = await openStudy();
    await type(1, 2, 3);
    await run('moveUp');
    await run('save');
    await type(1, 2, 3);
    await run('selectPrevious');
    await run('selectPrevious');
    await run('moveDown');
    await run('save');
    assert.deepEqual((await journal()).map(tiersOf), [
      [[0], [2], [1]],
      [[1], [0], [2]],
    ]);
  });

  test('keeps the order of commands that nobody waits for', async () => {
    const { journal } = await openStudy();
    const typed = [
      [1, 2, 3],
      [3, 2, 1],
      [1, 1, 2],
      [2, 1, 3],
    ];
    await Promise.all(typed.flatMap((places) => [...places.map((place) => run('place', place)), run('save')]));
    const lines = annotations(await journal());
    assert.deepEqual(
      lines.map(({ item }) => item),
      ['1', '2', '3', '4'],
    );
    assert.deepEqual(lines.map(tiersOf), [
      [[0], [1], [2]],
      [[2], [1], [0]],
      [[0, 1], [2]],
      [[1], [0], [2]],
    ]);
    assert.deepEqual(
      lines.map(({ id }) => id),
      lines.map(({ id }) => id).sort(),
    );
  });

  test('gives a draft back that was not saved when the editor was closed', async () => {
    const { dataset, journal } = await openStudy();
    await type(2, 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await annotate(dataset);
    await type(3);
    await run('save');
    assert.deepEqual((await journal()).map(tiersOf), [[[1], [0], [2]]]);
  });

  test('comes back to the item that it was closed on', async () => {
    const { dataset, journal } = await openStudy();
    await run('next');
    await run('next');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await annotate(dataset);
    await type(1, 2, 3);
    await run('save');
    assert.deepEqual(
      annotations(await journal()).map(({ item }) => item),
      ['3'],
    );
  });

  test('has the same draft and journal in two editors, and the focus stays in the one where one types', async () => {
    const { journal } = await openStudy();
    await type(1);
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await until(
      'the second editor',
      () => vscode.window.tabGroups.all.length,
      (count) => count === 2,
    );
    const column = (): vscode.ViewColumn => vscode.window.tabGroups.activeTabGroup.viewColumn;
    // A page that is still loading takes the focus once more when it is there.
    let steady = 0;
    await until('the focus to stay in the first', async () => {
      steady = column() === vscode.ViewColumn.One ? steady + 1 : 0;
      if (steady === 0) await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
      return steady > 20;
    });
    await type(2);
    for (let look = 0; look < 10; look++) {
      await sleep(50);
      assert.equal(column(), vscode.ViewColumn.One);
    }
    await type(3);
    await run('save');
    assert.deepEqual((await journal()).map(tiersOf), [[[0], [1], [2]]]);
  });

  test('skips an item with the reason one picks', async () => {
    const { journal } = await openStudy();
    const [line] = await choosingFirst(
      'skip',
      async () => annotations(await journal()),
      (lines) => lines.length > 0,
    );
    assert.deepEqual(line?.judgement, { skip: { reason: 'I lack the knowledge to judge this' } });
  });

  test('takes over a line that another window appended', async () => {
    const place = await openStudy();
    const { folder, journal } = place;
    await run('next');
    await type(1, 2, 3);
    await run('save');
    const [line] = annotations(await journal());
    assert.ok(line);
    await run('previous');
    // The desk stands on item 2, and elsewhere items 1 and 3 are judged. What is no line tells that all before it was
    // read.
    const others = [await skippedElsewhere(place, line, '1'), await skippedElsewhere(place, line, '3')];
    await appendFile(journalOf(folder), `${jsonl(others)}no line\n`);
    await until(
      'the journal to be read',
      () => vscode.languages.getDiagnostics(vscode.Uri.file(journalOf(folder))).length,
      (count) => count === 1,
    );
    // Nothing changed here, so saving only goes on: to the one item left.
    await run('save');
    await type(1, 2, 3);
    await run('save');
    const text = await readFile(journalOf(folder), 'utf8');
    assert.equal((JSON.parse(text.trim().split('\n').at(-1) ?? '') as { item: string }).item, '4');
  });

  test('saves into the journal of the annotator whom the settings name', async () => {
    const { folder, journal } = await openStudy();
    await type(1, 2, 3);
    await run('save');
    await setAnnotator('ben');
    try {
      await sleep(200);
      await run('previous');
      await type(1, 2, 3);
      await run('save');
    } finally {
      await setAnnotator(annotator);
    }
    assert.equal((await journal()).length, 1);
    assert.deepEqual(
      annotations(await journal('ben')).map(({ annotator: name, item }) => [name, item]),
      [['ben', '1']],
    );
    assert.ok(await stat(journalOf(folder, 'ben')));
  });

  test('exports what was judged into the exports folder, from the view of it', async () => {
    const { folder } = await openStudy();
    await type(1, 2, 2);
    await run('save');
    const exports = join(folder, 'data.tiebreak.d', 'exports');
    const rows = await exporting(
      () => readFile(join(exports, 'trl-dpo', 'train.jsonl'), 'utf8').catch(() => ''),
      Boolean,
    );
    const parsed = rows
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row) as object);
    assert.equal(parsed.length, 2, 'a tie gives no pair');
    for (const row of parsed) assert.deepEqual(Object.keys(row).sort(), ['chosen', 'prompt', 'rejected']);
    assert.ok(await stat(join(exports, 'trl-dpo', '.tiebreak-manifest.json')));
  });

  test('writes nothing where there is nothing to export', async () => {
    const { folder } = await openStudy();
    const looks: string[] = [];
    await exporting(
      () => looks.push('looked'),
      (count) => count > 3,
    );
    assert.ok(!existsSync(join(folder, 'data.tiebreak.d', 'exports')));
  });
});

/** Exports from the view that the command opens, until `look` finds what comes of it. */
async function exporting<T>(look: () => T | Promise<T>, isIt: (value: T) => boolean): Promise<T> {
  await run('export');
  return until(
    'the outcome of an export',
    async () => {
      await run('runExport');
      return look();
    },
    isIt,
  );
}

/**
 * Runs a command and takes the first choice of every list that it opens, until `look` finds what they lead to. A list
 * closes when the desk's page, still loading, takes the focus; then the command runs again.
 */
async function choosingFirst<T>(command: string, look: () => T | Promise<T>, isIt: (value: T) => boolean): Promise<T> {
  let running: Promise<void> | undefined;
  const found = await until(
    `the outcome of ${command}`,
    async () => {
      running ??= run(command).finally(() => (running = undefined));
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return look();
    },
    isIt,
  );
  await until(`the end of ${command}`, async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    return running === undefined;
  });
  return found;
}
