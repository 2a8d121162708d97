import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problem';
import type { Study } from '../../core/study/study';

/**
 * Tells, once for each conflict that git left in the documents of a study, that both sides are in force, and offers to
 * write them.
 */
export class MergeNotice {
  /** What was told last. */
  private told = '';

  /** @param onWritten the files hold both sides from here on */
  constructor(private readonly onWritten: () => void) {}

  async tell(study: Study): Promise<void> {
    const conflicts = study.isConflicted ? study.conflicts : [];
    const told = JSON.stringify(conflicts);
    if (told === this.told) return;
    this.told = told;
    const [first] = conflicts;
    if (!first) return;
    const keep = vscode.l10n.t('Keep Both');
    const open = vscode.l10n.t('Open File');
    const message = vscode.l10n.t(
      'Git could not merge what two people changed in this study. Both sides are in force, and you can go on. “Keep Both” writes them into the files; then tell Git that they are resolved.',
    );
    const chosen = await vscode.window.showWarningMessage(message, keep, open);
    if (chosen === open)
      await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(first.file), 'default');
    if (chosen !== keep) return;
    try {
      await study.keepBoth();
      this.told = '';
    } catch (error) {
      void vscode.window.showErrorMessage(vscode.l10n.t('Both sides could not be written: {0}', messageOf(error)));
      return;
    }
    this.onWritten();
  }
}
