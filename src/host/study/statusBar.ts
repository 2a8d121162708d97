import * as vscode from 'vscode';
import type { DeskEditor } from '../desk/editor';
import { paceText } from './paceText';

/** How far one is, in the status bar while a study is open. */
export function statusBar(editor: DeskEditor): vscode.Disposable[] {
  const item = vscode.window.createStatusBarItem('tiebreak.progress', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Tiebreak progress');
  item.command = 'tiebreak.goTo';
  const update = (): void => {
    const session = editor.active?.document.session;
    if (!session) { item.hide(); return; }
    const { judged, skipped } = session.told();
    const { count, complete } = session.dataset;
    const icon = complete ? '$(checklist)' : '$(sync~spin)';
    const { mine } = session;
    const all = `${count.toLocaleString()}${complete ? '' : '+'}`;
    item.text = `${icon} ${(judged + skipped).toLocaleString()}/${mine ? `${mine.counted ? '' : '~'}${mine.count.toLocaleString()}` : all}`;
    const of = complete ? count : vscode.l10n.t('more than {0}', count);
    const done = mine
      ? vscode.l10n.t('Tiebreak: {0} judged, {1} skipped of {2} items that come to {3} by the plan, of {4} in all. Click to go to an item.', judged, skipped, mine.counted ? mine.count : vscode.l10n.t('about {0}', mine.count), session.annotator, of)
      : vscode.l10n.t('Tiebreak: {0} judged, {1} skipped of {2} items, by {3}. Click to go to an item.', judged, skipped, of, session.annotator);
    const pace = paceText(session);
    const { team } = session;
    item.tooltip = [
      done,
      ...(session.isUnplanned ? [vscode.l10n.t('The plan does not name {0}, so every item comes.', session.annotator)] : []),
      ...(team ? [vscode.l10n.t('All together: {0} of {1} judgements.', team.done.toLocaleString(), team.wanted.toLocaleString())] : []),
      ...(pace === undefined ? [] : [vscode.l10n.t('Your pace: {0}.', pace)]),
    ].join(' ');
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  return [item, editor.onDidRest(update)];
}
