import * as vscode from 'vscode';
import type { ReportMemory } from './reportMemory';

/**
 * Whoever judges in a study does so blind: asks before names of models come on the screen, and remembers the answer.
 * Undefined where there is none.
 * @param view which view asks, by its title
 */
export async function askBlind(memory: ReportMemory, view: string): Promise<boolean | undefined> {
  const without = {
    label: vscode.l10n.t('Without models'),
    description: vscode.l10n.t('for whoever judges blind in this study: leaves out models and ids of responses'),
    blind: true,
  };
  const shown = {
    label: vscode.l10n.t('Show models'),
    description: vscode.l10n.t('for a lead who does not judge, or has seen them anyway'),
    blind: false,
  };
  const picked = await vscode.window.showQuickPick([without, shown], {
    title: vscode.l10n.t('{0}: this view can tell of models', view),
    placeHolder: vscode.l10n.t('Who knows which model answers how no longer judges blind'),
    ignoreFocusOut: true,
  });
  if (picked) await memory.keepBlind(picked.blind);
  return picked?.blind;
}
