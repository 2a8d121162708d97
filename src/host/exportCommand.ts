import * as vscode from 'vscode';
import { exportActions } from '../protocol/export';
import { contextKeys } from './contextKeys';
import type { DeskEditor } from './editor';
import { ExportPanel, exportViewType } from './exportPanel';
import { registerExportTasks } from './exportTasks';
import { registerKeyCommands } from './keyCommands';
import { registerRecipes } from './recipes';
import { studyRestored } from './reportMemory';
import type { StudyDocument } from './studyDocument';

/**
 * What the view shows is counted by a process of its own that reads what is on the disk; a change of an option ends it and starts another once the typing rests, so that no answer of other
 * options is ever drawn.
 */

/** "Export Preferences": choose the trainer, see the first rows and what is dropped as the options change, then write or keep it as a recipe. */
export function registerExport(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const exports = new Exports(editor, context);
  return [
    vscode.commands.registerCommand('tiebreak.export', (recipe: unknown) => exports.show(typeof recipe === 'string' ? recipe : undefined)),
    vscode.window.registerWebviewPanelSerializer(exportViewType, exports),
    ...registerKeyCommands(Object.fromEntries(exportActions.map((action) => [action, () => exports.active?.act(action)]))),
    ...registerRecipes(editor),
    registerExportTasks(editor),
  ];
}

/** The export views that are open, one a study. */
class Exports implements vscode.WebviewPanelSerializer {
  private readonly panels = new Set<ExportPanel>();
  private readonly set = contextKeys();

  constructor(
    private readonly editor: DeskEditor,
    private readonly context: vscode.ExtensionContext,
  ) {}

  get active(): ExportPanel | undefined {
    return [...this.panels].find(({ panel }) => panel.active);
  }

  /** Opens the view of the study in hand, or brings it to the front; with a recipe of the project where one is named. */
  async show(recipe: string | undefined): Promise<void> {
    const document = this.editor.study;
    if (!document?.session) return void vscode.window.showInformationMessage(vscode.l10n.t('Open a study first: a *.tiebreak file, or a dataset with "Annotate Preferences".'));
    const known = [...this.panels].find(({ uri }) => uri.toString() === document.uri.toString());
    const view = known ?? this.take(await this.editor.hold(document.uri), vscode.window.createWebviewPanel(exportViewType, vscode.l10n.t('Export of {0}', document.name), vscode.ViewColumn.Active));
    known?.panel.reveal();
    if (recipe !== undefined) view.load(recipe);
  }

  /** A view comes back with its window, which was reloaded or closed. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const uri = studyRestored(kept);
    if (!uri) {
      panel.dispose();
      return;
    }
    const waiting = { isOver: false };
    const closing = panel.onDidDispose(() => (waiting.isOver = true));
    const held = await this.editor.hold(uri);
    closing.dispose();
    if (waiting.isOver) held.dispose();
    else this.take(held, panel);
  }

  /** Shows a study, which is held for it, in a panel. */
  private take(document: StudyDocument, panel: vscode.WebviewPanel): ExportPanel {
    const view = new ExportPanel(document, panel, this.editor, this.context, () => this.tell());
    this.panels.add(view);
    panel.onDidChangeViewState(() => this.tell());
    panel.onDidDispose(() => {
      this.panels.delete(view);
      view.dispose();
      document.dispose();
      this.tell();
    });
    return view;
  }

  /** Tells VS Code whether keys are commands of an export view. */
  private tell(): void {
    const place = this.active?.keyboard;
    this.set('inExport', place !== undefined && place !== 'elsewhere');
    // Keys that are letters to a text field.
    this.set('onExport', place === 'desk');
  }
}
