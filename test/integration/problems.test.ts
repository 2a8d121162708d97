import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  annotate,
  annotator,
  cleanUp,
  journalOf,
  jsonl,
  openStudy,
  placeWith,
  records,
  run,
  setAnnotator,
  tiersOf,
  type,
  until,
} from './made/study';

const lineOf = (record: number): string => jsonl(records.slice(record, record + 1));
const problemsOf = (uri: vscode.Uri): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Tiebreak');

suite('Problems', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  test('show each line of the dataset that cannot be read, and the rest can be judged', async () => {
    const { dataset, journal } = await placeWith(
      `${lineOf(0)}{"prompt": "cut off\n${lineOf(1)}{"prompt": "No responses"}\n`,
    );
    await annotate(dataset);
    const found = await until(
      'two problems',
      () => problemsOf(dataset),
      (all) => all.length === 2,
    );
    assert.deepEqual(
      found.map(({ range }) => range.start.line),
      [1, 3],
    );
    assert.ok(found.every(({ severity }) => severity === vscode.DiagnosticSeverity.Error));
    assert.match(found[0]?.message ?? '', /JSON/);
    assert.match(found[1]?.message ?? '', /response/);
    for (let i = 0; i < 2; i++) {
      await type(1, 2, 3);
      await run('save');
    }
    assert.deepEqual((await journal()).map(tiersOf), [
      [[0], [1], [2]],
      [[0], [1], [2]],
    ]);
  });

  test('show items that share an id and differ in content, and each can be judged', async () => {
    const { dataset, journal } = await placeWith(jsonl([records[0], { ...records[1], id: '1' }]));
    await annotate(dataset);
    const [problem] = await until(
      'a problem',
      () => problemsOf(dataset),
      (all) => all.length === 1,
    );
    assert.deepEqual([problem?.range.start.line, problem?.severity], [1, vscode.DiagnosticSeverity.Warning]);
    assert.match(problem?.message ?? '', /Same ID as in line 1, but other content/);
    for (let i = 0; i < 3; i++) {
      await type(1, 2, 3);
      await run('save');
    }
    // The third found nothing left to judge.
    assert.deepEqual((await journal()).map(tiersOf), [
      [[0], [1], [2]],
      [[0], [1], [2]],
    ]);
  });

  test('go when the line is mended, and when the study is closed', async () => {
    const broken = `${lineOf(0)}{"prompt": \n`;
    const { dataset } = await placeWith(broken);
    await annotate(dataset);
    await until(
      'a problem',
      () => problemsOf(dataset),
      (all) => all.length === 1,
    );
    await writeFile(dataset.fsPath, jsonl(records));
    await until(
      'no problem',
      () => problemsOf(dataset),
      (all) => all.length === 0,
    );
    await writeFile(dataset.fsPath, broken);
    await until(
      'the problem again',
      () => problemsOf(dataset),
      (all) => all.length === 1,
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(
      'no problem of a closed study',
      () => problemsOf(dataset),
      (all) => all.length === 0,
    );
  });

  test('show a line of a journal that was set aside', async () => {
    const { folder } = await openStudy();
    await type(1, 2, 3);
    await run('save');
    await appendFile(journalOf(folder), 'not a line\n');
    const uri = vscode.Uri.file(journalOf(folder));
    const [problem] = await until(
      'a problem',
      () => problemsOf(uri),
      (all) => all.length === 1,
    );
    assert.equal(problem?.range.start.line, 1);
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Warning);
    assert.match(problem.message, /This line was ignored/);
  });
});
