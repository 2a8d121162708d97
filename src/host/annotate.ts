import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../core/model/problem';
import { createStudy } from '../core/study/create';
import { projectSchema } from '../core/model/project';
import { openDocument } from '../core/study/document';
import { viewType } from './editor';

/** "Annotate Preferences" on a dataset: makes its project beside it, or finds the one that is there, and opens the desk. */
export async function annotate(dataset: vscode.Uri | undefined): Promise<void> {
  const file = dataset ?? (await pickDataset());
  if (!file) return;
  try {
    const { project, exists } = await projectFor(file);
    if (!exists) await createStudy({ projectFile: project.fsPath, datasets: [file.fsPath] });
    await vscode.commands.executeCommand('vscode.openWith', project, viewType);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Not awaited: the notification may stay for as long as it likes. With a button it shows its whole text, and not one line.
    const open = vscode.l10n.t('Open File');
    void vscode.window.showErrorMessage(error.message, open).then(async (picked) => {
      if (picked === open) await vscode.commands.executeCommand('vscode.open', file);
    });
  }
}

/** A folder is annotated in the project of its name beside it, `prefs.jsonl.gz` in `prefs.tiebreak`, or, where that is a study of another dataset, in `prefs.jsonl.gz.tiebreak`. */
async function projectFor(dataset: vscode.Uri): Promise<{ project: vscode.Uri; exists: boolean }> {
  const whole = basename(dataset.path);
  const short = whole.replace(/(\.(jsonl|ndjson|json|csv|tsv|tab|psv|parquet|pq|arrow|feather|ipc))?(\.(gz|zst))?$/i, '');
  const [first, second] = [short, whole].map((name) => vscode.Uri.joinPath(dataset, '..', `${name}.tiebreak`)) as [vscode.Uri, vscode.Uri];
  if (!(await isThere(first))) return { project: first, exists: false };
  // A project that cannot be read is shown with what is wrong with it, not passed over.
  const sources = await openDocument(first.fsPath, projectSchema).then(({ data }) => data.dataset.sources, () => undefined);
  if (!sources || sources.some((source) => resolve(dirname(first.fsPath), source) === dataset.fsPath)) return { project: first, exists: true };
  return { project: second, exists: await isThere(second) };
}

async function pickDataset(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({ title: vscode.l10n.t('Annotate a dataset'), filters: { [vscode.l10n.t('Datasets')]: ['jsonl', 'ndjson', 'json', 'csv', 'tsv', 'parquet', 'arrow', 'feather', 'gz', 'zst'] } });
  return picked?.[0];
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return stat(uri.fsPath).then(
    () => true,
    () => false,
  );
}
