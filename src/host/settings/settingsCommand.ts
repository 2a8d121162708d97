import * as vscode from 'vscode';
import { settingsActions } from '../../protocol/settings';
import type { DeskEditor } from '../desk/deskEditor';
import { contextKeys } from '../surface/contextKeys';
import { registerKeyCommands } from '../surface/keyCommands';
import { StudyPanels } from '../surface/studyPanels';
import { SettingsPanel, settingsViewType } from './settingsPanel';

/** "Study Settings": all that a project says of how items are judged, as a form beside the annotation editor. */
export function registerSettings(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const set = contextKeys();
  const settings = new StudyPanels<SettingsPanel>(editor, {
    viewType: settingsViewType,
    title: (study) => vscode.l10n.t('Settings of {0}', study),
    column: vscode.ViewColumn.Beside,
    opening: () =>
      Promise.resolve((document, panel, onDidChange) => new SettingsPanel(document, panel, context, onDidChange)),
    tell: (active) => {
      set('onSettings', active?.keyboard === 'desk');
    },
  });
  return [
    vscode.commands.registerCommand('tiebreak.studySettings', async () => {
      await settings.show();
    }),
    vscode.window.registerWebviewPanelSerializer(settingsViewType, settings),
    ...registerKeyCommands(
      Object.fromEntries(settingsActions.map((action) => [action, () => settings.active?.act(action)])),
    ),
  ];
}
