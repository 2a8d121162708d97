import * as vscode from 'vscode';
import { qualityActions } from '../../protocol/quality';
import { askBlind } from './askBlind';
import { ReportMemory } from './reportMemory';
import type { DeskEditor } from '../desk/deskEditor';
import { contextKeys } from '../surface/contextKeys';
import { registerKeyCommands } from '../surface/keyCommands';
import { StudyPanels } from '../surface/studyPanels';
import { adjudicate } from './adjudicate';
import { QualityPanel, qualityViewType } from './qualityPanel';

/** "Show Quality": whether a study's data can be trusted, and the actions of that view. */
export function registerQuality(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const set = contextKeys();
  const memoryOf = (study: vscode.Uri): ReportMemory => new ReportMemory(context.workspaceState, study);
  const views = new StudyPanels<QualityPanel>(editor, {
    viewType: qualityViewType,
    title: (study) => vscode.l10n.t('Quality of {0}', study),
    // Who may see models in the coverage of a study may see them here.
    opening: async (study, title) => {
      const blind = memoryOf(study).blind ?? (title === undefined ? undefined : await askBlind(memoryOf(study), title));
      return blind === undefined
        ? undefined
        : (document, panel, onDidChange) => new QualityPanel(document, panel, editor, context, blind, onDidChange);
    },
    tell: (active) => {
      set('onQuality', active?.keyboard === 'desk');
    },
  });
  const actions = qualityActions
    .filter((action) => action !== 'qualityModels')
    .map((action) => [action, () => views.active?.act(action)] as const);
  return [
    vscode.commands.registerCommand('tiebreak.quality', async () => {
      await views.show();
    }),
    vscode.commands.registerCommand('tiebreak.adjudicate', () => adjudicate(editor)),
    vscode.window.registerWebviewPanelSerializer(qualityViewType, views),
    ...registerKeyCommands({
      ...Object.fromEntries(actions),
      qualityModels: () => views.active && askAgain(views.active, memoryOf(views.active.uri)),
    }),
  ];
}

/** Asks anew whether models are shown, and computes as the answer says. */
async function askAgain(view: QualityPanel, memory: ReportMemory): Promise<void> {
  const blind = await askBlind(memory, view.panel.title);
  view.panel.reveal();
  if (blind === undefined || blind === view.blind) return;
  view.blind = blind;
  await view.count();
}
