import * as vscode from 'vscode';
import type { UnplacedCriterion } from '../../core/model/rubric/criterion';
import { inQuestions, type Questions } from '../surface/questions';

/** What a criterion is answered by, and how it counts. */
interface Row<T> extends vscode.QuickPickItem {
  readonly gives: T;
}

/**
 * Asks for a criterion that is for the item on the desk alone: what it asks, what it is answered by, and how it counts.
 * Undefined where the person thought better of it.
 */
export const askCriterion = (): Promise<UnplacedCriterion | undefined> => inQuestions(criterionFrom);

async function criterionFrom(questions: Questions): Promise<UnplacedCriterion | undefined> {
  const title = vscode.l10n.t('Add a criterion for this item');
  const written = await questions.input({
    title,
    prompt: vscode.l10n.t('Write a question about the responses. It is asked for this item only'),
    placeHolder: vscode.l10n.t('Does the response say when the offer ends?'),
  });
  const text = written?.trim() ?? '';
  if (text === '') return undefined;
  const kind = await pick(questions, title, vscode.l10n.t('How is this criterion answered?'), [
    { label: vscode.l10n.t('Yes or no'), gives: 'yes-no' as const },
    { label: vscode.l10n.t('A scale from 1 to 5'), gives: 'scale' as const },
    { label: vscode.l10n.t('Categories…'), gives: 'category' as const },
  ]);
  if (!kind) return undefined;
  const categories = kind === 'category' ? await askCategories(questions, title) : [];
  if (!categories) return undefined;
  const counts = await pick(questions, title, vscode.l10n.t('How does this criterion count?'), [
    { label: vscode.l10n.t('For the response'), description: vscode.l10n.t('weight 1'), gives: { weight: 1 } },
    {
      label: vscode.l10n.t('Against the response (describes a fault)'),
      description: vscode.l10n.t('weight -1'),
      gives: { weight: -1 },
    },
    {
      label: vscode.l10n.t('As a gate'),
      description: vscode.l10n.t('a response that fails it fails overall, whatever its other verdicts are'),
      gives: { weight: 1, gate: { threshold: 0.5 } },
    },
  ]);
  return counts && { text, kind, ...(categories.length > 0 && { categories }), ...counts, origin: { kind: 'human' } };
}

/** The best first: the first is worth 1 and the last nothing, as people write them. */
async function askCategories(
  questions: Questions,
  title: string,
): Promise<{ name: string; value: number }[] | undefined> {
  const namesIn = (text: string): string[] =>
    text
      .split(/[,;、，]/)
      .map((each) => each.trim())
      .filter((each) => each !== '');
  const written = await questions.input({
    title,
    prompt: vscode.l10n.t('List the categories, best first, separated by commas'),
    placeHolder: vscode.l10n.t('correct, partly correct, wrong'),
    validateInput: (text) => {
      const names = namesIn(text);
      if (names.length < 2) return vscode.l10n.t('Enter at least two categories');
      return new Set(names).size < names.length ? vscode.l10n.t('A category is listed twice') : undefined;
    },
  });
  if (written === undefined) return undefined;
  const names = namesIn(written);
  return names.map((name, at) => ({ name, value: 1 - at / (names.length - 1) }));
}

async function pick<T>(
  questions: Questions,
  title: string,
  placeHolder: string,
  rows: readonly Row<T>[],
): Promise<T | undefined> {
  return (await questions.pick(rows, { title, placeHolder, ignoreFocusOut: true }))?.gives;
}
