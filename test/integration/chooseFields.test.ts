import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Project } from '../../src/core/model/study/project';
import { Questions } from '../../src/host/surface/questions';
import {
  annotate,
  annotations,
  annotator,
  choosing,
  cleanUp,
  jsonl,
  openStudy,
  placeWith,
  records,
  run,
  setAnnotator,
  type,
  until,
  type Place,
} from './made/study';

const accept = 'workbench.action.acceptSelectedQuickOpenItem';
const close = 'workbench.action.closeQuickOpen';

suite('choosing how a dataset is read', () => {
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(cleanUp);

  test('Enter takes a dataset as it was recognised, and the desk opens', async () => {
    const place = await placeWith();
    await annotate(place.dataset);
    assert.deepEqual((await project(place)).dataset, { sources: ['data.jsonl'], layout: 'responses', mapping: {} });
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputCustom);
  });

  test('Enter on every question reads fields of other names, by what their names say', async () => {
    const place = await placeWith(jsonl([{ topic: 'Why?', answer_a: 'Because.', answer_b: 'Why not?' }]));
    await annotate(place.dataset);
    assert.deepEqual((await project(place)).dataset, {
      sources: ['data.jsonl'],
      layout: 'paired-responses',
      mapping: { first: 'answer_a', second: 'answer_b', prompt: 'topic' },
    });
    await type(1, 2);
    await run('save');
    const [line] = annotations(await place.journal());
    assert.deepEqual([...(line?.shown ?? [])].sort(), ['answer_a', 'answer_b']);
  });

  for (const [what, text] of [
    ['that is recognised', jsonl(records)],
    ['of no known layout', '{"neither": "prompt", "nor": "responses"}\n'],
  ] as const) {
    test(`Escape leaves a dataset ${what} without a study`, async () => {
      const { dataset, folder } = await placeWith(text);
      await choosing('annotate', () => close, dataset);
      assert.deepEqual(await readdir(folder), ['data.jsonl']);
      assert.deepEqual(
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
        [],
      );
    });
  }

  test('a dataset in which nothing can be read asks nothing and makes nothing', async () => {
    const { dataset, folder } = await placeWith('no JSON\n');
    await run('annotate', dataset);
    assert.deepEqual(await readdir(folder), ['data.jsonl']);
  });

  test('"Choose Fields" without a study asks nothing', async () => {
    await run('chooseFields');
  });

  test('"Choose Fields" that changes nothing writes nothing', async () => {
    const place = await openStudy();
    const before = await readFile(place.project.fsPath, 'utf8');
    await choosing('chooseFields', () => accept);
    assert.equal(await readFile(place.project.fsPath, 'utf8'), before);
  });

  test('"Choose Fields" mends a study whose mapping leads nowhere', async () => {
    const place = await openStudy();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const right = await readFile(place.project.fsPath, 'utf8');
    await writeFile(place.project.fsPath, right.replace('"mapping": {}', '"mapping": { "prompt": "gone" }'));
    await vscode.commands.executeCommand('vscode.open', place.project);
    // Its first row is the field that stands in the way, and in the next question the likeliest place for it.
    await choosing('chooseFields', () => accept);
    assert.deepEqual((await project(place)).dataset.mapping, {});
  });

  test('"Choose Fields" mends a study whose layout there is not', async () => {
    const place = await openStudy();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await writeFile(
      place.project.fsPath,
      (await readFile(place.project.fsPath, 'utf8')).replace('"responses"', '"nonsense"'),
    );
    await vscode.commands.executeCommand('vscode.open', place.project);
    await choosing('chooseFields', () => accept);
    assert.equal((await project(place)).dataset.layout, 'responses');
  });

  test('each question stays until the next one is there', async () => {
    const steps = new Questions();
    try {
      for (const label of ['first', 'second']) {
        const asked = steps.ask({ title: label, placeholder: '', items: [{ label }, { label: 'other' }] });
        await until(label, async () => {
          await vscode.commands.executeCommand(accept);
          return Promise.race([asked.then(() => true), sleep(50, false)]);
        });
        assert.deepEqual(
          (await asked)?.map((row) => row.label),
          [label],
        );
      }
      const rows = [{ label: 'a' }, { label: 'b' }];
      const several = steps.ask({ title: 'several', placeholder: '', items: rows, active: rows[1], chosen: [] });
      await until('the row that one is on', async () => {
        await vscode.commands.executeCommand(accept);
        return Promise.race([several.then(() => true), sleep(50, false)]);
      });
      assert.deepEqual(
        (await several)?.map(({ label }) => label),
        ['b'],
      );
    } finally {
      steps.dispose();
    }
  });
});

async function project({ project: file, folder }: Place): Promise<Project> {
  assert.ok(existsSync(file.fsPath), `${folder} holds no project`);
  return JSON.parse(await readFile(file.fsPath, 'utf8')) as Project;
}
