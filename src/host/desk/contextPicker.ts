import * as vscode from 'vscode';
import type { DeskItem } from '../../core/model/desk/deskState';
import type { NamedContext } from '../../core/model/study/taskSchema';

interface Row extends vscode.QuickPickItem {
  /** The context that it stands for, null for none; or what leads to it. */
  readonly choice?: { readonly text: string | null } | 'write' | 'answer';
}

/**
 * Asks under which context an item is to be judged: as it stands, under one of the study's, one that the annotator
 * judged it under before, one that they write, or the answer to what they asked about it. Resolves to its text, to null
 * for none, and to undefined where nothing was chosen.
 */
export async function askContext(
  { context, judgedUnder, draft }: DeskItem,
  named: readonly NamedContext[],
): Promise<string | null | undefined> {
  const isNow = (text: string | null): boolean => text === (context?.text ?? null);
  const row = (text: string | null, label: string, description = ''): Row => {
    const isJudged = judgedUnder.some((each) => (each?.text ?? null) === text);
    const said = [
      ...(isNow(text) ? [vscode.l10n.t('Current choice')] : []),
      ...(isJudged ? [vscode.l10n.t('judged')] : []),
    ];
    return { label, description, choice: { text }, ...(said.length > 0 && { detail: said.join(' · ') }) };
  };
  const own = [...judgedUnder, ...(context ? [context] : [])].flatMap((each) =>
    each && !named.some(({ text }) => text === each.text) ? [each.text] : [],
  );
  const question = draft.clarification.trim();
  const rows: Row[] = [
    row(null, vscode.l10n.t('No context'), vscode.l10n.t('judge the item without a context')),
    ...named.map(({ name, text }) => row(text, name, oneLine(text))),
    ...[...new Set(own)].map((text) => row(text, oneLine(text))),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...(question === ''
      ? []
      : [
          {
            label: vscode.l10n.t('Answer your question…'),
            description: oneLine(question),
            choice: 'answer',
          } as const,
        ]),
    { label: vscode.l10n.t('Write a context…'), choice: 'write' },
  ];
  const title = vscode.l10n.t('Judge this item under a context');
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: vscode.l10n.t('Your judgment is saved separately for each context'),
    matchOnDescription: true,
  });
  if (picked?.choice === undefined) return undefined;
  if (typeof picked.choice === 'object') return picked.choice.text;
  const isAnswer = picked.choice === 'answer';
  const written = await vscode.window.showInputBox({
    title,
    prompt: isAnswer
      ? question
      : vscode.l10n.t('What should be assumed when judging? Write it as you would tell the model'),
    ignoreFocusOut: true,
  });
  if (written === undefined || written.trim() === '') return undefined;
  return isAnswer ? `${question} ${written.trim()}` : written.trim();
}

/** A text as it fits into a row. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
