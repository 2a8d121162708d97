import * as vscode from 'vscode';
import type { Desk } from '../../core/desk/desk';
import type { DeskItem } from '../../core/model/desk/deskState';
import { modeFor, modeNames, suits, type ModeChoice, type ModeName } from '../../core/model/annotation/mode';
import { askContext } from './contextPicker';
import { askCriterion } from './criterionPicker';
import { askVersion } from './itemHistory';
import { modeTexts } from './modeTexts';
import { defaultSkipReasons } from '../../core/model/study/taskSchema';
import { changeStudySetting } from '../settings/changeStudySetting';
import type { StudyDocument } from '../study/studyDocument';

/**
 * A desk's editor, as what is asked at the top of the window sees it. What is answered is meant for the item that was
 * on the screen when it was asked.
 */
export interface DeskAccess {
  readonly document: StudyDocument;
  readonly context: vscode.ExtensionContext;
  /** The item on the screen as its draft stands. */
  readonly item: DeskItem | undefined;
  /** The desk itself; undefined while the study cannot be read, and once the editor is closed. */
  readonly desk: Desk | undefined;
  /** As `KeyboardFocus.leave`; resolves once a question that is shown now keeps the keyboard. */
  leaveForQuestion(): Promise<() => void>;
}

/** Asks why the item cannot be judged, and skips it. */
export async function skip(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  const comeBack = await deskAccess.leaveForQuestion();
  const key = deskAccess.item?.key;
  const other = vscode.l10n.t('Another reason…');
  const reasons = deskAccess.document.session?.study.project.task.skipReasons ?? defaultSkipReasons;
  const picked = await vscode.window.showQuickPick([...reasons, other], {
    title: vscode.l10n.t('Skip this item'),
    placeHolder: vscode.l10n.t('Why are you skipping this item?'),
  });
  const reason =
    picked === other
      ? await vscode.window.showInputBox({
          title: vscode.l10n.t('Skip this item'),
          prompt: vscode.l10n.t('Why are you skipping this item?'),
        })
      : picked;
  comeBack();
  if (reason !== undefined && reason.trim() !== '') await desk.skip(reason.trim(), key);
}

/** Shows the versions of the item's judgement, and brings the chosen one back. */
export async function showHistory(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  const { session } = deskAccess.document;
  const { open } = desk;
  if (!session || !open) return;
  const comeBack = await deskAccess.leaveForQuestion();
  const picked = await askVersion(session, open.shown);
  if (picked !== 'preview') comeBack();
  if (typeof picked === 'object') await desk.bringBack(picked, open.key);
}

/** A mode for the item, or for all of the study. */
interface ModePick extends vscode.QuickPickItem {
  readonly mode?: ModeName;
  readonly all?: ModeChoice;
}

/** Asks in which way the item is judged, or all of the study. */
export async function chooseMode(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  const { item } = deskAccess;
  if (!item) return;
  const comeBack = await deskAccess.leaveForQuestion();
  const count = item.draft.places.length;
  const study = deskAccess.document.session?.study.project.task.mode;
  const current = vscode.l10n.t('Current choice');
  const separator = (label: string): ModePick => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const picks: ModePick[] = [
    separator(vscode.l10n.t('For this item')),
    ...modeNames
      .filter((mode) => suits(mode, count))
      .map((mode) => ({ ...modeTexts()[mode], mode, ...(mode === item.draft.mode && { detail: current }) })),
    separator(vscode.l10n.t('For all items of this study')),
    {
      label: vscode.l10n.t('By the number of responses'),
      all: 'auto',
      ...(study === 'auto' && { detail: current }),
    },
    ...modeNames.map((mode): ModePick => ({
      label: modeTexts()[mode].label,
      all: mode,
      ...(mode === study && { detail: current }),
    })),
  ];
  const picked = await vscode.window.showQuickPick(picks, {
    title: vscode.l10n.t('Switch annotation mode'),
    placeHolder: vscode.l10n.t('Your judgments so far are kept'),
  });
  comeBack();
  const mode = picked?.mode ?? (picked?.all === 'auto' ? modeFor('auto', count) : picked?.all);
  if (mode !== undefined && suits(mode, count)) await desk.judge({ do: 'mode', mode }, item.key);
  if (picked?.all !== undefined) await changeStudySetting(deskAccess.document, ['task', 'mode'], picked.all);
}

/** Asks under which context the item is judged. */
export async function chooseContext(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  const { item } = deskAccess;
  if (!item) return;
  const comeBack = await deskAccess.leaveForQuestion();
  const context = await askContext(item, deskAccess.document.session?.study.project.task.contexts ?? []);
  comeBack();
  if (context !== undefined) await desk.under(context ?? undefined, item.key);
}

/** Asks for a criterion that is for the item alone. */
export async function addCriterion(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  const { item } = deskAccess;
  if (!item) return;
  const comeBack = await deskAccess.leaveForQuestion();
  const criterion = await askCriterion();
  comeBack();
  if (criterion) await desk.addCriterion(criterion, item.key);
}
