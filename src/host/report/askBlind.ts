import * as vscode from 'vscode';
import type { ReportMemory } from './reportMemory';

/**
 * Whoever judges in a study does so blind: asks before names of models come on the screen, and remembers the answer.
 * Undefined where there is none.
 * @param view which view asks, by its title
 */
export async function askBlind(memory: ReportMemory, view: string): Promise<boolean | undefined> {
  const without = {
    label: vscode.l10n.t('Models hidden'),
    description: vscode.l10n.t('Hides models and response IDs. For annotators who judge blind in this study.'),
    blind: true,
  };
  const shown = {
    label: vscode.l10n.t('Models shown'),
    description: vscode.l10n.t('For leads who do not judge, or who have seen the models already.'),
    blind: false,
  };
  const picked = await vscode.window.showQuickPick([without, shown], {
    title: vscode.l10n.t('{0}: show or hide models', view),
    placeHolder: vscode.l10n.t('If you see how each model answers, you can no longer judge blind'),
    ignoreFocusOut: true,
  });
  if (picked) await memory.keepBlind(picked.blind);
  return picked?.blind;
}
