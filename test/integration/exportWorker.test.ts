import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportFormatNamed } from '../../src/core/export';
import { previewExport, writeExport } from '../../src/core/export/write';
import { importLabels } from '../../src/core/import/importLabels';
import { createStudy } from '../../src/core/study/create';
import { Study } from '../../src/core/study/study';
import { exportInWorker } from '../../src/host/worker/hostWorkers';
import { cleanUp, jsonl, placeWith } from './made/study';

const pairs = [...Array(6000).keys()].map((n) => ({
  prompt: `Question ${n} ${'of many words '.repeat(40)}`,
  chosen: `good ${n}`,
  rejected: `bad ${n}`,
}));
const never = new AbortController().signal;

suite('an export on a thread of its own', () => {
  teardown(cleanUp);

  async function labelled(): Promise<{ project: string; folder: string; study: Study }> {
    const { project, dataset, folder } = await placeWith(jsonl(pairs));
    await createStudy({ projectFile: project.fsPath, datasets: [dataset.fsPath] });
    const study = await Study.open(project.fsPath);
    await importLabels(study, { annotator: 'source' });
    return { project: project.fsPath, folder, study };
  }

  test('writes and shows what the command line does, and tells how far it is', async () => {
    const { project, folder, study } = await labelled();
    const format = exportFormatNamed('trl-dpo-text');
    assert.ok(format);
    const fractions: number[] = [];
    const { tally } = await exportInWorker(
      { kind: 'export', project, recipe: { format: format.name }, folder: join(folder, 'there'), isBlind: true },
      never,
      (fraction) => fractions.push(fraction),
    );
    const here = await writeExport(study, { format }, join(folder, 'here'));
    assert.deepEqual(tally, here.tally);
    for (const name of ['train.jsonl', '.tiebreak-manifest.json', '.tiebreak-rows.jsonl'])
      assert.equal(
        await readFile(join(folder, 'there', name), 'utf8'),
        await readFile(join(folder, 'here', name), 'utf8'),
      );
    assert.ok(fractions.length > 2);
    assert.deepEqual(
      fractions,
      [...fractions].sort((a, b) => a - b),
    );
    assert.equal(fractions.at(-1), 1);
    const preview = await exportInWorker(
      { kind: 'preview', project, recipe: { format: format.name }, limit: 3 },
      never,
    );
    const shown = await previewExport(study, { format }, 3);
    assert.deepEqual(preview, { rows: shown.rows.map(({ json }) => ({ json })), tally: shown.tally, files: [] });
    await study.close();
  }).timeout(60_000);

  test('leaves there what was there when it is cancelled', async () => {
    const { project, folder, study } = await labelled();
    await study.close();
    const out = join(folder, 'out');
    await exportInWorker({ kind: 'export', project, recipe: { format: 'trl-dpo' }, folder: out, isBlind: true }, never);
    const before = await Promise.all(
      (await readdir(out)).map(async (name) => [name, await readFile(join(out, name), 'utf8')]),
    );
    const cancel = new AbortController();
    await assert.rejects(
      exportInWorker(
        { kind: 'export', project, recipe: { format: 'full-conversations' }, folder: out, isBlind: true },
        cancel.signal,
        () => cancel.abort(new Error('cancelled by the person')),
      ),
      /cancelled by the person/,
    );
    assert.deepEqual(
      await Promise.all((await readdir(out)).map(async (name) => [name, await readFile(join(out, name), 'utf8')])),
      before,
    );
  });

  test('leaves no folder where there was none when it is cancelled, and ends a look at once', async () => {
    const { project, folder, study } = await labelled();
    await study.close();
    const cancel = new AbortController();
    await assert.rejects(
      exportInWorker(
        { kind: 'export', project, recipe: { format: 'trl-dpo' }, folder: join(folder, 'new', 'out'), isBlind: true },
        cancel.signal,
        () => cancel.abort(new Error('cancelled')),
      ),
      /cancelled/,
    );
    assert.ok(!(await readdir(folder)).includes('new'));
    const look = new AbortController();
    const looked = exportInWorker({ kind: 'preview', project, recipe: { format: 'trl-dpo' }, limit: 3 }, look.signal);
    look.abort(new Error('other options'));
    await assert.rejects(looked, /other options/);
  });

  test('reads nothing elsewhere of a project that may not lead there', async () => {
    const { project, dataset, folder } = await placeWith(jsonl(pairs.slice(0, 2)));
    await createStudy({ projectFile: project.fsPath, datasets: [dataset.fsPath] });
    const task = { kind: 'preview', project: project.fsPath, recipe: { format: 'trl-dpo' }, limit: 1 } as const;
    await assert.rejects(exportInWorker({ ...task, within: [join(folder, 'inner')] }, never), {
      name: 'UserError',
      message: /lies outside of its folder and of the workspace/,
    });
    assert.equal((await exportInWorker({ ...task, within: [folder] }, never)).tally.annotations, 0);
  });

  test('says what is wrong in the words of the editor', async () => {
    const { project, dataset, folder } = await placeWith(jsonl(pairs.slice(0, 2)));
    await createStudy({ projectFile: project.fsPath, datasets: [dataset.fsPath] });
    await assert.rejects(
      exportInWorker(
        {
          kind: 'export',
          project: project.fsPath,
          recipe: { format: 'trl-dpo' },
          folder: join(folder, 'out'),
          isBlind: true,
        },
        never,
      ),
      { name: 'UserError', message: /There is nothing to export: no item has been judged yet/ },
    );
  });
});
