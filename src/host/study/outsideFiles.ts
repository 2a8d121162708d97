import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/model/problem';
import { outsideShown, pathsOutside, type OutsidePath } from '../../core/study/outside';

/** More paths than these are a number. */
const mostPaths = 3;

/** What decides about files outside, in tests something else than VS Code and the person. */
export interface Decision {
  readonly isTrusted: () => boolean;
  /** Resolves to whether the person lets the study read these paths. */
  readonly ask: (study: string, paths: string) => Promise<boolean>;
}

const byPerson: Decision = {
  isTrusted: () => vscode.workspace.isTrusted,
  ask: async (study, paths) => {
    const allow = vscode.l10n.t('Use Them');
    return (
      (await vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The study “{0}” names files outside of its folder and of the workspace: {1}. Use them?',
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
export class OutsideFiles {
  private asking = false;

  /** @param onAllowed the person just allowed what `admit` refused */
  constructor(
    private readonly project: vscode.Uri,
    private readonly name: string,
    private readonly memory: vscode.Memento,
    private readonly onAllowed: () => void,
    private readonly decision: Decision = byPerson,
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
    const outside = await pathsOutside(paths, roots);
    if (outside.length === 0) return;
    const listed = list(outside);
    if (!this.decision.isTrusted())
      throw new UserError(
        vscode.l10n.t(
          '{0}: names files outside of its folder and of the workspace, which is not trusted, so they were not read: {1}. Trust the workspace (“Workspaces: Manage Workspace Trust”), or move the files',
          this.project.fsPath,
          listed,
        ),
      );
    const refused = outside.filter(({ destination }) => !this.allowed.includes(destination));
    if (refused.length === 0) return;
    void this.ask(refused);
    throw new UserError(
      vscode.l10n.t(
        '{0}: names files outside of its folder and of the workspace, so they were not read yet: {1}. Confirm them in the notification; to be asked again, close the study and open it',
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

  private async ask(paths: readonly OutsidePath[]): Promise<void> {
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

function list(paths: readonly OutsidePath[]): string {
  const first = paths.slice(0, mostPaths).map(outsideShown).join(', ');
  return paths.length > mostPaths ? vscode.l10n.t('{0} and {1} more', first, paths.length - mostPaths) : first;
}
