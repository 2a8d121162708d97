import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createStudy } from '../../src/core/study/create';
import type { DeskEditor } from '../../src/host/desk/deskEditor';
import { registerImportLabels } from '../../src/host/dataset/importLabels';
import { StudyDocument } from '../../src/host/study/studyDocument';
import {
  annotate,
  annotations,
  annotator,
  cleanUp,
  jsonl,
  memory,
  placeWith,
  run,
  setAnnotator,
  until,
  type Place,
} from './made/study';

const pairs = ['1', '2', '3'].map((id) => ({
  id,
  prompt: `Question ${id}?`,
  chosen: `Good ${id}`,
  rejected: `Bad ${id}`,
}));

/** Answers notifications and inputs, and hears what they say. */
class Person {
  readonly heard: string[] = [];
  private readonly before = {
    showInformationMessage: vscode.window.showInformationMessage,
    showWarningMessage: vscode.window.showWarningMessage,
    showInputBox: vscode.window.showInputBox,
    showQuickPick: vscode.window.showQuickPick,
  };

  constructor(answer: (message: string) => string | undefined = () => undefined) {
    const show = (message: string, ...choices: unknown[]): Promise<unknown> => {
      this.heard.push(message);
      const wanted = answer(message);
      return Promise.resolve(choices.find((choice) => choice === wanted));
    };
    Object.assign(vscode.window, {
      showInformationMessage: show,
      showWarningMessage: show,
      showQuickPick: (items: readonly vscode.QuickPickItem[], { title = '' }: vscode.QuickPickOptions) => {
        this.heard.push(title);
        const wanted = answer(title);
        return Promise.resolve(items.find(({ label }) => label === wanted) ?? items[0]);
      },
      showInputBox: ({ value }: vscode.InputBoxOptions) => Promise.resolve(value),
    });
  }

  leave(): void {
    Object.assign(vscode.window, this.before);
  }

  async hears(text: RegExp): Promise<string> {
    return (
      (await until(`a message like ${String(text)}`, () => this.heard.find((message) => text.test(message)))) ?? ''
    );
  }
}

suite('labels that a dataset came with', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  let person: Person | undefined;
  let opened: vscode.Disposable[] = [];
  teardown(async () => {
    person?.leave();
    for (const each of opened.splice(0)) each.dispose();
    opened = [];
    await cleanUp();
  });

  /**
   * A study whose document is this test's, so that what it offers is answered here; the extension itself has
   * notifications of its own.
   */
  async function studyWith(
    records: readonly unknown[],
    remembered = memory(),
  ): Promise<{ place: Place; document: StudyDocument }> {
    const place = await placeWith(jsonl(records));
    await createStudy({ projectFile: place.project.fsPath, datasets: [place.dataset.fsPath] });
    return { place, document: await open(place, remembered) };
  }

  async function open({ project, folder }: Place, remembered = memory()): Promise<StudyDocument> {
    const document = new StudyDocument(project, vscode.Uri.file(join(folder, 'storage')), remembered);
    opened.push(document);
    await document.open();
    return document;
  }

  /** The command as the extension registers it, for a document of the test. */
  async function takeOver(document: StudyDocument, ...args: unknown[]): Promise<void> {
    const { registerCommand } = vscode.commands;
    let command: ((...given: unknown[]) => unknown) | undefined;
    Object.assign(vscode.commands, {
      registerCommand: (_: string, run: typeof command) => ((command = run), { dispose: () => undefined }),
    });
    registerImportLabels({
      study: document,
      studyOf: () => document,
      deskOf: () => undefined,
    } as unknown as DeskEditor);
    Object.assign(vscode.commands, { registerCommand });
    await command?.(...args);
  }

  const checked = (document: StudyDocument): Promise<unknown> =>
    until('the look at the dataset', () => document.labels !== undefined && document.looked === undefined);

  test('are offered with how many there are and whose judgements they become, and nothing of what they say', async () => {
    person = new Person();
    const { place, document } = await studyWith(pairs);
    const offer = await person.hears(/labels found/);
    assert.equal(offer, '3 labels found in data.jsonl. Import them as judgments by “data”?');
    assert.deepEqual(await place.journal('data'), []);
    await document.checkAgain();
    assert.equal(person.heard.length, 1, 'and once');
  });

  test('become lines of a journal, the open study follows, and a second time writes none and says so', async () => {
    person = new Person();
    const { place, document } = await studyWith(pairs);
    await person.hears(/labels found/);
    await takeOver(document, document.uri, 'data');
    await person.hears(/^3 labels imported as judgments by “data”\.$/);
    const lines = annotations(await place.journal('data'));
    assert.deepEqual(
      lines.map(({ item, origin, annotator: by }) => [item, origin.kind, by]),
      [
        ['1', 'imported', 'data'],
        ['2', 'imported', 'data'],
        ['3', 'imported', 'data'],
      ],
    );
    assert.equal(document.session?.progressSummary('data').judged, 3);
    assert.equal(document.session.progressSummary().judged, 0, 'nothing of it is the judgement of who sits here');
    await takeOver(document);
    await person.hears(/^Nothing to import: judgments by “data” already contain the labels of data\.jsonl\.$/);
    assert.equal((await place.journal('data')).length, 3);
  });

  test('"Never" is remembered, and the command does it all the same', async () => {
    person = new Person((message) => (/found/.test(message) ? 'Never for This Study' : undefined));
    const remembered = memory();
    const { place, document } = await studyWith(pairs, remembered);
    await person.hears(/labels found/);
    await until('what is remembered', () => remembered.get<boolean>(`labels:${document.uri.toString()}`) === true);
    await checked(await open(place, remembered));
    assert.equal(person.heard.length, 1);
    await takeOver(document);
    await person.hears(/^3 labels imported/);
    assert.equal((await place.journal('data')).length, 3);
  });

  test('that a journal holds are not offered when the study is opened', async () => {
    person = new Person();
    const { place, document } = await studyWith(pairs.slice(0, 1));
    assert.match(await person.hears(/found/), /^1 label found in data\.jsonl\. Import it as a judgment by “data”\?$/);
    await takeOver(document, document.uri, 'hh');
    const again = await open(place);
    await checked(again);
    assert.deepEqual([again.labels?.waiting, again.labels?.takenAs], [0, 'hh']);
    assert.equal(person.heard.filter((message) => /found/.test(message)).length, 1);
  });

  test('of unknown meaning are counted, with how to say it, and are among the problems', async () => {
    person = new Person();
    const unknown = ['1', '2', '3', '4'].map((id, i) => ({
      id,
      prompt: `Question ${id}?`,
      response_a: `One ${id}`,
      response_b: `Two ${id}`,
      preference: (i % 2) + 1,
    }));
    const { place, document } = await studyWith(unknown);
    await checked(document);
    assert.deepEqual(person.heard, [], 'what would write nothing is not offered');
    await takeOver(document, document.uri, 'data');
    await person.hears(
      /^No label of data\.jsonl was imported\. The labels of 4 records were skipped: the meaning of their values is not set\./,
    );
    assert.equal(document.labelProblems.length, 1);
    assert.deepEqual(await place.journal('data'), []);
  });

  test('are refused where some of their values are no judgments, which one click skips', async () => {
    person = new Person((message) => (/Values without a meaning/.test(message) ? 'Skip These Values' : undefined));
    const records = ['response_a', 'response_b', 'garbage', 'tie', 'garbage'].map((preference, i) => ({
      id: String(i),
      prompt: `Question ${i}?`,
      response_a: `One ${i}`,
      response_b: `Two ${i}`,
      preference,
    }));
    const { place, document } = await studyWith(records);
    await checked(document);
    await takeOver(document, document.uri, 'ben');
    assert.match(
      await person.hears(/No label of data\.jsonl was imported/),
      /Values without a meaning: "garbage" \(2\)\./,
    );
    assert.match(
      await person.hears(/3 labels imported as judgments/),
      /2 labels were skipped: their values are set to be skipped\./,
    );
    assert.equal(annotations(await place.journal('ben')).length, 3);
  });

  test('are those of a model where the name is one, once somebody says so, and can be said to be those of people', async () => {
    let answered = 'A model';
    person = new Person((message) => (/^Who gave/.test(message) ? answered : undefined));
    const { place, document } = await studyWith(pairs);
    await person.hears(/labels found/);
    await takeOver(document, document.uri, 'PandaLM-7B');
    assert.match(
      await person.hears(/^3 labels imported as judgments by “PandaLM-7B”/),
      /Labels given by models: “PandaLM-7B”: 3\.$/,
    );
    assert.equal(person.heard.filter((each) => each === 'Who gave the labels imported as “PandaLM-7B”?').length, 1);
    const by = async (): Promise<(string | undefined)[]> =>
      annotations(await place.journal('PandaLM-7B')).map(({ origin }) =>
        origin.kind === 'imported' ? origin.by : 'not imported',
      );
    assert.deepEqual(await by(), ['PandaLM-7B', 'PandaLM-7B', 'PandaLM-7B']);
    answered = 'People';
    await takeOver(document);
    await person.hears(/3 of them had been imported as judgments of another judge/);
    assert.deepEqual((await by()).slice(3), [undefined, undefined, undefined]);
  });

  test('are offered by the extension where a study is made of a dataset, and taken over by its command', async () => {
    const place = await placeWith(jsonl(pairs));
    await annotate(place.dataset);
    await run('takeOverLabels', place.project, 'hh');
    assert.equal(annotations(await place.journal('hh')).length, 3);
  });
});
