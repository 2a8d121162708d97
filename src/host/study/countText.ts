import * as vscode from 'vscode';

// How many there are of what several places count, with the noun in its form: "1 item", "2,312 items".

export const itemsText = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 item') : vscode.l10n.t('{0} items', count.toLocaleString());
export const judgementsText = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 judgment') : vscode.l10n.t('{0} judgments', count.toLocaleString());
