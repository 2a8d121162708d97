import * as vscode from 'vscode';
import { reportActions, type ReportAction, type ReportPart } from '../../protocol/report';
import type { DeskEditor } from '../desk/deskEditor';
import { contextKeys } from '../surface/contextKeys';
import { registerKeyCommands } from '../surface/keyCommands';
import { StudyPanels } from '../surface/studyPanels';
import { adjudicate } from './adjudicate';
import { askBlind } from './askBlind';
import { ReportMemory } from './reportMemory';
import { ReportPanel, reportViewType } from './reportPanel';

/**
 * For the view figures are counted in processes of their own, as they stand on the disk: the view tells how many
 * judgements came since. It holds its study, as an editor does, and comes back with its window: VS Code keeps what it is
 * of, the host what the person looked at. Cells come from there as arrays of numbers (24 bytes each); the webview gets
 * those of the slices it shows, and draws what is on the screen. Who judges blind gets figures that were never sliced by
 * model or response; what the desk shows of a queue opened from a cell never names either.
 */

/** "Show Coverage" and "Show Quality": the report of a study with one of its tabs in front, and the actions of that view. */
export function registerReport(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const set = contextKeys();
  const memoryOf = (study: vscode.Uri): ReportMemory => new ReportMemory(context.workspaceState, study);
  let asked: ReportPart | undefined;
  const reports = new StudyPanels<ReportPanel>(editor, {
    viewType: reportViewType,
    title: (study) => vscode.l10n.t('Report of {0}', study),
    opening: async (study, title) => {
      const memory = memoryOf(study);
      const part = title === undefined ? memory.part : asked;
      const blind = memory.blind ?? (title === undefined ? undefined : await askBlind(memory, title));
      return blind === undefined
        ? undefined
        : (document, panel, onDidChange) =>
            new ReportPanel(document, panel, editor, context, blind, part ?? 'todo', onDidChange);
    },
    tell: (active) => {
      set('onReport', active?.keyboard === 'desk' && active.part !== 'quality');
      set('onQuality', active?.keyboard === 'desk' && active.part === 'quality');
      set('qualityTab', active?.part === 'quality');
    },
  });
  const show = (part: ReportPart) => async (): Promise<void> => {
    asked = part;
    const report = await reports.show();
    if (report && report.part !== part) report.turnTo(part);
  };
  const doing = (action: ReportAction): (() => unknown) =>
    action === 'coverageModels' || action === 'qualityModels'
      ? () => reports.active && askAgain(reports.active, memoryOf(reports.active.uri))
      : () => reports.active?.act(action);
  return [
    vscode.commands.registerCommand('tiebreak.coverage', show('coverage')),
    vscode.commands.registerCommand('tiebreak.quality', show('quality')),
    vscode.commands.registerCommand('tiebreak.adjudicate', () => adjudicate(editor)),
    vscode.window.registerWebviewPanelSerializer(reportViewType, reports),
    ...registerKeyCommands(Object.fromEntries(reportActions.map((action) => [action, doing(action)]))),
  ];
}

/** Asks anew whether models are shown, and counts as the answer says. */
async function askAgain(report: ReportPanel, memory: ReportMemory): Promise<void> {
  const blind = await askBlind(memory, report.panel.title);
  report.panel.reveal();
  if (blind === undefined || blind === report.blind) return;
  await report.hideModels(blind);
}
