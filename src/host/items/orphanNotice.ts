import * as vscode from 'vscode';
import { orphanCount, type OrphanedAnnotations } from '../../core/study/orphanedAnnotations';
import type { StudyNotifier } from '../desk/deskQuestions';

/**
 * A look through the dataset that takes no longer than this is waited for, so that one notice tells all. In
 * milliseconds.
 */
const soon = 2000;

interface Counts {
  readonly changed: number;
  readonly gone: number;
}

/**
 * Tells of annotations whose item changed or is gone: when a dataset changed while it was open, and when there are more
 * than when the person was told last.
 */
export class OrphanNotice {
  constructor(
    private readonly study: vscode.Uri,
    private readonly name: string,
    private readonly memory: vscode.Memento,
    private readonly notifier: StudyNotifier,
  ) {}

  /**
   * @param checking what the look through the dataset finds, undefined where it failed
   * @param signal aborted when another look takes its place
   * @param reread the file that changed while it was open
   */
  async tell(checking: Promise<OrphanedAnnotations | undefined>, signal: AbortSignal, reread?: string): Promise<void> {
    const what =
      reread === undefined
        ? undefined
        : vscode.l10n.t('{0} changed on disk and was reloaded. Judgments and drafts are kept.', reread);
    const isOver = (): boolean => signal.aborted;
    const isSoon = await Promise.race([
      checking.then(() => true),
      new Promise<false>((resolve) => setTimeout(resolve, soon, false)),
    ]);
    if (isOver()) return;
    if (what !== undefined && !isSoon) void this.notifier.tell(what);
    const orphans = await checking;
    if (isOver()) return;
    const counts = {
      changed: orphans ? orphanCount(orphans.changed) : 0,
      gone: orphans ? orphanCount(orphans.gone) : 0,
    };
    const isMore = await this.learn(counts);
    const first = isSoon ? what : undefined;
    if (counts.changed + counts.gone > 0 && (isMore || reread !== undefined))
      await this.offer(
        first ?? vscode.l10n.t('The study “{0}” has annotations of changed or missing items.', this.name),
        counts,
      );
    else if (first !== undefined) void this.notifier.tell(first);
  }

  private async offer(first: string, { changed, gone }: Counts): Promise<void> {
    const show = vscode.l10n.t('Show List');
    const rest = vscode.l10n.t(
      'Orphaned annotations: {0} because the item changed, {1} because the item is missing. They are kept, but they are not exported.',
      changed.toLocaleString(),
      gone.toLocaleString(),
    );
    const { showWarningMessage } = vscode.window;
    if ((await this.notifier.ask(`${first} ${rest}`, [show], showWarningMessage)) === show)
      await vscode.commands.executeCommand('tiebreak.showStrays');
  }

  /** Remembers what the person knows of; tells whether it is more than before. */
  private async learn(counts: Counts): Promise<boolean> {
    const key = `strays:${this.study.toString()}`;
    const known = this.memory.get<Counts>(key, { changed: 0, gone: 0 });
    await this.memory.update(key, counts);
    return counts.changed > known.changed || counts.gone > known.gone;
  }
}
