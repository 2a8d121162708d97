import * as vscode from 'vscode';

/** Tells a person whose command needs a study that none is open. */
export function openStudyFirst(): Thenable<unknown> {
  return vscode.window.showInformationMessage(
    vscode.l10n.t('Open a study first: a *.tiebreak file, or a dataset with "Annotate Preferences".'),
  );
}
