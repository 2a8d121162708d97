import * as l10n from '@vscode/l10n';
import type { ModeName } from './mode';

/** What each way to judge is called. */
export const modeLabels: Readonly<Record<ModeName, () => string>> = {
  rank: () => l10n.t('Rank'),
  pair: () => l10n.t('Compare pairs'),
  best: () => l10n.t('Choose the best'),
  'best-worst': () => l10n.t('Choose the best and the worst'),
  rate: () => l10n.t('Rate'),
  thumbs: () => l10n.t('Good or bad'),
  steps: () => l10n.t('Step by step'),
};
