import * as vscode from 'vscode';
import type { RubricPlace } from '../../core/model/rubric/rubricView';
import { studyPaths } from '../../core/study/studyPaths';
import type { DeskEditor } from '../desk/deskEditor';
import { openStudyFirst } from '../study/openStudyFirst';
import { RubricPanel } from './rubricPanel';
import type { StudyDocument } from '../study/studyDocument';

/**
 * The editor shares the open study with its desk: whoever shows a study holds it, the last one closes it. The webview
 * gets an outline and all of what is selected, draws the rows on the screen, and keeps what makes no criterion yet
 * until it does.
 */

export const rubricViewType = 'tiebreak.rubrics';

/** What VS Code holds while the rubrics of a study are edited: their file, and the study. */
class RubricDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    readonly study: StudyDocument,
  ) {}

  dispose(): void {
    this.study.dispose();
  }
}

/**
 * The custom editor of a study's rubrics: of any of their files, and of `rubrics.json`, by which commands open it and
 * which need not be there.
 */
export class RubricEditor implements vscode.CustomReadonlyEditorProvider<RubricDocument> {
  private readonly changes = new vscode.EventEmitter<void>();
  /** Fires when another editor of rubrics became active, or the active one changed. */
  readonly onDidChange = this.changes.event;
  private readonly panels = new Set<RubricPanel>();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly desks: DeskEditor,
  ) {}

  /** The one that has the focus of the window. */
  get active(): RubricPanel | undefined {
    return [...this.panels].find(({ panel }) => panel.active);
  }

  async openCustomDocument(uri: vscode.Uri): Promise<RubricDocument> {
    return new RubricDocument(uri, await this.desks.hold(projectOf(uri)));
  }

  resolveCustomEditor({ study }: RubricDocument, webviewPanel: vscode.WebviewPanel): void {
    webviewPanel.title = vscode.l10n.t('Rubrics of {0}', study.name);
    const panel = new RubricPanel(study, webviewPanel, this.context, this.desks, () => this.changes.fire());
    this.panels.add(panel);
    const turn = (): void => {
      if (webviewPanel.active) this.desks.turnTo(study);
      this.changes.fire();
    };
    webviewPanel.onDidChangeViewState(turn);
    webviewPanel.onDidDispose(() => {
      this.panels.delete(panel);
      panel.dispose();
      this.changes.fire();
    });
    turn();
  }

  /** Opens the rubrics of the study that commands are about, and selects a criterion where one is named. */
  async open(criterion?: string): Promise<void> {
    const { study } = this.desks;
    if (!study) return void openStudyFirst();
    await vscode.commands.executeCommand(
      'vscode.openWith',
      vscode.Uri.file(studyPaths(study.uri.fsPath).rubrics.former),
      rubricViewType,
    );
    const panel = [...this.panels].find(({ document }) => document === study);
    const place = criterion === undefined ? undefined : placeOf(study, criterion);
    if (place) panel?.select(place);
  }
}

/** The project file whose rubrics a file holds; its folder lies beside it. */
function projectOf(rubrics: vscode.Uri): vscode.Uri {
  const [path = rubrics.path] = /^.*\.tiebreak(?=\.d\/)/.exec(rubrics.path) ?? [];
  return rubrics.with({ path });
}

function placeOf({ session }: StudyDocument, criterion: string): RubricPlace | undefined {
  const rubric = session?.study.rubrics.rubrics.find(({ versions }) =>
    versions.some(({ criteria }) => criteria.some(({ id }) => id === criterion)),
  );
  return rubric && { rubric: rubric.id, criterion };
}
