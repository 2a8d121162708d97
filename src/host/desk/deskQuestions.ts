import * as vscode from 'vscode';
import type { Desk } from '../../core/desk/desk';
import type { DeskItem } from '../../core/model/desk';
import { modes, suits, type Mode } from '../../core/model/mode';
import { askContext } from './contextPicker';
import { askCriterion } from './criterionPicker';
import { askVersion } from './itemHistory';
import { askKeys } from './keySheet';
import type { StudyDocument } from '../study/studyDocument';

/**
 * A desk's editor, as what is asked at the top of the window sees it. What is answered is meant for the item that was
 * on the screen when it was asked.
 */
export interface DeskHand {
  readonly document: StudyDocument;
  readonly context: vscode.ExtensionContext;
  /** The item on the screen as its draft stands. */
  readonly item: DeskItem | undefined;
  /** See `Keyboard.leave`. */
  leaveFor(): () => void;
}

/** Asks why the item cannot be judged, and skips it. */
export async function skip(hand: DeskHand, desk: Desk): Promise<void> {
  const comeBack = hand.leaveFor();
  const key = hand.item?.key;
  const other = vscode.l10n.t('Another reason…');
  const reasons = hand.document.session?.study.project.task.skipReasons ?? [];
  const picked = await vscode.window.showQuickPick([...reasons, other], {
    title: vscode.l10n.t('Skip this item'),
    placeHolder: vscode.l10n.t('Why can it not be judged?'),
  });
  const reason =
    picked === other
      ? await vscode.window.showInputBox({
          title: vscode.l10n.t('Skip this item'),
          prompt: vscode.l10n.t('Why can it not be judged?'),
        })
      : picked;
  comeBack();
  if (reason !== undefined && reason.trim() !== '') await desk.skip(reason.trim(), key);
}

/** Shows the versions of the item's judgement, and brings the chosen one back. */
export async function showHistory(hand: DeskHand, desk: Desk): Promise<void> {
  const { session } = hand.document;
  const { open } = desk;
  if (!session || !open) return;
  const comeBack = hand.leaveFor();
  const picked = await askVersion(session, open.shown);
  if (picked !== 'preview') comeBack();
  if (typeof picked === 'object') await desk.bringBack(picked, open.key);
}

/** Shows every key, and does what the chosen one does. */
export async function showKeys(hand: DeskHand): Promise<void> {
  const comeBack = hand.leaveFor();
  const run = await askKeys(hand.context);
  comeBack();
  await run?.();
}

/** Asks in which way the item is judged. */
export async function chooseMode(hand: DeskHand, desk: Desk): Promise<void> {
  const { item } = hand;
  if (!item) return;
  const comeBack = hand.leaveFor();
  const count = item.draft.places.length;
  const picks = modes
    .filter((mode) => suits(mode, count))
    .map((mode) => ({
      ...modeTexts()[mode],
      mode,
      ...(mode === item.draft.mode && { detail: vscode.l10n.t('This is how it is judged now') }),
    }));
  const picked = await vscode.window.showQuickPick(picks, {
    title: vscode.l10n.t('Judge this item in another way'),
    placeHolder: vscode.l10n.t('What was judged so far stays'),
  });
  comeBack();
  if (picked) await desk.judge({ do: 'mode', mode: picked.mode }, item.key);
}

/** Asks under which context the item is judged. */
export async function chooseContext(hand: DeskHand, desk: Desk): Promise<void> {
  const { item } = hand;
  if (!item) return;
  const comeBack = hand.leaveFor();
  const context = await askContext(item, hand.document.session?.study.project.task.contexts ?? []);
  comeBack();
  if (context !== undefined) await desk.under(context ?? undefined, item.key);
}

/** Asks for a criterion that is for the item alone. */
export async function addCriterion(hand: DeskHand, desk: Desk): Promise<void> {
  const { item } = hand;
  if (!item) return;
  const comeBack = hand.leaveFor();
  const criterion = await askCriterion();
  comeBack();
  if (criterion) await desk.addCriterion(criterion, item.key);
}

/** What each way to judge is, for people. */
const modeTexts = (): Readonly<Record<Mode, { label: string; description: string }>> => ({
  rank: { label: vscode.l10n.t('Rank'), description: vscode.l10n.t('All responses, best first, with ties') },
  pair: {
    label: vscode.l10n.t('Compare pairs'),
    description: vscode.l10n.t('Two at a time, and by how much one is better'),
  },
  best: {
    label: vscode.l10n.t('Choose the best'),
    description: vscode.l10n.t('One of them, and nothing about the others'),
  },
  rate: { label: vscode.l10n.t('Rate'), description: vscode.l10n.t('Each response on each aspect') },
  thumbs: { label: vscode.l10n.t('Good or bad'), description: vscode.l10n.t('Each response by itself') },
  steps: { label: vscode.l10n.t('Step by step'), description: vscode.l10n.t('Each step of each response') },
});
