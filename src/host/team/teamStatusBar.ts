import * as vscode from 'vscode';
import type { DeskEditor } from '../desk/deskEditor';
import { connectionIcon, inHandText, reasonText, refusedText, sentText } from './teamTexts';

/** So many reasons have room in the tooltip. */
const maxRefused = 5;

/** Whether what is saved was sent, in the status bar while a study with a remote is open. */
export function teamStatusBar(editor: DeskEditor): vscode.Disposable[] {
  const item = vscode.window.createStatusBarItem('tiebreak.team', vscode.StatusBarAlignment.Right, 99);
  item.name = vscode.l10n.t('Tiebreak team study');
  item.command = 'tiebreak.team';
  const update = (): void => {
    const state = editor.active?.document.team?.state;
    if (!state) {
      item.hide();
      return;
    }
    const { connection, waiting, reason, refused } = state;
    item.text = `$(${connectionIcon(state)}) ${
      waiting > 0
        ? vscode.l10n.t('{0} to send', waiting.toLocaleString())
        : refused.length > 0
          ? vscode.l10n.t('Refused: {0}', refused.length.toLocaleString())
          : connection === 'online'
            ? vscode.l10n.t('All sent')
            : connection === 'connecting'
              ? vscode.l10n.t('Connecting')
              : connection === 'offline'
                ? vscode.l10n.t('Offline')
                : vscode.l10n.t('Not connected')
    }`;
    item.backgroundColor =
      connection === 'refused' || refused.length > 0
        ? new vscode.ThemeColor('statusBarItem.warningBackground')
        : undefined;
    const hand = inHandText(state);
    item.tooltip = [
      vscode.l10n.t('Team: {0}', sentText(state)),
      ...(hand === undefined ? [] : [hand]),
      ...(reason === undefined ? [] : [reasonText(reason)]),
      ...(waiting > 0 && refused.length > 0 ? [refusedText(refused.length)] : []),
      ...refused.slice(0, maxRefused).map(({ message }) => reasonText(message)),
    ].join('\n');
    item.accessibilityInformation = { label: item.tooltip.replaceAll('\n', ', ') };
    item.show();
  };
  return [item, editor.onDidRest(update)];
}
