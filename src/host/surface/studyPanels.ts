import * as vscode from 'vscode';
import type { KeyboardPlace } from '../../protocol/desk';
import type { DeskEditor } from '../desk/deskEditor';
import { openStudyFirst } from '../study/openStudyFirst';
import { studyRestored } from '../report/reportMemory';
import type { StudyDocument } from '../study/studyDocument';

/** A view of one study in a panel of its own, beside the editors. */
export interface StudyPanel extends vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly panel: vscode.WebviewPanel;
  /** Where the keyboard is. */
  readonly keyboard: KeyboardPlace;
}

/** Shows a study, which is held for it, in a panel. @param onDidChange is to hear when the keyboard went elsewhere */
export type PanelFactory<V> = (document: StudyDocument, panel: vscode.WebviewPanel, onDidChange: () => void) => V;

/** One kind of view. */
export interface PanelKind<V> {
  readonly viewType: string;
  /** Its title, by the study's name. */
  readonly title: (study: string) => string;
  /** Where it opens; over the editor in front where nothing is said. */
  readonly column?: vscode.ViewColumn;
  /**
   * What makes it; undefined where it is not to open. A view that comes back with its window has no title yet, and asks
   * nothing.
   */
  readonly opening: (study: vscode.Uri, title: string | undefined) => Promise<PanelFactory<V> | undefined>;
  /** Tells VS Code whether keys are commands of such a view. */
  readonly tell: (active: V | undefined) => void;
}

/** The views of one kind that are open, one a study. */
export class StudyPanels<V extends StudyPanel> implements vscode.WebviewPanelSerializer {
  private readonly views = new Set<V>();

  constructor(
    private readonly editor: DeskEditor,
    private readonly kind: PanelKind<V>,
  ) {}

  get active(): V | undefined {
    return [...this.views].find(({ panel }) => panel.active);
  }

  /** Opens the view of the study in hand, or brings it to the front; undefined where it does not open. */
  async show(): Promise<V | undefined> {
    const document = this.editor.study;
    if (!document?.session) {
      void openStudyFirst();
      return undefined;
    }
    const known = [...this.views].find(({ uri }) => uri.toString() === document.uri.toString());
    if (known) {
      known.panel.reveal();
      return known;
    }
    const title = this.kind.title(document.name);
    const make = await this.kind.opening(document.uri, title);
    if (!make) return undefined;
    const held = await this.editor.hold(document.uri);
    return this.take(
      make,
      held,
      vscode.window.createWebviewPanel(this.kind.viewType, title, this.kind.column ?? vscode.ViewColumn.Active),
    );
  }

  /** A view comes back with its window, which was reloaded or closed: on the same study, where the person was. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const uri = studyRestored(kept);
    const make = uri && (await this.kind.opening(uri, undefined));
    if (!uri || !make) {
      panel.dispose();
      return;
    }
    const waiting = { isOver: false };
    const closing = panel.onDidDispose(() => (waiting.isOver = true));
    const held = await this.editor.hold(uri);
    closing.dispose();
    if (waiting.isOver) held.dispose();
    else this.take(make, held, panel);
  }

  private take(make: PanelFactory<V>, document: StudyDocument, panel: vscode.WebviewPanel): V {
    const view = make(document, panel, () => this.tell());
    this.views.add(view);
    panel.onDidChangeViewState(() => this.tell());
    panel.onDidDispose(() => {
      this.views.delete(view);
      view.dispose();
      document.dispose();
      this.tell();
    });
    return view;
  }

  private tell(): void {
    this.kind.tell(this.active);
  }
}
