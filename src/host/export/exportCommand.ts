import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import { exportActions } from '../../protocol/export';
import { contextKeys } from '../surface/contextKeys';
import type { DeskEditor } from '../desk/deskEditor';
import { ExportPanel, exportViewType } from './exportPanel';
import { registerExportTasks } from './exportTasks';
import { registerKeyCommands } from '../surface/keyCommands';
import { registerRecipes } from './recipes';
import { StudyPanels } from '../surface/studyPanels';

/**
 * "Export Preferences": choose the trainer, see the first rows and what is dropped as the options change, then write or
 * keep it as a recipe.
 */
export function registerExport(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const set = contextKeys();
  const exports = new StudyPanels<ExportPanel>(editor, {
    viewType: exportViewType,
    title: (study) => vscode.l10n.t('Export of {0}', study),
    opening: () =>
      Promise.resolve((document, panel, onDidChange) => new ExportPanel(document, panel, editor, context, onDidChange)),
    tell: (active) => {
      const place = active?.keyboard;
      set('inExport', place !== undefined && place !== 'elsewhere');
      // Keys that are letters to a text field.
      set('onExport', place === 'desk');
    },
  });
  return [
    // With a recipe of the project where one is named.
    vscode.commands.registerCommand('tiebreak.export', async (recipe: unknown) => {
      const view = await exports.show();
      try {
        if (typeof recipe === 'string') view?.load(recipe);
      } catch (error) {
        void vscode.window.showErrorMessage(messageOf(error));
      }
    }),
    vscode.window.registerWebviewPanelSerializer(exportViewType, exports),
    ...registerKeyCommands(
      Object.fromEntries(exportActions.map((action) => [action, () => exports.active?.act(action)])),
    ),
    ...registerRecipes(editor, context.workspaceState),
    registerExportTasks(editor, context.workspaceState),
  ];
}
