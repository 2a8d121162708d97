import * as vscode from 'vscode';
import type { UnplacedCriterion } from '../../core/model/criterion';

/** What a criterion is answered by, and how it counts. */
interface Row<T> extends vscode.QuickPickItem {
  readonly gives: T;
}

/**
 * Asks for a criterion that is for the item on the desk alone: what it asks, what it is answered by, and how it counts.
 * Undefined where the person thought better of it.
 */
export async function askCriterion(): Promise<UnplacedCriterion | undefined> {
  const title = vscode.l10n.t('Add a criterion for this item');
  const written = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('What is asked of a response, for this prompt only'),
    placeHolder: vscode.l10n.t('Does it say when the offer ends?'),
    ignoreFocusOut: true,
  });
  const text = written?.trim() ?? '';
  if (text === '') return undefined;
  const kind = await pick(title, vscode.l10n.t('What is it answered by?'), [
    { label: vscode.l10n.t('Yes or no'), gives: 'yes-no' as const },
    { label: vscode.l10n.t('A scale from 1 to 5'), gives: 'scale' as const },
    { label: vscode.l10n.t('Categories…'), gives: 'category' as const },
  ]);
  if (!kind) return undefined;
  const categories = kind === 'category' ? await askCategories(title) : [];
  if (!categories) return undefined;
  const counts = await pick(title, vscode.l10n.t('How does it count?'), [
    { label: vscode.l10n.t('Towards the response'), description: vscode.l10n.t('weight 1'), gives: { weight: 1 } },
    {
      label: vscode.l10n.t('Against it: it describes a fault'),
      description: vscode.l10n.t('weight -1'),
      gives: { weight: -1 },
    },
    {
      label: vscode.l10n.t('As a gate'),
      description: vscode.l10n.t('where it is not met, the others do not count'),
      gives: { weight: 1, gate: { threshold: 0.5 } },
    },
  ]);
  return counts && { text, kind, ...(categories.length > 0 && { categories }), ...counts, origin: { kind: 'human' } };
}

/** The best first: the first is worth 1 and the last nothing, as people write them. */
async function askCategories(title: string): Promise<{ name: string; value: number }[] | undefined> {
  const namesIn = (text: string): string[] =>
    text
      .split(/[,;、，]/)
      .map((each) => each.trim())
      .filter((each) => each !== '');
  const written = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The categories, the best first, with commas between them'),
    placeHolder: vscode.l10n.t('right, nearly, wrong'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      const names = namesIn(text);
      if (names.length < 2) return vscode.l10n.t('Name at least two');
      return new Set(names).size < names.length ? vscode.l10n.t('One of them is there twice') : undefined;
    },
  });
  if (written === undefined) return undefined;
  const names = namesIn(written);
  return names.map((name, at) => ({ name, value: 1 - at / (names.length - 1) }));
}

async function pick<T>(title: string, placeHolder: string, rows: readonly Row<T>[]): Promise<T | undefined> {
  return (await vscode.window.showQuickPick([...rows], { title, placeHolder, ignoreFocusOut: true }))?.gives;
}
