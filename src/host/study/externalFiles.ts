import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/model/problems/problem';
import { externalPathText, externalPathsOf, isWithinOne, type ExternalPath } from '../../core/study/externalPaths';

/** More paths than these are a number. */
const maxPaths = 3;

/** What decides about files outside, in tests something else than VS Code and the person. */
export interface FileAccessDecision {
  readonly isTrusted: () => boolean;
  /** Resolves to whether the person lets the study read these paths. */
  readonly ask: (study: string, paths: string) => Promise<boolean>;
}

const byPerson: FileAccessDecision = {
  isTrusted: () => vscode.workspace.isTrusted,
  ask: async (study, paths) => {
    const allow = vscode.l10n.t('Allow');
    return (
      (await vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The study “{0}” uses files outside its folder and the workspace: {1}. Allow Tiebreak to read these files?',
          study,
          paths,
        ),
        allow,
      )) === allow
    );
  },
};

/**
 * Keeps a project file, which may have come with somebody else's folder, from leading to files that the person did not
 * open: what lies neither beside the project nor in the workspace, wherever links lead, is used once the person said so
 * for this study, and never while the workspace is not trusted.
 */
export class ExternalFiles {
  private asking = false;

  /** @param onAllowed the person just allowed what `admit` refused */
  constructor(
    private readonly project: vscode.Uri,
    private readonly name: string,
    private readonly memory: vscode.Memento,
    private readonly onAllowed: () => void,
    private readonly decision: FileAccessDecision = byPerson,
  ) {}

  /**
   * Rejects with a `UserError` that says what to do where one of the paths must not be used, or not yet; the person is
   * asked then.
   */
  async admit(paths: readonly string[]): Promise<void> {
    const roots = [
      dirname(this.project.fsPath),
      ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    ];
    const outside = await externalPathsOf(paths, roots);
    if (outside.length === 0) return;
    const listed = list(outside);
    if (!this.decision.isTrusted())
      throw new UserError(
        vscode.l10n.t(
          '{0}: files outside the study folder and the workspace were not read, because the workspace is not trusted: {1}. Trust the workspace (“Workspaces: Manage Workspace Trust”), or move the files',
          this.project.fsPath,
          listed,
        ),
      );
    const refused = outside.filter(({ destination }) => !isWithinOne(destination, this.allowed));
    if (refused.length === 0) return;
    void this.ask(refused);
    throw new UserError(
      vscode.l10n.t(
        '{0}: files outside the study folder and the workspace were not read yet: {1}. Allow them in the notification. To see the notification again, close and reopen the study',
        this.project.fsPath,
        list(refused),
      ),
    );
  }

  private get key(): string {
    return `outside:${this.project.toString()}`;
  }

  /** Where paths lead: a link that leads elsewhere by now is asked about anew. */
  private get allowed(): readonly string[] {
    return this.memory.get<readonly string[]>(this.key, []);
  }

  private async ask(paths: readonly ExternalPath[]): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      if (!(await this.decision.ask(this.name, list(paths)))) return;
      await this.memory.update(this.key, [
        ...new Set([...this.allowed, ...paths.map(({ destination }) => destination)]),
      ]);
    } finally {
      this.asking = false;
    }
    this.onAllowed();
  }
}

function list(paths: readonly ExternalPath[]): string {
  const first = paths.slice(0, maxPaths).map(externalPathText).join(', ');
  return paths.length > maxPaths ? vscode.l10n.t('{0} and {1} more', first, paths.length - maxPaths) : first;
}
