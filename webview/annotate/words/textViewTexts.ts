import * as l10n from '@vscode/l10n';
import type { TextView } from '../../../src/core/model/desk/textView';
import type { WholeLanguage } from '../../../src/core/model/item/textPart';

/** Names a way of showing texts. */
export function textViewName(view: TextView): string {
  switch (view) {
    case 'formatted':
      return l10n.t('Formatted');
    case 'plain':
      return l10n.t('Plain text');
    case 'source':
      return l10n.t('Source text');
  }
}

/** Names what a text is that is no prose. */
export function wholeName(whole: WholeLanguage): string {
  switch (whole) {
    case 'csv':
    case 'tsv':
      return l10n.t('Table');
    case 'mermaid':
      return l10n.t('Diagram');
    case 'log':
      return l10n.t('Log');
    case 'diff':
      return l10n.t('Patch');
    case 'code':
      return l10n.t('Code');
    case 'json':
    case 'html':
    case 'svg':
    case 'xml':
      return whole.toUpperCase();
  }
}
