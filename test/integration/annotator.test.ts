import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { annotatorName, askAnnotator } from '../../src/host/study/annotator';
import { annotations, annotator, cleanUp, memory, openStudy, run, setAnnotator, type } from './made/study';

const setGroup = async (group: string | undefined): Promise<void> =>
  vscode.workspace.getConfiguration('tiebreak').update('group', group, vscode.ConfigurationTarget.Global);

suite('who judges', () => {
  teardown(async () => {
    await cleanUp();
    await setAnnotator(undefined);
    await setGroup(undefined);
  });

  test('stands on each judgement, with the group that the settings name', async () => {
    await setAnnotator(annotator);
    await setGroup('clinicians');
    const { journal } = await openStudy();
    await type(1, 2, 3);
    await run('save');
    assert.deepEqual(
      annotations(await journal()).map((line) => [line.annotator, line.group]),
      [[annotator, 'clinicians']],
    );
  });

  test('is asked once, where no name was given, and an answer is kept', async () => {
    const before = vscode.window.showInformationMessage;
    const asked: string[] = [];
    const answer = (message: string, ...choices: unknown[]): Promise<unknown> => {
      asked.push(message);
      return Promise.resolve(choices[0]);
    };
    Object.assign(vscode.window, { showInformationMessage: answer });
    try {
      const kept = memory();
      await setAnnotator('somebody');
      await askAnnotator(kept);
      assert.deepEqual(asked, []);
      await setAnnotator(undefined);
      const proposed = await annotatorName();
      await askAnnotator(kept);
      assert.deepEqual(asked, [`Your annotations are saved under the name ${proposed}.`]);
      assert.equal(vscode.workspace.getConfiguration('tiebreak').get('annotator'), proposed);
      await setAnnotator(undefined);
      await askAnnotator(kept);
      assert.equal(asked.length, 1);
    } finally {
      Object.assign(vscode.window, { showInformationMessage: before });
    }
  });
});
