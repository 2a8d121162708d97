import * as l10n from '@vscode/l10n';
import type { Arrangement, ReadingWay } from '../../src/core/model/arrangement';

/** How responses stand on the desk, in a few words. */
export function arrangementName(wish: Arrangement): string {
  switch (wish) {
    case 'auto':
      return l10n.t('Columns where they fit');
    case 'columns':
      return l10n.t('Columns');
    case 'stack':
      return l10n.t('Stack');
    case 'focus':
      return l10n.t('Two in focus');
  }
}

/** What was turned on or off of the way texts are shown. */
export function readingName(way: ReadingWay, on: boolean): string {
  switch (way) {
    case 'plainText':
      return on ? l10n.t('Texts as they are written') : l10n.t('Texts with their style');
    case 'showLength':
      return on ? l10n.t('Lengths are shown') : l10n.t('Lengths are hidden');
    case 'inlineDifference':
      return on ? l10n.t('Differences within one text') : l10n.t('Differences side by side');
  }
}
