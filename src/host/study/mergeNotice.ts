import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import type { Study } from '../../core/study/study';
import type { StudyNotifier } from '../desk/deskQuestions';

/**
 * Tells, once for each conflict that git left in the documents of a study, that both sides are in force, and offers to
 * write them.
 */
export class MergeNotice {
  /** What was told last. */
  private shown = '';

  /** @param onWritten the files hold both sides from here on */
  constructor(
    private readonly notifier: StudyNotifier,
    private readonly onWritten: () => void,
  ) {}

  async tell(study: Study): Promise<void> {
    const conflicts = study.isConflicted ? study.conflicts : [];
    const shown = JSON.stringify(conflicts);
    if (shown === this.shown) return;
    this.shown = shown;
    const [first] = conflicts;
    if (!first) return;
    const keep = vscode.l10n.t('Keep Both');
    const open = vscode.l10n.t('Open File');
    const message = vscode.l10n.t(
      'Git found conflicting changes in this study. Tiebreak uses both sides, so you can continue. Select “Keep Both” to write both sides into the files. Then mark the files as resolved in Git.',
    );
    const chosen = await this.notifier.ask(message, [keep, open], vscode.window.showWarningMessage);
    if (chosen === open)
      await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(first.file), 'default');
    if (chosen !== keep) return;
    try {
      await study.keepBoth();
      this.shown = '';
    } catch (error) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('Could not write both sides into the files: {0}', messageOf(error)),
      );
      return;
    }
    this.onWritten();
  }
}
