import assert from 'node:assert/strict';
import { realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createStudy } from '../../src/core/study/create';
import type { FileAccessDecision } from '../../src/host/study/externalFiles';
import { StudyDocument } from '../../src/host/study/studyDocument';
import { annotator, cleanUp, memory, placeWith, setAnnotator, until } from './made/study';

suite('files outside of a study and of the workspace', () => {
  const open: StudyDocument[] = [];
  suiteSetup(() => setAnnotator(annotator));
  suiteTeardown(() => setAnnotator(undefined));
  teardown(async () => {
    for (const document of open.splice(0)) document.dispose();
    await cleanUp();
  });

  /** A study whose dataset is a link to another folder. */
  async function linked(): Promise<{ project: vscode.Uri; dataset: string; away: string }> {
    const [{ dataset, project }, elsewhere] = await Promise.all([placeWith(), placeWith()]);
    await createStudy({ projectFile: project.fsPath, datasets: [dataset.fsPath] });
    const away = join(elsewhere.folder, 'away.jsonl');
    await rename(dataset.fsPath, away);
    await symlink(away, dataset.fsPath);
    return { project, dataset: dataset.fsPath, away: await realpath(away) };
  }

  function documentOf(project: vscode.Uri, remembered: vscode.Memento, decision: FileAccessDecision): StudyDocument {
    const document = new StudyDocument(project, vscode.Uri.joinPath(project, '..', 'storage'), remembered, decision);
    open.push(document);
    return document;
  }

  test('are read once the person said so, who is asked once', async () => {
    const { project, dataset, away } = await linked();
    const remembered = memory();
    const asked: string[] = [];
    let allow: (allowed: boolean) => void = () => undefined;
    const ask = (study: string, paths: string): Promise<boolean> => {
      asked.push(`${study}: ${paths}`);
      return new Promise((resolve) => (allow = resolve));
    };
    const document = documentOf(project, remembered, { isTrusted: () => true, ask });
    await document.open();
    assert.equal(document.session, undefined);
    assert.match(
      document.error ?? '',
      /files outside the study folder and the workspace were not read yet: .*data\.jsonl \(.*away\.jsonl\)\. Allow them/,
    );
    await document.open();
    assert.deepEqual(asked, [`data: ${dataset} (${away})`]);
    allow(true);
    await until(
      'the study',
      () => document.session?.dataset.count,
      (count) => count === 4,
    );
    const again = documentOf(project, remembered, { isTrusted: () => true, ask });
    await again.open();
    assert.equal(again.session?.dataset.count, 4);
    assert.equal(asked.length, 1);
    // What was allowed is where the link led.
    await rm(dataset);
    await symlink((await placeWith()).dataset.fsPath, dataset);
    await again.open();
    assert.equal(again.session, undefined);
    assert.equal(asked.length, 2);
  });

  test('are not read where the person says no, and asked about again when the study is opened again', async () => {
    const { project } = await linked();
    let asked = 0;
    const ask = (): Promise<boolean> => Promise.resolve(++asked > 1);
    const remembered = memory();
    const document = documentOf(project, remembered, { isTrusted: () => true, ask });
    await document.open();
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(document.session, undefined);
    await document.open();
    await until('the study', () => document.session);
    assert.equal(asked, 2);
  });

  test('are never read in a workspace that is not trusted, whatever was said before', async () => {
    const { project } = await linked();
    let trusted = true;
    const decision: FileAccessDecision = { isTrusted: () => trusted, ask: () => Promise.resolve(true) };
    const document = documentOf(project, memory(), decision);
    await document.open();
    await until('the study', () => document.session);
    trusted = false;
    await document.open();
    assert.equal(document.session, undefined);
    assert.match(
      document.error ?? '',
      /were not read, because the workspace is not trusted: .*data\.jsonl \(.*\)\. Trust the workspace/,
    );
  });
});
