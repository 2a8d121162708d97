import * as l10n from '@vscode/l10n';
import type { ModeName } from '../../src/core/model/annotation/mode';

/** How an item is judged. */
export function modeText(mode: ModeName): string {
  switch (mode) {
    case 'rank':
      return l10n.t('Rank');
    case 'pair':
      return l10n.t('Compare pairs');
    case 'best':
      return l10n.t('Choose the best');
    case 'best-worst':
      return l10n.t('Choose the best and the worst');
    case 'rate':
      return l10n.t('Rate');
    case 'thumbs':
      return l10n.t('Good or bad');
    case 'steps':
      return l10n.t('Step by step');
  }
}
