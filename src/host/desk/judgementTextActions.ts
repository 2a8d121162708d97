import * as vscode from 'vscode';
import { decisiveCriteriaFor } from '../../core/desk/drafts/decisiveCriteria';
import type { Desk } from '../../core/desk/desk';
import type { DeskItem } from '../../core/model/desk/deskState';
import type { WritingAction } from '../../protocol/judgementTexts';
import { openRefinement } from './refinementEditor';
import type { StudyDocument } from '../study/studyDocument';

/**
 * Does what a key asks of refinements, answers and the criteria that a judgement rests on.
 * @param shown the item on the screen, as it is when asked; leaveFor see `DeskPanel.leaveFor`
 */
export async function runJudgementTextAction(
  action: WritingAction,
  desk: Desk,
  shown: () => DeskItem | undefined,
  document: StudyDocument,
  leaveFor: () => () => void,
): Promise<void> {
  // The response that was selected last is the one, also where that was a moment ago.
  const inEditor = async (): Promise<void> => {
    await desk.settled();
    const item = shown();
    if (item) await openRefinement(desk, item);
  };
  switch (action) {
    case 'anotherAnswer':
      return desk.focus('another-answer');
    case 'refine': {
      await desk.judge({ do: 'ruleRefine' });
      if (!(await desk.refine())) await inEditor();
      return;
    }
    case 'refineInEditor':
      await desk.judge({ do: 'ruleRefine' });
      return inEditor();
    case 'because': {
      const item = shown();
      if (!item) return;
      const grounds =
        desk.open && document.session
          ? decisiveCriteriaFor(item.draft, document.session.study.rubrics, desk.open.shown.item)
          : [];
      if (grounds.length === 0) {
        desk.announce({ kind: 'no-criteria' });
        return;
      }
      const comeBack = leaveFor();
      const rows = grounds.map(({ id, name, text }) => ({
        label: name,
        ...(text !== undefined && { detail: text }),
        picked: item.draft.because.includes(id),
        id,
      }));
      const picked = await askMany(rows, {
        title: vscode.l10n.t('Which criteria decided your judgment?'),
        placeholder: vscode.l10n.t('Press ↓ to go to the criteria, Space to select, Enter to confirm'),
      });
      comeBack();
      if (picked) await desk.judge({ do: 'because', criteria: picked.map(({ id }) => id) }, item.key);
    }
  }
}

interface Row extends vscode.QuickPickItem {
  readonly id: string;
}

/**
 * Asks which of some are meant; undefined where that is left. They are there when the question is: those of
 * `showQuickPick` come a moment later, and the first keys fall on none.
 */
function askMany(
  rows: readonly Row[],
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
): Promise<readonly Row[] | undefined> {
  const picker = vscode.window.createQuickPick<Row>();
  Object.assign(picker, {
    title,
    placeholder,
    canSelectMany: true,
    matchOnDetail: true,
    items: rows,
    selectedItems: rows.filter(({ picked }) => picked),
  });
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}
