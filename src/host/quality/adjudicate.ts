import * as vscode from 'vscode';
import { mustMaterialize } from '../../core/dataset/sources/scan';
import type { DeskEditor } from '../desk/deskEditor';
import { openQueue } from '../items/queueItems';
import { openStudyFirst } from '../study/openStudyFirst';
import { qualityItemsInWorker } from '../worker/hostWorkers';

/**
 * "Adjudicate Disagreements": looks for the items on which annotators disagree and that nobody has settled, and opens
 * them at the desk, where each is judged as an adjudicator, beside what annotators judged.
 */
export async function adjudicate(editor: DeskEditor): Promise<void> {
  const document = editor.study;
  const study = document?.session?.study;
  if (!study) {
    void openStudyFirst();
    return;
  }
  const ordinals = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Looking for disagreements') },
    () =>
      qualityItemsInWorker(
        {
          kind: 'qualityItems',
          project: document.uri.fsPath,
          copy: mustMaterialize(study.reading) ? study.data.paths[0] : undefined,
          cacheFolder: document.cache,
          blind: true,
          without: [],
          question: { of: 'unsettled' },
        },
        new AbortController().signal,
        () => undefined,
      ),
  );
  if (ordinals.length > 0)
    await openQueue(editor, document.uri, ordinals, vscode.l10n.t('Disagreements to adjudicate'), true);
  else void vscode.window.showInformationMessage(vscode.l10n.t('No disagreement is left to adjudicate.'));
}
