import * as vscode from 'vscode';
import { reportActions } from '../../protocol/report';
import { askBlind } from './askBlind';
import { contextKeys } from '../surface/contextKeys';
import type { DeskEditor } from '../desk/deskEditor';
import { registerKeyCommands } from '../surface/keyCommands';
import { ReportMemory } from './reportMemory';
import { ReportPanel, reportViewType } from './reportPanel';
import { StudyPanels } from '../surface/studyPanels';

/**
 * For the view figures are counted in a process of its own, as they stand on the disk, and not at every save: the view
 * tells how many judgements came since. It holds its study, as an editor does, and comes back with its window: VS Code
 * keeps what it is of, the host what the person looked at. The cells come from there as arrays of numbers (24 bytes
 * each); the webview gets those of the slices it shows, and draws what is on the screen. Who judges blind gets figures
 * that were never sliced by model or response; what the desk shows of a queue opened from a cell never names either.
 */

/** "Show Coverage": what the study's rubrics cover and explain, and the actions of that view. */
export function registerCoverage(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const set = contextKeys();
  const memoryOf = (study: vscode.Uri): ReportMemory => new ReportMemory(context.workspaceState, study);
  const reports = new StudyPanels<ReportPanel>(editor, {
    viewType: reportViewType,
    title: (study) => vscode.l10n.t('Coverage of {0}', study),
    opening: async (study, title) => {
      const blind = memoryOf(study).blind ?? (title === undefined ? undefined : await askBlind(memoryOf(study), title));
      return blind === undefined
        ? undefined
        : (document, panel, onDidChange) => new ReportPanel(document, panel, editor, context, blind, onDidChange);
    },
    tell: (active) => {
      set('onReport', active?.keyboard === 'desk');
    },
  });
  const actions = reportActions
    .filter((action) => action !== 'coverageModels')
    .map((action) => [action, () => reports.active?.act(action)] as const);
  return [
    vscode.commands.registerCommand('tiebreak.coverage', async () => {
      await reports.show();
    }),
    vscode.window.registerWebviewPanelSerializer(reportViewType, reports),
    ...registerKeyCommands({
      ...Object.fromEntries(actions),
      coverageModels: () => reports.active && askAgain(reports.active, memoryOf(reports.active.uri)),
    }),
  ];
}

/** Asks anew whether models are shown, and counts as the answer says. */
async function askAgain(report: ReportPanel, memory: ReportMemory): Promise<void> {
  const blind = await askBlind(memory, report.panel.title);
  report.panel.reveal();
  if (blind === undefined || blind === report.blind) return;
  report.blind = blind;
  await report.count();
}
