import * as vscode from 'vscode';

/**
 * Has VS Code's JSON language service check and complete project files that are edited as text: only JSON files start
 * it by themselves.
 */
export function projectLanguage(): vscode.Disposable {
  const start = ({ languageId }: vscode.TextDocument): void => {
    if (languageId === 'tiebreak') void vscode.extensions.getExtension('vscode.json-language-features')?.activate();
  };
  vscode.workspace.textDocuments.forEach(start);
  return vscode.workspace.onDidOpenTextDocument(start);
}
