import * as l10n from '@vscode/l10n';
import type { Arrangement, ReadingMode } from '../../../src/core/model/desk/arrangement';

/** Names the arrangement of responses on the desk. */
export function arrangementName(wish: Arrangement): string {
  switch (wish) {
    case 'auto':
      return l10n.t('Columns if they fit');
    case 'columns':
      return l10n.t('Columns');
    case 'stack':
      return l10n.t('Stack');
    case 'focus':
      return l10n.t('Two in focus');
  }
}

/** Words that a way of showing texts was turned on or off. */
export function displaySettingText(mode: ReadingMode, on: boolean): string {
  switch (mode) {
    case 'plainText':
      return on ? l10n.t('Texts shown as plain text') : l10n.t('Texts shown with formatting');
    case 'showLength':
      return on ? l10n.t('Lengths shown') : l10n.t('Lengths hidden');
    case 'wrapCode':
      return on ? l10n.t('Long lines of code are wrapped') : l10n.t('Long lines of code scroll sideways');
    case 'writeBeside':
      return on
        ? l10n.t('Texts are written at the side of the responses')
        : l10n.t('Texts are written below the responses');
    case 'inlineDifference':
      return on ? l10n.t('Differences shown inline') : l10n.t('Differences shown side by side');
  }
}
