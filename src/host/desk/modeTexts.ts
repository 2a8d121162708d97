import * as vscode from 'vscode';
import type { ModeName } from '../../core/model/annotation/mode';
import { modeLabels } from '../../core/model/annotation/modeLabels';

/** What each way to judge is, for people. */
export const modeTexts = (): Readonly<Record<ModeName, { label: string; description: string }>> => ({
  rank: described('rank', vscode.l10n.t('Order all responses from best to worst, ties allowed')),
  pair: described('pair', vscode.l10n.t('Choose the better of two responses, and how much better it is')),
  best: described('best', vscode.l10n.t('Select one response, without ranking the others')),
  'best-worst': described('best-worst', vscode.l10n.t('Select two responses, without ranking the others')),
  rate: described('rate', vscode.l10n.t('Rate each response on each aspect')),
  thumbs: described('thumbs', vscode.l10n.t('Judge each response separately')),
  steps: described('steps', vscode.l10n.t('Judge each step of each response')),
});

const described = (mode: ModeName, description: string): { label: string; description: string } => ({
  label: modeLabels[mode](),
  description,
});
