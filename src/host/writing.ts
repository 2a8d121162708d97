import * as vscode from 'vscode';
import { groundsFor } from '../core/desk/because';
import type { Desk } from '../core/desk/desk';
import type { DeskItem } from '../core/model/desk';
import type { WritingAction } from '../protocol/writing';
import { openRefinement } from './refinements';
import type { StudyDocument } from './studyDocument';

/** Does what a key asks of refinements, answers and the criteria that a judgement rests on. @param leaveFor see `DeskPanel.leaveFor` */
export async function write(action: WritingAction, desk: Desk, item: DeskItem, document: StudyDocument, leaveFor: () => () => void): Promise<void> {
  switch (action) {
    case 'anotherAnswer': return desk.focus('another-answer');
    case 'refine': {
      if (!(await desk.refine())) await openRefinement(desk, item);
      return;
    }
    case 'refineInEditor': return openRefinement(desk, item);
    case 'because': {
      const grounds = desk.open && document.session ? groundsFor(item.draft, document.session.study.rubrics, desk.open.shown.item) : [];
      if (grounds.length === 0) {
        desk.say({ kind: 'no-criteria' });
        return;
      }
      const comeBack = leaveFor();
      const rows = grounds.map(({ id, name, text }) => ({ label: name, ...(text !== undefined && { detail: text }), picked: item.draft.because.includes(id), id }));
      const picked = await vscode.window.showQuickPick(rows, { canPickMany: true, title: vscode.l10n.t('What does the judgement rest on?'), placeHolder: vscode.l10n.t('↓ leads to the criteria, Space chooses one, Enter takes what is chosen'), matchOnDetail: true });
      comeBack();
      if (picked) await desk.judge({ do: 'because', criteria: picked.map(({ id }) => id) }, item.key);
    }
  }
}
