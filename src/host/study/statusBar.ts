import * as vscode from 'vscode';
import type { Session } from '../../core/desk/session';
import type { DeskEditor } from '../desk/deskEditor';
import { itemsText, judgementsText } from './countText';
import { annotationRateText } from './annotationRateText';

/** How far one is, in the status bar while a study is open. */
export function statusBar(editor: DeskEditor): vscode.Disposable[] {
  const item = vscode.window.createStatusBarItem('tiebreak.progress', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Tiebreak progress');
  item.command = 'tiebreak.goTo';
  const update = (): void => {
    const session = editor.active?.document.session;
    if (!session) {
      item.hide();
      return;
    }
    const { judged, skipped } = session.progressSummary();
    const { count, complete } = session.dataset;
    const icon = complete ? '$(checklist)' : '$(sync~spin)';
    const { mine } = session;
    const all = `${count.toLocaleString()}${complete ? '' : '+'}`;
    item.text = `${icon} ${(judged + skipped).toLocaleString()}/${mine ? `${mine.counted ? '' : '~'}${mine.count.toLocaleString()}` : all}`;
    const annotationRate = annotationRateText(session);
    const { team } = session;
    item.tooltip = [
      doneText(session),
      ...(session.isUnplanned
        ? [vscode.l10n.t('The study plan does not list {0}, so all items are assigned to you.', session.annotator)]
        : []),
      ...(team
        ? [vscode.l10n.t('All annotators: {0} of {1}.', team.done.toLocaleString(), judgementsText(team.wanted))]
        : []),
      ...(annotationRate === undefined ? [] : [vscode.l10n.t('Your annotation rate: {0}.', annotationRate)]),
    ].join(' ');
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  return [item, editor.onDidRest(update)];
}

function doneText(session: Session): string {
  const { judged, skipped } = session.progressSummary();
  const {
    annotator,
    mine,
    dataset: { count, complete },
  } = session;
  if (!mine)
    return vscode.l10n.t(
      'Tiebreak: {3} judged {0} and skipped {1} of {2}. Click to go to an item.',
      judged,
      skipped,
      complete ? itemsText(count) : vscode.l10n.t('more than {0}', itemsText(count)),
      annotator,
    );
  const due = mine.counted ? mine.count : vscode.l10n.t('about {0}', mine.count);
  const all = complete ? count : vscode.l10n.t('more than {0}', count);
  return mine.count === 1
    ? vscode.l10n.t(
        'Tiebreak: {3} judged {0} and skipped {1} of {2} assigned item ({4} in the dataset). Click to go to an item.',
        judged,
        skipped,
        due,
        annotator,
        all,
      )
    : vscode.l10n.t(
        'Tiebreak: {3} judged {0} and skipped {1} of {2} assigned items ({4} in the dataset). Click to go to an item.',
        judged,
        skipped,
        due,
        annotator,
        all,
      );
}
