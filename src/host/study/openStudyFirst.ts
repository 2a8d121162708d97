import * as vscode from 'vscode';

/** Tells a person whose command needs a study that none is open. */
export function openStudyFirst(): Thenable<unknown> {
  return vscode.window.showInformationMessage(
    vscode.l10n.t(
      'No study is open. Open a *.tiebreak file, or right-click a dataset and select "Annotate Preferences".',
    ),
  );
}
