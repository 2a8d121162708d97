import * as vscode from 'vscode';
import { DeskPanel } from './deskPanel';
import { StudyDocument } from '../study/studyDocument';
import { TeamPasswords } from '../team/teamPasswords';

export const deskViewType = 'tiebreak.project';

/**
 * What stands beside a desk follows it after so many milliseconds: repainting it must not come between a key and the
 * next item's paint.
 */
const rest = 250;

/** The custom editor of `*.tiebreak`, and the registry of what is open. */
export class DeskEditor implements vscode.CustomReadonlyEditorProvider<StudyDocument> {
  private readonly changes = new vscode.EventEmitter<void>();
  /** Fires when another study or desk became active, or the active one changed. */
  readonly onDidChange = this.changes.event;
  private readonly rests = new vscode.EventEmitter<void>();
  /** Fires a moment after changes, once for all of them: for what need not follow every keystroke. */
  readonly onDidRest = this.rests.event;
  private resting: NodeJS.Timeout | undefined;
  private readonly panels = new Set<DeskPanel>();
  private readonly documents = new Set<StudyDocument>();
  private lastDocument: StudyDocument | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The desk that has the focus of the window. */
  get active(): DeskPanel | undefined {
    return [...this.panels].find(({ panel }) => panel.active);
  }

  /** The study of the active desk, or the one that was active last and is still open. */
  get study(): StudyDocument | undefined {
    const document = this.active?.document ?? this.lastDocument;
    return document && this.documents.has(document) ? document : [...this.documents][0];
  }

  /** The desk of the study that commands are about: the active one, or another that shows it. */
  get desk(): DeskPanel | undefined {
    const { active, study } = this;
    return active ?? [...this.panels].find(({ document }) => document === study);
  }

  /** A desk that shows a study. */
  deskOf(document: StudyDocument): DeskPanel | undefined {
    return [...this.panels].find((panel) => panel.document === document);
  }

  /** The open study of a project file. */
  studyOf(uri: vscode.Uri): StudyDocument | undefined {
    return this.studies.find((study) => study.uri.toString() === uri.toString());
  }

  /** Every open study. */
  get studies(): readonly StudyDocument[] {
    return [...this.documents];
  }

  openCustomDocument(uri: vscode.Uri): Promise<StudyDocument> {
    return this.hold(uri);
  }

  /** The study of a project file, opened where it is not; whoever holds it disposes it, and the last one closes it. */
  async hold(uri: vscode.Uri): Promise<StudyDocument> {
    const held = this.studyOf(uri);
    if (held) return held.hold();
    const document = new StudyDocument(
      uri,
      this.context.globalStorageUri,
      this.context.workspaceState,
      undefined,
      new TeamPasswords(this.context.secrets),
    );
    this.documents.add(document);
    document.onDidChange(() => this.changed());
    document.onDidDispose(() => {
      this.documents.delete(document);
      this.changed();
    });
    await document.open();
    return document;
  }

  /** Commands are about this study from now on, until another one's desk is in front. */
  turnTo(document: StudyDocument): void {
    this.lastDocument = document;
    this.changed();
  }

  resolveCustomEditor(document: StudyDocument, webviewPanel: vscode.WebviewPanel): void {
    const panel = new DeskPanel(document, webviewPanel, this.context, () => this.changed());
    this.panels.add(panel);
    webviewPanel.onDidChangeViewState(() => this.changed());
    webviewPanel.onDidDispose(() => {
      this.panels.delete(panel);
      panel.dispose();
      this.changed();
    });
    this.changed();
  }

  private changed(): void {
    this.lastDocument = this.active?.document ?? this.lastDocument;
    this.changes.fire();
    this.resting ??= setTimeout(() => {
      this.resting = undefined;
      this.rests.fire();
    }, rest);
  }
}
