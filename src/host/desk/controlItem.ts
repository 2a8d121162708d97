import * as vscode from 'vscode';
import type { Desk } from '../../core/desk/desk';
import { judgementOf } from '../../core/desk/drafts/draftConversion';
import type { Item, Response } from '../../core/model/item/item';
import type { KnownAnswer } from '../../core/model/study/knownAnswer';
import { knownAnswerOf } from '../../core/quality/knownAnswer';
import { changeStudySetting } from '../settings/changeStudySetting';
import type { DeskAccess } from './deskPickers';

/**
 * Makes the item on the screen a control item of the study, with what is judged of it as its known answer; asks before,
 * and where it is one already, whether it stays one.
 */
export async function useAsControl(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  const { document } = deskAccess;
  const { open } = desk;
  if (!open || !document.session) return;
  const comeBack = await deskAccess.leaveForQuestion();
  try {
    const { shown, draft } = open;
    const ids = shown.responses.map(({ id }) => id);
    const answer = knownAnswerOf(judgementOf(draft, shown), ids);
    const { controls } = document.session.study.project.plan ?? {};
    const isControl = controls?.items.includes(shown.item.id) === true;
    type Pick = vscode.QuickPickItem & { readonly does: 'answer' | 'remove' };
    const picks: Pick[] = [
      ...(answer
        ? [
            {
              label: vscode.l10n.t('Use my judgment as the known answer'),
              detail: answerText(answer, shown.responses),
              does: 'answer' as const,
            },
          ]
        : []),
      ...(isControl ? [{ label: vscode.l10n.t('No longer a control item'), does: 'remove' as const }] : []),
    ];
    if (picks.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'Judge this item first. Your order, or what you mark as acceptable, is then the known answer of the control item.',
        ),
      );
      return;
    }
    const picked = await vscode.window.showQuickPick(picks, {
      title: vscode.l10n.t('Control item'),
      placeHolder: vscode.l10n.t('Every annotator judges it; the quality report compares.'),
    });
    if (!picked) return;
    await changeStudySetting(
      document,
      ['plan', 'controls'],
      changedControls(controls, shown.item, picked.does === 'answer' ? answer : undefined),
    );
  } finally {
    comeBack();
  }
}

interface Controls {
  readonly items: readonly string[];
  readonly answers?: Readonly<Record<string, KnownAnswer>> | undefined;
}

/** The control items with one more and its known answer, or without it; undefined where none is left. */
function changedControls(
  controls: Controls | undefined,
  { id }: Pick<Item, 'id'>,
  answer: KnownAnswer | undefined,
): unknown {
  const { items = [], answers = {}, ...others } = controls ?? {};
  const { [id]: _, ...rest } = answers;
  const left = answer ? [...new Set([...items, id])] : items.filter((item) => item !== id);
  if (left.length === 0) return undefined;
  const known = answer ? { ...rest, [id]: answer } : rest;
  return { ...others, items: left, ...(Object.keys(known).length > 0 && { answers: known }) };
}

/** What is known, by the letters that the desk shows: `B > A = C; acceptable: B`. */
function answerText(
  { best, order, acceptable, firstErrors = {} }: KnownAnswer,
  responses: readonly Pick<Response, 'id'>[],
): string {
  const letter = (id: string): string => String.fromCodePoint(65 + responses.findIndex((each) => each.id === id));
  const tiers = best === undefined ? (order ?? []) : [[best]];
  const named = new Set(tiers.flat());
  const below = responses.map(({ id }) => id).filter((id) => !named.has(id));
  const ranked = [...tiers, ...(tiers.length > 0 && below.length > 0 ? [below] : [])];
  const good = Object.entries(acceptable ?? {})
    .filter(([, isGood]) => isGood)
    .map(([id]) => letter(id))
    .sort();
  return [
    ...(ranked.length > 0 ? [ranked.map((tier) => tier.map(letter).sort().join(' = ')).join(' > ')] : []),
    ...(acceptable
      ? [good.length > 0 ? vscode.l10n.t('acceptable: {0}', good.join(', ')) : vscode.l10n.t('none acceptable')]
      : []),
    ...Object.entries(firstErrors).map(([id, step]) =>
      step === null
        ? vscode.l10n.t('{0}: no error', letter(id))
        : vscode.l10n.t('{0}: first error at step {1}', letter(id), step + 1),
    ),
  ].join('; ');
}
