import * as vscode from 'vscode';
import { annotateWithoutAsking } from './annotate';

/**
 * Puts the sample dataset into the open folder (or, without one, into the extension's storage) and opens its desk. What
 * was judged before stays.
 */
export async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const home = vscode.workspace.workspaceFolders?.[0]?.uri ?? context.globalStorageUri;
  const folder = vscode.Uri.joinPath(home, 'tiebreak-sample');
  const dataset = vscode.Uri.joinPath(folder, 'sample.jsonl');
  try {
    await vscode.workspace.fs.stat(dataset);
  } catch {
    // Not there yet.
    await vscode.workspace.fs.copy(
      vscode.Uri.joinPath(context.extensionUri, 'media', 'sample', 'sample.jsonl'),
      dataset,
    );
  }
  await annotateWithoutAsking(dataset);
}
