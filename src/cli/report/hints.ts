import * as l10n from '@vscode/l10n';
import type { Act } from '../../core/model/report/document/todo';
import { shellQuote } from '../../core/model/text/shellQuote';

/** Returns the option, command or setting that does from a terminal what the report advises; undefined where there is none. */
export function hintOf(act: Act): string | undefined {
  switch (act.kind) {
    case 'leaveOut':
      return `--without ${shellQuote(act.annotator)}`;
    case 'countOnly':
      return `--annotators ${shellQuote(act.annotators.join(','))}`;
    case 'newCriterion':
    case 'newRubric':
      return 'tiebreak rubrics --import';
    case 'editSetting':
      return l10n.t('setting “{0}”', act.setting);
    case 'planSecondAnnotator':
      return l10n.t('setting “{0}”', 'plan.perItem');
    case 'showOrphans':
      return 'tiebreak validate';
    case 'editCriterion':
    case 'mergeCriteria':
    case 'editGuidelines':
    case 'sendAnnotators':
    case 'queueItems':
      return undefined;
  }
}
