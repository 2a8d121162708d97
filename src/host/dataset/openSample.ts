import * as vscode from 'vscode';
import { annotateWithoutAsking } from './annotate';

/**
 * Puts the sample dataset into the open folder (or, without one, into the extension's storage) and opens its desk, where
 * each of the first items teaches one thing. What was judged before stays.
 */
export async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const home = vscode.workspace.workspaceFolders?.[0]?.uri ?? context.globalStorageUri;
  const folder = vscode.Uri.joinPath(home, 'tiebreak-sample');
  const bundled = vscode.Uri.joinPath(context.extensionUri, 'media', 'sample');
  const dataset = vscode.Uri.joinPath(folder, 'sample.jsonl');
  try {
    await vscode.workspace.fs.stat(dataset);
  } catch {
    // Not there yet.
    await vscode.workspace.fs.copy(vscode.Uri.joinPath(bundled, 'sample.jsonl'), dataset);
  }
  await annotateWithoutAsking(dataset, await sampleTips(bundled));
}

/** The tips of the sample in the language of the window, in English where there are none. */
async function sampleTips(bundled: vscode.Uri): Promise<Readonly<Record<string, string>> | undefined> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(bundled, 'tips.json'));
  const byLanguage = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, Readonly<Record<string, string>>>;
  return byLanguage[vscode.env.language] ?? byLanguage['en'];
}
