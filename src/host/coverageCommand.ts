import * as vscode from 'vscode';
import { reportActions } from '../protocol/report';
import { askBlind } from './blindQuestion';
import { contextKeys } from './contextKeys';
import type { DeskEditor } from './editor';
import { registerKeyCommands } from './keyCommands';
import { ReportMemory, studyRestored } from './reportMemory';
import { ReportPanel, reportViewType } from './reportPanel';
import type { StudyDocument } from './studyDocument';

/**
 * For the view figures are counted in a process of its own, as they stand on the disk, and not at every save: the view tells how many judgements came since. It holds its study, as an
 * editor does, and comes back with its window: VS Code keeps what it is of, the host what the person looked at. The cells come from there as arrays of numbers (24 bytes each); the webview
 * gets those of the slices it shows, and draws what is on the screen. Who judges blind gets figures that were never sliced by model or response; what the desk shows of a queue opened from
 * a cell never names either.
 */

/** "Show Coverage": what the study's rubrics cover and explain, and the actions of that view. */
export function registerCoverage(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const reports = new Reports(editor, context);
  const actions = reportActions.filter((action) => action !== 'coverageModels').map((action) => [action, () => reports.active?.act(action)] as const);
  return [
    vscode.commands.registerCommand('tiebreak.coverage', () => reports.show()),
    vscode.window.registerWebviewPanelSerializer(reportViewType, reports),
    ...registerKeyCommands({ ...Object.fromEntries(actions), coverageModels: () => reports.active && reports.askAgain(reports.active) }),
  ];
}

/** The coverage views that are open, one a study. */
class Reports implements vscode.WebviewPanelSerializer {
  private readonly panels = new Set<ReportPanel>();
  private readonly set = contextKeys();

  constructor(
    private readonly editor: DeskEditor,
    private readonly context: vscode.ExtensionContext,
  ) {}

  get active(): ReportPanel | undefined {
    return [...this.panels].find(({ panel }) => panel.active);
  }

  /** Opens the view of the study in hand, or brings it to the front. */
  async show(): Promise<void> {
    const document = this.editor.study;
    if (!document?.session) return void vscode.window.showInformationMessage(vscode.l10n.t('Open a study first: a *.tiebreak file, or a dataset with "Annotate Preferences".'));
    const known = [...this.panels].find(({ uri }) => uri.toString() === document.uri.toString());
    if (known) {
      known.panel.reveal();
      return;
    }
    const blind = this.memoryOf(document.uri).blind ?? (await this.ask(document.uri, vscode.l10n.t('Coverage of {0}', document.name)));
    if (blind === undefined) return;
    const held = await this.editor.hold(document.uri);
    this.take(held, vscode.window.createWebviewPanel(reportViewType, vscode.l10n.t('Coverage of {0}', held.name), vscode.ViewColumn.Active), blind);
  }

  /** A view comes back with its window, which was reloaded or closed: on the same study, where the person was. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const uri = studyRestored(kept);
    const blind = uri && this.memoryOf(uri).blind;
    if (!uri || blind === undefined) {
      panel.dispose();
      return;
    }
    const waiting = { isOver: false };
    const closing = panel.onDidDispose(() => (waiting.isOver = true));
    const held = await this.editor.hold(uri);
    closing.dispose();
    if (waiting.isOver) held.dispose();
    else this.take(held, panel, blind);
  }

  /** Asks anew whether models are shown, and counts as the answer says. */
  async askAgain(report: ReportPanel): Promise<void> {
    const blind = await this.ask(report.uri, report.panel.title);
    report.panel.reveal();
    if (blind === undefined || blind === report.blind) return;
    report.blind = blind;
    await report.count();
  }

  /** Shows a study, which is held for it, in a panel. */
  private take(document: StudyDocument, panel: vscode.WebviewPanel, blind: boolean): void {
    const report = new ReportPanel(document, panel, this.editor, this.context, blind, () => this.tell());
    this.panels.add(report);
    panel.onDidChangeViewState(() => this.tell());
    panel.onDidDispose(() => {
      this.panels.delete(report);
      report.dispose();
      document.dispose();
      this.tell();
    });
  }

  /** Tells VS Code whether keys are commands of a coverage view. */
  private tell(): void {
    this.set('onReport', this.active !== undefined && this.active.keyboard === 'desk');
  }

  private memoryOf(uri: vscode.Uri): ReportMemory {
    return new ReportMemory(this.context.workspaceState, uri);
  }

  private ask(uri: vscode.Uri, view: string): Promise<boolean | undefined> {
    return askBlind(this.memoryOf(uri), view);
  }
}
