import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { importLabels } from '../../src/core/import/importLabels';
import type { Project } from '../../src/core/model/study/project';
import type { NamedRecipe } from '../../src/core/model/study/recipe';
import { createStudy } from '../../src/core/study/create';
import { Study } from '../../src/core/study/study';
import { cleanUp, jsonl } from './made/study';

const pairs = [0, 1, 2].map((n) => ({ prompt: `Question ${n}`, chosen: `good ${n}`, rejected: `bad ${n}` }));

suite('recipes as tasks', () => {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const folder = join(root, 'recipes');
  const projectFile = join(folder, 'study.tiebreak');
  teardown(async () => {
    await cleanUp();
    await rm(folder, { recursive: true, force: true });
  });

  /** A study in the workspace with labels and these recipes; it is not open. */
  async function studyWith(recipes: Readonly<Record<string, NamedRecipe>>): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'pairs.jsonl'), jsonl(pairs));
    await createStudy({ projectFile, datasets: [join(folder, 'pairs.jsonl')] });
    const study = await Study.open(projectFile);
    await importLabels(study, { annotator: 'source' });
    await study.changeProject((project: Project) => ({ ...project, exports: recipes }));
    await study.close();
  }

  const ours = async (): Promise<Map<string, vscode.Task>> =>
    new Map(
      (await vscode.tasks.fetchTasks({ type: 'tiebreak' })).map((task) => [String(task.definition.recipe), task]),
    );

  /** Runs a task; resolves to its exit code. */
  async function exitCodeOf(task: vscode.Task | undefined): Promise<number | undefined> {
    assert.ok(task);
    const ended = new Promise<number | undefined>((resolve) => {
      const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.definition.recipe !== task.definition.recipe) return;
        listening.dispose();
        resolve(exitCode);
      });
    });
    await vscode.tasks.executeTask(task);
    return ended;
  }

  test('write what the recipe says, where it says', async () => {
    assert.notEqual(root, '', 'the tests run in a folder');
    await studyWith({ nightly: { format: 'trl-dpo-text' }, here: { format: 'trl-dpo', out: 'out/here' } });
    const tasks = await ours();
    assert.deepEqual([...tasks.keys()].sort(), ['here', 'nightly']);
    assert.equal(await exitCodeOf(tasks.get('nightly')), 0);
    const rows = (await readFile(join(`${projectFile}.d`, 'exports', 'nightly', 'train.jsonl'), 'utf8'))
      .trim()
      .split('\n');
    assert.deepEqual(
      rows.map((row) => JSON.parse(row) as unknown),
      pairs,
    );
    assert.equal(await exitCodeOf(tasks.get('here')), 0);
    assert.ok(existsSync(join(folder, 'out', 'here', 'train.jsonl')));
  });

  test('fail, and write nothing, where the recipe is of no format or leads out of the workspace', async () => {
    await studyWith({ wrong: { format: 'no-such-format' }, away: { format: 'trl-dpo', out: '../../away' } });
    const tasks = await ours();
    assert.match(tasks.get('wrong')?.detail ?? '', /^\$\(warning\) invalid recipe: .*no-such-format/);
    assert.equal(tasks.get('away')?.detail, undefined);
    assert.equal(await exitCodeOf(tasks.get('wrong')), 1);
    assert.equal(await exitCodeOf(tasks.get('away')), 1);
    assert.ok(!existsSync(join(root, '..', 'away')));
    assert.ok(!existsSync(join(`${projectFile}.d`, 'exports')));
  });
});
