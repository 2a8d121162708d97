import * as vscode from 'vscode';
import type { ModeName } from '../../core/model/annotation/mode';

/** What each way to judge is, for people. */
export const modeTexts = (): Readonly<Record<ModeName, { label: string; description: string }>> => ({
  rank: {
    label: vscode.l10n.t('Rank'),
    description: vscode.l10n.t('Order all responses from best to worst, ties allowed'),
  },
  pair: {
    label: vscode.l10n.t('Compare pairs'),
    description: vscode.l10n.t('Choose the better of two responses, and how much better it is'),
  },
  best: {
    label: vscode.l10n.t('Choose the best'),
    description: vscode.l10n.t('Select one response, without ranking the others'),
  },
  'best-worst': {
    label: vscode.l10n.t('Choose the best and the worst'),
    description: vscode.l10n.t('Select two responses, without ranking the others'),
  },
  rate: { label: vscode.l10n.t('Rate'), description: vscode.l10n.t('Rate each response on each aspect') },
  thumbs: { label: vscode.l10n.t('Good or bad'), description: vscode.l10n.t('Judge each response separately') },
  steps: { label: vscode.l10n.t('Step by step'), description: vscode.l10n.t('Judge each step of each response') },
});
