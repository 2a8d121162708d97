import * as vscode from 'vscode';

/** In a tab over the desk, which keeps its width: the next one takes its place, and Escape leads back. */
const overDesk = { preview: true } as const;

/** A line that is longer is wrapped, in UTF-16 units. */
const longLine = 160;

/** Opens a document to be read. Long lines are wrapped, whatever the settings of editors say. */
export async function showToRead(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, overDesk);
  const isWrapped = vscode.workspace.getConfiguration('editor', document).get('wordWrap') !== 'off';
  if (!isWrapped && hasLongLine(document.getText()))
    await vscode.commands.executeCommand('editor.action.toggleWordWrap');
}

const hasLongLine = (text: string): boolean => new RegExp(`[^\\n]{${longLine + 1}}`).test(text);

/** Closes what is open to be read, so that the desk behind it is in front with the keyboard. */
export const closeReading = (): unknown => vscode.commands.executeCommand('workbench.action.closeActiveEditor');
