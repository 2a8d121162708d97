import * as vscode from 'vscode';

/** Tells that something is missing, with a button that runs the command by which it can be had. */
export async function tellWithCommand(text: string, button: string, command: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(text, button)) === button) await vscode.commands.executeCommand(command);
}

/** Tells that something needs the repository of the task, and the study does not say where that is. */
export const tellNoRepository = (text: string): Promise<void> =>
  tellWithCommand(text, vscode.l10n.t('Open Study Settings'), 'tiebreak.studySettings');
